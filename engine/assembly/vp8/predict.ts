// Predicts blocks from decoded samples above and to the left (RFC 6386, section 12).

import { stride } from './memory';

export const dcMode: i32 = 0;
export const tmMode: i32 = 1;
export const verticalMode: i32 = 2;
export const horizontalMode: i32 = 3;

// @ts-ignore: decorator
@inline
function sumOf16(row: v128): i32 {
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(row));
  const halves = i32x4.add(sums, v128.shuffle<i32>(sums, sums, 2, 3, 0, 1));
  return i32x4.extract_lane(halves, 0) + i32x4.extract_lane(halves, 1);
}

/**
 * The mean of the available samples above and to the left of `size` x `size` samples. 128 if there
 * are none.
 */
export function meanAround(at: usize, size: i32, hasAbove: bool, hasLeft: bool): i32 {
  let sum = 0;
  if (hasAbove) {
    const above = at - stride;
    sum += sumOf16(size == 16 ? v128.load(above) : v128.load64_zero(above));
  }
  if (hasLeft) for (let row = 0; row < size; row++) sum += load<u8>(at + <usize>row * stride - 1);
  const count = (hasAbove ? size : 0) + (hasLeft ? size : 0);
  return count == 0 ? 128 : (sum + (count >> 1)) / count;
}

/** Predicts 16 x 16 samples, in rows of 16. */
export function predict16(mode: i32, at: usize, mean: i32, target: usize): void {
  const above = v128.load(at - stride);
  if (mode == tmMode) {
    const low = i16x8.extend_low_i8x16_u(above);
    const high = i16x8.extend_high_i8x16_u(above);
    const corner = <i32>load<u8>(at - stride - 1);
    for (let row: usize = 0; row < 16; row++) {
      const change = i16x8.splat(<i16>(<i32>load<u8>(at + row * stride - 1) - corner));
      const sums = i8x16.narrow_i16x8_u(i16x8.add(low, change), i16x8.add(high, change));
      v128.store(target + row * 16, sums);
    }
    return;
  }
  const same = mode == verticalMode ? above : i8x16.splat(<i8>mean);
  for (let row: usize = 0; row < 16; row++) {
    const left = i8x16.splat(load<i8>(at + row * stride - 1));
    v128.store(target + row * 16, mode == horizontalMode ? left : same);
  }
}

/** Predicts 8 x 8 samples, in rows of 8. */
export function predict8(mode: i32, at: usize, mean: i32, target: usize): void {
  const above = v128.load64_zero(at - stride);
  if (mode == tmMode) {
    const wide = i16x8.extend_low_i8x16_u(above);
    const corner = <i32>load<u8>(at - stride - 1);
    for (let row: usize = 0; row < 8; row++) {
      const change = i16x8.splat(<i16>(<i32>load<u8>(at + row * stride - 1) - corner));
      const sums = i16x8.add(wide, change);
      v128.store64_lane(target + row * 8, i8x16.narrow_i16x8_u(sums, sums), 0);
    }
    return;
  }
  const same = mode == verticalMode ? above : i8x16.splat(<i8>mean);
  for (let row: usize = 0; row < 8; row++) {
    const left = i8x16.splat(load<i8>(at + row * stride - 1));
    v128.store64_lane(target + row * 8, mode == horizontalMode ? left : same, 0);
  }
}

/**
 * The samples around a 4 x 4 block: the four to the left from the bottom up (the lowest twice), the
 * corner, and eight above (the last twice).
 */
// @ts-ignore: decorator
@inline
export function edgeOf4(at: usize): v128 {
  const above = load<u64>(at - stride);
  const lowest = <u64>load<u8>(at + 3 * stride - 1);
  const low =
    lowest |
    (lowest << 8) |
    ((<u64>load<u8>(at + 2 * stride - 1)) << 16) |
    ((<u64>load<u8>(at + stride - 1)) << 24) |
    ((<u64>load<u8>(at - 1)) << 32) |
    ((<u64>load<u8>(at - stride - 1)) << 40) |
    (above << 48);
  const high = (above >> 16) | ((above >> 8) & ((<u64>0xff) << 48));
  return i64x2.replace_lane(i64x2.splat(low), 1, high);
}

