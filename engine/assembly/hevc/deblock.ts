// Deblocking (ITU-T H.265 8.7.2). All blocks are intra coded, so every marked edge has a boundary
// strength of 2. An edge piece of 8 luma samples lies between the same two blocks of 8x8, hence has
// one QP; its two halves of 4 samples are decided separately.
import * as F from '../../src/hevc/fields';
import {
  bitDepthChroma,
  bitDepthLuma,
  chromaShiftX,
  chromaShiftY,
  chromaType,
  ctbRecord,
  CTB_BETA_OFFSET,
  CTB_TC_OFFSET,
  field,
  hasUnfiltered,
  height4,
  height8,
  horizontalEdges,
  largestSample,
  log2Ctb,
  planeCb,
  planeCr,
  planeY,
  qpMap,
  sampleShift,
  strideC,
  strideY,
  unfilteredMap,
  verticalEdges,
  width4,
  width8,
} from './picture';
import { mapChromaQp } from './quantization';
import { transpose8 } from './transpose';

// Table 8-12
const betas: usize = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
  20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62, 64,
]);
const tcs: usize = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3,
  3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 13, 14, 16, 18, 20, 22, 24,
]);

// Samples across a vertical edge, turned: 8 rows p3 p2 p1 p0 q0 q1 q2 q3 of 8 samples.
const turned: usize = memory.data(8 * 16, 16);

const PIECE_FIRST = 1;
const PIECE_SECOND = 2;
const KEEP_P = 4;
const KEEP_Q = 8;

/**
 * Deblocks a row of CTBs: the edges inside it, and its border with the row above, of which that
 * changes the last samples. Edges between columns go before edges between rows.
 */
export function deblockRow(ctbY: i32): void {
  const first = ctbY << (log2Ctb - 3);
  const end = min(height8, (ctbY + 1) << (log2Ctb - 3));
  for (let y = first; y < end; y++) {
    for (let x = 1; x < width8; x++) {
      const place = verticalEdges + (y << 1) * width8 + x;
      let pieces = <i32>load<u8>(place);
      if ((y << 1) + 1 < height4) pieces |= (<i32>load<u8>(place + width8)) << 1;
      if (pieces === 0) continue;
      const q = y * width8 + x;
      filterLuma(x << 3, y << 3, pieces, q - 1, q, true);
    }
  }
  for (let y = max(first, 1); y < end; y++) {
    for (let x = 0; x < width8; x++) {
      const place = horizontalEdges + y * width4 + (x << 1);
      let pieces = <i32>load<u8>(place);
      if ((x << 1) + 1 < width4) pieces |= (<i32>load<u8>(place, 1)) << 1;
      if (pieces === 0) continue;
      const q = y * width8 + x;
      filterLuma(x << 3, y << 3, pieces, q - width8, q, false);
    }
  }
  if (chromaType === 0) return;
  for (let component = 1; component < 3; component++) {
    const plane = component === 1 ? planeCb : planeCr;
    const offset = field(component === 1 ? F.CB_QP_OFFSET : F.CR_QP_OFFSET);
    deblockChroma(plane, offset, first, end, true);
    deblockChroma(plane, offset, first, end, false);
  }
}

@inline
function keepFlags(p: i32, q: i32): i32 {
  if (!hasUnfiltered) return 0;
  return (load<u8>(unfilteredMap + p) ? KEEP_P : 0) | (load<u8>(unfilteredMap + q) ? KEEP_Q : 0);
}

