// Sample adaptive offset (ITU-T H.265 8.7.3), in place: each row of CTBs is copied to a strip first,
// together with the row above as it was and the row below. Rows of CTBs come from top to bottom.
import * as F from '../../src/hevc/fields';
import {
  bitDepthChroma,
  bitDepthLuma,
  chromaShiftX,
  chromaShiftY,
  chromaType,
  ctbRecord,
  CTB_FILTER_ACROSS,
  CTB_HAS_UNFILTERED,
  CTB_SAO,
  CTB_SLICE_ADDRESS,
  CTB_TILE,
  field,
  height,
  heightInCtbs,
  largestSample,
  log2Ctb,
  planeAt,
  sampleShift,
  SAO_CLASS,
  SAO_OFFSETS,
  SAO_TYPE,
  saoAbove,
  saoStrip,
  strideC,
  strideY,
  unfilteredMap,
  width,
  width8,
  widthInCtbs,
} from './picture';

// Offsets by edgeIdx (0..4) or by band, what to add and what to subtract; bytes or 16-bit words.
const added: usize = memory.data(32, 16);
const removed: usize = memory.data(32, 16);

/** For each component, whether `saoAbove` holds the last samples of the row of CTBs above. */
const isKept: usize = memory.data(3);

/** Filters a row of CTBs. Those above have been filtered; of that below all but SAO is done. */
export function filterSaoRow(ctbY: i32): void {
  const components = chromaType === 0 ? 1 : 3;
  for (let component = 0; component < components; component++) {
    if (sampleShift) filterPlaneRow<u16>(component, ctbY);
    else filterPlaneRow<u8>(component, ctbY);
  }
}

function usesSao(component: i32, ctbY: i32): bool {
  for (let ctbX = 0; ctbX < widthInCtbs; ctbX++) {
    if (load<u8>(ctbRecord(ctbX, ctbY) + CTB_SAO + (component << 3), SAO_TYPE)) return true;
  }
  return false;
}

function filterPlaneRow<T>(component: i32, ctbY: i32): void {
  const keptAbove = ctbY > 0 && load<u8>(isKept + component) !== 0;
  const filters = usesSao(component, ctbY);
  store<u8>(isKept + component, filters ? 1 : 0);
  if (!filters) return;

  const shiftX = component === 0 ? 0 : chromaShiftX;
  const shiftY = component === 0 ? 0 : chromaShiftY;
  const planeWidth = width >> shiftX;
  const planeHeight = height >> shiftY;
  const stride = component === 0 ? strideY : strideC;
  const plane = planeAt(component);
  const ctbWidth = 1 << (log2Ctb - shiftX);
  const ctbHeight = 1 << (log2Ctb - shiftY);
  const top = ctbY * ctbHeight;
  const rows = min(ctbHeight, planeHeight - top);
  const stripStride = stride + 128;
  // The strip begins with the row above; samples begin 64 bytes in.
  const strip = saoStrip + 64;
  const above = saoAbove + component * strideY;
  if (keptAbove) memory.copy(strip, above, stride);
  else if (ctbY > 0) memory.copy(strip, plane + (top - 1) * stride, stride);
  const below = top + rows < planeHeight ? 1 : 0;
  for (let y = 0; y < rows + below; y++) {
    memory.copy(strip + (y + 1) * stripStride, plane + (top + y) * stride, stride);
  }
  memory.copy(above, strip + rows * stripStride, stride);
  for (let ctbX = 0; ctbX < widthInCtbs; ctbX++) {
    const record = ctbRecord(ctbX, ctbY);
    const sao = record + CTB_SAO + (component << 3);
    const type = load<u8>(sao, SAO_TYPE);
    if (type === 0) continue;
    const left = ctbX * ctbWidth;
    const columns = min(ctbWidth, planeWidth - left);
    const offset = left << (sizeof<T>() === 1 ? 0 : 1);
    const to = plane + top * stride + offset;
    const from = strip + stripStride + offset;
    const bitDepth = component === 0 ? bitDepthLuma : bitDepthChroma;
    if (type === 1) {
      filterBand<T>(from, stripStride, to, stride, columns, rows, sao, bitDepth);
    } else {
      filterEdges<T>(from, stripStride, to, stride, columns, rows, sao, bitDepth);
      const edgeClass = <i32>load<u8>(sao, SAO_CLASS);
      restoreBorders<T>(from, stripStride, to, stride, columns, rows, edgeClass, ctbX, ctbY);
    }
    if (load<u8>(record, CTB_HAS_UNFILTERED)) {
      restoreUnfiltered<T>(from, stripStride, to, stride, ctbX, ctbY, shiftX, shiftY);
    }
  }
}

/** Puts the offset of an index (edge or band) into both tables. */
@inline
function setOffset<T>(index: i32, offset: i32): void {
  if (sizeof<T>() === 1) {
    store<u8>(added + index, max(offset, 0));
    store<u8>(removed + index, max(-offset, 0));
  } else {
    store<i16>(added + (index << 1), offset);
  }
}

