// Intra sample prediction (ITU-T H.265 8.4.4.2).
import * as F from '../../src/hevc/fields';
import {
  bitDepthChroma,
  bitDepthLuma,
  chromaShiftX,
  chromaShiftY,
  chromaType,
  field,
  height,
  isAvailable,
  planeAt,
  strideC,
  strideY,
  width,
} from './picture';

// Reference samples as arrays that both begin at the corner p[-1][-1]: along the top,
// p[-1..2N-1][-1], and along the left, p[-1][-1..2N-1]. There is room before them for the samples
// that angular prediction projects from the other side, and behind them for whole vectors.
const BEFORE = 128;
const LINE_BYTES = BEFORE + 2 * 65 + 46;
const topLine: usize = <usize>memory.data(LINE_BYTES, 16) + BEFORE;
const leftLine: usize = <usize>memory.data(LINE_BYTES, 16) + BEFORE;
const smoothTop: usize = <usize>memory.data(LINE_BYTES, 16) + BEFORE;
const smoothLeft: usize = <usize>memory.data(LINE_BYTES, 16) + BEFORE;
// A block predicted with rows and columns exchanged.
const exchanged: usize = memory.data(32 * 32 * 2 + 32, 16);

// intraPredAngle (table 8-5) and invAngle (table 8-6) of the vertical modes, from 18 on.
const angles: usize = memory.data<i8>([
  -32, -26, -21, -17, -13, -9, -5, -2, 0, 2, 5, 9, 13, 17, 21, 26, 32,
]);
const inverseAngles: usize = memory.data<i16>([-256, -315, -390, -482, -630, -910, -1638, -4096]);

const ascending: usize = memory.data<i16>([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
  27, 28, 29, 30, 31,
]);

let smoothingDisabled: bool = false;
let strongSmoothing: bool = false;
let implicitRdpcm: bool = false;

export function setUpIntra(): void {
  smoothingDisabled = field(F.INTRA_SMOOTHING_DISABLED) !== 0;
  strongSmoothing = field(F.STRONG_INTRA_SMOOTHING) !== 0;
  implicitRdpcm = field(F.IMPLICIT_RDPCM) !== 0;
}

@inline
function put<T>(line: usize, index: i32, sample: i32): void {
  if (sizeof<T>() === 1) store<u8>(line + index, sample);
  else store<u16>(line + (index << 1), sample);
}

@inline
function at<T>(line: usize, index: i32): i32 {
  if (sizeof<T>() === 1) return <i32>load<u8>(line + index);
  return <i32>load<u16>(line + (index << 1));
}

function fill<T>(line: usize, from: i32, to: i32, sample: i32): void {
  for (let i = from; i < to; i++) put<T>(line, i, sample);
}

/**
 * Predicts the block at (x, y), in samples of its plane. `lossless` says that the coding unit
 * bypasses transform and quantisation.
 */
export function predictIntra<T>(
  x: i32,
  y: i32,
  log2Size: i32,
  component: i32,
  mode: i32,
  lossless: bool,
): void {
  const size = 1 << log2Size;
  const isLuma = component === 0;
  const stride = isLuma ? strideY : strideC;
  const bitDepth = isLuma ? bitDepthLuma : bitDepthChroma;
  const block =
    planeAt(component) + <usize>(y * stride) + (<usize>x << (sizeof<T>() === 1 ? 0 : 1));
  gatherReferences<T>(block, x, y, size, stride, isLuma, bitDepth);

  let top = topLine;
  let left = leftLine;
  // Filtering of the references, 8.4.4.2.3
  if (
    mode !== 1 &&
    log2Size !== 2 &&
    !smoothingDisabled &&
    (isLuma || chromaType === 3) &&
    needsSmoothing(mode, log2Size)
  ) {
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
      smooth<T>(topLine, smoothTop, at<T>(leftLine, 1), size);
      smooth<T>(leftLine, smoothLeft, at<T>(topLine, 1), size);
    }
    top = smoothTop;
    left = smoothLeft;
  }

  if (mode === 0) planar<T>(block, stride, log2Size, top, left);
  else if (mode === 1) dc<T>(block, stride, log2Size, top, left, isLuma);
  else {
    const boundary = isLuma && log2Size < 5 && !(implicitRdpcm && lossless);
    if (mode >= 18) {
      angular<T>(block, stride, size, top, left, mode);
      if (mode === 26 && boundary) {
        gradeFirstColumn<T>(block, stride, size, top, left, bitDepth);
      }
    } else {
      // The horizontal modes are the vertical ones with rows and columns exchanged.
      angular<T>(exchanged, size << (sizeof<T>() === 1 ? 0 : 1), size, left, top, 36 - mode);
      transpose<T>(exchanged, block, stride, size);
      if (mode === 10 && boundary) gradeFirstRow<T>(block, size, top, left, bitDepth);
    }
  }
}