function filterLuma(x: i32, y: i32, pieces: i32, p: i32, q: i32, vertical: bool): void {
  const qp = (<i32>load<i8>(qpMap + p) + <i32>load<i8>(qpMap + q) + 1) >> 1;
  const record = ctbRecord(x >> log2Ctb, y >> log2Ctb);
  const scale = 1 << (bitDepthLuma - 8);
  const betaIndex = min(max(qp + ((<i32>load<i8>(record, CTB_BETA_OFFSET)) << 1), 0), 51);
  const tcIndex = min(max(qp + 2 + ((<i32>load<i8>(record, CTB_TC_OFFSET)) << 1), 0), 53);
  const beta = <i32>load<u8>(betas + betaIndex) * scale;
  const tc = <i32>load<u8>(tcs + tcIndex) * scale;
  if (beta === 0) return;
  const flags = pieces | keepFlags(p, q);
  const place = planeY + y * strideY + (x << sampleShift);
  if (vertical) {
    if (sampleShift) {
      const from = place - 8;
      turnWide(from, strideY, turned, 16);
      if (filterEdge<u16>(turned + 64, 16, beta, tc, flags)) turnWide(turned, 16, from, strideY);
    } else {
      const from = place - 4;
      transpose8(from, strideY, turned, 8);
      if (filterEdge<u8>(turned + 32, 8, beta, tc, flags)) transpose8(turned, 8, from, strideY);
    }
  } else if (sampleShift) filterEdge<u16>(place, strideY, beta, tc, flags);
  else filterEdge<u8>(place, strideY, beta, tc, flags);
}

@inline
function loadRow<T>(from: usize): v128 {
  return sizeof<T>() === 1 ? v128.load8x8_u(from) : v128.load(from);
}

@inline
function storeRow<T>(to: usize, samples: v128): void {
  if (sizeof<T>() === 1) v128.store64_lane(to, i8x16.narrow_i16x8_u(samples, samples), 0);
  else v128.store(to, samples);
}

/** Sum of the first and fourth lane of each half, in all lanes of that half. */
@inline
function outerSums(v: v128): v128 {
  return i16x8.add_sat_s(
    i16x8.shuffle(v, v, 0, 0, 0, 0, 4, 4, 4, 4),
    i16x8.shuffle(v, v, 3, 3, 3, 3, 7, 7, 7, 7),
  );
}

/** Both the first and fourth lane of each half, in all lanes of that half. */
@inline
function outerBoth(v: v128): v128 {
  return v128.and(
    i16x8.shuffle(v, v, 0, 0, 0, 0, 4, 4, 4, 4),
    i16x8.shuffle(v, v, 3, 3, 3, 3, 7, 7, 7, 7),
  );
}

@inline
function clampTo(v: v128, low: v128, high: v128): v128 {
  return i16x8.min_s(i16x8.max_s(v, low), high);
}

/**
 * Filters across the edge between row -1 and row 0 of `place`, 8 samples along it (8.7.2.5.3,
 * 8.7.2.5.6, 8.7.2.5.7). False when nothing changes.
 */
