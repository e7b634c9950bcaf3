// Converts 8-bit RGBA or BGRA to planes (JFIF 1.02: full range, BT.601), with 15 fractional bits.
// May read up to 8 pixels past the end of rows, and write up to 8 samples past those of planes.

const fraction: i32 = 15;

// 0.299, 0.587, 0.114; -0.168736, -0.331264, 0.5; 0.5, -0.418688, -0.081312. Each row's sum is exact.
// @ts-ignore: decorator
@inline
function lumaFactors(bgr: bool): v128 {
  return bgr
    ? i16x8(3735, 19235, 9798, 0, 3735, 19235, 9798, 0)
    : i16x8(9798, 19235, 3735, 0, 9798, 19235, 3735, 0);
}

// @ts-ignore: decorator
@inline
function cbFactors(bgr: bool): v128 {
  return bgr
    ? i16x8(16384, -10855, -5529, 0, 16384, -10855, -5529, 0)
    : i16x8(-5529, -10855, 16384, 0, -5529, -10855, 16384, 0);
}

// @ts-ignore: decorator
@inline
function crFactors(bgr: bool): v128 {
  return bgr
    ? i16x8(-2664, -13720, 16384, 0, -2664, -13720, 16384, 0)
    : i16x8(16384, -13720, -2664, 0, 16384, -13720, -2664, 0);
}

/** Four weighted sums of four pixels, two to a vector. */
// @ts-ignore: decorator
@inline
function weigh(a: v128, b: v128, factors: v128, bias: v128, shift: i32): v128 {
  const first = i32x4.dot_i16x8_s(a, factors);
  const second = i32x4.dot_i16x8_s(b, factors);
  const redGreen = v128.shuffle<i32>(first, second, 0, 2, 4, 6);
  const blue = v128.shuffle<i32>(first, second, 1, 3, 5, 7);
  return i32x4.shr_s(i32x4.add(i32x4.add(redGreen, blue), bias), shift);
}

// @ts-ignore: decorator
@inline
function store8(at: usize, a: v128, b: v128): void {
  const words = i16x8.narrow_i32x4_s(a, b);
  v128.store64_lane(at, i8x16.narrow_i16x8_u(words, words), 0);
}

// @ts-ignore: decorator
@inline
function weighRow(from: usize, to: usize, width: i32, factors: v128, bias: v128): void {
  for (let x = 0; x < width; x += 8, from += 32, to += 8) {
    const a = v128.load(from);
    const b = v128.load(from, 16);
    store8(
      to,
      weigh(i16x8.extend_low_i8x16_u(a), i16x8.extend_high_i8x16_u(a), factors, bias, fraction),
      weigh(i16x8.extend_low_i8x16_u(b), i16x8.extend_high_i8x16_u(b), factors, bias, fraction),
    );
  }
}

/** Sums of 2 x 2 pixels, from 4 pixels of each row. */
// @ts-ignore: decorator
@inline
function addSquares(upper: usize, lower: usize): v128 {
  const a = v128.load(upper);
  const b = v128.load(lower);
  const left = i16x8.add(i16x8.extend_low_i8x16_u(a), i16x8.extend_low_i8x16_u(b));
  const right = i16x8.add(i16x8.extend_high_i8x16_u(a), i16x8.extend_high_i8x16_u(b));
  return i16x8.add(v128.shuffle<i64>(left, right, 0, 2), v128.shuffle<i64>(left, right, 1, 3));
}

// @ts-ignore: decorator
@inline
function pixelSum(at: usize, lower: usize, channel: usize): i32 {
  return 2 * (<i32>load<u8>(at + channel) + <i32>load<u8>(lower + channel));
}

