// Scaling lists (ITU-T H.265 7.3.4 and 7.4.5).
import * as F from './fields.ts';
import type { BitReader } from '../bytes/bit-reader.ts';

// Table 7-6: intra and inter, in up-right diagonal scan order.
const defaultIntra = [
  16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 17, 16, 17, 16, 17, 18, 17, 18, 18, 17, 18, 21, 19, 20,
  21, 20, 19, 21, 24, 22, 22, 24, 24, 22, 22, 24, 25, 25, 27, 30, 27, 25, 25, 29, 31, 35, 35, 31,
  29, 36, 41, 44, 41, 36, 47, 54, 54, 47, 65, 70, 65, 88, 88, 115,
];
const defaultInter = [
  16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 17, 17, 17, 17, 17, 18, 18, 18, 18, 18, 18, 20, 20, 20,
  20, 20, 20, 20, 24, 24, 24, 24, 24, 24, 24, 24, 25, 25, 25, 25, 25, 25, 25, 28, 28, 28, 28, 28,
  28, 33, 33, 33, 33, 33, 41, 41, 41, 41, 54, 54, 54, 71, 71, 91,
];

interface ScalingList {
  /** 16 or 64 entries in diagonal order. */
  entries: number[];
  dc: number;
}

function defaultList(size: number, matrix: number): ScalingList {
  if (size === 0) return { entries: Array.from({ length: 16 }, () => 16), dc: 16 };
  return { entries: matrix < 3 ? defaultIntra : defaultInter, dc: 16 };
}

/** Positions in up-right diagonal scan order (6.5.3). */
function diagonalScan(size: number): { x: number; y: number }[] {
  const positions: { x: number; y: number }[] = [];
  for (let diagonal = 0; diagonal < 2 * size - 1; diagonal++) {
    for (let y = Math.min(diagonal, size - 1); y >= 0 && diagonal - y < size; y--) {
      positions.push({ x: diagonal - y, y });
    }
  }
  return positions;
}

/** Scaling factors of all transform sizes, in the decoder's layout (fields.ts). */
function expandLists(lists: readonly ScalingList[][], chroma444: boolean): Uint8Array {
  const factors = new Uint8Array(F.SCALING_BYTES);
  const offsets = [F.SCALING_4, F.SCALING_8, F.SCALING_16, F.SCALING_32];
  for (const [size, offset] of offsets.entries()) {
    const side = 4 << size;
    const scan = diagonalScan(Math.min(side, 8));
    const ratio = side / Math.min(side, 8);
    for (let matrix = 0; matrix < 6; matrix++) {
      // 32x32 chroma exists in 4:4:4 only and follows the lists of 16x16.
      const fromSmaller = size === 3 && matrix % 3 !== 0;
      if (fromSmaller && !chroma444) continue;
      const list = lists[fromSmaller ? 2 : size]![matrix]!;
      const start = offset + matrix * side * side;
      for (const [index, { x, y }] of scan.entries()) {
        for (let dy = 0; dy < ratio; dy++) {
          const row = start + (y * ratio + dy) * side + x * ratio;
          factors.fill(list.entries[index]!, row, row + ratio);
        }
      }
      if (size > 1) factors[start] = list.dc;
    }
  }
  return factors;
}

/** Factors of the default lists. */
export function defaultScalingFactors(chroma444: boolean): Uint8Array {
  const lists = [0, 1, 2, 3].map((size) =>
    [0, 1, 2, 3, 4, 5].map((matrix) => defaultList(size, matrix)),
  );
  return expandLists(lists, chroma444);
}

/** scaling_list_data */
export function readScalingFactors(reader: BitReader, chroma444: boolean): Uint8Array {
  const lists: ScalingList[][] = [];
  for (let size = 0; size < 4; size++) {
    const ofSize: ScalingList[] = [];
    lists.push(ofSize);
    const step = size === 3 ? 3 : 1;
    for (let matrix = 0; matrix < 6; matrix++) {
      if (matrix % step !== 0) ofSize.push(defaultList(size, matrix));
      else ofSize.push(readList(reader, size, matrix, step, ofSize));
    }
  }
  return expandLists(lists, chroma444);
}

function readList(
  reader: BitReader,
  size: number,
  matrix: number,
  step: number,
  before: readonly ScalingList[],
): ScalingList {
  if (!reader.flag()) {
    const delta = reader.unsigned(matrix / step) * step;
    return delta === 0 ? defaultList(size, matrix) : before[matrix - delta]!;
  }
  let next = 8;
  let dc = 16;
  if (size > 1) {
    next = reader.signed(-7, 247) + 8;
    dc = next;
  }
  const entries: number[] = [];
  for (let i = 0; i < (size === 0 ? 16 : 64); i++) {
    next = (next + reader.signed(-128, 127) + 256) % 256;
    entries.push(next);
  }
  return { entries, dc };
}
