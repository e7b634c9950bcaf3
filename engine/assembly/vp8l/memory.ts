// Memory layout of this module, and the color cache's hash.

import { side } from './predict';

/** Alphabets: green with copy lengths and color cache; red; blue; alpha. */
const greens: i32 = 256 + 24 + 1024;
export const firstCached: u32 = 256 + 24;
export const firstRed: i32 = greens;
export const firstBlue: i32 = greens + 256;
export const firstAlpha: i32 = greens + 512;
export const symbols: i32 = greens + 768;

/** Groups of tiles. Each has its own prefix codes. */
export const groups: i32 = 32;

/** By group and symbol: the count, later the code in 16 bits and its length. */
export const counts: usize = memory.data(32 * 2072 * 4, 16);
/** By symbol: the cost in each group in eighths of a bit, 16 bits each. */
export const costs: usize = memory.data(2072 * 32 * 2, 16);

/** The color cache (section 5.2.3): earlier residuals by hash. */
const cacheBits: u32 = 10;
export const cache: usize = memory.data(1024 * 4, 16);
const cacheFactor: u32 = 0x1e35a7bd;

// @ts-ignore: decorator
@inline
export function placeOf(color: u32): u32 {
  return (color * cacheFactor) >> (32 - cacheBits);
}

/** The symbol of a cached residual. */
// @ts-ignore: decorator
@inline
export function cacheSymbol(word: u32): u32 {
  return firstCached + placeOf(word);
}

export let width: i32 = 0;
/** Whether some pixels are not opaque. */
export let hasAlpha: bool = false;
let margin: usize = 0;
/**
 * The pixel row above, then a band of pixels, then one of residuals, whose rows are whole vectors.
 */
export let pixels: usize = 0;
export let residuals: usize = 0;
export let rowBytes: usize = 0;
export let residualBytes: usize = 0;
/**
 * Per tile of a band: its mode or group, its complexity, and 16 bits per row that mark cached
 * residuals.
 */
export let choices: usize = 0;
export let spreads: usize = 0;
export let marks: usize = 0;
export const markBytes: usize = 32;
export let output: usize = 0;

/** Lays out memory from `at` on for rows of `newWidth` pixels. Returns its end. */
export function layOut(newWidth: i32, at: usize): usize {
  width = newWidth;
  rowBytes = (<usize>width) << 2;
  residualBytes = (rowBytes + 63) & ~63;
  const tiles = <usize>((width + side - 1) / side);
  // Vectors extend before the first pixel and past the last.
  margin = at;
  pixels = at + 64 + rowBytes;
  residuals = (pixels + rowBytes * side + 127) & ~63;
  choices = residuals + residualBytes * side;
  spreads = (choices + tiles + 63) & ~63;
  marks = (spreads + tiles * 8 + 63) & ~63;
  output = marks + ((tiles * markBytes + 63) & ~63);
  // At most four codes of 15 bits per pixel.
  return output + <usize>width * side * 8 + 64;
}

export function startPicture(newHasAlpha: bool): void {
  hasAlpha = newHasAlpha;
  memory.fill(cache, 0, 1024 * 4);
  // Pixels outside the picture affect predictions only.
  memory.fill(margin, 0, residuals - margin);
}
