// Turns decoded planes into RGBA exactly as libjpeg does by default: chroma is interpolated between
// the nearest samples (jdsample.c there: "fancy upsampling"), and each color is a sum of products
// that is rounded once (jdcolor.c).

import { high16, low16, pair } from '../lanes';
import { storePixels } from '../store-pixels';

/** Room in front of and behind a row in scratch memory. */
const margin: usize = 32;

// @ts-ignore: decorator
@inline
function strideFor(bytes: usize): usize {
  return (bytes + 2 * margin + 15) & ~15;
}

/** Bytes of `scratch` that `toRgba` needs. */
export function scratchSize(width: usize): usize {
  return 3 * strideFor(width + 2);
}

/** Sums of two rows in 16 bits: three of the nearer, one of the other. The outermost stand twice. */
function sumRows(near: usize, far: usize, samples: usize, sums: usize): void {
  const three = i16x8.splat(3);
  for (let x: usize = 0; x < samples; x += 8) {
    const sum = i16x8.add(i16x8.mul(v128.load8x8_u(near + x), three), v128.load8x8_u(far + x));
    v128.store(sums + 2 * x, sum);
  }
  store<u16>(sums - 2, load<u16>(sums));
  store<u16>(sums + 2 * samples, load<u16>(sums + 2 * samples - 2));
}

/** Doubles the width of a row of sums, each of which is four times a sample, in the same way. */
function interpolate(sums: usize, samples: usize, leftBias: i16, rightBias: i16, to: usize): void {
  const three = i16x8.splat(3);
  for (let x: usize = 0; x < samples; x += 8) {
    const at = sums + 2 * x;
    const most = i16x8.mul(v128.load(at), three);
    const left = i16x8.add(i16x8.add(most, v128.load(at - 2)), i16x8.splat(leftBias));
    const right = i16x8.add(i16x8.add(most, v128.load(at + 2)), i16x8.splat(rightBias));
    v128.store(to + 2 * x, v128.or(i16x8.shr_u(left, 4), i16x8.shl(i16x8.shr_u(right, 4), 8)));
  }
}

/** Sums of products of chroma's interleaved samples, rounded to whole numbers. */
// @ts-ignore: decorator
@inline
function weighted(low: v128, high: v128, factors: v128): v128 {
  const half = i32x4.splat(32768);
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(low, factors), half), 16),
    i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(high, factors), half), 16),
  );
}

/**
 * ITU-R BT.601 with the full range, in 65536ths. Whole parts of factors are added apart, as factors
 * have 16 bits: red 1.402, green -0.34414 and -0.71414, blue 1.772.
 */
function convertRow(luma: usize, cb: usize, cr: usize, width: i32, target: usize): void {
  const opaque = i16x8.splat(255);
  const middle = i16x8.splat(128);
  for (let x = 0; x < width; x += 8, target += 32) {
    const y = v128.load8x8_u(luma + x);
    const u = i16x8.sub(v128.load8x8_u(cb + x), middle);
    const v = i16x8.sub(v128.load8x8_u(cr + x), middle);
    const low = low16(u, v);
    const high = high16(u, v);
    const red = i16x8.add(i16x8.add(y, v), weighted(low, high, pair(0, 26345)));
    const green = i16x8.add(i16x8.sub(y, v), weighted(low, high, pair(-22554, 18734)));
    const blue = i16x8.add(i16x8.add(y, i16x8.shl(u, 1)), weighted(low, high, pair(-14942, 0)));
    storePixels(target, red, green, blue, opaque);
  }
}

function convertGrayRow(luma: usize, width: i32, target: usize): void {
  const opaque = i16x8.splat(255);
  for (let x = 0; x < width; x += 8, target += 32) {
    const y = v128.load8x8_u(luma + x);
    storePixels(target, y, y, y, opaque);
  }
}

/**
 * Writes `rows` rows of opaque pixels from row `first` of the planes on. A sample of chroma covers
 * `across` x `down` pixels; those of gray pictures have no planes of chroma, and `cb` is 0. Chroma
 * has rows to `lastChroma` (inclusive), and is wider than two samples where it is halved. Planes
 * may be read up to 8 bytes past a row's end, and the target is written up to 32 past its own.
 */
export function toRgba(
  y: usize,
  yStride: i32,
  cb: usize,
  cr: usize,
  cStride: i32,
  across: i32,
  down: i32,
  width: i32,
  lastChroma: i32,
  first: i32,
  rows: i32,
  scratch: usize,
  target: usize,
): void {
  const samples = <usize>((width + 1) >> 1);
  const stride = strideFor(<usize>width + 2);
  const sums = scratch + margin;
  const wideCb = sums + stride;
  const wideCr = wideCb + stride;
  for (let row = first; row < first + rows; row++) {
    const luma = y + row * yStride;
    if (cb == 0) {
      convertGrayRow(luma, width, target);
    } else if (across == 1) {
      convertRow(luma, cb + row * cStride, cr + row * cStride, width, target);
    } else {
      const near = down == 2 ? row >> 1 : row;
      const beside =
        down == 1 ? near : (row & 1) == 1 ? min(near + 1, lastChroma) : max(near - 1, 0);
      // Each sum of one row with itself is four of its samples, which are rounded as quarters.
      const leftBias: i16 = down == 2 ? 8 : 4;
      const rightBias: i16 = down == 2 ? 7 : 8;
      sumRows(cb + near * cStride, cb + beside * cStride, samples, sums);
      interpolate(sums, samples, leftBias, rightBias, wideCb);
      sumRows(cr + near * cStride, cr + beside * cStride, samples, sums);
      interpolate(sums, samples, leftBias, rightBias, wideCr);
      convertRow(luma, wideCb, wideCr, width, target);
    }
    target += (<usize>width) << 2;
  }
}
