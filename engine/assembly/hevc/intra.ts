// Intra sample prediction (ITU-T H.265 8.4.4.2).
import * as F from '../../src/hevc/fields';
import {
  at,
  gatherReferences,
  leftLine,
  put,
  setUpReferences,
  smoothLeft,
  smoothReferences,
  smoothTop,
  topLine,
} from './intra-references';
import {
  bitDepthChroma,
  bitDepthLuma,
  chromaType,
  field,
  planeAt,
  strideC,
  strideY,
} from './picture';
import { transpose } from './transpose';

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

let implicitRdpcm: bool = false;

export function setUpIntra(): void {
  setUpReferences();
  implicitRdpcm = field(F.IMPLICIT_RDPCM) !== 0;
}

/**
 * Predicts the block at (x, y), in samples of its plane. `lossless` says that the coding unit
 * bypasses transform and quantization.
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
    planeAt(component) + <usize>(y * stride) + ((<usize>x) << (sizeof<T>() === 1 ? 0 : 1));
  gatherReferences<T>(block, x, y, size, stride, isLuma, bitDepth);

  let top = topLine;
  let left = leftLine;
  if ((isLuma || chromaType === 3) && smoothReferences<T>(log2Size, mode, isLuma, bitDepth)) {
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
      const maxValue = i16x8.splat(<i16>(size - 1));
      for (let x = 0; x < size; x += 8) {
        const column = v128.load(ascending + (x << 1));
        let sum = i16x8.add(base, i16x8.mul(column, fromRight));
        sum = i16x8.add(sum, i16x8.mul(i16x8.sub(maxValue, column), fromLeft));
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
      const maxValue = i32x4.splat(size - 1);
      for (let x = 0; x < size; x += 4) {
        const column = v128.load16x4_u(ascending + (x << 1));
        let sum = i32x4.add(base, i32x4.mul(column, fromRight));
        sum = i32x4.add(sum, i32x4.mul(i32x4.sub(maxValue, column), fromLeft));
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
    const from = main + ((position >> 5) + 1) * one;
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
  const maxValue = (1 << bitDepth) - 1;
  const corner = at<T>(top, 0);
  const base = at<T>(top, 1);
  let row = block;
  for (let y = 0; y < size; y++) {
    put<T>(row, 0, min(max(base + ((at<T>(left, y + 1) - corner) >> 1), 0), maxValue));
    row += stride;
  }
}

/** The first row of the horizontal mode follows the top. */
function gradeFirstRow<T>(block: usize, size: i32, top: usize, left: usize, bitDepth: i32): void {
  const maxValue = (1 << bitDepth) - 1;
  const corner = at<T>(top, 0);
  const base = at<T>(left, 1);
  for (let x = 0; x < size; x++) {
    put<T>(block, x, min(max(base + ((at<T>(top, x + 1) - corner) >> 1), 0), maxValue));
  }
}
