// slice_segment_data (ITU-T H.265 7.3.8.1 to 7.3.8.3): the order of CTBs, where CABAC starts anew,
// and the SAO parameters.
import * as F from '../../src/hevc/fields';
import * as C from './contexts';
import {
  contexts,
  decodeBin,
  decodeBypass,
  decodeBypassBits,
  decodeTerminate,
  hasOverrun,
  positionAfterTerminate,
  sliceEnd,
  startCabac,
} from './cabac';
import {
  bitDepthChroma,
  bitDepthLuma,
  chromaType,
  ctbRecord,
  CTB_BETA_OFFSET,
  CTB_FILTER_ACROSS,
  CTB_SAO,
  CTB_SLICE_ADDRESS,
  CTB_TC_OFFSET,
  CTB_TILE,
  field,
  heightInCtbs,
  isAvailable,
  log2Ctb,
  SAO_CLASS,
  SAO_OFFSETS,
  SAO_TYPE,
  startRegion,
  widthInCtbs,
} from './picture';
import { decodeCodingTree, setUpSlice } from './coding-tree';
import { resetChromaOffsets, restartQp } from './quantization';
import { isBroken } from './transform-tree';

// The next CTB in decoding order, and the tile it is in.
let ctbX: i32 = 0;
let ctbY: i32 = 0;
let tileColumn: i32 = 0;
let tileRow: i32 = 0;
let decodedCtbs: i32 = 0;
let sliceAddress: i32 = 0;
let hasSlice: bool = false;

export function startSliceOrder(): void {
  ctbX = 0;
  ctbY = 0;
  tileColumn = 0;
  tileRow = 0;
  decodedCtbs = 0;
  sliceAddress = 0;
  hasSlice = false;
}

export function isPictureComplete(): bool {
  return decodedCtbs === widthInCtbs * heightInCtbs;
}

/** How many rows of CTBs are decoded all across the picture; between tiles nobody counts. */
export function decodedRows(): i32 {
  if (isPictureComplete()) return heightInCtbs;
  return field(F.TILE_COLUMNS) === 1 ? ctbY : 0;
}

@inline
function columnStart(column: i32): i32 {
  return field(F.TILE_COLUMN_STARTS + column);
}

@inline
function rowStart(row: i32): i32 {
  return field(F.TILE_ROW_STARTS + row);
}

/** Moves on in tile scan, 6.5.1; true when the next CTB begins another tile. */
function advance(): bool {
  decodedCtbs++;
  ctbX++;
  if (ctbX < columnStart(tileColumn + 1)) return false;
  ctbX = columnStart(tileColumn);
  ctbY++;
  if (ctbY < rowStart(tileRow + 1)) return false;
  tileColumn++;
  if (tileColumn === field(F.TILE_COLUMNS)) {
    tileColumn = 0;
    tileRow++;
  }
  ctbX = columnStart(tileColumn);
  ctbY = rowStart(tileRow);
  return true;
}

/** Begins a slice segment whose data lies in [from, limit). False when it is not valid. */
export function startSliceSegment(from: usize, limit: usize): bool {
  // Segments come in order and without gaps, so that every CTB is decoded exactly once.
  if (isPictureComplete()) return false;
  const address = field(F.SLICE_SEGMENT_ADDRESS);
  if (address !== ctbY * widthInCtbs + ctbX) return false;
  const dependent = field(F.SLICE_DEPENDENT) !== 0;
  if (dependent && !hasSlice) return false;

  startCabac(from, limit);
  setUpSlice();
  const sync = field(F.ENTROPY_CODING_SYNC) !== 0;
  const atTileStart = ctbX === columnStart(tileColumn) && ctbY === rowStart(tileRow);
  if (!dependent) {
    sliceAddress = address;
    hasSlice = true;
    startRegion();
    resetChromaOffsets();
  } else if (atTileStart) startRegion();

  // 9.3.1
  const firstInRow = ctbX === columnStart(tileColumn);
  if (!dependent || atTileStart) {
    C.initContexts(field(F.SLICE_QP));
    restartQp();
  } else if (sync && firstInRow) {
    startRow();
  } else C.restoreFromSegment();

  return true;
}

/** Decodes on to the end of a row of CTBs, or of the segment: `STATUS_MORE` or `STATUS_OK`. */
export function decodeSegmentRow(): i32 {
  const sync = field(F.ENTROPY_CODING_SYNC) !== 0;
  while (true) {
    const left = columnStart(tileColumn);
    decodeCtb();
    if (isBroken || hasOverrun()) return F.STATUS_CORRUPT;
    if (sync && ctbX === left + 1) C.saveForRow();
    const ends = decodeTerminate() !== 0;
    const newTile = advance();
    if (ends) {
      C.saveForSegment();
      return F.STATUS_OK;
    }
    if (isPictureComplete()) return F.STATUS_CORRUPT;
    if (newTile || (sync && ctbX === left)) {
      if (decodeTerminate() === 0) return F.STATUS_CORRUPT;
      startCabac(positionAfterTerminate(), sliceEnd());
      if (newTile) {
        startRegion();
        C.initContexts(field(F.SLICE_QP));
        restartQp();
      } else startRow();
    }
    if (newTile || ctbX === left) return F.STATUS_MORE;
  }
  return F.STATUS_CORRUPT;
}

