// Places parts of decoded planes in a strip: copied, turned or mirrored.

import { high16, high32, low16, low32 } from '../lanes';

// @ts-ignore: decorator
@inline
function low8(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

/** Transposes 8x8 bytes. */
function transposeBytes(source: usize, stride: isize, target: usize, targetStride: isize): void {
  const r0 = v128.load64_zero(source);
  const r1 = v128.load64_zero(source + stride);
  const r2 = v128.load64_zero(source + 2 * stride);
  const r3 = v128.load64_zero(source + 3 * stride);
  const r4 = v128.load64_zero(source + 4 * stride);
  const r5 = v128.load64_zero(source + 5 * stride);
  const r6 = v128.load64_zero(source + 6 * stride);
  const r7 = v128.load64_zero(source + 7 * stride);
  const a0 = low8(r0, r1);
  const a1 = low8(r2, r3);
  const a2 = low8(r4, r5);
  const a3 = low8(r6, r7);
  const b0 = low16(a0, a1);
  const b1 = high16(a0, a1);
  const b2 = low16(a2, a3);
  const b3 = high16(a2, a3);
  const c0 = low32(b0, b2);
  const c1 = high32(b0, b2);
  const c2 = low32(b1, b3);
  const c3 = high32(b1, b3);
  v128.store64_lane(target, c0, 0);
  v128.store64_lane(target + targetStride, c0, 1);
  v128.store64_lane(target + 2 * targetStride, c1, 0);
  v128.store64_lane(target + 3 * targetStride, c1, 1);
  v128.store64_lane(target + 4 * targetStride, c2, 0);
  v128.store64_lane(target + 5 * targetStride, c2, 1);
  v128.store64_lane(target + 6 * targetStride, c3, 0);
  v128.store64_lane(target + 7 * targetStride, c3, 1);
}

/** Transposes `width` x `height` samples: columns of the source become rows of the target. */
function transpose<T>(
  source: usize,
  stride: isize,
  width: i32,
  height: i32,
  target: usize,
  targetStride: isize,
): void {
  const bytes: isize = sizeof<T>();
  // 16-bit samples are too rare for a vector path of their own.
  const wholeWidth = sizeof<T>() == 1 ? width & ~7 : 0;
  const wholeHeight = sizeof<T>() == 1 ? height & ~7 : 0;
  for (let y = 0; y < wholeHeight; y += 8) {
    for (let x = 0; x < wholeWidth; x += 8) {
      transposeBytes(
        source + <isize>y * stride + x,
        stride,
        target + <isize>x * targetStride + y,
        targetStride,
      );
    }
  }
  for (let y = 0; y < height; y++) {
    for (let x = y < wholeHeight ? wholeWidth : 0; x < width; x++) {
      store<T>(
        target + <isize>x * targetStride + <isize>y * bytes,
        load<T>(source + <isize>y * stride + <isize>x * bytes),
      );
    }
  }
}

function copyReversed<T>(source: usize, width: i32, target: usize): void {
  let x = 0;
  if (sizeof<T>() == 1) {
    for (; x + 16 <= width; x += 16) {
      const run = v128.load(source + (width - 16 - x));
      v128.store(
        target + x,
        v128.shuffle<i8>(run, run, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
      );
    }
  }
  for (; x < width; x++) {
    store<T>(target + x * sizeof<T>(), load<T>(source + (width - 1 - x) * sizeof<T>()));
  }
}

function place<T>(
  source: usize,
  stride: isize,
  width: i32,
  height: i32,
  target: usize,
  targetStride: isize,
  transposed: bool,
  flipX: bool,
  flipY: bool,
): void {
  if (flipY) {
    source += <isize>(height - 1) * stride;
    stride = -stride;
  }
  if (transposed) {
    if (flipX) {
      target += <isize>(width - 1) * targetStride;
      targetStride = -targetStride;
    }
    transpose<T>(source, stride, width, height, target, targetStride);
    return;
  }
  for (let y = 0; y < height; y++) {
    if (flipX) copyReversed<T>(source, width, target);
    else memory.copy(target, source, <usize>width * sizeof<T>());
    source += stride;
    target += targetStride;
  }
}

/**
 * Places `width` x `height` samples of `bytes` (1 or 2) each at `target`, turned. The target's
 * sample (x, y) is the source's (a, b), where (a, b) is (y, x) if `transposed`, otherwise (x, y).
 * Then a counts from the right if `flipX`, and b from the bottom if `flipY`. Strides are in bytes.
 */
export function placePlane(
  bytes: i32,
  source: usize,
  stride: i32,
  width: i32,
  height: i32,
  target: usize,
  targetStride: i32,
  transposed: bool,
  flipX: bool,
  flipY: bool,
): void {
  if (bytes == 1) {
    place<u8>(source, stride, width, height, target, targetStride, transposed, flipX, flipY);
  } else {
    place<u16>(source, stride, width, height, target, targetStride, transposed, flipX, flipY);
  }
}

/** Repeats the last column and row of 8-bit samples up to the padded size. */
export function padPlane(
  plane: usize,
  stride: i32,
  width: i32,
  height: i32,
  paddedWidth: i32,
  paddedHeight: i32,
): void {
  let row = plane;
  if (paddedWidth > width) {
    for (let y = 0; y < height; y++) {
      memory.fill(row + width, load<u8>(row + width - 1), paddedWidth - width);
      row += stride;
    }
  }
  const last = plane + (height - 1) * stride;
  for (let y = height; y < paddedHeight; y++) {
    memory.copy(plane + y * stride, last, paddedWidth);
  }
}
