// Forward DCT and quantization of 8x8 blocks (ITU-T T.81, A.3.3 and A.3.4). Both passes together
// scale coefficients by 8. Results equal those of libjpeg's accurate transform: rows before
// columns, with the same sums and rounding.

import { c1, c1Less, c2, c2More, c3, c5, c5More, c6, c7, c7More, c7Less } from '../cosines';
import { high16, low16, lowBytes, pair } from '../lanes';
import { codedOf, leastWorth, mostWorth } from './decide';
import {
  blockBytes,
  ceilings,
  maskOffset,
  shortfalls,
  worthFactors,
  worthOffsets,
  worths,
  zigzagMasks,
} from './memory';

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
 * magnitude / (8 * step), rounded. Takes one level less if that saves a bit and adds hardly any
 * error. `at` is the index of the first of 8 coefficients; for `quantizer` see `quantizers`.
 */
// @ts-ignore: decorator
@inline
function quantize(magnitude: v128, quantizer: usize, at: usize): v128 {
  const table = quantizer + at * 2;
  const reciprocal = v128.load(table);
  const level = i16x8.q15mulr_sat_s(magnitude, reciprocal);
  const shortened = i16x8.q15mulr_sat_s(
    i16x8.sub(magnitude, v128.load(table, shortfalls)),
    reciprocal,
  );
  // A power of two differs from one less in all bits, other numbers only in lower ones. 1 stays.
  return i16x8.add(level, i16x8.gt_s(v128.xor(level, shortened), level));
}

/** Worth, in half bits, of coefficients quantized to `level`. */
// @ts-ignore: decorator
@inline
function worthOf(magnitude: v128, level: v128, quantizer: usize, at: usize): v128 {
  const table = quantizer + at * 2;
  // AC coefficients have 13 bits, including the fractional ones.
  const worth = i16x8.sub(
    i16x8.q15mulr_sat_s(i16x8.shl(magnitude, 2), v128.load(table, worthFactors)),
    v128.load(table, worthOffsets),
  );
  return v128.andnot(worth, i16x8.eq(level, i16x8.splat(0)));
}

/** `level` with the sign of `value`. */
// @ts-ignore: decorator
@inline
function signed(level: v128, value: v128): v128 {
  const sign = i16x8.shr_s(value, 15);
  return i16x8.sub(v128.xor(level, sign), sign);
}

/** Selects bytes from 32 by `masks`, for 16 places in zigzag order. */
// @ts-ignore: decorator
@inline
function gather(a: v128, b: v128, masks: usize): v128 {
  return v128.or(i8x16.swizzle(a, v128.load(masks)), i8x16.swizzle(b, v128.load(masks, 16)));
}

/** Mask of those of 8 coefficients that do not become 0. */
// @ts-ignore: decorator
@inline
function exceeding(magnitude: v128, quantizer: usize, at: usize): v128 {
  return i16x8.gt_s(magnitude, v128.load(quantizer + at * 2, ceilings));
}

/** Mask of those of 64 bytes that exceed `least`. */
// @ts-ignore: decorator
@inline
function above(a: v128, b: v128, c: v128, d: v128, least: i8): u64 {
  const bound = i8x16.splat(least);
  return (
    <u64>i8x16.bitmask(i8x16.gt_s(a, bound)) |
    ((<u64>i8x16.bitmask(i8x16.gt_s(b, bound))) << 16) |
    ((<u64>i8x16.bitmask(i8x16.gt_s(c, bound))) << 32) |
    ((<u64>i8x16.bitmask(i8x16.gt_s(d, bound))) << 48)
  );
}

