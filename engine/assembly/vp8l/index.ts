// An encoder of photos as lossless WebP (RFC 9649). The caller writes bands of pixels into the memory, of one row of
// tiles each; they become differences, which it keeps, and brings back to be counted, sorted and written.

import { bestDifferences, bestSpread, side, tellBest, tileStride } from './predict';

/** Symbols of green, which also names copies and colors that were there before; of red; of blue. */
const greens: i32 = 256 + 24 + 1024;
const firstColor: u32 = 256 + 24;
const firstRed: i32 = greens;
const firstBlue: i32 = greens + 256;
const symbols: i32 = greens + 512;

/** Kinds of tiles, each with codes of its own. */
const kinds: i32 = 32;

/** For each kind how often each symbol occurs, and its code: 16 bits, then their number. */
const counts: usize = memory.data(32 * 1816 * 4, 16);
/** For each symbol its bits in each kind's code, in eighths, 16 bits each. */
const costs: usize = memory.data(1816 * 32 * 2, 16);

/** Colors, or rather differences, that were there before, by a number made of them (section 5.2.3). */
const colorBits: u32 = 10;
const colors: usize = memory.data(1024 * 4, 16);
const colorFactor: u32 = 0x1e35a7bd;

/** Marks a difference that is among the colors. */
const isColor: u32 = 0x80000000;

// @ts-ignore: decorator
@inline
function placeOf(color: u32): u32 {
  return (color * colorFactor) >> (32 - colorBits);
}

/** The symbol of a marked difference. */
// @ts-ignore: decorator
@inline
function colorSymbol(word: u32): u32 {
  return firstColor + placeOf(word & ~isColor);
}

/** A tile's bits as each kind. */
const sums: usize = memory.data(32 * 2, 16);

let width: i32 = 0;
let margin: usize = 0;
/** A row of pixels above, a band of pixels behind it, and one of differences, whose rows are whole vectors. */
let pixels: usize = 0;
let differences: usize = 0;
let rowBytes: usize = 0;
let differenceBytes: usize = 0;
/** For each tile of a band its mode or kind, and how hard it is. */
let choices: usize = 0;
let spreads: usize = 0;
let output: usize = 0;

export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

/** Lays out memory from `at` on for rows of `newWidth` pixels. Returns where it ends. */
export function layOut(newWidth: i32, at: usize): usize {
  width = newWidth;
  rowBytes = <usize>width << 2;
  differenceBytes = (rowBytes + 63) & ~63;
  const tiles = <usize>((width + side - 1) / side);
  // Vectors reach beyond the first pixel and the last.
  margin = at;
  pixels = at + 64 + rowBytes;
  differences = (pixels + rowBytes * side + 127) & ~63;
  choices = differences + differenceBytes * side;
  spreads = (choices + tiles + 63) & ~63;
  output = (spreads + tiles * 8 + 63) & ~63;
  // Three codes of 15 bits a pixel at most.
  return output + <usize>width * side * 6 + 64;
}

export function startPicture(): void {
  memory.fill(colors, 0, 1024 * 4);
  // What lies around pixels has a say in how they are told, but not in what they are.
  memory.fill(margin, 0, differences - margin);
}

export function pixelsAddress(): usize {
  return pixels;
}

export function differencesAddress(): usize {
  return differences;
}

export function differenceStride(): usize {
  return differenceBytes;
}

export function choicesAddress(): usize {
  return choices;
}

export function spreadsAddress(): usize {
  return spreads;
}

export function outputAddress(): usize {
  return output;
}

export function countsAddress(): usize {
  return counts;
}

export function costsAddress(): usize {
  return costs;
}

/** RGBA to BGRA, with green taken from red and blue (section 4.3). */
function subtractGreen(rows: i32): void {
  const end = pixels + rowBytes * rows;
  for (let at = pixels; at < end; at += 16) {
    const rgba = v128.load(at);
    const bgra = v128.shuffle<i8>(rgba, rgba, 2, 1, 0, 3, 6, 5, 4, 7, 10, 9, 8, 11, 14, 13, 12, 15);
    const none = i8x16.splat(0);
    const green = v128.shuffle<i8>(rgba, none, 1, 16, 1, 16, 5, 16, 5, 16, 9, 16, 9, 16, 13, 16, 13, 16);
    v128.store(at, i8x16.sub(bgra, green));
  }
}

