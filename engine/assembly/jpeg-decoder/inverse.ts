// Dequantization and inverse DCT of 8x8 blocks (ITU-T T.81, A.3.3 and A.3.4). Gives the same
// samples as libjpeg's accurate transform: columns before rows, with the same sums and rounding.

import { c1, c1Less, c2, c2More, c3, c5, c5More, c6, c7, c7More, c7Less } from '../cosines';
import { high16, highBytes, low16, lowBytes, pair } from '../lanes';
import { halfway } from './memory';

/** 1 with 13 fractional bits, as in the cosines. */
const one: i32 = 8192;

/** Bits dropped after the first pass. */
const columnShift: i32 = 11;
/** Bits dropped after the second pass, including the factor 8 of both passes. */
const rowShift: i32 = 18;

// @ts-ignore: decorator
@inline
function added(a: v128, b: v128, aHigh: v128, bHigh: v128, shift: i32): v128 {
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(a, b), shift),
    i32x4.shr_s(i32x4.add(aHigh, bHigh), shift),
  );
}

// @ts-ignore: decorator
@inline
function subtracted(a: v128, b: v128, aHigh: v128, bHigh: v128, shift: i32): v128 {
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.sub(a, b), shift),
    i32x4.shr_s(i32x4.sub(aHigh, bHigh), shift),
  );
}

// @ts-ignore: decorator
@inline
function read(source: usize, steps: usize): v128 {
  return steps != 0 ? i16x8.mul(v128.load(source), v128.load(steps)) : v128.load(source);
}

/**
 * Transforms the eight columns of a block at `source`, multiplied by `steps` unless that is 0.
 * `half` says that rows 4 to 7 are 0. The result is transposed: 16-bit values at `target` or, with
 * a nonzero `stride`, 8-bit samples.
 */
