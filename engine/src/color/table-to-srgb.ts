import type { Raster } from '../planes/raster.ts';
import type { DeviceToXyz } from './device-to-pcs.ts';
import { apply, invert, type Vector3 } from './matrix.ts';
import { primariesByCode, rgbToXyzD50 } from './primaries.ts';
import { lightToSrgb } from './transfer.ts';

/** Grid points along each of three inputs, as color engines usually take for 8 bits. */
const side = 33;
const cells = side - 1;

const xyzToSrgb = invert(rgbToXyzD50(primariesByCode[1]!));

const clip = (value: number): number => Math.min(Math.max(value, 0), 1);

/** Converts device values to encoded sRGB, 0 to 1. */
export function tablesToSrgb(tables: DeviceToXyz, device: readonly number[]): Vector3 {
  const [r, g, b] = apply(xyzToSrgb, tables(device));
  return [lightToSrgb(clip(r)), lightToSrgb(clip(g)), lightToSrgb(clip(b))];
}

/** Encoded sRGB at each grid point, three numbers each. Red varies slowest. */
function buildCube(tables: DeviceToXyz): Float32Array {
  const cube = new Float32Array(side ** 3 * 3);
  for (let at = 0; at < side ** 3; at++) {
    const device = [Math.floor(at / side ** 2), Math.floor(at / side) % side, at % side];
    cube.set(
      tablesToSrgb(
        tables,
        device.map((value) => value / cells),
      ),
      at * 3,
    );
  }
  return cube;
}

/** The last profile's cube, because strips of a picture and pictures of a batch share one. */
let last: { icc: Uint8Array; cube: Float32Array } | null = null;

function findCube(tables: DeviceToXyz, icc: Uint8Array): Float32Array {
  const known =
    last?.icc.length === icc.length && last.icc.every((byte, index) => byte === icc[index]);
  if (!known || !last) last = { icc: icc.slice(), cube: buildCube(tables) };
  return last.cube;
}

const red = side * side * 3;
const green = side * 3;
const blue = 3;

/** By sample value: the cube's cell along one input, and the position within it. */
function placeSamples(max: number): { cell: Uint8Array; fraction: Float32Array } {
  const cell = new Uint8Array(max + 1);
  const fraction = new Float32Array(max + 1);
  for (let value = 0; value <= max; value++) {
    const place = (value * cells) / max;
    cell[value] = Math.min(Math.floor(place), cells - 1);
    fraction[value] = place - cell[value]!;
  }
  return { cell, fraction };
}

/**
 * Interpolates each pixel in the tetrahedron (one of six) that contains it: from the cell's lowest
 * corner along the inputs in descending order of their fractions.
 */
function applyCube(data: Raster['data'], cube: Float32Array): void {
  const max = data instanceof Uint16Array ? 65_535 : 255;
  const half = data instanceof Uint16Array ? 0.5 : 0;
  const { cell, fraction } = placeSamples(max);
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
    const fr = fraction[r]!;
    const fg = fraction[g]!;
    const fb = fraction[b]!;
    const low = cell[r]! * red + cell[g]! * green + cell[b]! * blue;
    const redFirst = fr >= fg && fr >= fb;
    const greenFirst = !redFirst && fg >= fb;
    const first = redFirst ? fr : greenFirst ? fg : fb;
    const one = low + (redFirst ? red : greenFirst ? green : blue);
    const third = Math.min(fr, fg, fb);
    const second = fr + fg + fb - first - third;
    const high = low + red + green + blue;
    const redLast = !redFirst && (greenFirst ? fr < fb : fr < fg);
    const greenLast = !greenFirst && !redLast && (redFirst ? fg < fb : true);
    const two = high - (redLast ? red : greenLast ? green : blue);
    for (let channel = 0; channel < 3; channel++) {
      const value =
        cube[low + channel]! * (1 - first) +
        cube[one + channel]! * (first - second) +
        cube[two + channel]! * (second - third) +
        cube[high + channel]! * third;
      data[at + channel] = value * max + half;
    }
  }
}

/** A single channel has few enough values to evaluate the profile for each. */
function applyGray(raster: Raster, tables: DeviceToXyz): void {
  const { data } = raster;
  const max = data instanceof Uint16Array ? 65_535 : 255;
  const shades = new Float32Array(max + 1).fill(-1);
  const half = data instanceof Uint16Array ? 0.5 : 0;
  for (let at = 0; at < data.length; at += 4) {
    const value = data[at]!;
    // Keeps gray neutral in sRGB: the paper's tint is ignored.
    if (shades[value]! < 0) {
      const [, light] = tables([value / max]);
      shades[value] = lightToSrgb(clip(light)) * max + half;
    }
    data.fill(shades[value]!, at, at + 3);
  }
}

/** Converts samples to sRGB in place, by the tables of the profile `icc`. */
export function applyTables(
  raster: Raster,
  { space, tables }: { space: string; tables: DeviceToXyz },
  icc: Uint8Array,
): void {
  if (space === 'GRAY') applyGray(raster, tables);
  else applyCube(raster.data, findCube(tables, icc));
}
