// Where things lie in this module's memory, and the places of residuals in the color cache.

import { side } from './predict';

/** Symbols of green, of the lengths of copies, and of the color cache in one alphabet; of red; of blue; of alpha. */
const greens: i32 = 256 + 24 + 1024;
export const firstCached: u32 = 256 + 24;
export const firstRed: i32 = greens;
export const firstBlue: i32 = greens + 256;
export const firstAlpha: i32 = greens + 512;
export const symbols: i32 = greens + 768;

/** Groups of tiles, each with prefix codes of its own. */
export const groups: i32 = 32;

/** For each group how often each symbol occurs, and its code: 16 bits, then their number. */
export const counts: usize = memory.data(32 * 2072 * 4, 16);
/** For each symbol its bits in each group's code, in eighths, 16 bits each. */
export const costs: usize = memory.data(2072 * 32 * 2, 16);

/** The color cache (section 5.2.3): residuals that were there before, by a hash of them. */
const cacheBits: u32 = 10;
export const cache: usize = memory.data(1024 * 4, 16);
const cacheFactor: u32 = 0x1e35a7bd;

// @ts-ignore: decorator
@inline
export function placeOf(color: u32): u32 {
  return (color * cacheFactor) >> (32 - cacheBits);
}

/** The symbol of a residual that is in the cache. */
// @ts-ignore: decorator
@inline
export function cacheSymbol(word: u32): u32 {
  return firstCached + placeOf(word);
}

export let width: i32 = 0;
/** Not all pixels are opaque. */
export let hasAlpha: bool = false;
let margin: usize = 0;
/** A row of pixels above, a band of pixels behind it, and one of residuals, whose rows are whole vectors. */
export let pixels: usize = 0;
export let residuals: usize = 0;
export let rowBytes: usize = 0;
export let residualBytes: usize = 0;
/** For each tile of a band its mode or group, how hard it is, and 16 bits a row for what is in the cache. */
export let choices: usize = 0;
export let spreads: usize = 0;
export let marks: usize = 0;
export const markBytes: usize = 32;
export let output: usize = 0;

/** Lays out memory from `at` on for rows of `newWidth` pixels. Returns where it ends. */
export function layOut(newWidth: i32, at: usize): usize {
  width = newWidth;
  rowBytes = (<usize>width) << 2;
  residualBytes = (rowBytes + 63) & ~63;
  const tiles = <usize>((width + side - 1) / side);
  // Vectors reach beyond the first pixel and the last.
  margin = at;
  pixels = at + 64 + rowBytes;
  residuals = (pixels + rowBytes * side + 127) & ~63;
  choices = residuals + residualBytes * side;
  spreads = (choices + tiles + 63) & ~63;
  marks = (spreads + tiles * 8 + 63) & ~63;
  output = marks + ((tiles * markBytes + 63) & ~63);
  // Four codes of 15 bits a pixel at most.
  return output + <usize>width * side * 8 + 64;
}

export function startPicture(newHasAlpha: bool): void {
  hasAlpha = newHasAlpha;
  memory.fill(cache, 0, 1024 * 4);
  // What lies around pixels has a say in how they are predicted, but not in what they are.
  memory.fill(margin, 0, residuals - margin);
}
