// Forward DCT and quantization of 8x8 blocks (ITU-T T.81, A.3.3 and A.3.4). Both passes together scale the
// coefficients by 8. All are the same as those of libjpeg's accurate transform: the rows before the columns,
// with the same sums and rounding.

import { c1, c1Less, c2, c2More, c3, c5, c5More, c6, c7, c7More, c7Less } from '../cosines';
import { high16, low16, lowBytes, pair } from '../lanes';
import { blockBytes, maskOffset, zigzagMasks } from './memory';

/** Extra fractional bits kept between the two passes: more would overflow 16 bits. */
const passBits: i32 = 2;
const passHalf: i16 = 2;

// @ts-ignore: decorator
@inline
function narrow(a: v128, b: v128, shift: i32): v128 {
  const half = i32x4.splat(1 << (shift - 1));
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(a, half), shift),
    i32x4.shr_s(i32x4.add(b, half), shift),
  );
}

/** k01 . (a, b), rounded. `lo` and `hi` hold the lanes of a and b interleaved. */
// @ts-ignore: decorator
@inline
function sum2(lo: v128, hi: v128, k: v128, shift: i32): v128 {
  return narrow(i32x4.dot_i16x8_s(lo, k), i32x4.dot_i16x8_s(hi, k), shift);
}

/** k01 . (a, b) + k23 . (c, d), rounded. */
// @ts-ignore: decorator
@inline
function sum4(
  lo01: v128,
  hi01: v128,
  k01: v128,
  lo23: v128,
  hi23: v128,
  k23: v128,
  shift: i32,
): v128 {
  return narrow(
    i32x4.add(i32x4.dot_i16x8_s(lo01, k01), i32x4.dot_i16x8_s(lo23, k23)),
    i32x4.add(i32x4.dot_i16x8_s(hi01, k01), i32x4.dot_i16x8_s(hi23, k23)),
    shift,
  );
}

/**
 * value / (8 * step), rounded, or 0 below the coefficient's threshold. `at` is the number of the first of
 * 8 coefficients, for `divisors` see its definition.
 */
// @ts-ignore: decorator
@inline
function quantize(value: v128, divisors: usize, at: usize): v128 {
  const sign = i16x8.shr_s(value, 15);
  const magnitude = i16x8.abs(value);
  const quotient = v128.and(
    i16x8.q15mulr_sat_s(magnitude, v128.load(divisors + at * 2)),
    i16x8.ge_s(magnitude, v128.load(divisors + at * 2, 128)),
  );
  return i16x8.sub(v128.xor(quotient, sign), sign);
}

/**
 * The magnitude of `level`, which `quantize` made of `value`: negative where the coefficient stays even when it
 * is isolated.
 */
// @ts-ignore: decorator
@inline
function mark(level: v128, value: v128, divisors: usize, at: usize): v128 {
  const stays = i16x8.ge_s(i16x8.abs(value), v128.load(divisors + at * 2, 256));
  return i16x8.sub(v128.xor(i16x8.abs(level), stays), stays);
}

/** 16 of the marks in zigzag order: those that `masks` chooses. */
// @ts-ignore: decorator
@inline
function gather(a: v128, b: v128, c: v128, d: v128, masks: usize): v128 {
  return v128.or(
    v128.or(i8x16.swizzle(a, v128.load(masks)), i8x16.swizzle(b, v128.load(masks, 16))),
    v128.or(i8x16.swizzle(c, v128.load(masks, 32)), i8x16.swizzle(d, v128.load(masks, 48))),
  );
}

/** The sign bits of 64 bytes. */
// @ts-ignore: decorator
@inline
function signs(a: v128, b: v128, c: v128, d: v128): u64 {
  return (
    <u64>i8x16.bitmask(a) |
    ((<u64>i8x16.bitmask(b)) << 16) |
    ((<u64>i8x16.bitmask(c)) << 32) |
    ((<u64>i8x16.bitmask(d)) << 48)
  );
}

/**
 * Which coefficients are coded, in zigzag order: those that are not 0, without the isolated ones below their
 * threshold. Isolated are those with no other within two places: they cost the longest codes and show least.
 * The DC coefficient counts as one, so that the lowest frequencies, of which slopes of light are made, stay.
 */
// @ts-ignore: decorator
@inline
function codedOf(nonzero: u64, stays: u64): u64 {
  const present = nonzero | 1;
  const beside = (present << 1) | (present >> 1) | (present << 2) | (present >> 2);
  return nonzero & (stays | beside);
}

