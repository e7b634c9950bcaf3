// Resamples rows of 8-bit samples with any separable kernel, in integers, so that sums of parts
// equal the whole's. The caller lays out all memory from `heapBase` on.
//
// Between the passes samples have 16 bits; weights have 14 fractional bits. May read rows of
// samples and weights, and write rows, up to 16 bytes past their end.

export { readPixels, shrinkPixels, sumPixels } from './pixels';

const weightBits: i32 = 14;
/** Fractional bits of samples that are not linear light, whose middle is 0. */
const sampleBits: i32 = 6;
const middle: i32 = 128;
/** White as linear light. */
const maxLight: i32 = 16384;

export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

// @ts-ignore: decorator
@inline
function lookUp(table: usize, sample: u32): u32 {
  return load<u16>(table + ((<usize>sample & 255) << 1));
}

/**
 * Reads `width` samples that are `step` bytes apart, through `table` (256 16-bit numbers) or, where
 * that is 0, unconverted and centered on 0.
 */
function readRow(source: usize, step: i32, width: i32, table: usize, target: usize): void {
  if (table != 0) {
    let done = 0;
    if (step == 1) {
      for (; done + 4 <= width; done += 4) {
        const samples = load<u32>(source);
        const low = lookUp(table, samples) | (lookUp(table, samples >> 8) << 16);
        const high = lookUp(table, samples >> 16) | (lookUp(table, samples >> 24) << 16);
        store<u32>(target, low);
        store<u32>(target, high, 4);
        source += 4;
        target += 8;
      }
    }
    for (let x = done; x < width; x++) {
      store<u16>(target, load<u16>(table + ((<usize>load<u8>(source)) << 1)));
      source += step;
      target += 2;
    }
    return;
  }
  if (step == 1) {
    const center = i16x8.splat(<i16>middle);
    for (let x = 0; x < width; x += 8) {
      const samples = v128.load8x8_u(source + x);
      v128.store(target + (x << 1), i16x8.shl(i16x8.sub(samples, center), sampleBits));
    }
    return;
  }
  for (let x = 0; x < width; x++) {
    store<i16>(target, <i16>((<i32>load<u8>(source) - middle) << sampleBits));
    source += step;
    target += 2;
  }
}

/**
 * Reads the colors of `width` RGBA pixels through `table`, each into a row of its own,
 * `targetStride` apart.
 */
function readColors(
  source: usize,
  width: i32,
  table: usize,
  target: usize,
  targetStride: usize,
): void {
  const green = target + targetStride;
  const blue = green + targetStride;
  let to: usize = 0;
  for (let x = 0; x < width; x += 2) {
    const one = load<u32>(source);
    const other = load<u32>(source, 4);
    store<u32>(target + to, lookUp(table, one) | (lookUp(table, other) << 16));
    store<u32>(green + to, lookUp(table, one >> 8) | (lookUp(table, other >> 8) << 16));
    store<u32>(blue + to, lookUp(table, one >> 16) | (lookUp(table, other >> 16) << 16));
    source += 8;
    to += 4;
  }
}

/** The sum of the four lanes of each vector. */
// @ts-ignore: decorator
@inline
function sumLanes(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
  const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
  return i32x4.add(v128.shuffle<i32>(ab, cd, 0, 1, 4, 5), v128.shuffle<i32>(ab, cd, 2, 3, 6, 7));
}

/**
 * Filters four rows, `stride` bytes apart, to `width` samples each, `targetStride` apart. `first`
 * has the first source sample of each target sample (32 bits), `weights` the `taps` weights of
 * each. `taps` is a multiple of 8.
 */
