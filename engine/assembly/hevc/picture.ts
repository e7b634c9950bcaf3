// The picture being decoded: its parameters, its samples, and what is remembered of each block.
// Everything lives in one arena above the static data, laid out anew for every picture.
import * as F from '../../src/hevc/fields';

/** The table of fields.ts, filled in from outside. */
export const fields: usize = memory.data(F.FIELD_COUNT * 4, 16);
/** Scaling factors, laid out as in fields.ts. */
export const scalingFactors: usize = memory.data(F.SCALING_BYTES, 16);

@inline
export function field(index: i32): i32 {
  return load<i32>(fields + (index << 2));
}

// A record for each CTB: what the in-loop filters need of its slice and tile, and its SAO choice.
export const CTB_SLICE_ADDRESS = 0; // u32: SliceAddrRs
export const CTB_TILE = 4; // u16
export const CTB_BETA_OFFSET = 6; // i8
export const CTB_TC_OFFSET = 7; // i8
export const CTB_FILTER_ACROSS = 8; // u8: slice_loop_filter_across_slices_enabled_flag
export const CTB_HAS_UNFILTERED = 9; // u8: some block must keep its samples
export const CTB_SAO = 16; // 3 components of 8 bytes
export const SAO_TYPE = 0; // u8: 0 none, 1 band, 2 edge
export const SAO_CLASS = 1; // u8: band position or edge class
export const SAO_OFFSETS = 2; // 4 times i8
export const CTB_RECORD_BYTES = 40;

export let width: i32 = 0;
export let height: i32 = 0;
export let chromaType: i32 = 0; // ChromaArrayType
export let chromaShiftX: i32 = 0; // log2 of SubWidthC
export let chromaShiftY: i32 = 0; // log2 of SubHeightC
export let bitDepthLuma: i32 = 8;
export let bitDepthChroma: i32 = 8;
/** Bytes of a sample in memory, as a shift: 0 when both depths are 8, else 1. */
export let sampleShift: i32 = 0;
export let log2Ctb: i32 = 6;
export let log2MinCb: i32 = 3;
export let widthInCtbs: i32 = 0;
export let heightInCtbs: i32 = 0;
/** Width and height in blocks of 4 and of 8 luma samples. */
export let width4: i32 = 0;
export let height4: i32 = 0;
export let width8: i32 = 0;
export let height8: i32 = 0;

export let planeY: usize = 0;
export let planeCb: usize = 0;
export let planeCr: usize = 0;
/** Bytes from one row to the next. */
export let strideY: i32 = 0;
export let strideC: i32 = 0;

/** See regionAt. One row above and one column left and right lie outside the picture. */
export let regions: usize = 0;
export let regionStride: i32 = 0;
/** For each edge piece of 4 samples on the grid of 8: 1 where it is to be deblocked. */
export let verticalEdges: usize = 0; // [height4][width8]
export let horizontalEdges: usize = 0; // [height8][width4]
/** QpY of each block of 8x8 (a coding block is no smaller), i8. */
export let qpMap: usize = 0;
/** 1 for each block of 8x8 whose samples the in-loop filters must leave alone. */
export let unfilteredMap: usize = 0;
export let hasUnfiltered: bool = false;
export let ctbRecords: usize = 0;
/** Intra modes and coding depths along the bottom of what is decoded, by column. */
export let modesAbove: usize = 0; // for each 4 columns
export let depthsAbove: usize = 0; // for each 8 columns
/** A row of CTBs as it was before SAO. */
export let saoStrip: usize = 0;
/** Of each component, the last samples of the row of CTBs before that, `strideY` bytes each. */
export let saoAbove: usize = 0;
/** End of the arena; slice data is placed here. */
export let arenaEnd: usize = 0;

export function markUnfiltered(): void {
  hasUnfiltered = true;
}

let cursor: usize = 0;

function take(size: i32): usize {
  const at = cursor;
  cursor = (cursor + <usize>size + 63) & ~63;
  return at;
}

/** Makes sure that memory reaches up to `top`; false when the machine has no more. */
export function growTo(top: usize): bool {
  const pages = <i32>((top + 0xffff) >> 16);
  const have = memory.size();
  if (pages <= have) return true;
  return memory.grow(pages - have) >= 0;
}

