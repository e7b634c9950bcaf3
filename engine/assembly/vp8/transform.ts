// Transforms of 4 x 4 blocks (RFC 6386, section 14). The inverse ones are exact; the forward ones
// are close approximations of their inverses. Rows are vectors of 32-bit lanes.

import { high32, low32 } from '../lanes';

// @ts-ignore: decorator
@inline
function loadRow(samples: usize, prediction: usize): v128 {
  const a = i16x8.extend_low_i8x16_u(v128.load32_zero(samples));
  const b = i16x8.extend_low_i8x16_u(v128.load32_zero(prediction));
  return i32x4.extend_low_i16x8_s(i16x8.sub(a, b));
}

/** sqrt(2) cos(pi/8) and sqrt(2) sin(pi/8), with 12 fractional bits. */
const longCosine: i32 = 5352;
const shortCosine: i32 = 2217;

/** a * x + b * y, rounded. */
// @ts-ignore: decorator
@inline
function weighted(a: v128, x: i32, b: v128, y: i32, shift: i32): v128 {
  const sum = i32x4.add(i32x4.mul(a, i32x4.splat(x)), i32x4.mul(b, i32x4.splat(y)));
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(1 << (shift - 1))), shift);
}

/** Removes the scale of both passes, with rounding. */
// @ts-ignore: decorator
@inline
function rounded(values: v128): v128 {
  return i32x4.shr_s(i32x4.add(values, i32x4.splat(8)), 4);
}

/** Transforms four rows of differences to 16 coefficients, in raster order. */
function forward(d0: v128, d1: v128, d2: v128, d3: v128, target: usize): void {
  let outer = i32x4.add(d0, d3);
  let inner = i32x4.add(d1, d2);
  let innerRest = i32x4.sub(d1, d2);
  let outerRest = i32x4.sub(d0, d3);
  let r0 = i32x4.shl(i32x4.add(outer, inner), 3);
  let r1 = weighted(outerRest, longCosine, innerRest, shortCosine, 9);
  let r2 = i32x4.shl(i32x4.sub(outer, inner), 3);
  let r3 = weighted(outerRest, shortCosine, innerRest, -longCosine, 9);

  let a = low32(r0, r2);
  let b = high32(r0, r2);
  let c = low32(r1, r3);
  let d = high32(r1, r3);
  r0 = low32(a, c);
  r1 = high32(a, c);
  r2 = low32(b, d);
  r3 = high32(b, d);

  outer = i32x4.add(r0, r3);
  inner = i32x4.add(r1, r2);
  innerRest = i32x4.sub(r1, r2);
  outerRest = i32x4.sub(r0, r3);
  r0 = rounded(i32x4.add(outer, inner));
  r1 = weighted(outerRest, longCosine, innerRest, shortCosine, 16);
  r2 = rounded(i32x4.sub(outer, inner));
  r3 = weighted(outerRest, shortCosine, innerRest, -longCosine, 16);

  a = low32(r0, r2);
  b = high32(r0, r2);
  c = low32(r1, r3);
  d = high32(r1, r3);
  v128.store(target, low32(a, c));
  v128.store(target, high32(a, c), 16);
  v128.store(target, low32(b, d), 32);
  v128.store(target, high32(b, d), 48);
}

/**
 * Transforms the difference of samples and prediction to 16 32-bit coefficients, in raster order.
 */
export function transformBlock(
  samples: usize,
  sampleStride: usize,
  prediction: usize,
  predictionStride: usize,
  target: usize,
): void {
  forward(
    loadRow(samples, prediction),
    loadRow(samples + sampleStride, prediction + predictionStride),
    loadRow(samples + 2 * sampleStride, prediction + 2 * predictionStride),
    loadRow(samples + 3 * sampleStride, prediction + 3 * predictionStride),
    target,
  );
}

/** The same, for samples and a prediction of 16 bytes each. */
export function transformSmall(samples: v128, prediction: v128, target: usize): void {
  const upper = i16x8.sub(i16x8.extend_low_i8x16_u(samples), i16x8.extend_low_i8x16_u(prediction));
  const lower = i16x8.sub(
    i16x8.extend_high_i8x16_u(samples),
    i16x8.extend_high_i8x16_u(prediction),
  );
  forward(
    i32x4.extend_low_i16x8_s(upper),
    i32x4.extend_high_i16x8_s(upper),
    i32x4.extend_low_i16x8_s(lower),
    i32x4.extend_high_i16x8_s(lower),
    target,
  );
}

/** sqrt(2) sin(pi/8) and sqrt(2) cos(pi/8) - 1, with 16 fractional bits. */
const sine: i32 = 35468;
const cosine: i32 = 20091;

// @ts-ignore: decorator
@inline
function timesSine(values: v128): v128 {
  return i32x4.shr_s(i32x4.mul(values, i32x4.splat(sine)), 16);
}