function filterFour(
  source: usize,
  stride: usize,
  first: usize,
  weights: usize,
  taps: i32,
  width: i32,
  target: usize,
  targetStride: usize,
): void {
  const half = i32x4.splat(1 << (weightBits - 1));
  for (let x = 0; x < width; x++) {
    const row0 = source + ((<usize>load<u32>(first + (x << 2))) << 1);
    const row1 = row0 + stride;
    const row2 = row1 + stride;
    const row3 = row2 + stride;
    let weight = v128.load(weights);
    let a = i32x4.dot_i16x8_s(v128.load(row0), weight);
    let b = i32x4.dot_i16x8_s(v128.load(row1), weight);
    let c = i32x4.dot_i16x8_s(v128.load(row2), weight);
    let d = i32x4.dot_i16x8_s(v128.load(row3), weight);
    for (let at: usize = 16; at < (<usize>taps) << 1; at += 16) {
      weight = v128.load(weights + at);
      a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load(row0 + at), weight));
      b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load(row1 + at), weight));
      c = i32x4.add(c, i32x4.dot_i16x8_s(v128.load(row2 + at), weight));
      d = i32x4.add(d, i32x4.dot_i16x8_s(v128.load(row3 + at), weight));
    }
    const sums = i32x4.shr_s(i32x4.add(sumLanes(a, b, c, d), half), weightBits);
    const samples = i16x8.narrow_i32x4_s(sums, sums);
    v128.store16_lane(target, samples, 0);
    v128.store16_lane(target + targetStride, samples, 1);
    v128.store16_lane(target + 2 * targetStride, samples, 2);
    v128.store16_lane(target + 3 * targetStride, samples, 3);
    weights += (<usize>taps) << 1;
    target += 2;
  }
}

/**
 * Filters four rows of three colors, as by `filterFour`. The colors of a row are `samplesStride`
 * bytes apart; their filtered rows begin `colorStride` bytes apart.
 */
function filterFourOfEach(
  samples: usize,
  samplesStride: usize,
  first: usize,
  weights: usize,
  taps: i32,
  targetWidth: i32,
  target: usize,
  targetStride: usize,
  colorStride: usize,
): void {
  const rowStride = 3 * samplesStride;
  for (let color: usize = 0; color < 3; color++) {
    const from = samples + color * samplesStride;
    const to = target + color * colorStride;
    filterFour(from, rowStride, first, weights, taps, targetWidth, to, targetStride);
  }
}

/**
 * Filters `rows` rows horizontally. Rows have `width` samples, read as by `readRow`, and become
 * `targetWidth` samples each, as by `filterFour`. Writes up to three more rows, with undefined
 * content. `samples` has room for four rows, `samplesStride` bytes apart.
 */
export function filterRows(
  source: usize,
  sourceStride: usize,
  step: i32,
  rows: i32,
  width: i32,
  table: usize,
  samples: usize,
  samplesStride: usize,
  first: usize,
  weights: usize,
  taps: i32,
  targetWidth: i32,
  target: usize,
  targetStride: usize,
): void {
  for (let row = 0; row < rows; row += 4) {
    for (let at = 0; at < 4 && row + at < rows; at++) {
      readRow(source, step, width, table, samples + <usize>at * samplesStride);
      source += sourceStride;
    }
    filterFour(samples, samplesStride, first, weights, taps, targetWidth, target, targetStride);
    target += 4 * targetStride;
  }
}

/**
 * Like `filterRows`, for the three colors of RGBA pixels. `samples` has room for four rows of each;
 * the filtered rows of each begin `colorStride` bytes apart.
 */
export function filterColors(
  source: usize,
  sourceStride: usize,
  rows: i32,
  width: i32,
  table: usize,
  samples: usize,
  samplesStride: usize,
  first: usize,
  weights: usize,
  taps: i32,
  targetWidth: i32,
  target: usize,
  targetStride: usize,
  colorStride: usize,
): void {
  const rowStride = 3 * samplesStride;
  for (let row = 0; row < rows; row += 4) {
    for (let at = 0; at < 4 && row + at < rows; at++) {
      readColors(source, width, table, samples + <usize>at * rowStride, samplesStride);
      source += sourceStride;
    }
    filterFourOfEach(
      samples,
      samplesStride,
      first,
      weights,
      taps,
      targetWidth,
      target,
      targetStride,
      colorStride,
    );
    target += 4 * targetStride;
  }
}

/**
 * Like `filterColors`, for rows of linear light: `samples` has the red, green and blue of each row,
 * `samplesStride` bytes apart. Reads up to three more rows.
 */
export function filterLight(
  samples: usize,
  samplesStride: usize,
  rows: i32,
  first: usize,
  weights: usize,
  taps: i32,
  targetWidth: i32,
  target: usize,
  targetStride: usize,
  colorStride: usize,
): void {
  for (let row = 0; row < rows; row += 4) {
    filterFourOfEach(
      samples,
      samplesStride,
      first,
      weights,
      taps,
      targetWidth,
      target,
      targetStride,
      colorStride,
    );
    samples += 12 * samplesStride;
    target += 4 * targetStride;
  }
}