@inline
function needsSmoothing(mode: i32, log2Size: i32): bool {
  if (mode === 0) return true;
  const distance = min(abs(mode - 26), abs(mode - 10));
  return distance > (log2Size === 3 ? 7 : log2Size === 4 ? 1 : 0);
}

/** Neighbouring samples, and substitutes for those not available, 8.4.4.2.2. */
function gatherReferences<T>(
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
  // A neighbouring area of the block's own size is available as a whole or not at all, except
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

/** 8.4.4.2.4 */
function planar<T>(block: usize, stride: i32, log2Size: i32, top: usize, left: usize): void {
  const size = 1 << log2Size;
  const topRight = at<T>(top, size + 1);
  const bottomLeft = at<T>(left, size + 1);
  const shift = log2Size + 1;
  let row = block;
  if (sizeof<T>() === 1) {
    for (let y = 0; y < size; y++) {
      const fromLeft = i16x8.splat(<i16>at<T>(left, y + 1));
      const fromRight = i16x8.splat(<i16>topRight);
      const base = i16x8.splat(<i16>((y + 1) * bottomLeft + size + topRight));
      const fromTop = i16x8.splat(<i16>(size - 1 - y));
      const most = i16x8.splat(<i16>(size - 1));
      for (let x = 0; x < size; x += 8) {
        const column = v128.load(ascending + (x << 1));
        let sum = i16x8.add(base, i16x8.mul(column, fromRight));
        sum = i16x8.add(sum, i16x8.mul(i16x8.sub(most, column), fromLeft));
        sum = i16x8.add(sum, i16x8.mul(v128.load8x8_u(top + 1 + x), fromTop));
        sum = i16x8.shr_u(sum, shift);
        const narrow = i8x16.narrow_i16x8_u(sum, sum);
        if (log2Size === 2) v128.store32_lane(row, narrow, 0);
        else v128.store64_lane(row + x, narrow, 0);
      }
      row += stride;
    }
  } else {
    for (let y = 0; y < size; y++) {
      const fromLeft = i32x4.splat(at<T>(left, y + 1));
      const fromRight = i32x4.splat(topRight);
      const base = i32x4.splat((y + 1) * bottomLeft + size + topRight);
      const fromTop = i32x4.splat(size - 1 - y);
      const most = i32x4.splat(size - 1);
      for (let x = 0; x < size; x += 4) {
        const column = v128.load16x4_u(ascending + (x << 1));
        let sum = i32x4.add(base, i32x4.mul(column, fromRight));
        sum = i32x4.add(sum, i32x4.mul(i32x4.sub(most, column), fromLeft));
        sum = i32x4.add(sum, i32x4.mul(v128.load16x4_u(top + 2 + (x << 1)), fromTop));
        sum = i32x4.shr_u(sum, shift);
        v128.store64_lane(row + (x << 1), i16x8.narrow_i32x4_u(sum, sum), 0);
      }
      row += stride;
    }
  }
}

/** 8.4.4.2.5 */
function dc<T>(
  block: usize,
  stride: i32,
  log2Size: i32,
  top: usize,
  left: usize,
  isLuma: bool,
): void {
  const size = 1 << log2Size;
  let sum = size;
  for (let i = 1; i <= size; i++) sum += at<T>(top, i) + at<T>(left, i);
  const mean = sum >> (log2Size + 1);
  const bytes = sizeof<T>() === 1 ? size : size << 1;
  const all = sizeof<T>() === 1 ? i8x16.splat(<i8>mean) : i16x8.splat(<i16>mean);
  let row = block;
  for (let y = 0; y < size; y++) {
    if (bytes === 4) v128.store32_lane(row, all, 0);
    else if (bytes === 8) v128.store64_lane(row, all, 0);
    else for (let i = 0; i < bytes; i += 16) v128.store(row + i, all);
    row += stride;
  }
  if (!isLuma || size === 32) return;
  put<T>(block, 0, (at<T>(left, 1) + 2 * mean + at<T>(top, 1) + 2) >> 2);
  for (let x = 1; x < size; x++) put<T>(block, x, (at<T>(top, x + 1) + 3 * mean + 2) >> 2);
  row = block + stride;
  for (let y = 1; y < size; y++) {
    put<T>(row, 0, (at<T>(left, y + 1) + 3 * mean + 2) >> 2);
    row += stride;
  }
}

/** 8.4.4.2.6 for the vertical modes, 18 to 34; `main` runs along the predicted rows. */
function angular<T>(
  block: usize,
  stride: i32,
  size: i32,
  main: usize,
  side: usize,
  mode: i32,
): void {
  const angle = <i32>load<i8>(angles + mode - 18);
  const one = sizeof<T>() === 1 ? 1 : 2;
  if (angle < 0) {
    const last = (size * angle) >> 5;
    if (last < -1) {
      const inverse = <i32>load<i16>(inverseAngles + ((mode - 18) << 1));
      for (let i = -1; i >= last; i--) {
        put<T>(main, i, at<T>(side, (i * inverse + 128) >> 8));
      }
    }
  }
  let row = block;
  let position = 0;
  for (let y = 0; y < size; y++) {
    position += angle;
    const fraction = position & 31;
    const from = main + (((position >> 5) + 1) * one);
    if (sizeof<T>() === 1) {
      if (fraction === 0) {
        if (size === 4) store<u32>(row, load<u32>(from));
        else if (size === 8) store<u64>(row, load<u64>(from));
        else for (let x = 0; x < size; x += 16) v128.store(row + x, v128.load(from + x));
      } else {
        const near = i16x8.splat(<i16>(32 - fraction));
        const far = i16x8.splat(<i16>fraction);
        const round = i16x8.splat(16);
        if (size <= 8) {
          const a = i16x8.mul(v128.load8x8_u(from), near);
          const b = i16x8.mul(v128.load8x8_u(from, 1), far);
          const sum = i16x8.shr_u(i16x8.add(i16x8.add(a, b), round), 5);
          const narrow = i8x16.narrow_i16x8_u(sum, sum);
          if (size === 4) v128.store32_lane(row, narrow, 0);
          else v128.store64_lane(row, narrow, 0);
        } else {
          for (let x = 0; x < size; x += 16) {
            const low = i16x8.add(
              i16x8.mul(v128.load8x8_u(from + x), near),
              i16x8.mul(v128.load8x8_u(from + x, 1), far),
            );
            const high = i16x8.add(
              i16x8.mul(v128.load8x8_u(from + x, 8), near),
              i16x8.mul(v128.load8x8_u(from + x, 9), far),
            );
            v128.store(
              row + x,
              i8x16.narrow_i16x8_u(
                i16x8.shr_u(i16x8.add(low, round), 5),
                i16x8.shr_u(i16x8.add(high, round), 5),
              ),
            );
          }
        }
      }
    } else {
      const weights = i32x4.splat((32 - fraction) | (fraction << 16));
      const round = i32x4.splat(16);
      for (let x = 0; x < size; x += 4) {
        const a = v128.load64_zero(from + (x << 1));
        const b = v128.load64_zero(from + (x << 1), 2);
        const both = i16x8.shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
        const sum = i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(both, weights), round), 5);
        v128.store64_lane(row + (x << 1), i16x8.narrow_i32x4_u(sum, sum), 0);
      }
    }
    row += stride;
  }
}