/** Means of each sample of an edge and the next, rounded up. */
// @ts-ignore: decorator
@inline
export function meansOf2(edge: v128): v128 {
  return i8x16.avgr_u(
    edge,
    i8x16.shuffle(edge, edge, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15),
  );
}

/** Weighted means of each sample of an edge and the next two, the middle one counted twice. */
// @ts-ignore: decorator
@inline
export function meansOf3(edge: v128): v128 {
  const next = i8x16.shuffle(edge, edge, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15);
  const last = i8x16.shuffle(edge, edge, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15, 15);
  // Rounds down, so that the whole sum is rounded only once.
  const odd = v128.and(v128.xor(edge, last), i8x16.splat(1));
  return i8x16.avgr_u(i8x16.sub(i8x16.avgr_u(edge, last), odd), next);
}

// @ts-ignore: decorator
@inline
export function predictDc4(edge: v128): v128 {
  const around = v128.and(edge, i64x2.replace_lane(i64x2.splat(0xffff00ffffffff00), 1, 0xffff));
  return i8x16.splat(<i8>((sumOf16(around) + 4) >> 3));
}

// @ts-ignore: decorator
@inline
export function predictTm4(edge: v128): v128 {
  const above = i8x16.shuffle(edge, edge, 6, 7, 8, 9, 6, 7, 8, 9, 6, 7, 8, 9, 6, 7, 8, 9);
  const left = i8x16.shuffle(edge, edge, 4, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1);
  const corner = i16x8.splat(<i16>i8x16.extract_lane_u(edge, 5));
  const low = i16x8.sub(i16x8.extend_low_i8x16_u(left), corner);
  const high = i16x8.sub(i16x8.extend_high_i8x16_u(left), corner);
  const wide = i16x8.extend_low_i8x16_u(above);
  return i8x16.narrow_i16x8_u(i16x8.add(low, wide), i16x8.add(high, wide));
}

// Arranges the means of three and of two samples (from 16 on) of an edge to a block.

// @ts-ignore: decorator
@inline
export function predictVertical4(three: v128, _two: v128): v128 {
  return i8x16.shuffle(three, three, 5, 6, 7, 8, 5, 6, 7, 8, 5, 6, 7, 8, 5, 6, 7, 8);
}

// @ts-ignore: decorator
@inline
export function predictHorizontal4(three: v128, _two: v128): v128 {
  return i8x16.shuffle(three, three, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
}

/** Down and to the right. */
// @ts-ignore: decorator
@inline
export function predictRd4(three: v128, _two: v128): v128 {
  return i8x16.shuffle(three, three, 4, 5, 6, 7, 3, 4, 5, 6, 2, 3, 4, 5, 1, 2, 3, 4);
}

// @ts-ignore: decorator
@inline
export function predictVr4(three: v128, two: v128): v128 {
  return i8x16.shuffle(three, two, 21, 22, 23, 24, 4, 5, 6, 7, 3, 21, 22, 23, 2, 4, 5, 6);
}

/** Down and to the left. */
// @ts-ignore: decorator
@inline
export function predictLd4(three: v128, _two: v128): v128 {
  return i8x16.shuffle(three, three, 6, 7, 8, 9, 7, 8, 9, 10, 8, 9, 10, 11, 9, 10, 11, 12);
}

// @ts-ignore: decorator
@inline
export function predictVl4(three: v128, two: v128): v128 {
  return i8x16.shuffle(three, two, 22, 23, 24, 25, 6, 7, 8, 9, 23, 24, 25, 10, 7, 8, 9, 11);
}

// @ts-ignore: decorator
@inline
export function predictHd4(three: v128, two: v128): v128 {
  return i8x16.shuffle(three, two, 20, 4, 5, 6, 19, 3, 20, 4, 18, 2, 19, 3, 17, 1, 18, 2);
}

// @ts-ignore: decorator
@inline
export function predictHu4(three: v128, two: v128): v128 {
  return i8x16.shuffle(three, two, 19, 2, 18, 1, 18, 1, 17, 0, 17, 0, 16, 16, 16, 16, 16, 16);
}
