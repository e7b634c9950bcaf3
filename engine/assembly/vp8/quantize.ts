// Quantizes coefficients to levels, and dequantizes them as a decoder does.

import { reciprocalBits } from './memory';

// @ts-ignore: decorator
@inline
function quantizeRow(row: v128, quantizer: usize): v128 {
  const scaled = i32x4.mul(i32x4.abs(row), v128.load(quantizer, 64));
  const level = i32x4.shr_u(i32x4.add(scaled, v128.load(quantizer, 128)), reciprocalBits);
  const sign = i32x4.shr_s(row, 31);
  return i32x4.sub(v128.xor(level, sign), sign);
}

/** The largest level that tokens can code (RFC 6386, 13.2). */
const largestLevel: i16 = 2047;

/**
 * Quantizes 16 coefficients, replaces them with their decoded values, and writes their levels in
 * zigzag order. Returns the number of levels up to the last nonzero one.
 */
export function quantizeBlock(coefficients: usize, quantizer: usize, levels: usize): i32 {
  const l0 = quantizeRow(v128.load(coefficients), quantizer);
  const l1 = quantizeRow(v128.load(coefficients, 16), quantizer + 16);
  const l2 = quantizeRow(v128.load(coefficients, 32), quantizer + 32);
  const l3 = quantizeRow(v128.load(coefficients, 48), quantizer + 48);
  const most = i16x8.splat(largestLevel);
  const least = i16x8.splat(-largestLevel);
  const upper = i16x8.max_s(i16x8.min_s(i16x8.narrow_i32x4_s(l0, l1), most), least);
  const lower = i16x8.max_s(i16x8.min_s(i16x8.narrow_i32x4_s(l2, l3), most), least);
  const first = v128.shuffle<i16>(upper, lower, 0, 1, 4, 8, 5, 2, 3, 6);
  const second = v128.shuffle<i16>(upper, lower, 9, 12, 13, 10, 7, 11, 14, 15);
  v128.store(levels, first);
  v128.store(levels, second, 16);
  v128.store(coefficients, i32x4.mul(i32x4.extend_low_i16x8_s(upper), v128.load(quantizer)));
  v128.store(
    coefficients,
    i32x4.mul(i32x4.extend_high_i16x8_s(upper), v128.load(quantizer, 16)),
    16,
  );
  v128.store(
    coefficients,
    i32x4.mul(i32x4.extend_low_i16x8_s(lower), v128.load(quantizer, 32)),
    32,
  );
  v128.store(
    coefficients,
    i32x4.mul(i32x4.extend_high_i16x8_s(lower), v128.load(quantizer, 48)),
    48,
  );
  const zeros = i8x16.bitmask(i8x16.eq(i8x16.narrow_i16x8_s(first, second), i8x16.splat(0)));
  return 32 - clz<i32>(~zeros & 0xffff);
}
