// Quantization parameters (ITU-T H.265 8.6.1).
import * as F from '../../src/hevc/fields';
import { chromaType, field, log2Ctb, qpMap, width8 } from './picture';

export let qpY: i32 = 0;
/** IsCuQpDeltaCoded, CuQpDeltaVal, IsCuChromaQpOffsetCoded */
export let isDeltaCoded: bool = false;
export let isChromaOffsetCoded: bool = false;
let delta: i32 = 0;
/** qPY_PRED of the current quantization group. */
let predicted: i32 = 0;
/** QpY of the last coding unit in decoding order. */
let previous: i32 = 0;
let cuOffsetCb: i32 = 0;
let cuOffsetCr: i32 = 0;

let qpBdOffsetLuma: i32 = 0;
let qpBdOffsetChroma: i32 = 0;

// QpC by qPi from 30 to 43 (table 8-10)
const chromaQps: usize = memory.data<u8>([29, 30, 31, 32, 33, 33, 34, 34, 35, 35, 36, 36, 37, 37]);

export function setUpQuantization(): void {
  qpBdOffsetLuma = 6 * (field(F.BIT_DEPTH_LUMA) - 8);
  qpBdOffsetChroma = 6 * (field(F.BIT_DEPTH_CHROMA) - 8);
}

/** At the first quantization group of a slice, a tile, or a row of CTBs in wavefronts. */
export function restartQp(): void {
  previous = field(F.SLICE_QP);
}

export function resetChromaOffsets(): void {
  cuOffsetCb = 0;
  cuOffsetCr = 0;
}

export function startQuantizationGroup(x: i32, y: i32): void {
  isDeltaCoded = false;
  delta = 0;
  const inCtb = (1 << log2Ctb) - 1;
  const place = qpMap + (y >> 3) * width8 + (x >> 3);
  // Neighbors count within the same CTB only, where they are always decoded already.
  const left = x & inCtb ? <i32>load<i8>(place - 1) : previous;
  const above = y & inCtb ? <i32>load<i8>(place - width8) : previous;
  predicted = (left + above + 1) >> 1;
}

export function startChromaOffsetGroup(): void {
  isChromaOffsetCoded = false;
}

/** QpY of a coding unit, as far as known at its start. */
export function startCodingUnitQp(): void {
  qpY = ((predicted + delta + 52 + 2 * qpBdOffsetLuma) % (52 + qpBdOffsetLuma)) - qpBdOffsetLuma;
}

/** False when the value is out of its range (7.4.9.14). */
export function setQpDelta(value: i32): bool {
  isDeltaCoded = true;
  delta = value;
  startCodingUnitQp();
  return value >= -(26 + (qpBdOffsetLuma >> 1)) && value <= 25 + (qpBdOffsetLuma >> 1);
}

export function setChromaOffset(enabled: bool, index: i32): void {
  isChromaOffsetCoded = true;
  cuOffsetCb = enabled ? field(F.CB_QP_OFFSET_LIST + index) : 0;
  cuOffsetCr = enabled ? field(F.CR_QP_OFFSET_LIST + index) : 0;
}

/** Records QpY for the whole coding unit, once it is known. */
export function finishCodingUnitQp(x: i32, y: i32, log2Size: i32): void {
  previous = qpY;
  const count = 1 << (log2Size - 3);
  let row = qpMap + (y >> 3) * width8 + (x >> 3);
  for (let i = 0; i < count; i++) {
    memory.fill(row, <u8>qpY, count);
    row += width8;
  }
}

/** Qp'Y */
@inline
export function lumaQp(): i32 {
  return qpY + qpBdOffsetLuma;
}

/** The chroma QP for an index qPi, by table or limit. */
export function mapChromaQp(index: i32): i32 {
  if (chromaType !== 1) return min(index, 51);
  if (index < 30) return index;
  return index > 43 ? index - 6 : <i32>load<u8>(chromaQps + index - 30);
}

/** Qp'Cb or Qp'Cr */
export function chromaQp(component: i32): i32 {
  const offset =
    component === 1
      ? field(F.CB_QP_OFFSET) + field(F.SLICE_CB_QP_OFFSET) + cuOffsetCb
      : field(F.CR_QP_OFFSET) + field(F.SLICE_CR_QP_OFFSET) + cuOffsetCr;
  const index = min(max(qpY + offset, -qpBdOffsetChroma), 57);
  return mapChromaQp(index) + qpBdOffsetChroma;
}
