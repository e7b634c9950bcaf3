// Scan orders (ITU-T H.265 6.5.3 to 6.5.5) and the contexts of sig_coeff_flag by scan position
// (9.3.4.2.5), laid out as tables once.

/** Position x | y << 4 of each scan index: [scanIdx][log2 size 0..3][64]. */
const scanTable: usize = memory.data(3 * 4 * 64, 16);
/** Scan index of each position x | y << log2 size, laid out likewise. */
const inverseTable: usize = memory.data(3 * 4 * 64, 16);
/** Context increments within a 4x4 sub-block: [scanIdx][prevCsbf][scan index]. */
const sigContextTable: usize = memory.data(3 * 4 * 16, 16);
/** Context increments in a 4x4 transform block: [scanIdx][scan index]. */
const sigContextTable4: usize = memory.data(3 * 16, 16);

// ctxIdxMap (table 9-50)
const contextMap4: usize = memory.data<u8>([0, 1, 4, 5, 2, 3, 4, 5, 6, 6, 8, 8, 7, 7, 8, 8]);

@inline
export function scanPositions(scan: i32, log2Size: i32): usize {
  return scanTable + (((scan << 2) + log2Size) << 6);
}

@inline
export function inverseScan(scan: i32, log2Size: i32): usize {
  return inverseTable + (((scan << 2) + log2Size) << 6);
}

@inline
export function sigContexts(scan: i32, neighbors: i32): usize {
  return sigContextTable + (((scan << 2) + neighbors) << 4);
}

@inline
export function sigContexts4(scan: i32): usize {
  return sigContextTable4 + (scan << 4);
}

function enter(scan: i32, log2Size: i32, index: i32, x: i32, y: i32): void {
  store<u8>(scanPositions(scan, log2Size) + index, x | (y << 4));
  store<u8>(inverseScan(scan, log2Size) + (x | (y << log2Size)), index);
}

function sigContextInSubBlock(x: i32, y: i32, neighbors: i32): i32 {
  if (neighbors === 0) return x + y === 0 ? 2 : x + y < 3 ? 1 : 0;
  if (neighbors === 1) return y === 0 ? 2 : y === 1 ? 1 : 0;
  if (neighbors === 2) return x === 0 ? 2 : x === 1 ? 1 : 0;
  return 2;
}

export function setUpScans(): void {
  for (let log2Size = 0; log2Size < 4; log2Size++) {
    const size = 1 << log2Size;
    let index = 0;
    // Up-right diagonal: each diagonal starts at the left or bottom and runs up.
    for (let diagonal = 0; diagonal < 2 * size - 1; diagonal++) {
      for (let y = min(diagonal, size - 1); y >= 0 && diagonal - y < size; y--) {
        enter(0, log2Size, index++, diagonal - y, y);
      }
    }
    for (let i = 0; i < size * size; i++) {
      enter(1, log2Size, i, i & (size - 1), i >> log2Size);
      enter(2, log2Size, i, i >> log2Size, i & (size - 1));
    }
  }
  for (let scan = 0; scan < 3; scan++) {
    for (let i = 0; i < 16; i++) {
      const position = <i32>load<u8>(scanPositions(scan, 2) + i);
      const x = position & 15;
      const y = position >> 4;
      store<u8>(sigContexts4(scan) + i, load<u8>(contextMap4 + ((y << 2) | x)));
      for (let neighbors = 0; neighbors < 4; neighbors++) {
        store<u8>(sigContexts(scan, neighbors) + i, sigContextInSubBlock(x, y, neighbors));
      }
    }
  }
}