function filterEdge<T>(place: usize, stride: i32, beta: i32, tc: i32, flags: i32): bool {
  const p3 = loadRow<T>(place - stride * 4);
  const p2 = loadRow<T>(place - stride * 3);
  const p1 = loadRow<T>(place - stride * 2);
  const p0 = loadRow<T>(place - stride);
  const q0 = loadRow<T>(place);
  const q1 = loadRow<T>(place + stride);
  const q2 = loadRow<T>(place + stride * 2);
  const q3 = loadRow<T>(place + stride * 3);

  // Sums saturate, which keeps them above every threshold.
  const dp = i16x8.abs(i16x8.sub(i16x8.add(p2, p0), i16x8.shl(p1, 1)));
  const dq = i16x8.abs(i16x8.sub(i16x8.add(q2, q0), i16x8.shl(q1, 1)));
  const dp03 = outerSums(dp);
  const dq03 = outerSums(dq);
  const wanted = i32x4.replace_lane(
    i32x4.replace_lane(
      i32x4.replace_lane(
        i32x4.replace_lane(i32x4.splat(0), 0, flags & PIECE_FIRST ? -1 : 0),
        1,
        flags & PIECE_FIRST ? -1 : 0,
      ),
      2,
      flags & PIECE_SECOND ? -1 : 0,
    ),
    3,
    flags & PIECE_SECOND ? -1 : 0,
  );
  const active = v128.and(i16x8.lt_s(i16x8.add_sat_s(dp03, dq03), i16x8.splat(<i16>beta)), wanted);
  if (!v128.any_true(active)) return false;

  const dpq = i16x8.add_sat_s(dp, dq);
  const flat = i16x8.lt_s(i16x8.add_sat_s(dpq, dpq), i16x8.splat(<i16>(beta >> 2)));
  const quiet = i16x8.lt_s(
    i16x8.add(i16x8.abs(i16x8.sub(p3, p0)), i16x8.abs(i16x8.sub(q0, q3))),
    i16x8.splat(<i16>(beta >> 3)),
  );
  const close = i16x8.lt_s(i16x8.abs(i16x8.sub(p0, q0)), i16x8.splat(<i16>((5 * tc + 1) >> 1)));
  const strong = v128.and(outerBoth(v128.and(v128.and(flat, quiet), close)), active);
  const weak = v128.andnot(active, strong);

  let newP0 = p0;
  let newP1 = p1;
  let newP2 = p2;
  let newQ0 = q0;
  let newQ1 = q1;
  let newQ2 = q2;
  if (v128.any_true(strong)) {
    const tc2 = i16x8.splat(<i16>(2 * tc));
    const four = i16x8.splat(4);
    const two = i16x8.splat(2);
    const inner = i16x8.add(p0, q0);
    const p21 = i16x8.add(p2, p1);
    const q21 = i16x8.add(q2, q1);
    const sumP = i16x8.add(p21, inner); // p2 + p1 + p0 + q0
    const sumQ = i16x8.add(q21, inner);
    const s0 = i16x8.shr_u(
      i16x8.add(i16x8.add(i16x8.add(sumP, i16x8.add(p1, inner)), q1), four),
      3,
    );
    const s1 = i16x8.shr_u(i16x8.add(sumP, two), 2);
    const s2 = i16x8.shr_u(i16x8.add(i16x8.add(i16x8.shl(i16x8.add(p3, p2), 1), sumP), four), 3);
    const r0 = i16x8.shr_u(
      i16x8.add(i16x8.add(i16x8.add(sumQ, i16x8.add(q1, inner)), p1), four),
      3,
    );
    const r1 = i16x8.shr_u(i16x8.add(sumQ, two), 2);
    const r2 = i16x8.shr_u(i16x8.add(i16x8.add(i16x8.shl(i16x8.add(q3, q2), 1), sumQ), four), 3);
    newP0 = v128.bitselect(clampTo(s0, i16x8.sub(p0, tc2), i16x8.add(p0, tc2)), p0, strong);
    newP1 = v128.bitselect(clampTo(s1, i16x8.sub(p1, tc2), i16x8.add(p1, tc2)), p1, strong);
    newP2 = v128.bitselect(clampTo(s2, i16x8.sub(p2, tc2), i16x8.add(p2, tc2)), p2, strong);
    newQ0 = v128.bitselect(clampTo(r0, i16x8.sub(q0, tc2), i16x8.add(q0, tc2)), q0, strong);
    newQ1 = v128.bitselect(clampTo(r1, i16x8.sub(q1, tc2), i16x8.add(q1, tc2)), q1, strong);
    newQ2 = v128.bitselect(clampTo(r2, i16x8.sub(q2, tc2), i16x8.add(q2, tc2)), q2, strong);
  }
  if (v128.any_true(weak)) {
    // delta = (9 * (q0 - p0) - 3 * (q1 - p1) + 8) >> 4 in 32 bits
    const d0 = i16x8.sub(q0, p0);
    const d1 = i16x8.sub(q1, p1);
    const factors = i32x4.splat(9 | (-3 << 16));
    const eight = i32x4.splat(8);
    const low = i32x4.dot_i16x8_s(i16x8.shuffle(d0, d1, 0, 8, 1, 9, 2, 10, 3, 11), factors);
    const high = i32x4.dot_i16x8_s(i16x8.shuffle(d0, d1, 4, 12, 5, 13, 6, 14, 7, 15), factors);
    const delta = i16x8.narrow_i32x4_s(
      i32x4.shr_s(i32x4.add(low, eight), 4),
      i32x4.shr_s(i32x4.add(high, eight), 4),
    );
    const small = v128.and(i16x8.lt_s(i16x8.abs(delta), i16x8.splat(<i16>(tc * 10))), weak);
    if (v128.any_true(small)) {
      const limit = i16x8.splat(<i16>tc);
      const step = clampTo(delta, i16x8.neg(limit), limit);
      const maxValue = i16x8.splat(<i16>largestSample(bitDepthLuma));
      const zero = i16x8.splat(0);
      newP0 = v128.bitselect(clampTo(i16x8.add(p0, step), zero, maxValue), newP0, small);
      newQ0 = v128.bitselect(clampTo(i16x8.sub(q0, step), zero, maxValue), newQ0, small);

      const half = i16x8.splat(<i16>(tc >> 1));
      const sideLimit = i16x8.splat(<i16>((beta + (beta >> 1)) >> 3));
      const one = i16x8.splat(1);
      const sideP = v128.and(i16x8.lt_s(dp03, sideLimit), small);
      const sideQ = v128.and(i16x8.lt_s(dq03, sideLimit), small);
      // ((p2 + p0 + 1) >> 1) - p1 + delta, halved
      const averageP = i16x8.shr_u(i16x8.add(i16x8.add(p2, p0), one), 1);
      const averageQ = i16x8.shr_u(i16x8.add(i16x8.add(q2, q0), one), 1);
      const stepP = clampTo(
        i16x8.shr_s(i16x8.add(i16x8.sub(averageP, p1), step), 1),
        i16x8.neg(half),
        half,
      );
      const stepQ = clampTo(
        i16x8.shr_s(i16x8.sub(i16x8.sub(averageQ, q1), step), 1),
        i16x8.neg(half),
        half,
      );
      newP1 = v128.bitselect(clampTo(i16x8.add(p1, stepP), zero, maxValue), newP1, sideP);
      newQ1 = v128.bitselect(clampTo(i16x8.add(q1, stepQ), zero, maxValue), newQ1, sideQ);
    }
  }
  if (!(flags & KEEP_P)) {
    storeRow<T>(place - stride * 3, newP2);
    storeRow<T>(place - stride * 2, newP1);
    storeRow<T>(place - stride, newP0);
  }
  if (!(flags & KEEP_Q)) {
    storeRow<T>(place, newQ0);
    storeRow<T>(place + stride, newQ1);
    storeRow<T>(place + stride * 2, newQ2);
  }
  return true;
}