// @ts-ignore: decorator
@inline
function invert(
  source: usize,
  steps: usize,
  half: bool,
  shift: i32,
  bias: i32,
  target: usize,
  stride: usize,
): void {
  const r0 = read(source, steps);
  const r1 = read(source + 16, steps != 0 ? steps + 16 : 0);
  const r2 = read(source + 32, steps != 0 ? steps + 32 : 0);
  const r3 = read(source + 48, steps != 0 ? steps + 48 : 0);
  const zero = i16x8.splat(0);
  const r4 = half ? zero : read(source + 64, steps != 0 ? steps + 64 : 0);
  const r5 = half ? zero : read(source + 80, steps != 0 ? steps + 80 : 0);
  const r6 = half ? zero : read(source + 96, steps != 0 ? steps + 96 : 0);
  const r7 = half ? zero : read(source + 112, steps != 0 ? steps + 112 : 0);

  // The even part.
  const biases = i32x4.splat(bias);
  const l04 = low16(r0, r4);
  const h04 = high16(r0, r4);
  const l26 = low16(r2, r6);
  const h26 = high16(r2, r6);
  const e0l = i32x4.add(i32x4.dot_i16x8_s(l04, pair(one, one)), biases);
  const e0h = i32x4.add(i32x4.dot_i16x8_s(h04, pair(one, one)), biases);
  const e1l = half ? e0l : i32x4.add(i32x4.dot_i16x8_s(l04, pair(one, -one)), biases);
  const e1h = half ? e0h : i32x4.add(i32x4.dot_i16x8_s(h04, pair(one, -one)), biases);
  const e2l = i32x4.dot_i16x8_s(l26, pair(c6, -c2More));
  const e2h = i32x4.dot_i16x8_s(h26, pair(c6, -c2More));
  const e3l = i32x4.dot_i16x8_s(l26, pair(c2, c6));
  const e3h = i32x4.dot_i16x8_s(h26, pair(c2, c6));
  const a0l = i32x4.add(e0l, e3l);
  const a0h = i32x4.add(e0h, e3h);
  const a3l = i32x4.sub(e0l, e3l);
  const a3h = i32x4.sub(e0h, e3h);
  const a1l = i32x4.add(e1l, e2l);
  const a1h = i32x4.add(e1h, e2h);
  const a2l = i32x4.sub(e1l, e2l);
  const a2h = i32x4.sub(e1h, e2h);

  // The odd part.
  const l13 = low16(r1, r3);
  const h13 = high16(r1, r3);
  let o0l = i32x4.dot_i16x8_s(l13, pair(c1, c3));
  let o0h = i32x4.dot_i16x8_s(h13, pair(c1, c3));
  let o1l = i32x4.dot_i16x8_s(l13, pair(c3, -c7Less));
  let o1h = i32x4.dot_i16x8_s(h13, pair(c3, -c7Less));
  let o2l = i32x4.dot_i16x8_s(l13, pair(c5More, -c1Less));
  let o2h = i32x4.dot_i16x8_s(h13, pair(c5More, -c1Less));
  let o3l = i32x4.dot_i16x8_s(l13, pair(c7, -c5));
  let o3h = i32x4.dot_i16x8_s(h13, pair(c7, -c5));
  if (!half) {
    const l57 = low16(r5, r7);
    const h57 = high16(r5, r7);
    o0l = i32x4.add(o0l, i32x4.dot_i16x8_s(l57, pair(c5More, c7)));
    o0h = i32x4.add(o0h, i32x4.dot_i16x8_s(h57, pair(c5More, c7)));
    o1l = i32x4.add(o1l, i32x4.dot_i16x8_s(l57, pair(-c1Less, -c5)));
    o1h = i32x4.add(o1h, i32x4.dot_i16x8_s(h57, pair(-c1Less, -c5)));
    o2l = i32x4.add(o2l, i32x4.dot_i16x8_s(l57, pair(c7More, c3)));
    o2h = i32x4.add(o2h, i32x4.dot_i16x8_s(h57, pair(c7More, c3)));
    o3l = i32x4.add(o3l, i32x4.dot_i16x8_s(l57, pair(c3, -c1)));
    o3h = i32x4.add(o3h, i32x4.dot_i16x8_s(h57, pair(c3, -c1)));
  }

  const y0 = added(a0l, o0l, a0h, o0h, shift);
  const y7 = subtracted(a0l, o0l, a0h, o0h, shift);
  const y1 = added(a1l, o1l, a1h, o1h, shift);
  const y6 = subtracted(a1l, o1l, a1h, o1h, shift);
  const y2 = added(a2l, o2l, a2h, o2h, shift);
  const y5 = subtracted(a2l, o2l, a2h, o2h, shift);
  const y3 = added(a3l, o3l, a3h, o3h, shift);
  const y4 = subtracted(a3l, o3l, a3h, o3h, shift);

  if (stride == 0) {
    const t0 = low16(y0, y4);
    const t1 = high16(y0, y4);
    const t2 = low16(y2, y6);
    const t3 = high16(y2, y6);
    const t4 = low16(y1, y5);
    const t5 = high16(y1, y5);
    const t6 = low16(y3, y7);
    const t7 = high16(y3, y7);
    const u0 = low16(t0, t2);
    const u1 = high16(t0, t2);
    const u2 = low16(t1, t3);
    const u3 = high16(t1, t3);
    const u4 = low16(t4, t6);
    const u5 = high16(t4, t6);
    const u6 = low16(t5, t7);
    const u7 = high16(t5, t7);
    v128.store(target, low16(u0, u4));
    v128.store(target, high16(u0, u4), 16);
    v128.store(target, low16(u1, u5), 32);
    v128.store(target, high16(u1, u5), 48);
    v128.store(target, low16(u2, u6), 64);
    v128.store(target, high16(u2, u6), 80);
    v128.store(target, low16(u3, u7), 96);
    v128.store(target, high16(u3, u7), 112);
    return;
  }
  const y04 = i8x16.narrow_i16x8_u(y0, y4);
  const y15 = i8x16.narrow_i16x8_u(y1, y5);
  const y26 = i8x16.narrow_i16x8_u(y2, y6);
  const y37 = i8x16.narrow_i16x8_u(y3, y7);
  const y01 = lowBytes(y04, y15);
  const y45 = highBytes(y04, y15);
  const y23 = lowBytes(y26, y37);
  const y67 = highBytes(y26, y37);
  const upperLeft = low16(y01, y23);
  const lowerLeft = high16(y01, y23);
  const upperRight = low16(y45, y67);
  const lowerRight = high16(y45, y67);
  const rows01 = v128.shuffle<i32>(upperLeft, upperRight, 0, 4, 1, 5);
  const rows23 = v128.shuffle<i32>(upperLeft, upperRight, 2, 6, 3, 7);
  const rows45 = v128.shuffle<i32>(lowerLeft, lowerRight, 0, 4, 1, 5);
  const rows67 = v128.shuffle<i32>(lowerLeft, lowerRight, 2, 6, 3, 7);
  v128.store64_lane(target, rows01, 0);
  v128.store64_lane(target + stride, rows01, 1);
  target += 2 * stride;
  v128.store64_lane(target, rows23, 0);
  v128.store64_lane(target + stride, rows23, 1);
  target += 2 * stride;
  v128.store64_lane(target, rows45, 0);
  v128.store64_lane(target + stride, rows45, 1);
  target += 2 * stride;
  v128.store64_lane(target, rows67, 0);
  v128.store64_lane(target + stride, rows67, 1);
}

const columnBias: i32 = 1 << (columnShift - 1);
/** Moves samples from around 0 to around 128. */
const rowBias: i32 = (1 << (rowShift - 1)) + (128 << rowShift);

/**
 * Dequantizes a block and transforms it to 8x8 samples at `target`, then clears the block. `last`
 * is the zigzag index of its last coefficient.
 */
export function transformBlock(
  block: usize,
  steps: usize,
  last: i32,
  target: usize,
  stride: usize,
): void {
  if (last == 0) {
    const dc = <i16>(<i32>load<i16>(block) * <i32>load<i16>(steps));
    store<i16>(block, 0);
    const sample = min(max(((<i32>dc + 4) >> 3) + 128, 0), 255);
    const samples = i8x16.splat(<i8>sample);
    for (let row = 0; row < 8; row++) {
      v128.store64_lane(target, samples, 0);
      target += stride;
    }
    return;
  }
  const zero = i16x8.splat(0);
  // The first ten coefficients are in the first four rows and columns.
  if (last < 10) {
    invert(block, steps, true, columnShift, columnBias, halfway, 0);
    invert(halfway, 0, true, rowShift, rowBias, target, stride);
  } else {
    invert(block, steps, false, columnShift, columnBias, halfway, 0);
    invert(halfway, 0, false, rowShift, rowBias, target, stride);
    v128.store(block, zero, 64);
    v128.store(block, zero, 80);
    v128.store(block, zero, 96);
    v128.store(block, zero, 112);
  }
  v128.store(block, zero);
  v128.store(block, zero, 16);
  v128.store(block, zero, 32);
  v128.store(block, zero, 48);
}
