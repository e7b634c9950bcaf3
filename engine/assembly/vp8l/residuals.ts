// Pixels as what is left of them when they are predicted.

import {
  choices,
  cache,
  residualBytes,
  residuals,
  markBytes,
  marks,
  pixels,
  placeOf,
  rowBytes,
  spreads,
  width,
} from './memory';
import { bestResiduals, bestSpread, side, predictBest, tileStride } from './predict';

/** RGBA to BGRA, with green taken from red and blue (section 4.3). */
function subtractGreen(rows: i32): void {
  const end = pixels + rowBytes * rows;
  for (let at = pixels; at < end; at += 16) {
    const rgba = v128.load(at);
    const bgra = v128.shuffle<i8>(rgba, rgba, 2, 1, 0, 3, 6, 5, 4, 7, 10, 9, 8, 11, 14, 13, 12, 15);
    const none = i8x16.splat(0);
    const green = v128.shuffle<i8>(
      rgba,
      none,
      1,
      16,
      1,
      16,
      5,
      16,
      5,
      16,
      9,
      16,
      9,
      16,
      13,
      16,
      13,
      16,
    );
    v128.store(at, i8x16.sub(bgra, green));
  }
}

// @ts-ignore: decorator
@inline
function residualOf(a: u32, b: u32): u32 {
  const evens = ((a & 0x00ff00ff) | 0x01000100) - (b & 0x00ff00ff);
  const odds = (((a >> 8) & 0x00ff00ff) | 0x01000100) - ((b >> 8) & 0x00ff00ff);
  return (evens & 0x00ff00ff) | ((odds & 0x00ff00ff) << 8);
}

/** The first row is predicted from the left, the first column from above, and the first pixel to be black. */
function predictEdges(rows: i32, isFirst: bool): void {
  for (let row = 0; row < rows; row++) {
    const at = pixels + rowBytes * row;
    store<u32>(
      residuals + residualBytes * row,
      residualOf(load<u32>(at), load<u32>(at - rowBytes)),
    );
  }
  if (!isFirst) return;
  store<u32>(residuals, residualOf(load<u32>(pixels), 0xff000000));
  for (let x: usize = 4; x < rowBytes; x += 4) {
    store<u32>(residuals + x, residualOf(load<u32>(pixels + x), load<u32>(pixels + x - 4)));
  }
}

/** Marks what is in the cache, and puts what is not there. */
function findCached(rows: i32): void {
  for (let row = 0; row < rows; row++) {
    let at = residuals + residualBytes * row;
    let mark = marks + ((<usize>row) << 1);
    for (let x = 0; x < width; x += side, mark += markBytes) {
      const columns = min(side, width - x);
      let found: u32 = 0;
      for (let column = 0; column < columns; column++, at += 4) {
        const color = load<u32>(at);
        const known = cache + ((<usize>placeOf(color)) << 2);
        if (load<u32>(known) == color) found |= 1 << column;
        else store<u32>(known, color);
      }
      store<u16>(mark, <u16>found);
    }
  }
}

/**
 * Makes residuals of a band of pixels, the one below the last one, and chooses its tiles' modes; `isFirst`
 * is the picture's first.
 */
export function predictBand(rows: i32, isFirst: bool): void {
  subtractGreen(rows);
  let tile: usize = 0;
  for (let x = 0; x < width; x += side, tile++) {
    const columns = min(side, width - x);
    const left = (<usize>x) << 2;
    store<u8>(choices + tile, <u8>predictBest(pixels + left, rowBytes, columns, rows));
    store<f64>(spreads + (tile << 3), bestSpread);
    for (let row: usize = 0; row < <usize>rows; row++) {
      const to = residuals + residualBytes * row + left;
      memory.copy(to, bestResiduals + tileStride * row, tileStride);
    }
  }
  predictEdges(rows, isFirst);
  findCached(rows);
  memory.copy(pixels - rowBytes, pixels + rowBytes * (rows - 1), rowBytes);
}
