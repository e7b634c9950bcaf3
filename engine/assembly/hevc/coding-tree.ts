// Coding quadtree and coding units (ITU-T H.265 7.3.8.4 and 7.3.8.5), decoded and reconstructed
// as they are read. In a still every coding unit is intra coded.
import * as F from '../../src/hevc/fields';
import * as C from './contexts';
import { contexts, decodeBin, decodeTerminate } from './cabac';
import { markEdges, setUpEdges, startCtbEdges } from './edges';
import { markPcm, readChromaModes, readLumaModes } from './intra-modes';
import { readPcm } from './pcm';
import {
  ctbRecord,
  CTB_HAS_UNFILTERED,
  depthsAbove,
  field,
  height,
  isAvailable,
  log2Ctb,
  log2MinCb,
  markDecoded,
  markUnfiltered,
  unfilteredMap,
  width,
  width8,
} from './picture';
import {
  finishCodingUnitQp,
  startChromaOffsetGroup,
  startCodingUnitQp,
  startQuantizationGroup,
} from './quantization';
import {
  decodeTransformTree,
  isBroken,
  markBroken,
  setUpTransformSlice,
  setUpTransformTree,
} from './transform-tree';

// Parameters used for every block, read once a picture.
let log2QpGroup: i32 = 6;
let log2ChromaOffsetGroup: i32 = 6;
let bypassEnabled: bool = false;
let pcmEnabled: bool = false;

// Coding depths along the right edge of what is decoded, by row of the CTB.
const depthsLeft: usize = memory.data(8);

export function setUpCodingTree(): void {
  log2QpGroup = log2Ctb - field(F.DIFF_CU_QP_DELTA_DEPTH);
  log2ChromaOffsetGroup = log2Ctb - field(F.DIFF_CU_CHROMA_QP_OFFSET_DEPTH);
  bypassEnabled = field(F.TRANSQUANT_BYPASS_ENABLED) !== 0;
  pcmEnabled = field(F.PCM_ENABLED) !== 0;
  setUpTransformTree();
}

export function setUpSlice(): void {
  setUpEdges();
  setUpTransformSlice();
}

/** coding_quadtree of a whole CTB whose origin is (x, y). */
export function decodeCodingTree(x: i32, y: i32, filterLeft: bool, filterTop: bool): void {
  startCtbEdges(filterLeft, filterTop);
  codingQuadtree(x, y, log2Ctb, 0);
}

function codingQuadtree(x: i32, y: i32, log2Size: i32, depth: i32): void {
  const size = 1 << log2Size;
  let split: bool;
  if (x + size <= width && y + size <= height && log2Size > log2MinCb) {
    let deeper = 0;
    if (isAvailable(x - 1, y)) {
      deeper += <i32>load<u8>(depthsLeft + ((y & ((1 << log2Ctb) - 1)) >> 3)) > depth ? 1 : 0;
    }
    if (isAvailable(x, y - 1)) deeper += <i32>load<u8>(depthsAbove + (x >> 3)) > depth ? 1 : 0;
    split = decodeBin(contexts + C.SPLIT_CU + deeper) !== 0;
  } else {
    split = log2Size > log2MinCb;
  }
  if (log2Size >= log2QpGroup) startQuantizationGroup(x, y);
  if (log2Size >= log2ChromaOffsetGroup) startChromaOffsetGroup();
  if (!split) {
    codingUnit(x, y, log2Size, depth);
    return;
  }
  const half = size >> 1;
  const right = x + half;
  const below = y + half;
  codingQuadtree(x, y, log2Size - 1, depth + 1);
  if (right < width) codingQuadtree(right, y, log2Size - 1, depth + 1);
  if (below < height) codingQuadtree(x, below, log2Size - 1, depth + 1);
  if (right < width && below < height) codingQuadtree(right, below, log2Size - 1, depth + 1);
}

function codingUnit(x: i32, y: i32, log2Size: i32, depth: i32): void {
  if (isBroken) return;
  const size = 1 << log2Size;
  const inCtb = (1 << log2Ctb) - 1;
  startCodingUnitQp();
  const lossless = bypassEnabled && decodeBin(contexts + C.TRANSQUANT_BYPASS) !== 0;
  if (lossless) keepUnfiltered(x, y, size);
  memory.fill(depthsAbove + (x >> 3), depth as u8, size >> 3);
  memory.fill(depthsLeft + ((y & inCtb) >> 3), depth as u8, size >> 3);

  const isSplit = log2Size === log2MinCb && decodeBin(contexts + C.PART_MODE) === 0;
  if (
    pcmEnabled &&
    !isSplit &&
    log2Size >= field(F.LOG2_MIN_PCM) &&
    log2Size <= field(F.LOG2_MAX_PCM) &&
    decodeTerminate()
  ) {
    if (!readPcm(x, y, log2Size)) markBroken();
    if (field(F.PCM_LOOP_FILTER_DISABLED)) keepUnfiltered(x, y, size);
    markPcm(x, y, size);
    markEdges(x, y, log2Size);
    markDecoded(x, y, size);
  } else {
    readLumaModes(x, y, log2Size, isSplit);
    readChromaModes(isSplit);
    decodeTransformTree(x, y, log2Size, lossless, isSplit);
  }
  finishCodingUnitQp(x, y, log2Size);
}

/** Records that the in-loop filters must not change a coding unit. */
function keepUnfiltered(x: i32, y: i32, size: i32): void {
  markUnfiltered();
  store<u8>(ctbRecord(x >> log2Ctb, y >> log2Ctb), 1, CTB_HAS_UNFILTERED);
  for (let row = y >> 3; row < (y + size) >> 3; row++) {
    memory.fill(unfilteredMap + row * width8 + (x >> 3), 1, size >> 3);
  }
}