// @ts-ignore: decorator
@inline
function timesCosine(values: v128): v128 {
  return i32x4.add(values, i32x4.shr_s(i32x4.mul(values, i32x4.splat(cosine)), 16));
}

/**
 * Adds the inverse transform of coefficients to a prediction of 4 x 4 samples in 16 bytes (RFC
 * 6386, 14.3).
 */
export function restoreSmall(coefficients: usize, prediction: v128): v128 {
  let r0 = v128.load(coefficients);
  let r1 = v128.load(coefficients, 16);
  let r2 = v128.load(coefficients, 32);
  let r3 = v128.load(coefficients, 48);

  let a = i32x4.add(r0, r2);
  let b = i32x4.sub(r0, r2);
  let c = i32x4.sub(timesSine(r1), timesCosine(r3));
  let d = i32x4.add(timesCosine(r1), timesSine(r3));
  r0 = i32x4.add(a, d);
  r1 = i32x4.add(b, c);
  r2 = i32x4.sub(b, c);
  r3 = i32x4.sub(a, d);

  a = low32(r0, r2);
  b = high32(r0, r2);
  c = low32(r1, r3);
  d = high32(r1, r3);
  r0 = i32x4.add(low32(a, c), i32x4.splat(4));
  r1 = high32(a, c);
  r2 = low32(b, d);
  r3 = high32(b, d);

  a = i32x4.add(r0, r2);
  b = i32x4.sub(r0, r2);
  c = i32x4.sub(timesSine(r1), timesCosine(r3));
  d = i32x4.add(timesCosine(r1), timesSine(r3));
  r0 = i32x4.shr_s(i32x4.add(a, d), 3);
  r1 = i32x4.shr_s(i32x4.add(b, c), 3);
  r2 = i32x4.shr_s(i32x4.sub(b, c), 3);
  r3 = i32x4.shr_s(i32x4.sub(a, d), 3);

  a = low32(r0, r2);
  b = high32(r0, r2);
  c = low32(r1, r3);
  d = high32(r1, r3);
  const upper = i16x8.narrow_i32x4_s(low32(a, c), high32(a, c));
  const lower = i16x8.narrow_i32x4_s(low32(b, d), high32(b, d));
  return i8x16.narrow_i16x8_u(
    i16x8.add(upper, i16x8.extend_low_i8x16_u(prediction)),
    i16x8.add(lower, i16x8.extend_high_i8x16_u(prediction)),
  );
}

/** Loads four rows of four samples into 16 bytes. */
// @ts-ignore: decorator
@inline
export function loadSmall(at: usize, rowStride: usize): v128 {
  let all = v128.load32_zero(at);
  all = v128.load32_lane(at + rowStride, all, 1);
  all = v128.load32_lane(at + 2 * rowStride, all, 2);
  return v128.load32_lane(at + 3 * rowStride, all, 3);
}

// @ts-ignore: decorator
@inline
export function storeSmall(at: usize, rowStride: usize, samples: v128): void {
  v128.store32_lane(at, samples, 0);
  v128.store32_lane(at + rowStride, samples, 1);
  v128.store32_lane(at + 2 * rowStride, samples, 2);
  v128.store32_lane(at + 3 * rowStride, samples, 3);
}

/**
 * Walsh-Hadamard transform of 16 32-bit values, in place (RFC 6386, 14.3). It is its own inverse,
 * except for `shift`.
 */
export function transformDcs(values: usize, rounding: i32, shift: i32): void {
  let r0 = v128.load(values);
  let r1 = v128.load(values, 16);
  let r2 = v128.load(values, 32);
  let r3 = v128.load(values, 48);
  for (let pass = 0; pass < 2; pass++) {
    let a = i32x4.add(r0, r3);
    let b = i32x4.add(r1, r2);
    let c = i32x4.sub(r1, r2);
    let d = i32x4.sub(r0, r3);
    r0 = i32x4.add(a, b);
    r1 = i32x4.add(d, c);
    r2 = i32x4.sub(a, b);
    r3 = i32x4.sub(d, c);
    a = low32(r0, r2);
    b = high32(r0, r2);
    c = low32(r1, r3);
    d = high32(r1, r3);
    r0 = low32(a, c);
    r1 = high32(a, c);
    r2 = low32(b, d);
    r3 = high32(b, d);
  }
  const half = i32x4.splat(rounding);
  v128.store(values, i32x4.shr_s(i32x4.add(r0, half), shift));
  v128.store(values, i32x4.shr_s(i32x4.add(r1, half), shift), 16);
  v128.store(values, i32x4.shr_s(i32x4.add(r2, half), shift), 32);
  v128.store(values, i32x4.shr_s(i32x4.add(r3, half), shift), 48);
}
