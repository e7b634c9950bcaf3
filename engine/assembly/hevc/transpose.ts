// Blocks with rows and columns exchanged.

/** Writes a block of `size` columns and rows with rows and columns exchanged. */
export function transpose<T>(from: usize, to: usize, stride: i32, size: i32): void {
  if (sizeof<T>() === 1) {
    if (size === 4) {
      const all = v128.load(from);
      const turned = i8x16.shuffle(all, all, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
      v128.store32_lane(to, turned, 0);
      v128.store32_lane(to + stride, turned, 1);
      v128.store32_lane(to + stride * 2, turned, 2);
      v128.store32_lane(to + stride * 3, turned, 3);
      return;
    }
    for (let y = 0; y < size; y += 8) {
      for (let x = 0; x < size; x += 8) {
        transpose8(from + (x << (31 - clz(size))) + y, size, to + y * stride + x, stride);
      }
    }
  } else {
    for (let y = 0; y < size; y += 4) {
      for (let x = 0; x < size; x += 4) {
        transpose4Wide(from + ((x * size + y) << 1), size << 1, to + y * stride + (x << 1), stride);
      }
    }
  }
}

/** 8x8 bytes. */
export function transpose8(from: usize, fromStride: i32, to: usize, toStride: i32): void {
  const r01 = pairOfRows(from, fromStride);
  const r23 = pairOfRows(from + fromStride * 2, fromStride);
  const r45 = pairOfRows(from + fromStride * 4, fromStride);
  const r67 = pairOfRows(from + fromStride * 6, fromStride);
  // Each of r01.. holds columns as (row 2i, row 2i + 1) byte pairs.
  const low0 = i16x8.shuffle(r01, r23, 0, 8, 1, 9, 2, 10, 3, 11);
  const high0 = i16x8.shuffle(r01, r23, 4, 12, 5, 13, 6, 14, 7, 15);
  const low1 = i16x8.shuffle(r45, r67, 0, 8, 1, 9, 2, 10, 3, 11);
  const high1 = i16x8.shuffle(r45, r67, 4, 12, 5, 13, 6, 14, 7, 15);
  const c01 = i32x4.shuffle(low0, low1, 0, 4, 1, 5);
  const c23 = i32x4.shuffle(low0, low1, 2, 6, 3, 7);
  const c45 = i32x4.shuffle(high0, high1, 0, 4, 1, 5);
  const c67 = i32x4.shuffle(high0, high1, 2, 6, 3, 7);
  v128.store64_lane(to, c01, 0);
  v128.store64_lane(to + toStride, c01, 1);
  v128.store64_lane(to + toStride * 2, c23, 0);
  v128.store64_lane(to + toStride * 3, c23, 1);
  v128.store64_lane(to + toStride * 4, c45, 0);
  v128.store64_lane(to + toStride * 5, c45, 1);
  v128.store64_lane(to + toStride * 6, c67, 0);
  v128.store64_lane(to + toStride * 7, c67, 1);
}

@inline
function pairOfRows(from: usize, stride: i32): v128 {
  const a = v128.load64_zero(from);
  const b = v128.load64_zero(from + stride);
  return i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

/** 4x4 samples of 16 bits. */
function transpose4Wide(from: usize, fromStride: i32, to: usize, toStride: i32): void {
  const a = v128.load64_zero(from);
  const b = v128.load64_zero(from + fromStride);
  const c = v128.load64_zero(from + fromStride * 2);
  const d = v128.load64_zero(from + fromStride * 3);
  const ab = i16x8.shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
  const cd = i16x8.shuffle(c, d, 0, 8, 1, 9, 2, 10, 3, 11);
  const low = i32x4.shuffle(ab, cd, 0, 4, 1, 5);
  const high = i32x4.shuffle(ab, cd, 2, 6, 3, 7);
  v128.store64_lane(to, low, 0);
  v128.store64_lane(to + toStride, low, 1);
  v128.store64_lane(to + toStride * 2, high, 0);
  v128.store64_lane(to + toStride * 3, high, 1);
}