// @ts-ignore: decorator
@inline
function differenceOf(a: u32, b: u32): u32 {
  const evens = (a & 0x00ff00ff | 0x01000100) - (b & 0x00ff00ff);
  const odds = (a >> 8 & 0x00ff00ff | 0x01000100) - (b >> 8 & 0x00ff00ff);
  return (evens & 0x00ff00ff) | ((odds & 0x00ff00ff) << 8);
}

/** The first row is told from the left, the first column from above, the first pixel is told to be black. */
function tellEdges(rows: i32, isFirst: bool): void {
  for (let row = 0; row < rows; row++) {
    const at = pixels + rowBytes * row;
    store<u32>(differences + differenceBytes * row, differenceOf(load<u32>(at), load<u32>(at - rowBytes)));
  }
  if (!isFirst) return;
  store<u32>(differences, differenceOf(load<u32>(pixels), 0xff000000));
  for (let x: usize = 4; x < rowBytes; x += 4) {
    store<u32>(differences + x, differenceOf(load<u32>(pixels + x), load<u32>(pixels + x - 4)));
  }
}

/** Marks what is among the colors, and remembers what is not. */
function findColors(rows: i32): void {
  for (let row = 0; row < rows; row++) {
    const start = differences + differenceBytes * row;
    const end = start + rowBytes;
    for (let at = start; at < end; at += 4) {
      const color = load<u32>(at);
      const known = colors + (<usize>placeOf(color) << 2);
      if (load<u32>(known) == color) store<u32>(at, isColor | color);
      else store<u32>(known, color);
    }
  }
}

/**
 * Makes differences of a band of opaque pixels, the one below the last one, and chooses its tiles' modes; `isFirst`
 * is the picture's first.
 */
export function tellBand(rows: i32, isFirst: bool): void {
  subtractGreen(rows);
  let tile: usize = 0;
  for (let x = 0; x < width; x += side, tile++) {
    const columns = min(side, width - x);
    const left = <usize>x << 2;
    store<u8>(choices + tile, <u8>tellBest(pixels + left, rowBytes, columns, rows));
    store<f64>(spreads + (tile << 3), bestSpread);
    for (let row: usize = 0; row < <usize>rows; row++) {
      const to = differences + differenceBytes * row + left;
      memory.copy(to, bestDifferences + tileStride * row, tileStride);
    }
  }
  tellEdges(rows, isFirst);
  findColors(rows);
  memory.copy(pixels - rowBytes, pixels + rowBytes * (rows - 1), rowBytes);
}

// @ts-ignore: decorator
@inline
function countAt(base: usize, symbol: u32): void {
  const at = base + (<usize>symbol << 2);
  store<u32>(at, load<u32>(at) + 1);
}

// @ts-ignore: decorator
@inline
function costOf(symbol: u32, kind: i32): u32 {
  return load<u16>(costs + (<usize>symbol << 6) + (<usize>kind << 1));
}

/** Whether a marked difference takes no more bits as a color than as it is. */
// @ts-ignore: decorator
@inline
function isBestAsColor(word: u32, kind: i32): bool {
  const green = costOf((word >> 8) & 255, kind);
  const red = costOf(firstRed + ((word >> 16) & 255), kind);
  const blue = costOf(firstBlue + (word & 255), kind);
  return costOf(colorSymbol(word), kind) <= green + red + blue;
}

/** Where it `chooses`, marks go away that are not worth it. */
function countTile(start: usize, columns: i32, rows: i32, kind: i32, chooses: bool, usesColors: bool): void {
  const base = counts + <usize>(kind * symbols * 4);
  const bytes = <usize>columns << 2;
  for (let row = 0; row < rows; row++, start += differenceBytes) {
    for (let at = start; at < start + bytes; at += 4) {
      let word = load<u32>(at);
      if (<i32>word < 0) {
        if (usesColors && (!chooses || isBestAsColor(word, kind))) {
          countAt(base, colorSymbol(word));
          continue;
        }
        word &= ~isColor;
        store<u32>(at, word);
      }
      countAt(base, (word >> 8) & 255);
      countAt(base, firstRed + ((word >> 16) & 255));
      countAt(base, firstBlue + (word & 255));
    }
  }
}