/** Looks 16-bit offsets up by the low byte of each lane, which is at most 7. */
@inline
function lookUpWide(table: v128, index: v128): v128 {
  // The bytes 2i and 2i + 1 of the table.
  const doubled = i16x8.shl(index, 1);
  const places = v128.or(v128.or(doubled, i16x8.shl(doubled, 8)), i16x8.splat(0x100));
  return i8x16.swizzle(table, places);
}

/** Stores what is left of a row: whole vectors where they fit, else the samples that belong. */
@inline
function storePart(to: usize, samples: v128, bytes: i32): void {
  if (bytes >= 16) {
    v128.store(to, samples);
    return;
  }
  let rest = samples;
  if (bytes & 8) {
    v128.store64_lane(to, rest, 0);
    rest = i64x2.shuffle(rest, rest, 1, 1);
    to += 8;
  }
  if (bytes & 4) {
    v128.store32_lane(to, rest, 0);
    rest = i32x4.shuffle(rest, rest, 1, 1, 1, 1);
    to += 4;
  }
  if (bytes & 2) {
    v128.store16_lane(to, rest, 0);
    rest = i16x8.shuffle(rest, rest, 1, 1, 1, 1, 1, 1, 1, 1);
    to += 2;
  }
  if (bytes & 1) v128.store8_lane(to, rest, 0);
}

function filterBand<T>(
  from: usize,
  fromStride: i32,
  to: usize,
  toStride: i32,
  columns: i32,
  rows: i32,
  sao: usize,
  bitDepth: i32,
): void {
  const first = <i32>load<u8>(sao, SAO_CLASS);
  v128.store(added, i64x2.splat(0));
  v128.store(removed, i64x2.splat(0));
  // bandTable: four bands from `first` on, counted modulo 32.
  for (let k = 0; k < 4; k++) setOffset<T>(k, <i32>load<i8>(sao + k, SAO_OFFSETS));
  const add = v128.load(added);
  const remove = v128.load(removed);
  const bytes = columns << (sizeof<T>() === 1 ? 0 : 1);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < bytes; x += 16) {
      const samples = v128.load(from + x);
      let result: v128;
      if (sizeof<T>() === 1) {
        const band = i8x16.sub(i8x16.shr_u(samples, 3), i8x16.splat(<i8>first));
        const index = v128.and(band, i8x16.splat(31));
        result = i8x16.sub_sat_u(
          i8x16.add_sat_u(samples, i8x16.swizzle(add, index)),
          i8x16.swizzle(remove, index),
        );
      } else {
        const band = i16x8.sub(i16x8.shr_u(samples, bitDepth - 5), i16x8.splat(<i16>first));
        const index = i16x8.min_u(v128.and(band, i16x8.splat(31)), i16x8.splat(7));
        const sum = i16x8.add(samples, lookUpWide(add, index));
        result = i16x8.min_s(
          i16x8.max_s(sum, i16x8.splat(0)),
          i16x8.splat(<i16>largestSample(bitDepth)),
        );
      }
      storePart(to + x, result, bytes - x);
    }
    from += fromStride;
    to += toStride;
  }
}

@inline
function deltaX(edgeClass: i32): i32 {
  return edgeClass === 1 ? 0 : edgeClass === 3 ? 1 : -1;
}

@inline
function deltaY(edgeClass: i32): i32 {
  return edgeClass === 0 ? 0 : -1;
}

function filterEdges<T>(
  from: usize,
  fromStride: i32,
  to: usize,
  toStride: i32,
  columns: i32,
  rows: i32,
  sao: usize,
  bitDepth: i32,
): void {
  const edgeClass = <i32>load<u8>(sao, SAO_CLASS);
  v128.store(added, i64x2.splat(0));
  v128.store(removed, i64x2.splat(0));
  // Index 2 plus the signs of the differences to both neighbors: 0 and 1 are a valley and its
  // edge, 3 and 4 a hill's edge and its top.
  setOffset<T>(0, <i32>load<i8>(sao, SAO_OFFSETS));
  setOffset<T>(1, <i32>load<i8>(sao, SAO_OFFSETS + 1));
  setOffset<T>(3, <i32>load<i8>(sao, SAO_OFFSETS + 2));
  setOffset<T>(4, <i32>load<i8>(sao, SAO_OFFSETS + 3));
  const add = v128.load(added);
  const remove = v128.load(removed);
  const step = deltaY(edgeClass) * fromStride + (deltaX(edgeClass) << (sizeof<T>() === 1 ? 0 : 1));
  const bytes = columns << (sizeof<T>() === 1 ? 0 : 1);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < bytes; x += 16) {
      const samples = v128.load(from + x);
      const a = v128.load(from + x + step);
      const b = v128.load(from + x - step);
      let result: v128;
      if (sizeof<T>() === 1) {
        // A comparison that holds is -1.
        let index = i8x16.splat(2);
        index = i8x16.add(index, i8x16.gt_u(a, samples));
        index = i8x16.sub(index, i8x16.lt_u(a, samples));
        index = i8x16.add(index, i8x16.gt_u(b, samples));
        index = i8x16.sub(index, i8x16.lt_u(b, samples));
        result = i8x16.sub_sat_u(
          i8x16.add_sat_u(samples, i8x16.swizzle(add, index)),
          i8x16.swizzle(remove, index),
        );
      } else {
        let index = i16x8.splat(2);
        index = i16x8.add(index, i16x8.gt_s(a, samples));
        index = i16x8.sub(index, i16x8.lt_s(a, samples));
        index = i16x8.add(index, i16x8.gt_s(b, samples));
        index = i16x8.sub(index, i16x8.lt_s(b, samples));
        const sum = i16x8.add(samples, lookUpWide(add, index));
        result = i16x8.min_s(
          i16x8.max_s(sum, i16x8.splat(0)),
          i16x8.splat(<i16>largestSample(bitDepth)),
        );
      }
      storePart(to + x, result, bytes - x);
    }
    from += fromStride;
    to += toStride;
  }
}

