// Turns planes into interleaved RGBA rows, and looks for their brightest. The caller lays out all memory from `heapBase` on.
//
// `factors` are 12 numbers of 32 bits: for red, green and blue in turn what a unit of the first,
// second and third plane adds, and an offset with the rounding in it. They have `shift` fractional
// bits. Planes and rows may be read and written up to the next multiple of 8 samples.

import { high16, high32, low16, low32 } from '../lanes';
import { storePixels } from '../store-pixels';

export { webpScratchSize, webpToRgba } from './webp';

export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

// @ts-ignore: decorator
@inline
function load4(at: usize, bytes: i32): v128 {
  return bytes == 1
    ? i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)))
    : v128.load16x4_u(at);
}

// @ts-ignore: decorator
@inline
function mix(a: v128, b: v128, c: v128, factors: usize, shift: i32): v128 {
  const ab = i32x4.add(
    i32x4.mul(a, v128.load32_splat(factors)),
    i32x4.mul(b, v128.load32_splat(factors, 4)),
  );
  const rest = i32x4.add(
    i32x4.mul(c, v128.load32_splat(factors, 8)),
    v128.load32_splat(factors, 12),
  );
  return i32x4.shr_s(i32x4.add(ab, rest), shift);
}

/** Stores 8 pixels of 8 bits, from 8 values of each color in 32 bits, and of alpha in 16. */
// @ts-ignore: decorator
@inline
function store8(
  at: usize,
  r0: v128,
  r1: v128,
  g0: v128,
  g1: v128,
  b0: v128,
  b1: v128,
  alphas: v128,
): void {
  const red = i16x8.narrow_i32x4_s(r0, r1);
  const green = i16x8.narrow_i32x4_s(g0, g1);
  const blue = i16x8.narrow_i32x4_s(b0, b1);
  storePixels(at, red, green, blue, alphas);
}

/** Stores 8 opaque pixels of 16 bits, from 8 values of each color in 32 bits. */
// @ts-ignore: decorator
@inline
function store16(at: usize, r0: v128, r1: v128, g0: v128, g1: v128, b0: v128, b1: v128): void {
  const red = i16x8.narrow_i32x4_u(r0, r1);
  const green = i16x8.narrow_i32x4_u(g0, g1);
  const blue = i16x8.narrow_i32x4_u(b0, b1);
  const alpha = i16x8.splat(-1);
  const redGreen0 = low16(red, green);
  const redGreen1 = high16(red, green);
  const blueAlpha0 = low16(blue, alpha);
  const blueAlpha1 = high16(blue, alpha);
  v128.store(at, low32(redGreen0, blueAlpha0));
  v128.store(at, high32(redGreen0, blueAlpha0), 16);
  v128.store(at, low32(redGreen1, blueAlpha1), 32);
  v128.store(at, high32(redGreen1, blueAlpha1), 48);
}

/** Maximum luma samples of a block 8 wide, in one row or two. */
// @ts-ignore: decorator
@inline
function mostLuma(at: usize, next: usize, bytes: i32): v128 {
  if (bytes == 1) return i16x8.max_u(v128.load8x8_u(at), v128.load8x8_u(next));
  return i16x8.max_u(v128.load(at), v128.load(next));
}

/** Maximum of three colors. */
// @ts-ignore: decorator
@inline
function mostOf(a: v128, b: v128, c: v128, factors: usize, shift: i32): v128 {
  const redGreen = i32x4.max_s(mix(a, b, c, factors, shift), mix(a, b, c, factors + 16, shift));
  return i32x4.max_s(redGreen, mix(a, b, c, factors + 32, shift));
}

/**
 * The largest red, green or blue sample that `toRgba` would write (`deep`) for `width` x `height`
 * pixels. Luma must contribute to each color, so among pixels that share chroma only the one with
 * the most luma matters. `width` must be even and at least 8.
 */