/** Adds up `taps` rows of 16-bit samples, `stride` bytes apart and weighted, to 32-bit sums. */
export function sumRow(
  source: usize,
  stride: usize,
  weights: usize,
  taps: i32,
  width: i32,
  target: usize,
): void {
  for (let x = 0; x < width; x += 8) {
    let low = i32x4.splat(0);
    let high = i32x4.splat(0);
    let row = source + (x << 1);
    for (let tap = 0; tap < taps; tap += 2) {
      const alone = tap + 1 == taps;
      const above = v128.load(row);
      const below = alone ? above : v128.load(row + stride);
      const at = weights + (tap << 1);
      const pair = i32x4.splat(alone ? <i32>load<u16>(at) : load<i32>(at));
      low = i32x4.add(
        low,
        i32x4.dot_i16x8_s(v128.shuffle<i16>(above, below, 0, 8, 1, 9, 2, 10, 3, 11), pair),
      );
      high = i32x4.add(
        high,
        i32x4.dot_i16x8_s(v128.shuffle<i16>(above, below, 4, 12, 5, 13, 6, 14, 7, 15), pair),
      );
      row += 2 * stride;
    }
    v128.store(target + (x << 2), low);
    v128.store(target + (x << 2), high, 16);
  }
}

/**
 * Converts sums to samples: through `table`, with a byte for each light from 0 to white, or where
 * that is 0 by centering on the middle.
 */
function writeRow(sums: usize, width: i32, table: usize, target: usize): void {
  let done = 0;
  if (table != 0) {
    const half: i32 = 1 << (weightBits - 1);
    const halves = i32x4.splat(half);
    for (; done + 4 <= width; done += 4) {
      const rounded = i32x4.shr_s(i32x4.add(v128.load(sums), halves), weightBits);
      const light = i32x4.min_s(i32x4.max_s(rounded, i32x4.splat(0)), i32x4.splat(maxLight));
      store<u8>(target, load<u8>(table + <usize>i32x4.extract_lane(light, 0)));
      store<u8>(target, load<u8>(table + <usize>i32x4.extract_lane(light, 1)), 1);
      store<u8>(target, load<u8>(table + <usize>i32x4.extract_lane(light, 2)), 2);
      store<u8>(target, load<u8>(table + <usize>i32x4.extract_lane(light, 3)), 3);
      sums += 16;
      target += 4;
    }
    for (; done < width; done++) {
      const light = (load<i32>(sums) + half) >> weightBits;
      store<u8>(target++, load<u8>(table + <usize>min(max(light, 0), maxLight)));
      sums += 4;
    }
    return;
  }
  const bits = weightBits + sampleBits;
  const halves = i32x4.splat(1 << (bits - 1));
  const middles = i16x8.splat(<i16>middle);
  for (; done + 8 <= width; done += 8) {
    const low = i32x4.shr_s(i32x4.add(v128.load(sums), halves), bits);
    const high = i32x4.shr_s(i32x4.add(v128.load(sums, 16), halves), bits);
    const samples = i16x8.add(i16x8.narrow_i32x4_s(low, high), middles);
    v128.store64_lane(target, i8x16.narrow_i16x8_u(samples, samples), 0);
    sums += 32;
    target += 8;
  }
  for (; done < width; done++) {
    const sample = ((load<i32>(sums) + (1 << (bits - 1))) >> bits) + middle;
    store<u8>(target++, <u8>min(max(sample, 0), 255));
    sums += 4;
  }
}

/**
 * Makes `rows` complete rows of `width` samples, without gaps. `first` has the first source row of
 * each (32 bits), of which row `top` is at `source`; `weights` has `taps` weights for each. `sums`
 * has room for the sums of a row; for `table` see `writeRow`.
 */
export function writeRows(
  source: usize,
  stride: usize,
  top: u32,
  first: usize,
  weights: usize,
  taps: i32,
  rows: i32,
  width: i32,
  sums: usize,
  table: usize,
  target: usize,
): void {
  for (let row = 0; row < rows; row++) {
    const from = source + <usize>(load<u32>(first) - top) * stride;
    sumRow(from, stride, weights, taps, width, sums);
    writeRow(sums, width, table, target);
    first += 4;
    weights += (<usize>taps) << 1;
    target += width;
  }
}