/** 8x8 samples of 16 bits with rows and columns exchanged. */
function turnWide(from: usize, fromStride: i32, to: usize, toStride: i32): void {
  const r0 = v128.load(from);
  const r1 = v128.load(from + fromStride);
  const r2 = v128.load(from + fromStride * 2);
  const r3 = v128.load(from + fromStride * 3);
  const r4 = v128.load(from + fromStride * 4);
  const r5 = v128.load(from + fromStride * 5);
  const r6 = v128.load(from + fromStride * 6);
  const r7 = v128.load(from + fromStride * 7);
  const a0 = i16x8.shuffle(r0, r1, 0, 8, 1, 9, 2, 10, 3, 11);
  const a1 = i16x8.shuffle(r0, r1, 4, 12, 5, 13, 6, 14, 7, 15);
  const b0 = i16x8.shuffle(r2, r3, 0, 8, 1, 9, 2, 10, 3, 11);
  const b1 = i16x8.shuffle(r2, r3, 4, 12, 5, 13, 6, 14, 7, 15);
  const c0 = i16x8.shuffle(r4, r5, 0, 8, 1, 9, 2, 10, 3, 11);
  const c1 = i16x8.shuffle(r4, r5, 4, 12, 5, 13, 6, 14, 7, 15);
  const d0 = i16x8.shuffle(r6, r7, 0, 8, 1, 9, 2, 10, 3, 11);
  const d1 = i16x8.shuffle(r6, r7, 4, 12, 5, 13, 6, 14, 7, 15);
  const ab0 = i32x4.shuffle(a0, b0, 0, 4, 1, 5);
  const ab1 = i32x4.shuffle(a0, b0, 2, 6, 3, 7);
  const ab2 = i32x4.shuffle(a1, b1, 0, 4, 1, 5);
  const ab3 = i32x4.shuffle(a1, b1, 2, 6, 3, 7);
  const cd0 = i32x4.shuffle(c0, d0, 0, 4, 1, 5);
  const cd1 = i32x4.shuffle(c0, d0, 2, 6, 3, 7);
  const cd2 = i32x4.shuffle(c1, d1, 0, 4, 1, 5);
  const cd3 = i32x4.shuffle(c1, d1, 2, 6, 3, 7);
  v128.store(to, i64x2.shuffle(ab0, cd0, 0, 2));
  v128.store(to + toStride, i64x2.shuffle(ab0, cd0, 1, 3));
  v128.store(to + toStride * 2, i64x2.shuffle(ab1, cd1, 0, 2));
  v128.store(to + toStride * 3, i64x2.shuffle(ab1, cd1, 1, 3));
  v128.store(to + toStride * 4, i64x2.shuffle(ab2, cd2, 0, 2));
  v128.store(to + toStride * 5, i64x2.shuffle(ab2, cd2, 1, 3));
  v128.store(to + toStride * 6, i64x2.shuffle(ab3, cd3, 0, 2));
  v128.store(to + toStride * 7, i64x2.shuffle(ab3, cd3, 1, 3));
}

