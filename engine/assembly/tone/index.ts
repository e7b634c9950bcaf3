// Tone-maps rows of 16-bit RGBA to sRGB, four pixels at a time. The conversion to light, its
// compression and its encoding are tables of the caller, which lays out all memory from `heapBase`
// on.

import { high32, low32 } from '../lanes';

/** Entries of each table. */
const entries: usize = 65536;
const last: f32 = 65535;
/** Adding this removes a number's fraction: the lower 16 bits of the sum are its integer part. */
const wholeNumbers: f32 = 8388608;

// Where the tables lie, in bytes from `tables` on.
/** 9 numbers: the matrix from the picture's light to sRGB's, in row-major order. */
const matrix: usize = 0;
/** 3 numbers: shares of the colors in a scene's luminance. */
const luminance: usize = 36;
/** One number: 1 divided by the brightest light. */
const byPeak: usize = 48;
/** By sample: its light, 32 bits. */
const light: usize = 64;
/** By what determines a pixel's darkening: the factor on its light, 32 bits. */
const ratios: usize = light + entries * 4;
/** By the square root of a scene's luminance: the display's gain, 32 bits. */
const gains: usize = ratios + entries * 4;
/** By the square root of light: the 16-bit sample. */
const encoded: usize = gains + entries * 4;
/** By what determines a pixel's darkening: its share, of 255. */
const shares: usize = encoded + entries * 2;
/** 8 x 8 32-bit numbers, added before a sample loses its lower 8 bits. */
const thresholds: usize = shares + entries;

/** White as linear light, where that is the result. */
const maxLight: f32 = 16384;

/** Multiplying by this and dropping 24 bits divides numbers up to 65,790 by 257. */
const reciprocal: i32 = 65281;

export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

/** The largest sample of red, green and blue in these pixels. */
export function largestSample(source: usize, pixels: i32): i32 {
  let most = i32x4.splat(0);
  const end = source + ((<usize>pixels) << 3);
  for (; source + 8 < end; source += 16) most = i16x8.max_u(most, v128.load(source));
  if (source < end) most = i16x8.max_u(most, v128.load64_zero(source));
  most = v128.and(most, i16x8(-1, -1, -1, 0, -1, -1, -1, 0));
  most = i16x8.max_u(most, v128.shuffle<i64>(most, most, 1, 0));
  most = i16x8.max_u(most, v128.shuffle<i32>(most, most, 1, 0, 3, 2));
  most = i16x8.max_u(most, v128.shuffle<i16>(most, most, 1, 0, 3, 2, 5, 4, 7, 6));
  return <i32>i16x8.extract_lane_u(most, 0);
}

// @ts-ignore: decorator
@inline
function gather32(table: usize, a: usize, b: usize, c: usize, d: usize): v128 {
  let four = v128.load32_zero(table + (a << 2));
  four = v128.load32_lane(table + (b << 2), four, 1);
  four = v128.load32_lane(table + (c << 2), four, 2);
  return v128.load32_lane(table + (d << 2), four, 3);
}

/** Indexes for numbers of 0 to 1, in tables indexed by the square root. */
// @ts-ignore: decorator
@inline
function placeRoots(numbers: v128): v128 {
  // One instruction each, unlike `min` and `max`, which handle NaN. There is none here.
  const clipped = f32x4.pmin(f32x4.pmax(numbers, f32x4.splat(0)), f32x4.splat(1));
  const scaled = f32x4.mul(f32x4.sqrt(clipped), f32x4.splat(last));
  return v128.and(f32x4.add(scaled, f32x4.splat(wholeNumbers)), i32x4.splat(0xffff));
}

// @ts-ignore: decorator
@inline
function mix(weights: usize, r: v128, g: v128, b: v128): v128 {
  return f32x4.add(
    f32x4.add(
      f32x4.mul(r, v128.load32_splat(weights)),
      f32x4.mul(g, v128.load32_splat(weights, 4)),
    ),
    f32x4.mul(b, v128.load32_splat(weights, 8)),
  );
}

