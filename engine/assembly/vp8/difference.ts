// Difference between a block and its prediction: the sum of magnitudes after a Hadamard transform,
// which predicts the bits to code better than the plain differences.

/**
 * Final sums and differences of adjacent pairs: |a + b| + |a - b| is twice the larger magnitude,
 * here once per lane.
 */
// @ts-ignore: decorator
@inline
function largerOfPairs(values: v128): v128 {
  const magnitudes = i16x8.abs(values);
  const swapped = v128.shuffle<i16>(magnitudes, magnitudes, 1, 0, 3, 2, 5, 4, 7, 6);
  return i16x8.max_s(magnitudes, swapped);
}

/**
 * Sums of magnitudes in 8 lanes, for two rows of two blocks (or four of one) that are already
 * transformed vertically.
 */
// @ts-ignore: decorator
@inline
function transformAcross(a: v128, b: v128): v128 {
  const even = v128.shuffle<i16>(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
  const odd = v128.shuffle<i16>(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
  return i16x8.add(largerOfPairs(i16x8.add(even, odd)), largerOfPairs(i16x8.sub(even, odd)));
}

// @ts-ignore: decorator
@inline
function total(lanes: v128): i32 {
  const fours = i32x4.extadd_pairwise_i16x8_u(lanes);
  const twos = i32x4.add(fours, v128.shuffle<i32>(fours, fours, 2, 3, 0, 1));
  return i32x4.extract_lane(twos, 0) + i32x4.extract_lane(twos, 1);
}

/** For 4 x 4 samples in consecutive rows. */
// @ts-ignore: decorator
@inline
export function difference4(samples: v128, prediction: v128): i32 {
  const upper = i16x8.sub(i16x8.extend_low_i8x16_u(samples), i16x8.extend_low_i8x16_u(prediction));
  const lower = i16x8.sub(
    i16x8.extend_high_i8x16_u(samples),
    i16x8.extend_high_i8x16_u(prediction),
  );
  const sum = i16x8.add(upper, lower);
  const rest = i16x8.sub(upper, lower);
  const first = v128.shuffle<i64>(sum, rest, 0, 2);
  const second = v128.shuffle<i64>(sum, rest, 1, 3);
  return total(transformAcross(i16x8.add(first, second), i16x8.sub(first, second)));
}

/** For four rows of two blocks. */
// @ts-ignore: decorator
@inline
function transformRows(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i16x8.add(a, b);
  const cd = i16x8.add(c, d);
  const aLessB = i16x8.sub(a, b);
  const cLessD = i16x8.sub(c, d);
  return i16x8.add(
    transformAcross(i16x8.add(ab, cd), i16x8.sub(ab, cd)),
    transformAcross(i16x8.add(aLessB, cLessD), i16x8.sub(aLessB, cLessD)),
  );
}

// @ts-ignore: decorator
@inline
function lowDifference(a: v128, b: v128): v128 {
  return i16x8.sub(i16x8.extend_low_i8x16_u(a), i16x8.extend_low_i8x16_u(b));
}

// @ts-ignore: decorator
@inline
function highDifference(a: v128, b: v128): v128 {
  return i16x8.sub(i16x8.extend_high_i8x16_u(a), i16x8.extend_high_i8x16_u(b));
}

/** For 16 x 16 samples and a prediction in rows of 16. */
export function difference16(samples: usize, sampleStride: usize, prediction: usize): i32 {
  let sum = 0;
  for (let row: usize = 0; row < 16; row += 4) {
    const s0 = v128.load(samples);
    const s1 = v128.load(samples + sampleStride);
    const s2 = v128.load(samples + 2 * sampleStride);
    const s3 = v128.load(samples + 3 * sampleStride);
    const p0 = v128.load(prediction);
    const p1 = v128.load(prediction, 16);
    const p2 = v128.load(prediction, 32);
    const p3 = v128.load(prediction, 48);
    const left = transformRows(
      lowDifference(s0, p0),
      lowDifference(s1, p1),
      lowDifference(s2, p2),
      lowDifference(s3, p3),
    );
    const right = transformRows(
      highDifference(s0, p0),
      highDifference(s1, p1),
      highDifference(s2, p2),
      highDifference(s3, p3),
    );
    sum += total(left) + total(right);
    samples += 4 * sampleStride;
    prediction += 64;
  }
  return sum;
}

/** For 8 x 8 samples and a prediction in rows of 8. */
export function difference8(samples: usize, sampleStride: usize, prediction: usize): i32 {
  let sum = 0;
  for (let row: usize = 0; row < 8; row += 4) {
    const lanes = transformRows(
      lowDifference(v128.load64_zero(samples), v128.load64_zero(prediction)),
      lowDifference(v128.load64_zero(samples + sampleStride), v128.load64_zero(prediction, 8)),
      lowDifference(v128.load64_zero(samples + 2 * sampleStride), v128.load64_zero(prediction, 16)),
      lowDifference(v128.load64_zero(samples + 3 * sampleStride), v128.load64_zero(prediction, 24)),
    );
    sum += total(lanes);
    samples += 4 * sampleStride;
    prediction += 32;
  }
  return sum;
}
