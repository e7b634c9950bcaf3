import type { ColorTags, Raster } from '../planes/raster.ts';
import { apply, invert, multiply } from './matrix.ts';
import { primariesByCode, rgbToXyzD50 } from './primaries.ts';
import { encodeLight, encodeTable, hlgToScene, pqToNits } from './transfer.ts';

/** ITU-T H.273 table 3. */
const transferPq = 16;
const transferHlg = 18;

/** True for pictures brighter than a screen's white, which need tone mapping. */
export function isHdr({ icc, cicp }: ColorTags): boolean {
  return !icc && (cicp?.transfer === transferPq || cicp?.transfer === transferHlg);
}

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
  const table = Float32Array.from({ length: max + 1 }, (_, value) =>
    hlg ? hlgToScene(value / max) : pqToNits(value / max) / referenceWhite,
  );
  const peak = hlg ? hlgPeak / referenceWhite : findPeak(data, table);
  const encoded = encodeTable(max);
  const stops = Math.log2(peak);
  const shares = new Uint8Array(returnDarkening ? data.length / 4 : 0);
  for (let at = 0; at < data.length; at += 4) {
    let [r, g, b] = [table[data[at]!]!, table[data[at + 1]!]!, table[data[at + 2]!]!];
    if (hlg) {
      // BT.2100 table 5, the opto-optical transfer: luminance of the scene to that of the display.
      const scene = 0.2627 * r + 0.678 * g + 0.0593 * b;
      const gain = (hlgPeak / referenceWhite) * Math.max(scene, 1e-6) ** (hlgGamma - 1);
      [r, g, b] = [r * gain, g * gain, b * gain];
    }
    const brightest = Math.max(r, g, b);
    const ratio = brightest > 0 ? compress(brightest, peak) / brightest : 0;
    if (returnDarkening && ratio > 0) {
      shares[at >> 2] = Math.min(255, Math.max(0, Math.round((-Math.log2(ratio) / stops) * 255)));
    }
    const [red, green, blue] = apply(matrix, [r * ratio, g * ratio, b * ratio]);
    data[at] = encodeLight(encoded, red);
    data[at + 1] = encodeLight(encoded, green);
    data[at + 2] = encodeLight(encoded, blue);
  }
  raster.color = {};
  return returnDarkening ? { stops, shares } : undefined;
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
