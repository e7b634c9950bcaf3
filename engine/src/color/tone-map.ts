import type { Raster } from '../planes/raster.ts';
import { transferHlg } from './hdr.ts';
import { invert, multiply, type Matrix3 } from './matrix.ts';
import { primariesByCode, rgbToXyzD50 } from './primaries.ts';
import { encodeLight, encodeTable, hlgToScene, pqToNits } from './transfer.ts';

/** ITU-R BT.2408: the light of paper white in an HDR picture, in candela per square meter. */
const referenceWhite = 203;

/** ITU-R BT.2100: the peak of the display that HLG is graded on, and the system gamma that goes with it. */
const hlgPeak = 1000;
const hlgGamma = 1.2;

/**
 * Below the knee light stays as it is; above, a shoulder bends `peak` to white. Light is relative to
 * reference white; the shape is Reinhard's extended curve, which meets the line with the same slope.
 */
function compress(light: number, peak: number): number {
  const knee = 0.6;
  if (light <= knee) return light;
  const room = 1 - knee;
  const x = (light - knee) / room;
  const top = (peak - knee) / room;
  return knee + (room * x * (1 + x / (top * top))) / (1 + x);
}

/** How much tone mapping has darkened each pixel, all three channels alike. */
export interface Darkening {
  /** The most, in stops. */
  stops: number;
  /** One a pixel: shares of `stops`, of 255. */
  shares: Uint8Array<ArrayBuffer>;
}

/**
 * Tone-maps PQ or HLG samples to sRGB in place. The brightest of the three channels is compressed and
 * the others keep their ratio to it, so that hues stay. Tags are dropped. Returns what undoes it, where
 * that is asked for, but for colors that sRGB does not have.
 */
export function toneMap(raster: Raster): void;
export function toneMap(raster: Raster, returnDarkening: true): Darkening;
export function toneMap(raster: Raster, returnDarkening = false): Darkening | undefined {
  const { data, color } = raster;
  const max = data instanceof Uint16Array ? 65_535 : 255;
  const hlg = color.cicp?.transfer === transferHlg;
  const primaries = primariesByCode[color.cicp?.primaries ?? 9] ?? primariesByCode[9]!;
  const xyzToSrgb = invert(rgbToXyzD50(primariesByCode[1]!));
  const matrix = multiply(xyzToSrgb, rgbToXyzD50(primaries));
  const light = Float32Array.from({ length: max + 1 }, (_, value) =>
    hlg ? hlgToScene(value / max) : pqToNits(value / max) / referenceWhite,
  );
  const peak = hlg ? hlgPeak / referenceWhite : findPeak(data, light);
  const stops = Math.log2(peak);
  const shares = new Uint8Array(returnDarkening ? data.length / 4 : 0);
  const shareOf = (ratio: number): number =>
    ratio > 0 ? Math.min(255, Math.max(0, Math.round((-Math.log2(ratio) / stops) * 255))) : 0;
  const tools = {
    data,
    light,
    matrix,
    encoded: encodeTable(max),
    shares: returnDarkening ? shares : null,
  };
  if (hlg) mapHlg(tools, peak, shareOf);
  else mapPq(tools, peak, shareOf);
  raster.color = {};
  return returnDarkening ? { stops, shares } : undefined;
}

/** What both curves are followed with. */
interface Tools {
  data: Raster['data'];
  /** Of each sample value. */
  light: Float32Array;
  matrix: Matrix3;
  encoded: Uint16Array;
  shares: Uint8Array | null;
}

/** PQ is absolute, so how much a pixel is darkened is known from its largest sample. */
function mapPq(
  { data, light, matrix, encoded, shares }: Tools,
  peak: number,
  shareOf: (ratio: number) => number,
): void {
  const ratios = Float64Array.from(light, (each) => (each > 0 ? compress(each, peak) / each : 0));
  const shareOfValue = shares ? Uint8Array.from(ratios, shareOf) : null;
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
    const largest = red > green ? (red > blue ? red : blue) : green > blue ? green : blue;
    const ratio = ratios[largest]!;
    if (shares && shareOfValue) shares[at >> 2] = shareOfValue[largest]!;
    writeLight(
      data,
      at,
      matrix,
      encoded,
      light[red]! * ratio,
      light[green]! * ratio,
      light[blue]! * ratio,
    );
  }
}

/** By the root of a scene's light: how many times as bright the display is, see `mapHlg`. */
const gainSteps = 65_535;

/** BT.2100, table 5, the opto-optical transfer: luminance of the scene to that of the display. */
function mapHlg(
  { data, light, matrix, encoded, shares }: Tools,
  peak: number,
  shareOf: (ratio: number) => number,
): void {
  const gains = Float64Array.from(
    { length: gainSteps + 1 },
    (_, root) => peak * Math.max((root / gainSteps) ** 2, 1e-6) ** (hlgGamma - 1),
  );
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = [light[data[at]!]!, light[data[at + 1]!]!, light[data[at + 2]!]!];
    const scene = 0.2627 * r + 0.678 * g + 0.0593 * b;
    const gain = gains[(Math.sqrt(Math.min(scene, 1)) * gainSteps + 0.5) | 0]!;
    const brightest = Math.max(r, g, b) * gain;
    const ratio = brightest > 0 ? compress(brightest, peak) / brightest : 0;
    if (shares) shares[at >> 2] = shareOf(ratio);
    const scale = ratio * gain;
    writeLight(data, at, matrix, encoded, r * scale, g * scale, b * scale);
  }
}

/** Writes light of the picture's primaries as sRGB. */
function writeLight(
  data: Raster['data'],
  at: number,
  m: Matrix3,
  encoded: Uint16Array,
  r: number,
  g: number,
  b: number,
): void {
  data[at] = encodeLight(encoded, m[0] * r + m[1] * g + m[2] * b);
  data[at + 1] = encodeLight(encoded, m[3] * r + m[4] * g + m[5] * b);
  data[at + 2] = encodeLight(encoded, m[6] * r + m[7] * g + m[8] * b);
}

/** The brightest light of a PQ picture, relative to reference white; at least white itself. */
function findPeak(data: Raster['data'], table: Float32Array): number {
  let highest = 0;
  for (let at = 0; at < data.length; at += 4) {
    const value = Math.max(data[at]!, data[at + 1]!, data[at + 2]!);
    if (value > highest) highest = value;
  }
  return Math.max(table[highest]!, 1.01);
}