/** The first column of the vertical mode follows the left side, 8.4.4.2.6. */
function gradeFirstColumn<T>(
  block: usize,
  stride: i32,
  size: i32,
  top: usize,
  left: usize,
  bitDepth: i32,
): void {
  const most = (1 << bitDepth) - 1;
  const corner = at<T>(top, 0);
  const base = at<T>(top, 1);
  let row = block;
  for (let y = 0; y < size; y++) {
    put<T>(row, 0, min(max(base + ((at<T>(left, y + 1) - corner) >> 1), 0), most));
    row += stride;
  }
}

/** The first row of the horizontal mode follows the top. */
function gradeFirstRow<T>(block: usize, size: i32, top: usize, left: usize, bitDepth: i32): void {
  const most = (1 << bitDepth) - 1;
  const corner = at<T>(top, 0);
  const base = at<T>(left, 1);
  for (let x = 0; x < size; x++) {
    put<T>(block, x, min(max(base + ((at<T>(top, x + 1) - corner) >> 1), 0), most));
  }
}

/** Writes a block of `size` columns and rows with rows and columns exchanged. */
function transpose<T>(from: usize, to: usize, stride: i32, size: i32): void {
  if (sizeof<T>() === 1) {
    if (size === 4) {
      const all = v128.load(from);
      const turned = i8x16.shuffle(all, all, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
      v128.store32_lane(to, turned, 0);
      v128.store32_lane(to + stride, turned, 1);
      v128.store32_lane(to + stride * 2, turned, 2);
      v128.store32_lane(to + stride * 3, turned, 3);
      return;
    }
    for (let y = 0; y < size; y += 8) {
      for (let x = 0; x < size; x += 8) {
        transpose8(from + (x << (31 - clz(size))) + y, size, to + y * stride + x, stride);
      }
    }
  } else {
    for (let y = 0; y < size; y += 4) {
      for (let x = 0; x < size; x += 4) {
        transpose4Wide(from + ((x * size + y) << 1), size << 1, to + y * stride + (x << 1), stride);
      }
    }
  }
}

/** 8x8 bytes. */
function transpose8(from: usize, fromStride: i32, to: usize, toStride: i32): void {
  const r01 = pairOfRows(from, fromStride);
  const r23 = pairOfRows(from + fromStride * 2, fromStride);
  const r45 = pairOfRows(from + fromStride * 4, fromStride);
  const r67 = pairOfRows(from + fromStride * 6, fromStride);
  // Each of r01.. holds columns as (row 2i, row 2i + 1) byte pairs.
  const low0 = i16x8.shuffle(r01, r23, 0, 8, 1, 9, 2, 10, 3, 11);
  const high0 = i16x8.shuffle(r01, r23, 4, 12, 5, 13, 6, 14, 7, 15);
  const low1 = i16x8.shuffle(r45, r67, 0, 8, 1, 9, 2, 10, 3, 11);
  const high1 = i16x8.shuffle(r45, r67, 4, 12, 5, 13, 6, 14, 7, 15);
  const c01 = i32x4.shuffle(low0, low1, 0, 4, 1, 5);
  const c23 = i32x4.shuffle(low0, low1, 2, 6, 3, 7);
  const c45 = i32x4.shuffle(high0, high1, 0, 4, 1, 5);
  const c67 = i32x4.shuffle(high0, high1, 2, 6, 3, 7);
  v128.store64_lane(to, c01, 0);
  v128.store64_lane(to + toStride, c01, 1);
  v128.store64_lane(to + toStride * 2, c23, 0);
  v128.store64_lane(to + toStride * 3, c23, 1);
  v128.store64_lane(to + toStride * 4, c45, 0);
  v128.store64_lane(to + toStride * 5, c45, 1);
  v128.store64_lane(to + toStride * 6, c67, 0);
  v128.store64_lane(to + toStride * 7, c67, 1);
}

@inline
function pairOfRows(from: usize, stride: i32): v128 {
  const a = v128.load64_zero(from);
  const b = v128.load64_zero(from + stride);
  return i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

/** 4x4 samples of 16 bits. */
function transpose4Wide(from: usize, fromStride: i32, to: usize, toStride: i32): void {
  const a = v128.load64_zero(from);
  const b = v128.load64_zero(from + fromStride);
  const c = v128.load64_zero(from + fromStride * 2);
  const d = v128.load64_zero(from + fromStride * 3);
  const ab = i16x8.shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
  const cd = i16x8.shuffle(c, d, 0, 8, 1, 9, 2, 10, 3, 11);
  const low = i32x4.shuffle(ab, cd, 0, 4, 1, 5);
  const high = i32x4.shuffle(ab, cd, 2, 6, 3, 7);
  v128.store64_lane(to, low, 0);
  v128.store64_lane(to + toStride, low, 1);
  v128.store64_lane(to + toStride * 2, high, 0);
  v128.store64_lane(to + toStride * 3, high, 1);
}