/** Encodes light to four samples, 32 bits each. */
// @ts-ignore: decorator
@inline
function encode(table: usize, lights: v128): v128 {
  const at = placeRoots(lights);
  let four = v128.load16_lane(table + ((<usize>i32x4.extract_lane(at, 0)) << 1), i32x4.splat(0), 0);
  four = v128.load16_lane(table + ((<usize>i32x4.extract_lane(at, 1)) << 1), four, 2);
  four = v128.load16_lane(table + ((<usize>i32x4.extract_lane(at, 2)) << 1), four, 4);
  return v128.load16_lane(table + ((<usize>i32x4.extract_lane(at, 3)) << 1), four, 6);
}

// @ts-ignore: decorator
@inline
function reduce(samples: v128, added: v128): v128 {
  return i32x4.shr_u(i32x4.mul(i32x4.add(samples, added), i32x4.splat(reciprocal)), 24);
}

// @ts-ignore: decorator
@inline
function largestOf(pixel: usize): usize {
  const r = load<u16>(pixel);
  const g = load<u16>(pixel, 2);
  const b = load<u16>(pixel, 4);
  return <usize>max(max(r, g), b);
}

/** Four numbers of 0 to 1 as 16-bit whole numbers, in the lower half. */
// @ts-ignore: decorator
@inline
function roundLight(numbers: v128): v128 {
  const clipped = f32x4.pmin(f32x4.pmax(numbers, f32x4.splat(0)), f32x4.splat(1));
  const scaled = f32x4.add(f32x4.mul(clipped, f32x4.splat(maxLight)), f32x4.splat(0.5));
  const whole = i32x4.trunc_sat_f32x4_u(scaled);
  return i16x8.narrow_i32x4_u(whole, whole);
}

/**
 * Maps `rows` rows of `width` pixels, the first of which is row `firstRow` of the picture. With
 * `hlg`, light is the scene's and is first converted to the display's. `deep` gives 16 bits per
 * sample and keeps alpha; otherwise samples have 8 bits, dithered and opaque. If `lightStride` is
 * not 0, the result is linear light instead, 16384 for white, in rows that are so many bytes apart:
 * the red, green and blue of a row, then those of the next. If `darkening` is not 0, one share per
 * pixel is written there. May read and write rows up to 3 pixels past their end.
 */
