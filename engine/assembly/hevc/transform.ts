// The inverse transforms: from scaled coefficients to residual samples (ITU-T H.265 8.6.4.2).
//
// Both one-dimensional transforms run on pairs of 16-bit inputs through the dot product of vectors.
// Even and odd inputs are kept apart, because the second half of the outputs is the first half
// mirrored: out[k] = E[k] + O[k], out[N-1-k] = E[k] - O[k]. Inputs known to be zero are left out.
import { coefficients, onlyDc, usedColumns, usedRows } from './residual';

/** Residual samples r[x][y], i16, row by row without gaps. */
export const residual: usize = memory.data(32 * 32 * 2, 16);

// Between the two transforms: rows of the block, each group of 8 columns as 0 2 4 6 1 3 5 7.
const between: usize = memory.data(32 * 32 * 2, 16);
// Pairs of input rows, interleaved: even low, even high, odd low, odd high for each pair.
const pairs: usize = memory.data(8 * 64, 16);

// First column of the matrix by angle: cosines of m * pi / 64, 8.6.4.2.
const cosines: usize = memory.data<u8>([
  64, 90, 90, 90, 89, 88, 87, 85, 83, 82, 80, 78, 75, 73, 70, 67, 64, 61, 57, 54, 50, 46, 43, 38,
  36, 31, 25, 22, 18, 13, 9, 4, 0,
]);

// Matrix entries as pairs of 16 bits: [input pair j][even: rows 4j, 4j+2; odd: 4j+1, 4j+3][k < N/2].
const matrix8: usize = memory.data(2 * 2 * 4 * 4, 16);
const matrix16: usize = memory.data(4 * 2 * 8 * 4, 16);
const matrix32: usize = memory.data(8 * 2 * 16 * 4, 16);
// For N = 4: rows 0 and 2, then rows 1 and 3, for all four k.
const cosine4: usize = memory.data<i16>([
  64, 64, 64, -64, 64, -64, 64, 64, 83, 36, 36, -83, -36, 83, -83, -36,
]);
const sine4: usize = memory.data<i16>([
  29, 84, 55, -29, 74, -74, 84, 55, 74, 55, 74, -84, 0, 74, -74, -29,
]);

/** transMatrix[row][column] of the 32-point transform. */
function cosineAt(row: i32, column: i32): i32 {
  if (row === 0) return 64;
  let angle = (row * (2 * column + 1)) & 127;
  if (angle > 64) angle = 128 - angle;
  return angle > 32 ? -(<i32>load<u8>(cosines + 64 - angle)) : <i32>load<u8>(cosines + angle);
}

function setUpMatrix(table: usize, size: i32): void {
  const step = 32 / size;
  const half = size >> 1;
  // The columns of a smaller transform: cosineAt(row * step, column) has the same angles.
  for (let j = 0; j < size >> 2; j++) {
    for (let odd = 0; odd < 2; odd++) {
      for (let k = 0; k < half; k++) {
        const at = table + ((((j << 1) + odd) * half + k) << 2);
        store<i16>(at, cosineAt((4 * j + odd) * step, k));
        store<i16>(at, cosineAt((4 * j + odd + 2) * step, k), 2);
      }
    }
  }
}

export function setUpTransforms(): void {
  setUpMatrix(matrix8, 8);
  setUpMatrix(matrix16, 16);
  setUpMatrix(matrix32, 32);
}

@inline
export function reversed(v: v128): v128 {
  return i16x8.shuffle(v, v, 7, 6, 5, 4, 3, 2, 1, 0);
}

function transform4(matrix: usize, shift: i32): void {
  const rows01 = v128.load(coefficients);
  const rows23 = v128.load(coefficients, 16);
  // Columns of (row 0, row 2) and (row 1, row 3).
  const even = i16x8.shuffle(rows01, rows23, 0, 8, 1, 9, 2, 10, 3, 11);
  const odd = i16x8.shuffle(rows01, rows23, 4, 12, 5, 13, 6, 14, 7, 15);
  const round = i32x4.splat(64);
  const lowest = v128.load(matrix);
  const highest = v128.load(matrix, 16);
  const t0 = column4(even, odd, lowest, highest, 0, round);
  const t1 = column4(even, odd, lowest, highest, 1, round);
  const t2 = column4(even, odd, lowest, highest, 2, round);
  const t3 = column4(even, odd, lowest, highest, 3, round);
  const narrow01 = i16x8.narrow_i32x4_s(t0, t1);
  const narrow23 = i16x8.narrow_i32x4_s(t2, t3);
  const offset = i32x4.splat((1 << shift) >> 1);
  store4(
    residual,
    row4(narrow01, 0, lowest, highest),
    row4(narrow01, 4, lowest, highest),
    offset,
    shift,
  );
  store4(
    residual + 16,
    row4(narrow23, 0, lowest, highest),
    row4(narrow23, 4, lowest, highest),
    offset,
    shift,
  );
}