/** Transforms and quantizes the 8x8 samples at `source` and leaves a transformed block at `target`. */
export function transformBlock(source: usize, stride: usize, divisors: usize, target: usize): void {
  let row = source;
  const r0 = v128.load64_zero(row);
  row += stride;
  const r1 = v128.load64_zero(row);
  row += stride;
  const r2 = v128.load64_zero(row);
  row += stride;
  const r3 = v128.load64_zero(row);
  row += stride;
  const r4 = v128.load64_zero(row);
  row += stride;
  const r5 = v128.load64_zero(row);
  row += stride;
  const r6 = v128.load64_zero(row);
  row += stride;
  const r7 = v128.load64_zero(row);

  // Columns, two to a vector.
  const t0 = lowBytes(r0, r1);
  const t1 = lowBytes(r2, r3);
  const t2 = lowBytes(r4, r5);
  const t3 = lowBytes(r6, r7);
  const u0 = low16(t0, t1);
  const u1 = high16(t0, t1);
  const u2 = low16(t2, t3);
  const u3 = high16(t2, t3);
  const columns01 = v128.shuffle<i32>(u0, u2, 0, 4, 1, 5);
  const columns23 = v128.shuffle<i32>(u0, u2, 2, 6, 3, 7);
  const columns45 = v128.shuffle<i32>(u1, u3, 0, 4, 1, 5);
  const columns67 = v128.shuffle<i32>(u1, u3, 2, 6, 3, 7);
  const bias = i16x8.splat(128);
  const x0 = i16x8.sub(i16x8.extend_low_i8x16_u(columns01), bias);
  const x1 = i16x8.sub(i16x8.extend_high_i8x16_u(columns01), bias);
  const x2 = i16x8.sub(i16x8.extend_low_i8x16_u(columns23), bias);
  const x3 = i16x8.sub(i16x8.extend_high_i8x16_u(columns23), bias);
  const x4 = i16x8.sub(i16x8.extend_low_i8x16_u(columns45), bias);
  const x5 = i16x8.sub(i16x8.extend_high_i8x16_u(columns45), bias);
  const x6 = i16x8.sub(i16x8.extend_low_i8x16_u(columns67), bias);
  const x7 = i16x8.sub(i16x8.extend_high_i8x16_u(columns67), bias);

  // First pass, along the rows.
  let s0 = i16x8.add(x0, x7);
  let s1 = i16x8.add(x1, x6);
  let s2 = i16x8.add(x2, x5);
  let s3 = i16x8.add(x3, x4);
  let d0 = i16x8.sub(x0, x7);
  let d1 = i16x8.sub(x1, x6);
  let d2 = i16x8.sub(x2, x5);
  let d3 = i16x8.sub(x3, x4);
  let outer = i16x8.add(s0, s3);
  let inner = i16x8.add(s1, s2);
  let outerDifference = i16x8.sub(s0, s3);
  let innerDifference = i16x8.sub(s1, s2);
  let lo = low16(outerDifference, innerDifference);
  let hi = high16(outerDifference, innerDifference);
  let lo01 = low16(d0, d1);
  let hi01 = high16(d0, d1);
  let lo23 = low16(d2, d3);
  let hi23 = high16(d2, d3);
  const y0 = i16x8.shl(i16x8.add(outer, inner), passBits);
  const y4 = i16x8.shl(i16x8.sub(outer, inner), passBits);
  const y2 = sum2(lo, hi, pair(c2, c6), 13 - passBits);
  const y6 = sum2(lo, hi, pair(c6, -c2More), 13 - passBits);
  const y1 = sum4(lo01, hi01, pair(c1, c3), lo23, hi23, pair(c5More, c7), 13 - passBits);
  const y3 = sum4(lo01, hi01, pair(c3, -c7Less), lo23, hi23, pair(-c1Less, -c5), 13 - passBits);
  const y5 = sum4(lo01, hi01, pair(c5More, -c1Less), lo23, hi23, pair(c7More, c3), 13 - passBits);
  const y7 = sum4(lo01, hi01, pair(c7, -c5), lo23, hi23, pair(c3, -c1), 13 - passBits);

  // Transpose.
  const a0 = low16(y0, y4);
  const a1 = high16(y0, y4);
  const a2 = low16(y2, y6);
  const a3 = high16(y2, y6);
  const a4 = low16(y1, y5);
  const a5 = high16(y1, y5);
  const a6 = low16(y3, y7);
  const a7 = high16(y3, y7);
  const b0 = low16(a0, a2);
  const b1 = high16(a0, a2);
  const b2 = low16(a1, a3);
  const b3 = high16(a1, a3);
  const b4 = low16(a4, a6);
  const b5 = high16(a4, a6);
  const b6 = low16(a5, a7);
  const b7 = high16(a5, a7);
  const z0 = low16(b0, b4);
  const z1 = high16(b0, b4);
  const z2 = low16(b1, b5);
  const z3 = high16(b1, b5);
  const z4 = low16(b2, b6);
  const z5 = high16(b2, b6);
  const z6 = low16(b3, b7);
  const z7 = high16(b3, b7);

  // Second pass, down the columns.
  s0 = i16x8.add(z0, z7);
  s1 = i16x8.add(z1, z6);
  s2 = i16x8.add(z2, z5);
  s3 = i16x8.add(z3, z4);
  d0 = i16x8.sub(z0, z7);
  d1 = i16x8.sub(z1, z6);
  d2 = i16x8.sub(z2, z5);
  d3 = i16x8.sub(z3, z4);
  outer = i16x8.add(s0, s3);
  inner = i16x8.add(s1, s2);
  outerDifference = i16x8.sub(s0, s3);
  innerDifference = i16x8.sub(s1, s2);
  lo = low16(outerDifference, innerDifference);
  hi = high16(outerDifference, innerDifference);
  lo01 = low16(d0, d1);
  hi01 = high16(d0, d1);
  lo23 = low16(d2, d3);
  hi23 = high16(d2, d3);
  const half = i16x8.splat(passHalf);
  const v0 = i16x8.shr_s(i16x8.add(i16x8.add(outer, inner), half), passBits);
  const q0 = quantize(v0, divisors, 0);
  const v4 = i16x8.shr_s(i16x8.add(i16x8.sub(outer, inner), half), passBits);
  const q4 = quantize(v4, divisors, 32);
  const v2 = sum2(lo, hi, pair(c2, c6), 13 + passBits);
  const q2 = quantize(v2, divisors, 16);
  const v6 = sum2(lo, hi, pair(c6, -c2More), 13 + passBits);
  const q6 = quantize(v6, divisors, 48);
  const v1 = sum4(lo01, hi01, pair(c1, c3), lo23, hi23, pair(c5More, c7), 13 + passBits);
  const q1 = quantize(v1, divisors, 8);
  const v3 = sum4(lo01, hi01, pair(c3, -c7Less), lo23, hi23, pair(-c1Less, -c5), 13 + passBits);
  const q3 = quantize(v3, divisors, 24);
  const v5 = sum4(lo01, hi01, pair(c5More, -c1Less), lo23, hi23, pair(c7More, c3), 13 + passBits);
  const q5 = quantize(v5, divisors, 40);
  const v7 = sum4(lo01, hi01, pair(c7, -c5), lo23, hi23, pair(c3, -c1), 13 + passBits);
  const q7 = quantize(v7, divisors, 56);
  v128.store(target, q0);
  v128.store(target, q1, 16);
  v128.store(target, q2, 32);
  v128.store(target, q3, 48);
  v128.store(target, q4, 64);
  v128.store(target, q5, 80);
  v128.store(target, q6, 96);
  v128.store(target, q7, 112);

  // Saturation keeps what is not 0 from becoming 0.
  const f0 = i8x16.narrow_i16x8_s(mark(q0, v0, divisors, 0), mark(q1, v1, divisors, 8));
  const f1 = i8x16.narrow_i16x8_s(mark(q2, v2, divisors, 16), mark(q3, v3, divisors, 24));
  const f2 = i8x16.narrow_i16x8_s(mark(q4, v4, divisors, 32), mark(q5, v5, divisors, 40));
  const f3 = i8x16.narrow_i16x8_s(mark(q6, v6, divisors, 48), mark(q7, v7, divisors, 56));
  const masks = zigzagMasks;
  const g0 = gather(f0, f1, f2, f3, masks);
  const g1 = gather(f0, f1, f2, f3, masks + 64);
  const g2 = gather(f0, f1, f2, f3, masks + 128);
  const g3 = gather(f0, f1, f2, f3, masks + 192);
  const zero = i8x16.splat(0);
  const nonzero = signs(
    i8x16.ne(g0, zero),
    i8x16.ne(g1, zero),
    i8x16.ne(g2, zero),
    i8x16.ne(g3, zero),
  );
  store<u64>(target, codedOf(nonzero, signs(g0, g1, g2, g3)), maskOffset);
}

/** A block outside the picture costs least when it repeats the DC value of the one before it. */
export function repeatDc(target: usize): void {
  memory.fill(target, 0, blockBytes);
  store<i16>(target, load<i16>(target - blockBytes));
}