export function mapRows(
  source: usize,
  width: i32,
  rows: i32,
  firstRow: i32,
  tables: usize,
  hlg: bool,
  target: usize,
  deep: bool,
  lightStride: usize,
  darkening: usize,
): void {
  const lights = tables + light;
  for (let row = 0; row < rows; row++) {
    const added = tables + thresholds + (((firstRow + row) & 7) << 5);
    for (let x = 0; x < width; x += 4) {
      const from = source + ((<usize>x) << 3);
      let r = gather32(
        lights,
        load<u16>(from),
        load<u16>(from, 8),
        load<u16>(from, 16),
        load<u16>(from, 24),
      );
      let g = gather32(
        lights,
        load<u16>(from, 2),
        load<u16>(from, 10),
        load<u16>(from, 18),
        load<u16>(from, 26),
      );
      let b = gather32(
        lights,
        load<u16>(from, 4),
        load<u16>(from, 12),
        load<u16>(from, 20),
        load<u16>(from, 28),
      );
      let at0: usize;
      let at1: usize;
      let at2: usize;
      let at3: usize;
      let scale: v128;
      if (hlg) {
        const scene = placeRoots(mix(tables + luminance, r, g, b));
        const gain = gather32(
          tables + gains,
          <usize>i32x4.extract_lane(scene, 0),
          <usize>i32x4.extract_lane(scene, 1),
          <usize>i32x4.extract_lane(scene, 2),
          <usize>i32x4.extract_lane(scene, 3),
        );
        const brightest = f32x4.mul(f32x4.max(f32x4.max(r, g), b), gain);
        const at = placeRoots(f32x4.mul(brightest, v128.load32_splat(tables + byPeak)));
        at0 = <usize>i32x4.extract_lane(at, 0);
        at1 = <usize>i32x4.extract_lane(at, 1);
        at2 = <usize>i32x4.extract_lane(at, 2);
        at3 = <usize>i32x4.extract_lane(at, 3);
        scale = f32x4.mul(gain, gather32(tables + ratios, at0, at1, at2, at3));
      } else {
        at0 = largestOf(from);
        at1 = largestOf(from + 8);
        at2 = largestOf(from + 16);
        at3 = largestOf(from + 24);
        scale = gather32(tables + ratios, at0, at1, at2, at3);
      }
      if (darkening != 0) {
        const to = darkening + <usize>x;
        store<u8>(to, load<u8>(tables + shares + at0));
        store<u8>(to, load<u8>(tables + shares + at1), 1);
        store<u8>(to, load<u8>(tables + shares + at2), 2);
        store<u8>(to, load<u8>(tables + shares + at3), 3);
      }
      r = f32x4.mul(r, scale);
      g = f32x4.mul(g, scale);
      b = f32x4.mul(b, scale);
      if (lightStride != 0) {
        const to = target + ((<usize>x) << 1);
        v128.store64_lane(to, roundLight(mix(tables + matrix, r, g, b)), 0);
        v128.store64_lane(to + lightStride, roundLight(mix(tables + matrix + 12, r, g, b)), 0);
        v128.store64_lane(to + 2 * lightStride, roundLight(mix(tables + matrix + 24, r, g, b)), 0);
        continue;
      }
      const red = encode(tables + encoded, mix(tables + matrix, r, g, b));
      const green = encode(tables + encoded, mix(tables + matrix + 12, r, g, b));
      const blue = encode(tables + encoded, mix(tables + matrix + 24, r, g, b));
      if (deep) {
        const to = target + ((<usize>x) << 3);
        let alpha = v128.load16_lane(from + 6, i32x4.splat(0), 0);
        alpha = v128.load16_lane(from + 14, alpha, 2);
        alpha = v128.load16_lane(from + 22, alpha, 4);
        alpha = v128.load16_lane(from + 30, alpha, 6);
        const redGreen = v128.or(red, i32x4.shl(green, 16));
        const blueAlpha = v128.or(blue, i32x4.shl(alpha, 16));
        v128.store(to, low32(redGreen, blueAlpha));
        v128.store(to, high32(redGreen, blueAlpha), 16);
      } else {
        const steps = v128.load(added + ((x & 4) << 2));
        const redGreen = v128.or(reduce(red, steps), i32x4.shl(reduce(green, steps), 8));
        const blueAlpha = v128.or(i32x4.shl(reduce(blue, steps), 16), i32x4.splat(<i32>0xff000000));
        v128.store(target + ((<usize>x) << 2), v128.or(redGreen, blueAlpha));
      }
    }
    source += (<usize>width) << 3;
    target += lightStride != 0 ? 3 * lightStride : (<usize>width) << (deep ? 3 : 2);
    if (darkening != 0) darkening += <usize>width;
  }
}

// @ts-ignore: decorator
@inline
function sumPairs(upper: usize, lower: usize): v128 {
  return i16x8.add(
    i16x8.extadd_pairwise_i8x16_u(v128.load(upper)),
    i16x8.extadd_pairwise_i8x16_u(v128.load(lower)),
  );
}

/**
 * Means of shares over 2 x 2 pixels. Both sides must be even. May read up to 15 bytes past a row,
 * and write up to 7 past its means, which later rows overwrite.
 */
export function halveShares(source: usize, width: i32, rows: i32, target: usize): void {
  const two = i16x8.splat(2);
  for (let row = 0; row < rows; row += 2) {
    for (let x = 0; x < width; x += 16) {
      const upper = source + <usize>x;
      const means = i16x8.shr_u(i16x8.add(sumPairs(upper, upper + <usize>width), two), 2);
      v128.store64_lane(target + (<usize>x >> 1), i8x16.narrow_i16x8_u(means, means), 0);
    }
    source += (<usize>width) << 1;
    target += <usize>width >> 1;
  }
}