/** Reads the picture's fields and lays out the arena. Its maps start empty, its samples undefined. */
export function layOutPicture(): bool {
  width = field(F.WIDTH);
  height = field(F.HEIGHT);
  chromaType = field(F.CHROMA_ARRAY_TYPE);
  chromaShiftX = chromaType === 1 || chromaType === 2 ? 1 : 0;
  chromaShiftY = chromaType === 1 ? 1 : 0;
  bitDepthLuma = field(F.BIT_DEPTH_LUMA);
  bitDepthChroma = field(F.BIT_DEPTH_CHROMA);
  sampleShift = bitDepthLuma > 8 || bitDepthChroma > 8 ? 1 : 0;
  log2Ctb = field(F.LOG2_CTB);
  log2MinCb = field(F.LOG2_MIN_CB);
  const ctbSize = 1 << log2Ctb;
  widthInCtbs = (width + ctbSize - 1) >> log2Ctb;
  heightInCtbs = (height + ctbSize - 1) >> log2Ctb;
  width4 = (width + 3) >> 2;
  height4 = (height + 3) >> 2;
  width8 = (width + 7) >> 3;
  height8 = (height + 7) >> 3;

  cursor = (__heap_base + 63) & ~63;
  const mapsStart = cursor;
  regionStride = width4 + 2;
  regions = take(regionStride * (height4 + 2) + 32) + regionStride + 1;
  verticalEdges = take(width8 * height4 + 16);
  horizontalEdges = take(width4 * height8 + 16);
  unfilteredMap = take(width8 * height8);
  ctbRecords = take(widthInCtbs * heightInCtbs * CTB_RECORD_BYTES);
  const mapsEnd = cursor;
  qpMap = take(width8 * height8);
  modesAbove = take((widthInCtbs << (log2Ctb - 2)) + 16);
  depthsAbove = take((widthInCtbs << (log2Ctb - 3)) + 16);

  // Vector loads may read some samples past the end of a row.
  strideY = ((width + 31) & ~31) << sampleShift;
  strideC = chromaType === 0 ? 0 : (((width >> chromaShiftX) + 31) & ~31) << sampleShift;
  saoStrip = take((strideY + 128) * (ctbSize + 2) + 256);
  saoAbove = take(strideY * 3);
  take(64);
  planeY = take(strideY * height + 256);
  if (chromaType !== 0) {
    planeCb = take(strideC * (height >> chromaShiftY) + 256);
    planeCr = take(strideC * (height >> chromaShiftY) + 256);
  }
  arenaEnd = cursor;
  if (!growTo(arenaEnd + 64)) return false;
  memory.fill(mapsStart, 0, mapsEnd - mapsStart);
  hasUnfiltered = false;
  return true;
}

@inline
export function ctbRecord(ctbX: i32, ctbY: i32): usize {
  return ctbRecords + <usize>((ctbY * widthInCtbs + ctbX) * CTB_RECORD_BYTES);
}

@inline
export function largestSample(bitDepth: i32): i32 {
  return (1 << bitDepth) - 1;
}

@inline
export function planeAt(component: i32): usize {
  return component === 0 ? planeY : component === 1 ? planeCb : planeCr;
}

// Availability (6.4.1): a neighbor counts when it is decoded already and belongs to the same slice
// and tile. Slices and tiles follow each other in decoding order, so it is enough to number the
// stretches during which both stay the same, and to write the number over each block that is done.

/** The number of the current stretch, 1 to 255. */
export let region: i32 = 0;

export function startRegion(): void {
  if (region === 255) {
    memory.fill(regions - regionStride - 1, 0, regionStride * (height4 + 2));
    region = 0;
  }
  region++;
}

export function resetRegions(): void {
  region = 0;
}

/** Whether the luma sample (x, y), which may lie one sample outside the picture, is available. */
@inline
export function isAvailable(x: i32, y: i32): bool {
  return <i32>load<u8>(regions + (y >> 2) * regionStride + (x >> 2)) === region;
}

/** Marks a decoded square of luma samples. */
export function markDecoded(x: i32, y: i32, size: i32): void {
  const count = size >> 2;
  let row = regions + (y >> 2) * regionStride + (x >> 2);
  if (count === 1) {
    store<u8>(row, region);
    return;
  }
  const pattern = <u64>region * 0x0101010101010101;
  for (let i = 0; i < count; i++) {
    if (count === 2) store<u16>(row, <u16>pattern);
    else if (count === 4) store<u32>(row, <u32>pattern);
    else {
      store<u64>(row, pattern);
      if (count === 16) store<u64>(row, pattern, 8);
    }
    row += regionStride;
  }
}
