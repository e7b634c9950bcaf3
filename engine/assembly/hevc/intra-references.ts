// Reference samples of intra prediction (ITU-T H.265 8.4.4.2.2 and 8.4.4.2.3).
import * as F from '../../src/hevc/fields';
import { chromaShiftX, chromaShiftY, field, height, isAvailable, width } from './picture';

// Reference samples as arrays that both begin at the corner p[-1][-1]: along the top,
// p[-1..2N-1][-1], and along the left, p[-1][-1..2N-1]. There is room before them for the samples
// that angular prediction projects from the other side, and behind them for whole vectors.
const BEFORE = 128;
const LINE_BYTES = BEFORE + 2 * 65 + 46;
export const topLine: usize = <usize>memory.data(LINE_BYTES, 16) + BEFORE;
export const leftLine: usize = <usize>memory.data(LINE_BYTES, 16) + BEFORE;
export const smoothTop: usize = <usize>memory.data(LINE_BYTES, 16) + BEFORE;
export const smoothLeft: usize = <usize>memory.data(LINE_BYTES, 16) + BEFORE;

let smoothingDisabled: bool = false;
let strongSmoothing: bool = false;

export function setUpReferences(): void {
  smoothingDisabled = field(F.INTRA_SMOOTHING_DISABLED) !== 0;
  strongSmoothing = field(F.STRONG_INTRA_SMOOTHING) !== 0;
}

@inline
export function put<T>(line: usize, index: i32, sample: i32): void {
  if (sizeof<T>() === 1) store<u8>(line + index, sample);
  else store<u16>(line + (index << 1), sample);
}

@inline
export function at<T>(line: usize, index: i32): i32 {
  if (sizeof<T>() === 1) return <i32>load<u8>(line + index);
  return <i32>load<u16>(line + (index << 1));
}

function fill<T>(line: usize, from: i32, to: i32, sample: i32): void {
  for (let i = from; i < to; i++) put<T>(line, i, sample);
}

/** Neighboring samples, and substitutes for those not available, 8.4.4.2.2. */
export function gatherReferences<T>(
  block: usize,
  x: i32,
  y: i32,
  size: i32,
  stride: i32,
  isLuma: bool,
  bitDepth: i32,
): void {
  const shiftX = isLuma ? 0 : chromaShiftX;
  const shiftY = isLuma ? 0 : chromaShiftY;
  const lumaX = x << shiftX;
  const lumaY = y << shiftY;
  const lumaRight = (x + size) << shiftX;
  const lumaBottom = (y + size) << shiftY;
  // A neighboring area of the block's own size is available as a whole or not at all, except
  // where the picture ends.
  const hasLeft = isAvailable(lumaX - 1, lumaY);
  const hasTop = isAvailable(lumaX, lumaY - 1);
  const hasCorner = isAvailable(lumaX - 1, lumaY - 1);
  const rightCount = isAvailable(lumaRight, lumaY - 1)
    ? min(size, (width >> shiftX) - (x + size))
    : 0;
  const belowCount = isAvailable(lumaX - 1, lumaBottom)
    ? min(size, (height >> shiftY) - (y + size))
    : 0;
  const bytes = sizeof<T>() === 1 ? 0 : 1;
  const above = block - stride;
  const one = 1 << bytes;

  if (hasTop) {
    copySamples(topLine + one, above, size << bytes);
    if (rightCount > 0) {
      copySamples(topLine + one + (size << bytes), above + (size << bytes), rightCount << bytes);
    }
    if (rightCount < size) {
      const last = at<T>(topLine, size + rightCount);
      fill<T>(topLine, size + 1 + rightCount, 2 * size + 1, last);
    }
  }
  if (hasLeft) {
    const count = size + belowCount;
    let from = block - one;
    for (let i = 1; i <= count; i++) {
      put<T>(leftLine, i, at<T>(from, 0));
      from += stride;
    }
    if (belowCount < size) fill<T>(leftLine, count + 1, 2 * size + 1, at<T>(leftLine, count));
  }
  let corner = at<T>(above - one, 0);
  if (!hasLeft) {
    // Nothing below can be available without the left side.
    let substitute = 1 << (bitDepth - 1);
    if (hasCorner) substitute = corner;
    else if (hasTop) substitute = at<T>(topLine, 1);
    else if (rightCount > 0) substitute = at<T>(above, size);
    fill<T>(leftLine, 1, 2 * size + 1, substitute);
  }
  if (!hasCorner) corner = at<T>(leftLine, 1);
  put<T>(topLine, 0, corner);
  put<T>(leftLine, 0, corner);
  if (!hasTop) {
    fill<T>(topLine, 1, size + 1, corner);
    if (rightCount > 0) {
      copySamples(topLine + one + (size << bytes), above + (size << bytes), rightCount << bytes);
    }
    const last = at<T>(topLine, size + rightCount);
    fill<T>(topLine, size + 1 + rightCount, 2 * size + 1, last);
  }
}