/** Transforms and quantizes the 8x8 samples at `source` to a transformed block at `target`. */
export function transformBlock(
  source: usize,
  stride: usize,
  quantizer: usize,
  target: usize,
): void {
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
  const x0 = i16x8.extend_low_i8x16_u(columns01);
  const x1 = i16x8.extend_high_i8x16_u(columns01);
  const x2 = i16x8.extend_low_i8x16_u(columns23);
  const x3 = i16x8.extend_high_i8x16_u(columns23);
  const x4 = i16x8.extend_low_i8x16_u(columns45);
  const x5 = i16x8.extend_high_i8x16_u(columns45);
  const x6 = i16x8.extend_low_i8x16_u(columns67);
  const x7 = i16x8.extend_high_i8x16_u(columns67);

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
  // Subtracts the center 128 only here: it cancels out in all differences.
  const y0 = i16x8.shl(i16x8.sub(i16x8.add(outer, inner), i16x8.splat(8 * 128)), passBits);
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
  const v4 = i16x8.shr_s(i16x8.add(i16x8.sub(outer, inner), half), passBits);
  const v2 = sum2(lo, hi, pair(c2, c6), 13 + passBits);
  const v6 = sum2(lo, hi, pair(c6, -c2More), 13 + passBits);
  const v1 = sum4(lo01, hi01, pair(c1, c3), lo23, hi23, pair(c5More, c7), 13 + passBits);
  const v3 = sum4(lo01, hi01, pair(c3, -c7Less), lo23, hi23, pair(-c1Less, -c5), 13 + passBits);
  const v5 = sum4(lo01, hi01, pair(c5More, -c1Less), lo23, hi23, pair(c7More, c3), 13 + passBits);
  const v7 = sum4(lo01, hi01, pair(c7, -c5), lo23, hi23, pair(c3, -c1), 13 + passBits);

  const m0 = i16x8.abs(v0);
  const m1 = i16x8.abs(v1);
  const m2 = i16x8.abs(v2);
  const m3 = i16x8.abs(v3);
  const m4 = i16x8.abs(v4);
  const m5 = i16x8.abs(v5);
  const m6 = i16x8.abs(v6);
  const m7 = i16x8.abs(v7);
  const upper = v128.or(
    v128.or(exceeding(m0, quantizer, 0), exceeding(m1, quantizer, 8)),
    v128.or(exceeding(m2, quantizer, 16), exceeding(m3, quantizer, 24)),
  );
  const lower = v128.or(
    v128.or(exceeding(m4, quantizer, 32), exceeding(m5, quantizer, 40)),
    v128.or(exceeding(m6, quantizer, 48), exceeding(m7, quantizer, 56)),
  );
  const q0 = quantize(m0, quantizer, 0);
  v128.store(target, signed(q0, v0));
  if (!v128.any_true(v128.or(upper, lower))) {
    store<u64>(target, 1, maskOffset);
    return;
  }
  const q1 = quantize(m1, quantizer, 8);
  const q2 = quantize(m2, quantizer, 16);
  const q3 = quantize(m3, quantizer, 24);
  v128.store(target, signed(q1, v1), 16);
  v128.store(target, signed(q2, v2), 32);
  v128.store(target, signed(q3, v3), 48);
  const w0 = i8x16.narrow_i16x8_s(worthOf(m0, q0, quantizer, 0), worthOf(m1, q1, quantizer, 8));
  const w1 = i8x16.narrow_i16x8_s(worthOf(m2, q2, quantizer, 16), worthOf(m3, q3, quantizer, 24));
  const masks = zigzagMasks;
  let g0 = gather(w0, w1, masks);
  let g1 = gather(w0, w1, masks + 64);
  let g2 = gather(w0, w1, masks + 128);
  let g3 = gather(w0, w1, masks + 192);
  if (v128.any_true(lower)) {
    const q4 = quantize(m4, quantizer, 32);
    const q5 = quantize(m5, quantizer, 40);
    const q6 = quantize(m6, quantizer, 48);
    const q7 = quantize(m7, quantizer, 56);
    v128.store(target, signed(q4, v4), 64);
    v128.store(target, signed(q5, v5), 80);
    v128.store(target, signed(q6, v6), 96);
    v128.store(target, signed(q7, v7), 112);
    const w2 = i8x16.narrow_i16x8_s(worthOf(m4, q4, quantizer, 32), worthOf(m5, q5, quantizer, 40));
    const w3 = i8x16.narrow_i16x8_s(worthOf(m6, q6, quantizer, 48), worthOf(m7, q7, quantizer, 56));
    g0 = v128.or(g0, gather(w2, w3, masks + 32));
    g1 = v128.or(g1, gather(w2, w3, masks + 96));
    g2 = v128.or(g2, gather(w2, w3, masks + 160));
    g3 = v128.or(g3, gather(w2, w3, masks + 224));
  }
  v128.store(worths, g0);
  v128.store(worths, g1, 16);
  v128.store(worths, g2, 32);
  v128.store(worths, g3, 48);
  store<u64>(
    target,
    codedOf(above(g0, g1, g2, g3, leastWorth), above(g0, g1, g2, g3, mostWorth), quantizer),
    maskOffset,
  );
}

/** Makes a block outside the picture repeat the previous DC value, which costs least. */
export function repeatDc(target: usize): void {
  memory.fill(target, 0, blockBytes);
  store<i16>(target, load<i16>(target - blockBytes));
}