/** Context variables at the start of a row of CTBs in wavefronts: those of the row above. */
function startRow(): void {
  restartQp();
  if (isAvailable((ctbX + 1) << log2Ctb, (ctbY << log2Ctb) - 1)) C.restoreFromRow();
  else C.initContexts(field(F.SLICE_QP));
}

function decodeCtb(): void {
  const x = ctbX << log2Ctb;
  const y = ctbY << log2Ctb;
  const record = ctbRecord(ctbX, ctbY);
  const tile = tileRow * field(F.TILE_COLUMNS) + tileColumn;
  store<u32>(record, sliceAddress, CTB_SLICE_ADDRESS);
  store<u16>(record, tile, CTB_TILE);
  store<i8>(record, field(F.SLICE_BETA_OFFSET), CTB_BETA_OFFSET);
  store<i8>(record, field(F.SLICE_TC_OFFSET), CTB_TC_OFFSET);
  store<u8>(record, field(F.SLICE_LOOP_FILTER_ACROSS), CTB_FILTER_ACROSS);
  if (field(F.SLICE_SAO_LUMA) || field(F.SLICE_SAO_CHROMA)) readSao(x, y, record);
  decodeCodingTree(
    x,
    y,
    ctbX > 0 && mayFilterAcross(record, ctbRecord(ctbX - 1, ctbY)),
    ctbY > 0 && mayFilterAcross(record, ctbRecord(ctbX, ctbY - 1)),
  );
}

/** Whether deblocking crosses into the CTB before, 8.7.2.3. */
function mayFilterAcross(record: usize, before: usize): bool {
  if (
    load<u32>(record, CTB_SLICE_ADDRESS) !== load<u32>(before, CTB_SLICE_ADDRESS) &&
    !load<u8>(record, CTB_FILTER_ACROSS)
  ) {
    return false;
  }
  return (
    load<u16>(record, CTB_TILE) === load<u16>(before, CTB_TILE) ||
    field(F.LOOP_FILTER_ACROSS_TILES) !== 0
  );
}

/** sao, 7.3.8.3 */
function readSao(x: i32, y: i32, record: usize): void {
  if (isAvailable(x - 1, y) && decodeBin(contexts + C.SAO_MERGE)) {
    memory.copy(record + CTB_SAO, ctbRecord(ctbX - 1, ctbY) + CTB_SAO, 24);
    return;
  }
  if (isAvailable(x, y - 1) && decodeBin(contexts + C.SAO_MERGE)) {
    memory.copy(record + CTB_SAO, ctbRecord(ctbX, ctbY - 1) + CTB_SAO, 24);
    return;
  }
  const components = chromaType === 0 ? 1 : 3;
  for (let component = 0; component < components; component++) {
    if (!field(component === 0 ? F.SLICE_SAO_LUMA : F.SLICE_SAO_CHROMA)) continue;
    const sao = record + CTB_SAO + (component << 3);
    let type = 0;
    if (component === 2) {
      type = <i32>load<u8>(sao - 8, SAO_TYPE);
    } else if (decodeBin(contexts + C.SAO_TYPE)) {
      type = decodeBypass() ? 2 : 1;
    }
    store<u8>(sao, type, SAO_TYPE);
    if (type === 0) continue;

    const bitDepth = component === 0 ? bitDepthLuma : bitDepthChroma;
    const maxValue = (1 << (min(bitDepth, 10) - 5)) - 1;
    const scale = field(
      component === 0 ? F.LOG2_SAO_OFFSET_SCALE_LUMA : F.LOG2_SAO_OFFSET_SCALE_CHROMA,
    );
    for (let i = 0; i < 4; i++) {
      let offset = 0;
      while (offset < maxValue && decodeBypass()) offset++;
      store<i8>(sao + i, offset << scale, SAO_OFFSETS);
    }
    if (type === 1) {
      for (let i = 0; i < 4; i++) {
        const offset = <i32>load<i8>(sao + i, SAO_OFFSETS);
        if (offset !== 0 && decodeBypass()) store<i8>(sao + i, -offset, SAO_OFFSETS);
      }
      store<u8>(sao, decodeBypassBits(5), SAO_CLASS);
    } else {
      store<i8>(sao + 2, -(<i32>load<i8>(sao + 2, SAO_OFFSETS)), SAO_OFFSETS);
      store<i8>(sao + 3, -(<i32>load<i8>(sao + 3, SAO_OFFSETS)), SAO_OFFSETS);
      if (component === 2) store<u8>(sao, load<u8>(sao - 8, SAO_CLASS), SAO_CLASS);
      else store<u8>(sao, decodeBypassBits(2), SAO_CLASS);
    }
  }
}