/**
 * Edges of a chroma plane on its own grid of 8 samples, 8.7.2.5.5, in the rows `first` to before
 * `end` of blocks of 8 luma samples.
 */
function deblockChroma(plane: usize, offset: i32, first: i32, end: i32, vertical: bool): void {
  // Blocks of 8 luma samples from one chroma edge to the next.
  const stepX = vertical ? 1 << chromaShiftX : 1;
  const stepY = vertical ? 1 : 1 << chromaShiftY;
  const across = vertical ? 1 << sampleShift : strideC;
  const along = vertical ? strideC : 1 << sampleShift;
  const samples = 4 >> (vertical ? chromaShiftY : chromaShiftX);
  for (let y = vertical ? first : max(first, stepY); y < end; y += stepY) {
    for (let x = vertical ? stepX : 0; x < width8; x += stepX) {
      let pieces: i32;
      if (vertical) {
        const place = verticalEdges + (y << 1) * width8 + x;
        pieces = <i32>load<u8>(place);
        if ((y << 1) + 1 < height4) pieces |= (<i32>load<u8>(place + width8)) << 1;
      } else {
        const place = horizontalEdges + y * width4 + (x << 1);
        pieces = <i32>load<u8>(place);
        if ((x << 1) + 1 < width4) pieces |= (<i32>load<u8>(place, 1)) << 1;
      }
      if (pieces === 0) continue;
      const q = y * width8 + x;
      const p = vertical ? q - 1 : q - width8;
      const qp = mapChromaQp(
        ((<i32>load<i8>(qpMap + p) + <i32>load<i8>(qpMap + q) + 1) >> 1) + offset,
      );
      const record = ctbRecord((x << 3) >> log2Ctb, (y << 3) >> log2Ctb);
      const tcIndex = min(max(qp + 2 + ((<i32>load<i8>(record, CTB_TC_OFFSET)) << 1), 0), 53);
      const tc = (<i32>load<u8>(tcs + tcIndex)) << (bitDepthChroma - 8);
      if (tc === 0) continue;
      const flags = keepFlags(p, q);
      let place =
        plane + ((y << 3) >> chromaShiftY) * strideC + (((x << 3) >> chromaShiftX) << sampleShift);
      for (let half = 0; half < 2; half++) {
        if ((pieces >> half) & 1) {
          if (sampleShift) filterChroma<u16>(place, across, along, samples, tc, flags);
          else filterChroma<u8>(place, across, along, samples, tc, flags);
        }
        place += samples * along;
      }
    }
  }
}

function filterChroma<T>(
  place: usize,
  across: i32,
  along: i32,
  samples: i32,
  tc: i32,
  flags: i32,
): void {
  const maxValue = (1 << bitDepthChroma) - 1;
  for (let i = 0; i < samples; i++) {
    const p0 = <i32>load<T>(place - across);
    const q0 = <i32>load<T>(place);
    const p1 = <i32>load<T>(place - 2 * across);
    const q1 = <i32>load<T>(place + across);
    const delta = min(max((((q0 - p0) << 2) + p1 - q1 + 4) >> 3, -tc), tc);
    if (!(flags & KEEP_P)) store<T>(place - across, <T>min(max(p0 + delta, 0), maxValue));
    if (!(flags & KEEP_Q)) store<T>(place, <T>min(max(q0 - delta, 0), maxValue));
    place += along;
  }
}
