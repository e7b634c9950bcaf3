// Turns the planes of a lossy WebP into RGBA exactly as libwebp does: chroma is interpolated
// between the nearest four samples (src/dsp/upsampling.c there), and colors are sums of products of
// which only the upper bits are kept (src/dsp/yuv.h).

import { storePixels } from '../store-pixels';

/** Room in front of and behind a row in scratch memory. */
const margin: usize = 32;

// @ts-ignore: decorator
@inline
function strideFor(samples: usize): usize {
  return (samples + 2 * margin + 15) & ~15;
}

/** Bytes of `scratch` that `webpToRgba` needs. */
export function webpScratchSize(width: usize): usize {
  return 3 * strideFor(width);
}

/** Copies a row of chroma to where its first and last samples can stand beside it once more. */
function bringRow(from: usize, to: usize, samples: usize): void {
  memory.copy(to, from, samples);
  store<u8>(to - 1, load<u8>(from));
  store<u8>(to + samples, load<u8>(from + samples - 1));
}

/**
 * Doubles the width: three quarters of the nearer row and column, a quarter of the others, rounded
 * once, as halves of eighths rounded down are sixteenths rounded down.
 */
function interpolate(near: usize, far: usize, samples: usize, target: usize): void {
  for (let x: usize = 0; x <= samples; x += 8) {
    const a = v128.load8x8_u(near + x - 1);
    const b = v128.load8x8_u(near + x);
    const c = v128.load8x8_u(far + x - 1);
    const d = v128.load8x8_u(far + x);
    const sum = i16x8.add(i16x8.add(i16x8.add(a, b), i16x8.add(c, d)), i16x8.splat(8));
    const falling = i16x8.shr_u(i16x8.add(sum, i16x8.shl(i16x8.add(a, d), 1)), 3);
    const rising = i16x8.shr_u(i16x8.add(sum, i16x8.shl(i16x8.add(b, c), 1)), 3);
    const left = i16x8.shr_u(i16x8.add(rising, a), 1);
    const right = i16x8.shr_u(i16x8.add(falling, b), 1);
    v128.store(target + 2 * x - 1, v128.or(left, i16x8.shl(right, 8)));
  }
}

/** The upper bits of `samples * (256 * whole + part)`, less 8. */
// @ts-ignore: decorator
@inline
function scaled(samples: v128, whole: i16, part: i16): v128 {
  return i16x8.add(
    i16x8.mul(samples, i16x8.splat(whole)),
    i16x8.shr_u(i16x8.mul(samples, i16x8.splat(part)), 8),
  );
}

/** ITU-R BT.601 with a limited range, in steps of a 64th. Sums stay below 2^16, differences above 0. */
function convertRow(luma: usize, cb: usize, cr: usize, width: i32, target: usize): void {
  for (let x = 0; x < width; x += 8, target += 32) {
    const u = v128.load8x8_u(cb + x);
    const v = v128.load8x8_u(cr + x);
    const y = scaled(v128.load8x8_u(luma + x), 74, 133);
    const red = i16x8.sub_sat_u(i16x8.add(y, scaled(v, 102, 37)), i16x8.splat(14234));
    const green = i16x8.sub_sat_u(
      i16x8.add(y, i16x8.splat(8708)),
      i16x8.add(scaled(u, 25, 19), scaled(v, 52, 8)),
    );
    const blue = i16x8.sub_sat_u(i16x8.add(y, scaled(u, 129, 26)), i16x8.splat(17685));
    storePixels(
      target,
      i16x8.shr_u(red, 6),
      i16x8.shr_u(green, 6),
      i16x8.shr_u(blue, 6),
      i16x8.splat(255),
    );
  }
}

/**
 * Writes `rows` rows of opaque pixels from `first` on. Chroma has half of the width and height,
 * rounded up, and `chromaRows` rows. Planes may be read up to 8 bytes past their ends, and the
 * target is written up to 32 past its own.
 */
export function webpToRgba(
  y: usize,
  yStride: i32,
  cb: usize,
  cr: usize,
  cStride: i32,
  width: i32,
  chromaRows: i32,
  first: i32,
  rows: i32,
  scratch: usize,
  target: usize,
): void {
  const samples = <usize>((width + 1) >> 1);
  const stride = strideFor(<usize>width);
  const near = scratch + margin;
  // A row of chroma is half as long.
  const far = near + (stride >> 1);
  const wideCb = near + stride;
  const wideCr = wideCb + stride;
  for (let row = first; row < first + rows; row++) {
    const nearest = row >> 1;
    const other = (row & 1) == 1 ? min(nearest + 1, chromaRows - 1) : max(nearest - 1, 0);
    bringRow(cb + nearest * cStride, near, samples);
    bringRow(cb + other * cStride, far, samples);
    interpolate(near, far, samples, wideCb);
    bringRow(cr + nearest * cStride, near, samples);
    bringRow(cr + other * cStride, far, samples);
    interpolate(near, far, samples, wideCr);
    convertRow(y + row * yStride, wideCb, wideCr, width, target);
    target += (<usize>width) << 2;
  }
}