export function largestOf(
  bytes: i32,
  y: usize,
  yStride: i32,
  cb: usize,
  cr: usize,
  cStride: i32,
  across: i32,
  down: i32,
  width: i32,
  height: i32,
  factors: usize,
  shift: i32,
): i32 {
  let most = i32x4.splat(0);
  for (let row = 0; row < height; row += down) {
    const luma = y + row * yStride;
    const next = row + down - 1 < height ? luma + (down - 1) * yStride : luma;
    const chroma = (row / down) * cStride;
    for (let left = 0; left < width; left += 8) {
      // Repeats some pixels instead of reading past the last ones.
      const x = min(left, width - 8);
      const from = chroma + (x / across) * bytes;
      const lumas = mostLuma(luma + x * bytes, next + x * bytes, bytes);
      const cb0 = load4(cb + from, bytes);
      const cr0 = load4(cr + from, bytes);
      if (across == 2) {
        const odd = i32x4.shr_u(lumas, 16);
        const even = v128.and(lumas, i32x4.splat(0xffff));
        most = i32x4.max_s(most, mostOf(i32x4.max_s(odd, even), cb0, cr0, factors, shift));
      } else {
        const cb1 = load4(cb + from + 4 * bytes, bytes);
        const cr1 = load4(cr + from + 4 * bytes, bytes);
        const y0 = i32x4.extend_low_i16x8_u(lumas);
        const y1 = i32x4.extend_high_i16x8_u(lumas);
        most = i32x4.max_s(most, mostOf(y0, cb0, cr0, factors, shift));
        most = i32x4.max_s(most, mostOf(y1, cb1, cr1, factors, shift));
      }
    }
  }
  most = i32x4.max_s(most, v128.shuffle<i64>(most, most, 1, 0));
  most = i32x4.max_s(most, v128.shuffle<i32>(most, most, 1, 0, 3, 2));
  return min(i32x4.extract_lane(most, 0), 65535);
}

/**
 * Writes `width` x `height` pixels. `bytes` per source sample: 1 or 2. `deep` gives 16 bits per
 * sample, otherwise 8. Each chroma sample covers `across` x `down` luma samples. Gray pictures pass
 * their luma plane as all three. Strides are in bytes. `alpha` has 8-bit samples (not for `deep`),
 * or is 0 for opaque pixels.
 */
export function toRgba(
  bytes: i32,
  deep: bool,
  y: usize,
  yStride: i32,
  cb: usize,
  cr: usize,
  cStride: i32,
  across: i32,
  down: i32,
  width: i32,
  height: i32,
  target: usize,
  targetStride: i32,
  factors: usize,
  shift: i32,
  alpha: usize,
  alphaStride: i32,
): void {
  for (let row = 0; row < height; row++) {
    const luma = y + row * yStride;
    const chroma = (row / down) * cStride;
    for (let x = 0; x < width; x += 8) {
      const at = chroma + (x / across) * bytes;
      let cb0 = load4(cb + at, bytes);
      let cr0 = load4(cr + at, bytes);
      let cb1: v128;
      let cr1: v128;
      if (across == 2) {
        cb1 = v128.shuffle<i32>(cb0, cb0, 2, 2, 3, 3);
        cr1 = v128.shuffle<i32>(cr0, cr0, 2, 2, 3, 3);
        cb0 = v128.shuffle<i32>(cb0, cb0, 0, 0, 1, 1);
        cr0 = v128.shuffle<i32>(cr0, cr0, 0, 0, 1, 1);
      } else {
        cb1 = load4(cb + at + 4 * bytes, bytes);
        cr1 = load4(cr + at + 4 * bytes, bytes);
      }
      const y0 = load4(luma + x * bytes, bytes);
      const y1 = load4(luma + (x + 4) * bytes, bytes);
      const r0 = mix(y0, cb0, cr0, factors, shift);
      const r1 = mix(y1, cb1, cr1, factors, shift);
      const g0 = mix(y0, cb0, cr0, factors + 16, shift);
      const g1 = mix(y1, cb1, cr1, factors + 16, shift);
      const b0 = mix(y0, cb0, cr0, factors + 32, shift);
      const b1 = mix(y1, cb1, cr1, factors + 32, shift);
      if (deep) store16(target + x * 8, r0, r1, g0, g1, b0, b1);
      else {
        const alphas =
          alpha == 0 ? i16x8.splat(255) : v128.load8x8_u(alpha + row * alphaStride + x);
        store8(target + x * 4, r0, r1, g0, g1, b0, b1, alphas);
      }
    }
    target += targetStride;
  }
}