function halveRow(upper: usize, lower: usize, cb: usize, cr: usize, width: i32, bgr: bool): void {
  const blueFactors = cbFactors(bgr);
  const redFactors = crFactors(bgr);
  const bias = i32x4.splat((128 << (fraction + 2)) + (1 << (fraction + 1)) - 1);
  const pairs = width >> 1;
  for (let x = 0; x < pairs; x += 4) {
    const at = <usize>(x << 3);
    const a = addSquares(upper + at, lower + at);
    const b = addSquares(upper + at + 16, lower + at + 16);
    const blue = weigh(a, b, blueFactors, bias, fraction + 2);
    const red = weigh(a, b, redFactors, bias, fraction + 2);
    const blues = i16x8.narrow_i32x4_s(blue, blue);
    const reds = i16x8.narrow_i32x4_s(red, red);
    v128.store32_lane(cb + x, i8x16.narrow_i16x8_u(blues, blues), 0);
    v128.store32_lane(cr + x, i8x16.narrow_i16x8_u(reds, reds), 0);
  }
  if ((width & 1) == 0) return;
  // The last column is counted twice.
  const at = <usize>(pairs << 3);
  const r = pixelSum(upper + at, lower + at, bgr ? 2 : 0);
  const g = pixelSum(upper + at, lower + at, 1);
  const b = pixelSum(upper + at, lower + at, bgr ? 0 : 2);
  const scalarBias = (128 << (fraction + 2)) + (1 << (fraction + 1)) - 1;
  store<u8>(cb + pairs, <u8>((r * -5529 + g * -10855 + b * 16384 + scalarBias) >> (fraction + 2)));
  store<u8>(cr + pairs, <u8>((r * 16384 + g * -13720 + b * -2664 + scalarBias) >> (fraction + 2)));
}

/**
 * Converts `rows` rows of RGBA (or BGRA with `bgr`) to planes. Chroma has full size, or with
 * `halved` it is the mean of each 2 x 2 pixels, where the last row and column may be counted twice.
 * `cb` is 0 for luma only.
 */
export function placeRgba(
  pixels: usize,
  width: i32,
  rows: i32,
  y: usize,
  yStride: i32,
  cb: usize,
  cr: usize,
  cStride: i32,
  halved: bool,
  bgr: bool,
): void {
  const half = i32x4.splat(1 << (fraction - 1));
  const chromaHalf = i32x4.splat((128 << fraction) + (1 << (fraction - 1)) - 1);
  const pixelStride = width << 2;
  for (let row = 0; row < rows; row++) {
    const from = pixels + row * pixelStride;
    weighRow(from, y + row * yStride, width, lumaFactors(bgr), half);
    if (cb == 0) continue;
    if (!halved) {
      weighRow(from, cb + row * cStride, width, cbFactors(bgr), chromaHalf);
      weighRow(from, cr + row * cStride, width, crFactors(bgr), chromaHalf);
    } else if ((row & 1) == 0) {
      const lower = row + 1 < rows ? from + pixelStride : from;
      const at = (row >> 1) * cStride;
      halveRow(from, lower, cb + at, cr + at, width, bgr);
    }
  }
}

/**
 * Blends two pixels with a color, weighted by alpha. Divides by 255, exactly for sums below 65 535.
 */
// @ts-ignore: decorator
@inline
function mix(pixels: v128, alphas: v128, color: v128): v128 {
  const rests = i16x8.sub(i16x8.splat(255), alphas);
  const own = i16x8.mul(pixels, alphas);
  const sums = i16x8.add(i16x8.add(own, i16x8.mul(color, rests)), i16x8.splat(127));
  const carried = i16x8.add(i16x8.add(sums, i16x8.shr_u(sums, 8)), i16x8.splat(1));
  return i16x8.shr_u(carried, 8);
}

/**
 * Blends straight RGBA or BGRA onto a color in the same order, in place. The resulting alpha is
 * undefined. Returns whether any pixel was not opaque. May read and write up to 3 more pixels.
 */
export function layPixels(pixels: usize, count: i32, color: u32): bool {
  const channels = i16x8.extend_low_i8x16_u(i32x4.splat(color));
  const colors = i32x4.splat(0xffffff);
  const none = i32x4.splat(-1);
  let opaque = none;
  for (let x = 0; x < count; x += 4, pixels += 16) {
    const four = v128.load(pixels);
    let masked = v128.or(four, colors);
    const left = count - x;
    // Ignores pixels past the last one.
    if (left < 4) masked = v128.or(masked, i32x4.gt_s(i32x4(1, 2, 3, 4), i32x4.splat(left)));
    if (!v128.any_true(v128.xor(masked, none))) continue;
    opaque = v128.and(opaque, masked);
    const alphas = i8x16.swizzle(
      four,
      i8x16(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15),
    );
    const low = mix(i16x8.extend_low_i8x16_u(four), i16x8.extend_low_i8x16_u(alphas), channels);
    const high = mix(i16x8.extend_high_i8x16_u(four), i16x8.extend_high_i8x16_u(alphas), channels);
    v128.store(pixels, i8x16.narrow_i16x8_u(low, high));
  }
  return v128.any_true(v128.xor(opaque, none));
}
