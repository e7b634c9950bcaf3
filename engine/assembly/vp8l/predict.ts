// Predicts pixels from those to the left and above (RFC 9649, section 4.1), four at a time.

/** Number of modes. The first one predicts black and is not for photos. */
const modes: i32 = 14;

/** Rounds down, unlike `avgr_u`. */
// @ts-ignore: decorator
@inline
function average(a: v128, b: v128): v128 {
  const odd = v128.and(v128.xor(a, b), i8x16.splat(1));
  return i8x16.sub(i8x16.avgr_u(a, b), odd);
}

// @ts-ignore: decorator
@inline
function distance(a: v128, b: v128): v128 {
  const bytes = v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a));
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes));
}

/** The left or the upper pixel, whichever is nearer to their sum minus the corner. */
// @ts-ignore: decorator
@inline
function select(left: v128, above: v128, between: v128): v128 {
  const isLeft = i32x4.lt_s(distance(above, between), distance(left, between));
  return v128.bitselect(left, above, isLeft);
}

// @ts-ignore: decorator
@inline
function sumLess(a: v128, b: v128, less: v128): v128 {
  return i16x8.sub(i16x8.add(a, b), less);
}

// @ts-ignore: decorator
@inline
function gradient(left: v128, above: v128, between: v128): v128 {
  const low = sumLess(
    i16x8.extend_low_i8x16_u(left),
    i16x8.extend_low_i8x16_u(above),
    i16x8.extend_low_i8x16_u(between),
  );
  const high = sumLess(
    i16x8.extend_high_i8x16_u(left),
    i16x8.extend_high_i8x16_u(above),
    i16x8.extend_high_i8x16_u(between),
  );
  return i8x16.narrow_i16x8_u(low, high);
}

/** `a` plus half of its excess over `b`, rounded toward zero. */
// @ts-ignore: decorator
@inline
function halfBeyond(a: v128, b: v128): v128 {
  const more = i16x8.sub(a, b);
  const half = i16x8.shr_s(i16x8.sub(more, i16x8.shr_s(more, 15)), 1);
  return i16x8.add(a, half);
}

// @ts-ignore: decorator
@inline
function halfGradient(middle: v128, between: v128): v128 {
  const low = halfBeyond(i16x8.extend_low_i8x16_u(middle), i16x8.extend_low_i8x16_u(between));
  const high = halfBeyond(i16x8.extend_high_i8x16_u(middle), i16x8.extend_high_i8x16_u(between));
  return i8x16.narrow_i16x8_u(low, high);
}

/** The prediction of four pixels at `at`; rows are `stride` bytes apart. */
// @ts-ignore: decorator
@inline
function predictionOf(mode: i32, at: usize, stride: usize): v128 {
  const up = at - stride;
  if (mode == 1) return v128.load(at - 4);
  if (mode == 2) return v128.load(up);
  if (mode == 3) return v128.load(up + 4);
  if (mode == 4) return v128.load(up - 4);
  const left = v128.load(at - 4);
  const above = v128.load(up);
  const right = v128.load(up + 4);
  const between = v128.load(up - 4);
  if (mode == 5) return average(average(left, right), above);
  if (mode == 6) return average(left, between);
  if (mode == 7) return average(left, above);
  if (mode == 8) return average(between, above);
  if (mode == 9) return average(above, right);
  if (mode == 10) return average(average(left, between), average(above, right));
  if (mode == 11) return select(left, above, between);
  if (mode == 12) return gradient(left, above, between);
  return halfGradient(average(left, above), between);
}

/** Side of a tile in pixels. A tile has one mode. */
export const side: i32 = 16;
export const tileStride: usize = 64;
export const tileBytes: usize = 1024;

/**
 * Predicts a tile and writes the residuals in rows of `tileStride` bytes. Returns sums of their
 * magnitudes, in eight 16-bit lanes: blue, green, red, alpha, twice.
 */
// @ts-ignore: decorator
@inline
function predictIn(
  mode: i32,
  from: usize,
  stride: usize,
  bytes: usize,
  rows: i32,
  to: usize,
): v128 {
  let sums = i16x8.splat(0);
  for (let row = 0; row < rows; row++) {
    for (let x: usize = 0; x < bytes; x += 16) {
      const at = from + x;
      const off = i8x16.sub(v128.load(at), predictionOf(mode, at, stride));
      v128.store(to + x, off);
      const size = i8x16.abs(off);
      sums = i16x8.add(sums, i16x8.extend_low_i8x16_u(size));
      sums = i16x8.add(sums, i16x8.extend_high_i8x16_u(size));
    }
    from += stride;
    to += tileStride;
  }
  return sums;
}

/** The same for any mode. */
function predict(mode: i32, from: usize, stride: usize, bytes: usize, rows: i32, to: usize): v128 {
  switch (mode) {
    case 1:
      return predictIn(1, from, stride, bytes, rows, to);
    case 2:
      return predictIn(2, from, stride, bytes, rows, to);
    case 3:
      return predictIn(3, from, stride, bytes, rows, to);
    case 4:
      return predictIn(4, from, stride, bytes, rows, to);
    case 5:
      return predictIn(5, from, stride, bytes, rows, to);
    case 6:
      return predictIn(6, from, stride, bytes, rows, to);
    case 7:
      return predictIn(7, from, stride, bytes, rows, to);
    case 8:
      return predictIn(8, from, stride, bytes, rows, to);
    case 9:
      return predictIn(9, from, stride, bytes, rows, to);
    case 10:
      return predictIn(10, from, stride, bytes, rows, to);
    case 11:
      return predictIn(11, from, stride, bytes, rows, to);
    case 12:
      return predictIn(12, from, stride, bytes, rows, to);
    default:
      return predictIn(13, from, stride, bytes, rows, to);
  }
}

/** A tile's residuals in each mode. */
const tried: usize = memory.data(14 * 1024, 16);

/** Taken to be left of each channel at least: one that is always right does not make up for the others. */
const leastOff: f64 = 0.3;

/** Bits that a tile takes grow with the logarithm of this. */
// @ts-ignore: decorator
@inline
function spreadOf(sums: v128, pixels: f64): f64 {
  const blue = i16x8.extract_lane_u(sums, 0) + i16x8.extract_lane_u(sums, 4);
  const green = i16x8.extract_lane_u(sums, 1) + i16x8.extract_lane_u(sums, 5);
  const red = i16x8.extract_lane_u(sums, 2) + i16x8.extract_lane_u(sums, 6);
  const each: f64 = 1 / pixels;
  const alpha = i16x8.extract_lane_u(sums, 3) + i16x8.extract_lane_u(sums, 7);
  const color = (<f64>blue * each + leastOff) * (<f64>green * each + leastOff);
  return color * (<f64>red * each + leastOff) * (<f64>alpha * each + leastOff);
}

/** Of the mode that `predictBest` has found last. */
export let bestSpread: f64 = 0;
export let bestResiduals: usize = 0;

/** The mode that leaves the least of a tile; what it leaves is at `bestResiduals`. */
export function predictBest(from: usize, stride: usize, columns: i32, rows: i32): i32 {
  const bytes = (<usize>columns) << 2;
  const pixels = <f64>(((columns + 3) & ~3) * rows);
  let best = 0;
  bestSpread = Infinity;
  for (let mode = 1; mode < modes; mode++) {
    const residuals = tried + <usize>mode * tileBytes;
    const spread = spreadOf(predict(mode, from, stride, bytes, rows, residuals), pixels);
    if (spread >= bestSpread) continue;
    best = mode;
    bestSpread = spread;
    bestResiduals = residuals;
  }
  return best;
}
