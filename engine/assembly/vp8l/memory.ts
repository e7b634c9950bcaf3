// Where things lie in this module's memory, and which differences have names.

import { side } from './predict';

/** Symbols of green, which also names copies and colors that were there before; of red; of blue; of alpha. */
const greens: i32 = 256 + 24 + 1024;
export const firstColor: u32 = 256 + 24;
export const firstRed: i32 = greens;
export const firstBlue: i32 = greens + 256;
export const firstAlpha: i32 = greens + 512;
export const symbols: i32 = greens + 768;

/** Kinds of tiles, each with codes of its own. */
export const kinds: i32 = 32;

/** For each kind how often each symbol occurs, and its code: 16 bits, then their number. */
export const counts: usize = memory.data(32 * 2072 * 4, 16);
/** For each symbol its bits in each kind's code, in eighths, 16 bits each. */
export const costs: usize = memory.data(2072 * 32 * 2, 16);

/** Colors, or rather differences, that were there before, by a number made of them (section 5.2.3). */
const colorBits: u32 = 10;
export const colors: usize = memory.data(1024 * 4, 16);
const colorFactor: u32 = 0x1e35a7bd;

// @ts-ignore: decorator
@inline
export function placeOf(color: u32): u32 {
  return (color * colorFactor) >> (32 - colorBits);
}

/** The symbol of a difference that is among the colors. */
// @ts-ignore: decorator
@inline
export function colorSymbol(word: u32): u32 {
  return firstColor + placeOf(word);
}

export let width: i32 = 0;
/** Not all pixels are opaque. */
export let hasAlpha: bool = false;
let margin: usize = 0;
/** A row of pixels above, a band of pixels behind it, and one of differences, whose rows are whole vectors. */
export let pixels: usize = 0;
export let differences: usize = 0;
export let rowBytes: usize = 0;
export let differenceBytes: usize = 0;
/** For each tile of a band its mode or kind, how hard it is, and 16 bits a row for what is among the colors. */
export let choices: usize = 0;
export let spreads: usize = 0;
export let marks: usize = 0;
export const markBytes: usize = 32;
export let output: usize = 0;

/** Lays out memory from `at` on for rows of `newWidth` pixels. Returns where it ends. */
export function layOut(newWidth: i32, at: usize): usize {
  width = newWidth;
  rowBytes = (<usize>width) << 2;
  differenceBytes = (rowBytes + 63) & ~63;
  const tiles = <usize>((width + side - 1) / side);
  // Vectors reach beyond the first pixel and the last.
  margin = at;
  pixels = at + 64 + rowBytes;
  differences = (pixels + rowBytes * side + 127) & ~63;
  choices = differences + differenceBytes * side;
  spreads = (choices + tiles + 63) & ~63;
  marks = (spreads + tiles * 8 + 63) & ~63;
  output = marks + ((tiles * markBytes + 63) & ~63);
  // Four codes of 15 bits a pixel at most.
  return output + <usize>width * side * 8 + 64;
}

export function startPicture(newHasAlpha: bool): void {
  hasAlpha = newHasAlpha;
  memory.fill(colors, 0, 1024 * 4);
  // What lies around pixels has a say in how they are told, but not in what they are.
  memory.fill(margin, 0, differences - margin);
}
