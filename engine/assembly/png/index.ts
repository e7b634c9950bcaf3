// PNG: packing and filtering of rows, deflate, the inverse of both, and reduction of 16-bit
// samples. The caller lays out memory from `heapBase` on.

import { setUpTables } from './block';
import { adlerOf, compressBytes } from './compress';
import { filterRow, margin, packRow } from './filter';

export { reduceDeep } from './deep';
export { inflateSome, moveOutput, nextInput, nextOutput, startInflating } from './inflate';
export { addAlpha, unfilterRows } from './unfilter';

setUpTables();

export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

/** Bytes of `scratch` that filtering needs for rows of this many packed bytes. */
export function scratchSize(rowBytes: usize): usize {
  return 5 * ((rowBytes + 2 * margin + 63) & ~63);
}

/**
 * Packs and filters `rows` rows of RGBA from `pixels` to `target`, each preceded by its filter
 * type. With `hasUp`, the row before `pixels` exists and the first row may be filtered against it.
 */
export function filterRows(
  pixels: usize,
  width: i32,
  rows: i32,
  stored: i32,
  deep: bool,
  hasUp: bool,
  scratch: usize,
  target: usize,
): void {
  const sampleBytes = deep ? 2 : 1;
  const pixelBytes = stored * sampleBytes;
  const rowBytes = width * pixelBytes;
  const sourceBytes = <usize>(width * 4 * sampleBytes);
  const stride = (<usize>rowBytes + 2 * margin + 63) & ~63;
  let row = scratch + margin;
  let up = row + stride;
  const tries = scratch + 2 * stride;
  // Samples left of a row count as 0.
  memory.fill(scratch, 0, 2 * stride);
  if (hasUp) packRow(pixels - sourceBytes, up, width, stored, deep);
  for (let y = 0; y < rows; y++) {
    packRow(pixels, row, width, stored, deep);
    filterRow(row, hasUp || y > 0 ? up : 0, rowBytes, pixelBytes, tries, target);
    const last = row;
    row = up;
    up = last;
    pixels += sourceBytes;
    target += rowBytes + 1;
  }
}

/** See `compressBytes`. */
export function compress(source: usize, size: u32, target: usize, deepestSearch: i32): usize {
  return compressBytes(source, size, target, deepestSearch);
}

/** Adler-32 of uncompressed bytes (RFC 1950, 8.2). */
export function adler(source: usize, size: u32): u32 {
  return adlerOf(source, size);
}