/** Copies in whole vectors where that saves a loop; lines have room for what is too much. */
@inline
function copySamples(to: usize, from: usize, bytes: i32): void {
  for (let i = 0; i < bytes; i += 16) v128.store(to + i, v128.load(from + i));
}

/** Filters the references where that is due, 8.4.4.2.3; true when the smooth lines count. */
export function smoothReferences<T>(log2Size: i32, mode: i32, isLuma: bool, bitDepth: i32): bool {
  if (smoothingDisabled || mode === 1 || log2Size === 2 || !needsSmoothing(mode, log2Size)) {
    return false;
  }
  if (
    strongSmoothing &&
    isLuma &&
    log2Size === 5 &&
    isFlat<T>(topLine, bitDepth) &&
    isFlat<T>(leftLine, bitDepth)
  ) {
    interpolate<T>(topLine, smoothTop);
    interpolate<T>(leftLine, smoothLeft);
  } else {
    const size = 1 << log2Size;
    smooth<T>(topLine, smoothTop, at<T>(leftLine, 1), size);
    smooth<T>(leftLine, smoothLeft, at<T>(topLine, 1), size);
  }
  return true;
}

@inline
function needsSmoothing(mode: i32, log2Size: i32): bool {
  if (mode === 0) return true;
  const distance = min(abs(mode - 26), abs(mode - 10));
  return distance > (log2Size === 3 ? 7 : log2Size === 4 ? 1 : 0);
}

/** Whether a side is close to a straight line, 8.4.4.2.3 (bi-linear smoothing of 32x32). */
@inline
function isFlat<T>(line: usize, bitDepth: i32): bool {
  return abs(at<T>(line, 0) + at<T>(line, 64) - 2 * at<T>(line, 32)) < 1 << (bitDepth - 5);
}

function interpolate<T>(from: usize, to: usize): void {
  const first = at<T>(from, 0);
  const last = at<T>(from, 64);
  put<T>(to, 0, first);
  for (let i = 1; i < 64; i++) put<T>(to, i, ((64 - i) * first + i * last + 32) >> 6);
  put<T>(to, 64, last);
}

/** The filter 1 2 1; `beyond` is the sample before the corner, on the other side. */
function smooth<T>(from: usize, to: usize, beyond: i32, size: i32): void {
  const corner = at<T>(from, 0);
  put<T>(to, 0, (beyond + 2 * corner + at<T>(from, 1) + 2) >> 2);
  const last = 2 * size;
  if (sizeof<T>() === 1) {
    const two = i16x8.splat(2);
    for (let i = 1; i < last; i += 8) {
      const middle = v128.load8x8_u(from + i);
      const sides = i16x8.add(v128.load8x8_u(from + i - 1), v128.load8x8_u(from + i + 1));
      const sum = i16x8.add(i16x8.add(sides, two), i16x8.shl(middle, 1));
      const result = i16x8.shr_u(sum, 2);
      v128.store64_lane(to + i, i8x16.narrow_i16x8_u(result, result), 0);
    }
  } else {
    const two = i16x8.splat(2);
    for (let i = 1; i < last; i += 8) {
      const place = from + (i << 1);
      const sides = i16x8.add(v128.load(place - 2), v128.load(place + 2));
      const sum = i16x8.add(i16x8.add(sides, two), i16x8.shl(v128.load(place), 1));
      v128.store(to + (i << 1), i16x8.shr_u(sum, 2));
    }
  }
  put<T>(to, last, at<T>(from, last));
}
