// Forward DCT and quantization of 8x8 blocks (ITU-T T.81, A.3.3 and A.3.4).

import { blockBytes, maskOffset, zigzagMasks } from './memory';

// sqrt(2) * cos(k * pi / 16) for k = 1 to 7, with 13 fractional bits; both passes together scale the
// coefficients by 8. Where two names differ in the last bit, the factorization that libjpeg's accurate
// transform computes by gives a sum of rounded numbers; with the same sums, the rows before the columns
// and the same rounding, all coefficients are the same as libjpeg's.
const c1: i32 = 11363;
const c1Less: i32 = 11362;
const c2: i32 = 10703;
const c2More: i32 = 10704;
const c3: i32 = 9633;
const c5: i32 = 6436;
const c5More: i32 = 6437;
const c6: i32 = 4433;
const c7: i32 = 2260;
const c7More: i32 = 2261;
const c7Less: i32 = 2259;

/** Extra fractional bits kept between the two passes: more would overflow 16 bits. */
const passBits: i32 = 2;
const passHalf: i16 = 2;

// @ts-ignore: decorator
@inline
function pair(a: i32, b: i32): v128 {
  return i32x4.splat((a & 0xffff) | (b << 16));
}

// @ts-ignore: decorator
@inline
function lowBytes(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

// @ts-ignore: decorator
@inline
function low(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

// @ts-ignore: decorator
@inline
function high(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

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

/** Flags of all 64 coefficients, in zigzag order: bit k is set where coefficient k is not 0. */
// @ts-ignore: decorator
@inline
function gatherFlags(a: v128, b: v128, c: v128, d: v128, masks: usize): u64 {
  const gathered = v128.or(
    v128.or(i8x16.swizzle(a, v128.load(masks)), i8x16.swizzle(b, v128.load(masks, 16))),
    v128.or(i8x16.swizzle(c, v128.load(masks, 32)), i8x16.swizzle(d, v128.load(masks, 48))),
  );
  return <u64>(i8x16.bitmask(i8x16.eq(gathered, i8x16.splat(0))) ^ 0xffff);
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
  const u0 = low(t0, t1);
  const u1 = high(t0, t1);
  const u2 = low(t2, t3);
  const u3 = high(t2, t3);
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
  let lo = low(outerDifference, innerDifference);
  let hi = high(outerDifference, innerDifference);
  let lo01 = low(d0, d1);
  let hi01 = high(d0, d1);
  let lo23 = low(d2, d3);
  let hi23 = high(d2, d3);
  const y0 = i16x8.shl(i16x8.add(outer, inner), passBits);
  const y4 = i16x8.shl(i16x8.sub(outer, inner), passBits);
  const y2 = sum2(lo, hi, pair(c2, c6), 13 - passBits);
  const y6 = sum2(lo, hi, pair(c6, -c2More), 13 - passBits);
  const y1 = sum4(lo01, hi01, pair(c1, c3), lo23, hi23, pair(c5More, c7), 13 - passBits);
  const y3 = sum4(lo01, hi01, pair(c3, -c7Less), lo23, hi23, pair(-c1Less, -c5), 13 - passBits);
  const y5 = sum4(lo01, hi01, pair(c5More, -c1Less), lo23, hi23, pair(c7More, c3), 13 - passBits);
  const y7 = sum4(lo01, hi01, pair(c7, -c5), lo23, hi23, pair(c3, -c1), 13 - passBits);

  // Transpose.
  const a0 = low(y0, y4);
  const a1 = high(y0, y4);
  const a2 = low(y2, y6);
  const a3 = high(y2, y6);
  const a4 = low(y1, y5);
  const a5 = high(y1, y5);
  const a6 = low(y3, y7);
  const a7 = high(y3, y7);
  const b0 = low(a0, a2);
  const b1 = high(a0, a2);
  const b2 = low(a1, a3);
  const b3 = high(a1, a3);
  const b4 = low(a4, a6);
  const b5 = high(a4, a6);
  const b6 = low(a5, a7);
  const b7 = high(a5, a7);
  const z0 = low(b0, b4);
  const z1 = high(b0, b4);
  const z2 = low(b1, b5);
  const z3 = high(b1, b5);
  const z4 = low(b2, b6);
  const z5 = high(b2, b6);
  const z6 = low(b3, b7);
  const z7 = high(b3, b7);

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
  lo = low(outerDifference, innerDifference);
  hi = high(outerDifference, innerDifference);
  lo01 = low(d0, d1);
  hi01 = high(d0, d1);
  lo23 = low(d2, d3);
  hi23 = high(d2, d3);
  const half = i16x8.splat(passHalf);
  const q0 = quantize(i16x8.shr_s(i16x8.add(i16x8.add(outer, inner), half), passBits), divisors, 0);
  const q4 = quantize(
    i16x8.shr_s(i16x8.add(i16x8.sub(outer, inner), half), passBits),
    divisors,
    32,
  );
  const q2 = quantize(sum2(lo, hi, pair(c2, c6), 13 + passBits), divisors, 16);
  const q6 = quantize(sum2(lo, hi, pair(c6, -c2More), 13 + passBits), divisors, 48);
  const q1 = quantize(
    sum4(lo01, hi01, pair(c1, c3), lo23, hi23, pair(c5More, c7), 13 + passBits),
    divisors,
    8,
  );
  const q3 = quantize(
    sum4(lo01, hi01, pair(c3, -c7Less), lo23, hi23, pair(-c1Less, -c5), 13 + passBits),
    divisors,
    24,
  );
  const q5 = quantize(
    sum4(lo01, hi01, pair(c5More, -c1Less), lo23, hi23, pair(c7More, c3), 13 + passBits),
    divisors,
    40,
  );
  const q7 = quantize(
    sum4(lo01, hi01, pair(c7, -c5), lo23, hi23, pair(c3, -c1), 13 + passBits),
    divisors,
    56,
  );
  v128.store(target, q0);
  v128.store(target, q1, 16);
  v128.store(target, q2, 32);
  v128.store(target, q3, 48);
  v128.store(target, q4, 64);
  v128.store(target, q5, 80);
  v128.store(target, q6, 96);
  v128.store(target, q7, 112);

  // Saturation keeps what is not 0 from becoming 0.
  const f0 = i8x16.narrow_i16x8_s(q0, q1);
  const f1 = i8x16.narrow_i16x8_s(q2, q3);
  const f2 = i8x16.narrow_i16x8_s(q4, q5);
  const f3 = i8x16.narrow_i16x8_s(q6, q7);
  const masks = zigzagMasks;
  store<u64>(
    target,
    gatherFlags(f0, f1, f2, f3, masks) |
      (gatherFlags(f0, f1, f2, f3, masks + 64) << 16) |
      (gatherFlags(f0, f1, f2, f3, masks + 128) << 32) |
      (gatherFlags(f0, f1, f2, f3, masks + 192) << 48),
    maskOffset,
  );
}

/** A block outside the picture costs least when it repeats the DC value of the one before it. */
export function repeatDc(target: usize): void {
  memory.fill(target, 0, blockBytes);
  store<i16>(target, load<i16>(target - blockBytes));
}