/** The kind as which a tile takes the fewest bits. */
function kindOf(start: usize, columns: i32, rows: i32, usesColors: bool): i32 {
  let a = i16x8.splat(0);
  let b = a;
  let c = a;
  let d = a;
  const bytes = <usize>columns << 2;
  for (let row = 0; row < rows; row++, start += differenceBytes) {
    for (let at = start; at < start + bytes; at += 4) {
      const word = load<u32>(at);
      const green = costs + (<usize>((word >> 8) & 255) << 6);
      const red = costs + (<usize>(firstRed + ((word >> 16) & 255)) << 6);
      const blue = costs + (<usize>(firstBlue + (word & 255)) << 6);
      let e = add3(v128.load(green), v128.load(red), v128.load(blue));
      let f = add3(v128.load(green, 16), v128.load(red, 16), v128.load(blue, 16));
      let g = add3(v128.load(green, 32), v128.load(red, 32), v128.load(blue, 32));
      let h = add3(v128.load(green, 48), v128.load(red, 48), v128.load(blue, 48));
      if (usesColors && <i32>word < 0) {
        const color = costs + (<usize>colorSymbol(word) << 6);
        e = i16x8.min_u(e, v128.load(color));
        f = i16x8.min_u(f, v128.load(color, 16));
        g = i16x8.min_u(g, v128.load(color, 32));
        h = i16x8.min_u(h, v128.load(color, 48));
      }
      a = i16x8.add_sat_u(a, e);
      b = i16x8.add_sat_u(b, f);
      c = i16x8.add_sat_u(c, g);
      d = i16x8.add_sat_u(d, h);
    }
  }
  v128.store(sums, a);
  v128.store(sums, b, 16);
  v128.store(sums, c, 32);
  v128.store(sums, d, 48);
  let best = 0;
  for (let kind = 1; kind < kinds; kind++) {
    if (load<u16>(sums + (<usize>kind << 1)) < load<u16>(sums + (<usize>best << 1))) best = kind;
  }
  return best;
}

// @ts-ignore: decorator
@inline
function add3(a: v128, b: v128, c: v128): v128 {
  return i16x8.add(i16x8.add(a, b), c);
}

export function clearCounts(): void {
  memory.fill(counts, 0, <usize>(kinds * symbols * 4));
}

/**
 * Counts the symbols of every `step`-th tile of a band of differences from `first` on: as the kinds that they are, or
 * by the costs should be.
 */
export function countBand(rows: i32, chooses: bool, usesColors: bool, first: i32, step: i32): void {
  for (let x = first * side; x < width; x += side * step) {
    const tile = choices + x / side;
    const columns = min(side, width - x);
    const start = differences + (<usize>x << 2);
    if (chooses) store<u8>(tile, <u8>kindOf(start, columns, rows, usesColors));
    countTile(start, columns, rows, load<u8>(tile), chooses, usesColors);
  }
}

let pending: u64 = 0;
let pendingBits: u64 = 0;

/** Bits that were written before, fewer than 8. */
export function startBits(bits: u32, number: i32): void {
  pending = bits;
  pendingBits = number;
}

/** Writes a band of differences with the codes of its tiles' kinds, at `outputAddress`. Returns the number of bytes. */
export function writeBand(rows: i32): usize {
  let to = output;
  let held = pending;
  let bits = pendingBits;
  for (let row = 0; row < rows; row++) {
    const start = differences + differenceBytes * row;
    for (let x = 0; x < width; x++) {
      const codes = counts + <usize>(<i32>load<u8>(choices + (x >> 4)) * symbols * 4);
      const word = load<u32>(start + (<usize>x << 2));
      if (<i32>word < 0) {
        const code = load<u32>(codes + (<usize>colorSymbol(word) << 2));
        held |= <u64>(code & 0xffff) << bits;
        bits += code >> 16;
      } else {
        const green = load<u32>(codes + (<usize>((word >> 8) & 255) << 2));
        held |= <u64>(green & 0xffff) << bits;
        bits += green >> 16;
        const red = load<u32>(codes + (<usize>(firstRed + ((word >> 16) & 255)) << 2));
        held |= <u64>(red & 0xffff) << bits;
        bits += red >> 16;
        // Fewer than 32 were left, and 15 follow.
        const blue = load<u32>(codes + (<usize>(firstBlue + (word & 255)) << 2));
        if (bits >= 32) {
          store<u32>(to, <u32>held);
          to += 4;
          held >>= 32;
          bits -= 32;
        }
        held |= <u64>(blue & 0xffff) << bits;
        bits += blue >> 16;
      }
      if (bits >= 32) {
        store<u32>(to, <u32>held);
        to += 4;
        held >>= 32;
        bits -= 32;
      }
    }
  }
  pending = held;
  pendingBits = bits;
  return to - output;
}

/** Writes the last bits, with zeros up to a whole byte. Returns the number of bytes. */
export function endBits(): usize {
  const bytes = <usize>((pendingBits + 7) >> 3);
  store<u64>(output, pending);
  return bytes;
}