@inline
function store4(to: usize, a: v128, b: v128, offset: v128, shift: i32): void {
  v128.store(
    to,
    i16x8.narrow_i32x4_s(
      i32x4.shr_s(i32x4.add(a, offset), shift),
      i32x4.shr_s(i32x4.add(b, offset), shift),
    ),
  );
}

@inline
function column4(even: v128, odd: v128, lowest: v128, highest: v128, k: i32, round: v128): v128 {
  const e = splatPair(lowest, k);
  const o = splatPair(highest, k);
  return i32x4.shr_s(
    i32x4.add(i32x4.add(i32x4.dot_i16x8_s(even, e), i32x4.dot_i16x8_s(odd, o)), round),
    7,
  );
}

@inline
function splatPair(v: v128, k: i32): v128 {
  if (k === 0) return i32x4.shuffle(v, v, 0, 0, 0, 0);
  if (k === 1) return i32x4.shuffle(v, v, 1, 1, 1, 1);
  if (k === 2) return i32x4.shuffle(v, v, 2, 2, 2, 2);
  return i32x4.shuffle(v, v, 3, 3, 3, 3);
}

@inline
function row4(rows: v128, first: i32, lowest: v128, highest: v128): v128 {
  const even = first
    ? i16x8.shuffle(rows, rows, 4, 6, 4, 6, 4, 6, 4, 6)
    : i16x8.shuffle(rows, rows, 0, 2, 0, 2, 0, 2, 0, 2);
  const odd = first
    ? i16x8.shuffle(rows, rows, 5, 7, 5, 7, 5, 7, 5, 7)
    : i16x8.shuffle(rows, rows, 1, 3, 1, 3, 1, 3, 1, 3);
  return i32x4.add(i32x4.dot_i16x8_s(even, lowest), i32x4.dot_i16x8_s(odd, highest));
}

/** Vertical transforms of 8 columns from `from` on into `between`. */
function transformColumns(table: usize, size: i32, from: i32, pairCount: i32): void {
  const rowBytes = size << 1;
  const half = size >> 1;
  let row = coefficients + (from << 1);
  let to = pairs;
  for (let j = 0; j < pairCount; j++) {
    const r0 = v128.load(row);
    const r1 = v128.load(row + rowBytes);
    const r2 = v128.load(row + rowBytes * 2);
    const r3 = v128.load(row + rowBytes * 3);
    v128.store(to, i16x8.shuffle(r0, r2, 0, 8, 1, 9, 2, 10, 3, 11));
    v128.store(to, i16x8.shuffle(r0, r2, 4, 12, 5, 13, 6, 14, 7, 15), 16);
    v128.store(to, i16x8.shuffle(r1, r3, 0, 8, 1, 9, 2, 10, 3, 11), 32);
    v128.store(to, i16x8.shuffle(r1, r3, 4, 12, 5, 13, 6, 14, 7, 15), 48);
    row += rowBytes << 2;
    to += 64;
  }
  const round = i32x4.splat(64);
  const halfBytes = half << 2;
  let top = between + (from << 1);
  let bottom = top + rowBytes * (size - 1);
  for (let k = 0; k < half; k++) {
    let evenLow = round;
    let evenHigh = round;
    let oddLow = i32x4.splat(0);
    let oddHigh = i32x4.splat(0);
    let factor = table + (k << 2);
    let pair = pairs;
    for (let j = 0; j < pairCount; j++) {
      const e = v128.load32_splat(factor);
      const o = v128.load32_splat(factor + halfBytes);
      evenLow = i32x4.add(evenLow, i32x4.dot_i16x8_s(v128.load(pair), e));
      evenHigh = i32x4.add(evenHigh, i32x4.dot_i16x8_s(v128.load(pair, 16), e));
      oddLow = i32x4.add(oddLow, i32x4.dot_i16x8_s(v128.load(pair, 32), o));
      oddHigh = i32x4.add(oddHigh, i32x4.dot_i16x8_s(v128.load(pair, 48), o));
      factor += halfBytes << 1;
      pair += 64;
    }
    const above = i16x8.narrow_i32x4_s(
      i32x4.shr_s(i32x4.add(evenLow, oddLow), 7),
      i32x4.shr_s(i32x4.add(evenHigh, oddHigh), 7),
    );
    const below = i16x8.narrow_i32x4_s(
      i32x4.shr_s(i32x4.sub(evenLow, oddLow), 7),
      i32x4.shr_s(i32x4.sub(evenHigh, oddHigh), 7),
    );
    v128.store(top, i16x8.shuffle(above, above, 0, 2, 4, 6, 1, 3, 5, 7));
    v128.store(bottom, i16x8.shuffle(below, below, 0, 2, 4, 6, 1, 3, 5, 7));
    top += rowBytes;
    bottom -= rowBytes;
  }
}