/** Whether SAO of a CTB may look into a neighboring one, 8.7.3.2. */
function maySee(ctbX: i32, ctbY: i32, dx: i32, dy: i32): bool {
  const x = ctbX + dx;
  const y = ctbY + dy;
  if (x < 0 || y < 0 || x >= widthInCtbs || y >= heightInCtbs) return false;
  const own = ctbRecord(ctbX, ctbY);
  const other = ctbRecord(x, y);
  const ownTile = load<u16>(own, CTB_TILE);
  const otherTile = load<u16>(other, CTB_TILE);
  if (ownTile !== otherTile && !field(F.LOOP_FILTER_ACROSS_TILES)) return false;
  if (load<u32>(own, CTB_SLICE_ADDRESS) !== load<u32>(other, CTB_SLICE_ADDRESS)) {
    // The flag of whichever comes later in decoding order decides.
    const otherIsLater =
      ownTile !== otherTile ? otherTile > ownTile : dy > 0 || (dy === 0 && dx > 0);
    if (!load<u8>(otherIsLater ? other : own, CTB_FILTER_ACROSS)) return false;
  }
  return true;
}

/** Gives samples back whose neighbors on either side do not count. */
function restoreBorders<T>(
  from: usize,
  fromStride: i32,
  to: usize,
  toStride: i32,
  columns: i32,
  rows: i32,
  edgeClass: i32,
  ctbX: i32,
  ctbY: i32,
): void {
  for (let side = 0; side < 2; side++) {
    const dx = side ? -deltaX(edgeClass) : deltaX(edgeClass);
    const dy = side ? -deltaY(edgeClass) : deltaY(edgeClass);
    const edgeColumn = dx < 0 ? 0 : columns - 1;
    const edgeRow = dy < 0 ? 0 : rows - 1;
    // Along the left or right border
    if (dx !== 0 && !maySee(ctbX, ctbY, dx, 0)) {
      for (let y = 0; y < rows; y++) {
        if (dy !== 0 && y === edgeRow) continue;
        restore<T>(from, fromStride, to, toStride, edgeColumn, y);
      }
    }
    // Along the top or bottom border
    if (dy !== 0 && !maySee(ctbX, ctbY, 0, dy)) {
      for (let x = 0; x < columns; x++) {
        if (dx !== 0 && x === edgeColumn) continue;
        restore<T>(from, fromStride, to, toStride, x, edgeRow);
      }
    }
    if (dx !== 0 && dy !== 0 && !maySee(ctbX, ctbY, dx, dy)) {
      restore<T>(from, fromStride, to, toStride, edgeColumn, edgeRow);
    }
  }
}

@inline
function restore<T>(from: usize, fromStride: i32, to: usize, toStride: i32, x: i32, y: i32): void {
  const offset = x << (sizeof<T>() === 1 ? 0 : 1);
  store<T>(to + y * toStride + offset, load<T>(from + y * fromStride + offset));
}

/** Gives back lossless blocks, and PCM blocks where pcm_loop_filter_disabled_flag says so. */
function restoreUnfiltered<T>(
  from: usize,
  fromStride: i32,
  to: usize,
  toStride: i32,
  ctbX: i32,
  ctbY: i32,
  shiftX: i32,
  shiftY: i32,
): void {
  const left = ctbX << log2Ctb;
  const top = ctbY << log2Ctb;
  const right = min(left + (1 << log2Ctb), width);
  const bottom = min(top + (1 << log2Ctb), height);
  for (let y = top; y < bottom; y += 8) {
    for (let x = left; x < right; x += 8) {
      if (!load<u8>(unfilteredMap + (y >> 3) * width8 + (x >> 3))) continue;
      const offset = ((x - left) >> shiftX) << (sizeof<T>() === 1 ? 0 : 1);
      const bytes = (8 >> shiftX) << (sizeof<T>() === 1 ? 0 : 1);
      const firstRow = (y - top) >> shiftY;
      for (let row = firstRow; row < firstRow + (8 >> shiftY); row++) {
        memory.copy(to + row * toStride + offset, from + row * fromStride + offset, bytes);
      }
    }
  }
}