/** Horizontal transforms of all rows of `between` into `residual`. */
function transformRows(table: usize, size: i32, pairCount: i32, shift: i32): void {
  const rowBytes = size << 1;
  const halfBytes = size << 1;
  const offset = i32x4.splat((1 << shift) >> 1);
  let from = between;
  let to = residual;
  for (let y = 0; y < size; y++) {
    if (size === 8) {
      let even = offset;
      let odd = i32x4.splat(0);
      let factor = table;
      let input = from;
      for (let j = 0; j < pairCount; j++) {
        even = i32x4.add(even, i32x4.dot_i16x8_s(v128.load32_splat(input), v128.load(factor)));
        odd = i32x4.add(odd, i32x4.dot_i16x8_s(v128.load32_splat(input, 8), v128.load(factor, 16)));
        factor += 32;
        input += 4;
      }
      const left = i32x4.shr_s(i32x4.add(even, odd), shift);
      const right = i32x4.shr_s(i32x4.sub(even, odd), shift);
      const row = i16x8.narrow_i32x4_s(left, right);
      v128.store(to, i16x8.shuffle(row, row, 0, 1, 2, 3, 7, 6, 5, 4));
    } else {
      let toRight = to + rowBytes - 16;
      for (let k: i32 = 0; k < halfBytes; k += 32) {
        let even0 = offset;
        let even1 = offset;
        let odd0 = i32x4.splat(0);
        let odd1 = i32x4.splat(0);
        let factor = table + k;
        let input = from;
        for (let j = 0; j < pairCount; j++) {
          const e = v128.load32_splat(input);
          const o = v128.load32_splat(input, 8);
          even0 = i32x4.add(even0, i32x4.dot_i16x8_s(e, v128.load(factor)));
          even1 = i32x4.add(even1, i32x4.dot_i16x8_s(e, v128.load(factor, 16)));
          const odds = factor + halfBytes;
          odd0 = i32x4.add(odd0, i32x4.dot_i16x8_s(o, v128.load(odds)));
          odd1 = i32x4.add(odd1, i32x4.dot_i16x8_s(o, v128.load(odds, 16)));
          factor += halfBytes << 1;
          // Within a group of 8: pairs at 0 and 4 (even), 8 and 12 (odd).
          input += j & 1 ? 12 : 4;
        }
        v128.store(
          to + (k >> 1),
          i16x8.narrow_i32x4_s(
            i32x4.shr_s(i32x4.add(even0, odd0), shift),
            i32x4.shr_s(i32x4.add(even1, odd1), shift),
          ),
        );
        v128.store(
          toRight,
          reversed(
            i16x8.narrow_i32x4_s(
              i32x4.shr_s(i32x4.sub(even0, odd0), shift),
              i32x4.shr_s(i32x4.sub(even1, odd1), shift),
            ),
          ),
        );
        toRight -= 16;
      }
    }
    from += rowBytes;
    to += rowBytes;
  }
}

/** Inverse transform of the coefficients into `residual`, 8.6.4.2; `sine` asks for the DST. */
export function inverseTransform(log2Size: i32, sine: bool, bitDepth: i32): void {
  const shift = 20 - bitDepth;
  if (onlyDc && !sine) {
    const first = (64 * <i32>load<i16>(coefficients) + 64) >> 7;
    fillResidual(log2Size, (64 * first + ((1 << shift) >> 1)) >> shift);
    return;
  }
  if (log2Size === 2) {
    transform4(sine ? sine4 : cosine4, shift);
    return;
  }
  const size = 1 << log2Size;
  const table = log2Size === 3 ? matrix8 : log2Size === 4 ? matrix16 : matrix32;
  const columnPairs = usedRows >> 2;
  for (let x = 0; x < usedColumns; x += 8) transformColumns(table, size, x, columnPairs);
  transformRows(table, size, usedColumns >> 2, shift);
}

function fillResidual(log2Size: i32, level: i32): void {
  const all = i16x8.splat(<i16>level);
  const end = residual + (2 << (log2Size << 1));
  for (let at = residual; at < end; at += 16) v128.store(at, all);
}
