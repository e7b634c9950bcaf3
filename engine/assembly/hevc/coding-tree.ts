// Coding quadtree, coding units and transform trees (ITU-T H.265 7.3.8.4 to 7.3.8.14), decoded and
// reconstructed as they are read. In a still every coding unit is intra coded.
import * as F from '../../src/hevc/fields';
import * as C from './contexts';
import {
  contexts,
  decodeBin,
  decodeBypass,
  decodeBypassBits,
  decodeTerminate,
  positionAfterTerminate,
  sliceEnd,
  startCabac,
} from './cabac';
import {
  bitDepthChroma,
  bitDepthLuma,
  chromaShiftX,
  chromaShiftY,
  chromaType,
  ctbRecord,
  CTB_HAS_UNFILTERED,
  depthsAbove,
  field,
  height,
  horizontalEdges,
  isAvailable,
  log2Ctb,
  log2MinCb,
  markDecoded,
  markUnfiltered,
  modesAbove,
  planeAt,
  sampleShift,
  strideC,
  strideY,
  unfilteredMap,
  verticalEdges,
  width,
  width4,
  width8,
} from './picture';
import {
  chromaQp,
  finishCodingUnitQp,
  isChromaOffsetCoded,
  isDeltaCoded,
  lumaQp,
  setChromaOffset,
  setQpDelta,
  startChromaOffsetGroup,
  startCodingUnitQp,
  startQuantisationGroup,
} from './quantisation';
import { clearCoefficients, decodeResidual, transformSkip } from './residual';
import {
  ADD_UP_COLUMNS,
  ADD_UP_ROWS,
  addFromLuma,
  addResidual,
  AS_THEY_ARE,
  clearResidual,
  inverseTransform,
  keepLumaResidual,
  residual,
  rotateCoefficients,
  skipTransform,
} from './transform';
import { predictIntra } from './intra';

// Parameters used for every block, read once a picture or slice.
let log2MinTb: i32 = 2;
let log2MaxTb: i32 = 5;
let maxTransformDepth: i32 = 0;
let log2QpGroup: i32 = 6;
let log2ChromaOffsetGroup: i32 = 6;
let qpDeltaEnabled: bool = false;
let chromaOffsetEnabled: bool = false;
let bypassEnabled: bool = false;
let pcmEnabled: bool = false;
let implicitRdpcm: bool = false;
let rotation: bool = false;
let crossComponent: bool = false;
let deblock: bool = false;

// Of the current coding unit
let lossless: bool = false;
let chromaModes: usize = memory.data(4);
let chromaSyntax: usize = memory.data(4); // intra_chroma_pred_mode
let lumaModes: usize = memory.data(4);
let isSplit: bool = false; // IntraSplitFlag
/** Set when the stream said something impossible. */
export let isBroken: bool = false;

// Intra modes and coding depths along the right edge of what is decoded, by row of the CTB.
const modesLeft: usize = memory.data(16);
const depthsLeft: usize = memory.data(8);

// Intra prediction mode for 4:2:2 chroma (table 8-3)
const modes422: usize = memory.data<u8>([
  0, 1, 2, 2, 2, 2, 3, 5, 7, 8, 10, 12, 13, 15, 17, 18, 19, 20, 21, 22, 23, 23, 24, 24, 25, 25, 26,
  27, 27, 28, 28, 29, 29, 30, 31,
]);

export function setUpCodingTree(): void {
  log2MinTb = field(F.LOG2_MIN_TB);
  log2MaxTb = field(F.LOG2_MAX_TB);
  maxTransformDepth = field(F.MAX_TRANSFORM_DEPTH_INTRA);
  log2QpGroup = log2Ctb - field(F.DIFF_CU_QP_DELTA_DEPTH);
  log2ChromaOffsetGroup = log2Ctb - field(F.DIFF_CU_CHROMA_QP_OFFSET_DEPTH);
  qpDeltaEnabled = field(F.CU_QP_DELTA_ENABLED) !== 0;
  bypassEnabled = field(F.TRANSQUANT_BYPASS_ENABLED) !== 0;
  pcmEnabled = field(F.PCM_ENABLED) !== 0;
  implicitRdpcm = field(F.IMPLICIT_RDPCM) !== 0;
  rotation = field(F.TRANSFORM_SKIP_ROTATION) !== 0;
  crossComponent = field(F.CROSS_COMPONENT_PREDICTION) !== 0;
  isBroken = false;
}

export function setUpSlice(): void {
  deblock = field(F.SLICE_DEBLOCKING_DISABLED) === 0;
  chromaOffsetEnabled = field(F.SLICE_CU_CHROMA_QP_OFFSET) !== 0;
}

// Whether the left and upper edges of the current CTB are to be deblocked.
let filterCtbLeft: bool = false;
let filterCtbTop: bool = false;

/** coding_quadtree of a whole CTB whose origin is (x, y). */
export function decodeCodingTree(x: i32, y: i32, filterLeft: bool, filterTop: bool): void {
  filterCtbLeft = filterLeft;
  filterCtbTop = filterTop;
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
  if (log2Size >= log2QpGroup) startQuantisationGroup(x, y);
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
  lossless = bypassEnabled && decodeBin(contexts + C.TRANSQUANT_BYPASS) !== 0;
  if (lossless) keepUnfiltered(x, y, size);
  memory.fill(depthsAbove + (x >> 3), depth as u8, size >> 3);
  memory.fill(depthsLeft + ((y & inCtb) >> 3), depth as u8, size >> 3);

  isSplit = log2Size === log2MinCb && decodeBin(contexts + C.PART_MODE) === 0;
  if (
    pcmEnabled &&
    !isSplit &&
    log2Size >= field(F.LOG2_MIN_PCM) &&
    log2Size <= field(F.LOG2_MAX_PCM) &&
    decodeTerminate()
  ) {
    readPcm(x, y, log2Size);
    if (field(F.PCM_LOOP_FILTER_DISABLED)) keepUnfiltered(x, y, size);
    // A neighbour coded as PCM stands for the DC mode, 8.4.2.
    memory.fill(modesAbove + (x >> 2), 1, size >> 2);
    memory.fill(modesLeft + ((y & inCtb) >> 2), 1, size >> 2);
    markEdges(x, y, log2Size);
    markDecoded(x, y, size);
  } else {
    readLumaModes(x, y, log2Size);
    readChromaModes();
    transformTree(x, y, x, y, log2Size, log2Size, 0, 0, 3, 3);
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

/** prev_intra_luma_pred_flag, mpm_idx and rem_intra_luma_pred_mode; 8.4.2. */
function readLumaModes(x: i32, y: i32, log2Size: i32): void {
  const parts = isSplit ? 4 : 1;
  const partSize = 1 << (isSplit ? log2Size - 1 : log2Size);
  let flags = 0;
  for (let i = 0; i < parts; i++) {
    flags |= <i32>decodeBin(contexts + C.PREV_INTRA_LUMA_PRED) << i;
  }
  for (let i = 0; i < parts; i++) {
    const partX = x + (i & 1 ? partSize : 0);
    const partY = y + (i & 2 ? partSize : 0);
    const inCtb = partY & ((1 << log2Ctb) - 1);
    const above = modesAbove + (partX >> 2);
    const left = modesLeft + (inCtb >> 2);
    const a = isAvailable(partX - 1, partY) || i & 1 ? <i32>load<u8>(left) : 1;
    // Modes above the CTB do not count.
    const b = inCtb > 0 ? <i32>load<u8>(above) : 1;

    let first: i32;
    let second: i32;
    let third: i32;
    if (a === b) {
      if (a < 2) {
        first = 0;
        second = 1;
        third = 26;
      } else {
        first = a;
        second = 2 + ((a + 29) & 31);
        third = 2 + ((a - 1) & 31);
      }
    } else {
      first = a;
      second = b;
      third = a !== 0 && b !== 0 ? 0 : a !== 1 && b !== 1 ? 1 : 26;
    }

    let mode: i32;
    if ((flags >> i) & 1) {
      mode = decodeBypass() === 0 ? first : decodeBypass() === 0 ? second : third;
    } else {
      mode = decodeBypassBits(5);
      let low = min(first, second);
      let high = max(first, second);
      const middle = max(low, min(high, third));
      low = min(low, third);
      high = max(high, third);
      if (mode >= low) mode++;
      if (mode >= middle) mode++;
      if (mode >= high) mode++;
    }
    store<u8>(lumaModes + i, mode);
    memory.fill(above, <u8>mode, partSize >> 2);
    memory.fill(left, <u8>mode, partSize >> 2);
  }
}

/** intra_chroma_pred_mode; 8.4.3. */
function readChromaModes(): void {
  if (chromaType === 0) return;
  const parts = isSplit && chromaType === 3 ? 4 : 1;
  for (let i = 0; i < parts; i++) {
    const luma = <i32>load<u8>(lumaModes + i);
    let mode = luma;
    let syntax = 4;
    if (decodeBin(contexts + C.INTRA_CHROMA_PRED_MODE)) {
      syntax = decodeBypassBits(2);
      mode = syntax === 0 ? 0 : syntax === 1 ? 26 : syntax === 2 ? 10 : 1;
      if (mode === luma) mode = 34;
    }
    if (chromaType === 2) mode = <i32>load<u8>(modes422 + mode);
    store<u8>(chromaSyntax + i, syntax);
    store<u8>(chromaModes + i, mode);
  }
}

/** pcm_sample, 7.3.8.7 and 8.4.4.1. */
function readPcm(x: i32, y: i32, log2Size: i32): void {
  let from = positionAfterTerminate();
  const parts = chromaType === 0 ? 1 : 3;
  const depthY = field(F.PCM_BIT_DEPTH_LUMA);
  const depthC = field(F.PCM_BIT_DEPTH_CHROMA);
  const size = 1 << log2Size;
  const samplesY = 1 << (log2Size << 1);
  const samplesC = chromaType === 0 ? 0 : 2 * (samplesY >> (chromaShiftX + chromaShiftY));
  const bytes = (samplesY * depthY + samplesC * depthC + 7) >> 3;
  if (from + bytes > sliceEnd()) {
    isBroken = true;
    return;
  }
  let buffer: u32 = 0;
  let held = 0;
  for (let component = 0; component < parts; component++) {
    const shiftX = component === 0 ? 0 : chromaShiftX;
    const shiftY = component === 0 ? 0 : chromaShiftY;
    const depth = component === 0 ? depthY : depthC;
    const shift = (component === 0 ? bitDepthLuma : bitDepthChroma) - depth;
    const stride = component === 0 ? strideY : strideC;
    let row = planeAt(component) + (y >> shiftY) * stride + ((x >> shiftX) << sampleShift);
    for (let j = 0; j < size >> shiftY; j++) {
      for (let i = 0; i < size >> shiftX; i++) {
        while (held < depth) {
          buffer = (buffer << 8) | load<u8>(from++);
          held += 8;
        }
        held -= depth;
        const sample = ((buffer >> held) & ((1 << depth) - 1)) << shift;
        if (sampleShift) store<u16>(row + (i << 1), sample);
        else store<u8>(row + i, sample);
      }
      row += stride;
    }
  }
  startCabac(from, sliceEnd());
}

/** Marks the left and upper edge of a block of luma samples for deblocking, 8.7.2.3. */
function markEdges(x: i32, y: i32, log2Size: i32): void {
  if (!deblock) return;
  const inCtb = (1 << log2Ctb) - 1;
  const count = 1 << (log2Size - 2);
  if ((x & 7) === 0 && (x & inCtb ? true : filterCtbLeft)) {
    let place = verticalEdges + (y >> 2) * width8 + (x >> 3);
    for (let i = 0; i < count; i++) {
      store<u8>(place, 1);
      place += width8;
    }
  }
  if ((y & 7) === 0 && (y & inCtb ? true : filterCtbTop)) {
    const place = horizontalEdges + (y >> 3) * width4 + (x >> 2);
    if (count === 1) store<u8>(place, 1);
    else for (let i = 0; i < count; i += 2) store<u16>(place + i, 0x0101);
  }
}

/** cbf_cb and cbf_cr of a block: bit 0, and bit 1 for the lower half in 4:2:2. */
function readChromaCbf(depth: i32, log2Size: i32, split: bool): i32 {
  let cbf = <i32>decodeBin(contexts + C.CBF_CHROMA + depth);
  if (chromaType === 2 && (!split || log2Size === 3)) {
    cbf |= <i32>decodeBin(contexts + C.CBF_CHROMA + depth) << 1;
  }
  return cbf;
}

function transformTree(
  x: i32,
  y: i32,
  baseX: i32,
  baseY: i32,
  log2Size: i32,
  log2Cb: i32,
  depth: i32,
  index: i32,
  parentCb: i32,
  parentCr: i32,
): void {
  let split: bool;
  if (
    log2Size <= log2MaxTb &&
    log2Size > log2MinTb &&
    depth < maxTransformDepth + (isSplit ? 1 : 0) &&
    !(isSplit && depth === 0)
  ) {
    split = decodeBin(contexts + C.SPLIT_TRANSFORM + 5 - log2Size) !== 0;
  } else {
    split = log2Size > log2MaxTb || (isSplit && depth === 0);
  }
  let cbfCb = 0;
  let cbfCr = 0;
  if (chromaType !== 0) {
    if (log2Size > 2 || chromaType === 3) {
      if (parentCb) cbfCb = readChromaCbf(depth, log2Size, split);
      if (parentCr) cbfCr = readChromaCbf(depth, log2Size, split);
    } else {
      cbfCb = parentCb;
      cbfCr = parentCr;
    }
  }
  if (split) {
    const half = 1 << (log2Size - 1);
    for (let i = 0; i < 4; i++) {
      transformTree(
        x + (i & 1 ? half : 0),
        y + (i & 2 ? half : 0),
        x,
        y,
        log2Size - 1,
        log2Cb,
        depth + 1,
        i,
        cbfCb,
        cbfCr,
      );
    }
  } else {
    const cbfLuma = decodeBin(contexts + C.CBF_LUMA + (depth === 0 ? 1 : 0)) !== 0;
    // With four parts, the part is the block's index at depth 1.
    const part = isSplit
      ? (x >> (log2Cb - 1) & 1) | ((y >> (log2Cb - 1) & 1) << 1)
      : 0;
    transformUnit(x, y, baseX, baseY, log2Size, index, cbfLuma, cbfCb, cbfCr, part);
  }
}

function readQpDelta(): void {
  let value = 0;
  while (value < 5 && decodeBin(contexts + C.CU_QP_DELTA + (value === 0 ? 0 : 1))) value++;
  if (value === 5) {
    let k = 0;
    while (k < 16 && decodeBypass()) {
      value += 1 << k;
      k++;
    }
    value += decodeBypassBits(k);
  }
  if (value !== 0 && decodeBypass()) value = -value;
  if (!setQpDelta(value)) isBroken = true;
}

function readChromaQpOffset(): void {
  const count = field(F.CHROMA_QP_OFFSET_COUNT);
  const enabled = decodeBin(contexts + C.CU_CHROMA_QP_OFFSET_FLAG) !== 0;
  let index = 0;
  if (enabled) {
    while (index < count - 1 && decodeBin(contexts + C.CU_CHROMA_QP_OFFSET_IDX)) index++;
  }
  setChromaOffset(enabled, index);
}

/** scanIdx, 7.4.9.11: small blocks of nearly horizontal or vertical modes are scanned across. */
@inline
function scanFor(mode: i32, mayDiffer: bool): i32 {
  if (!mayDiffer) return 0;
  if (mode >= 6 && mode <= 14) return 2;
  return mode >= 22 && mode <= 30 ? 1 : 0;
}

function transformUnit(
  x: i32,
  y: i32,
  baseX: i32,
  baseY: i32,
  log2Size: i32,
  index: i32,
  cbfLuma: bool,
  cbfCb: i32,
  cbfCr: i32,
  part: i32,
): void {
  const cbfChroma = (cbfCb | cbfCr) !== 0;
  if (cbfLuma || cbfChroma) {
    if (qpDeltaEnabled && !isDeltaCoded) readQpDelta();
    if (cbfChroma && !lossless && chromaOffsetEnabled && !isChromaOffsetCoded) {
      readChromaQpOffset();
    }
    if (isBroken) return;
  }
  const lumaMode = <i32>load<u8>(lumaModes + part);
  predict(x, y, log2Size, 0, lumaMode);
  if (cbfLuma) {
    const scan = scanFor(lumaMode, log2Size <= 3);
    decodeResidual(log2Size, 0, scan, lumaMode, lumaQp(), lossless);
    reconstructResidual(log2Size, lumaMode, log2Size === 2, bitDepthLuma);
    addTo(x, y, log2Size, 0);
  }
  markEdges(x, y, log2Size);
  markDecoded(x, y, 1 << log2Size);

  if (chromaType === 0) return;
  if (chromaType === 3) {
    const mode = <i32>load<u8>(chromaModes + part);
    const predicts =
      crossComponent && cbfLuma && load<u8>(chromaSyntax + part) === 4;
    if (predicts) keepLumaResidual(log2Size);
    chroma444(x, y, log2Size, 1, mode, cbfCb !== 0, predicts);
    chroma444(x, y, log2Size, 2, mode, cbfCr !== 0, predicts);
    return;
  }
  const mode = <i32>load<u8>(chromaModes);
  if (log2Size > 2) {
    const chromaX = x >> 1;
    const chromaY = y >> chromaShiftY;
    chromaSubsampled(chromaX, chromaY, log2Size - 1, 1, mode, cbfCb);
    chromaSubsampled(chromaX, chromaY, log2Size - 1, 2, mode, cbfCr);
  } else if (index === 3) {
    const chromaX = baseX >> 1;
    const chromaY = baseY >> chromaShiftY;
    chromaSubsampled(chromaX, chromaY, 2, 1, mode, cbfCb);
    chromaSubsampled(chromaX, chromaY, 2, 2, mode, cbfCr);
  }
}

/** One block of 4:2:0, or the two that lie above each other in 4:2:2. */
function chromaSubsampled(
  x: i32,
  y: i32,
  log2Size: i32,
  component: i32,
  mode: i32,
  cbf: i32,
): void {
  const blocks = chromaType === 2 ? 2 : 1;
  for (let i = 0; i < blocks; i++) {
    const blockY = y + (i << log2Size);
    predict(x, blockY, log2Size, component, mode);
    if ((cbf >> i) & 1) {
      decodeResidual(
        log2Size,
        component,
        scanFor(mode, log2Size === 2),
        mode,
        chromaQp(component),
        lossless,
      );
      reconstructResidual(log2Size, mode, false, bitDepthChroma);
      addTo(x, blockY, log2Size, component);
    }
  }
}

function chroma444(
  x: i32,
  y: i32,
  log2Size: i32,
  component: i32,
  mode: i32,
  cbf: bool,
  predicts: bool,
): void {
  let scale = 0;
  if (predicts) {
    // cross_comp_pred, 7.3.8.12
    const base = contexts + C.LOG2_RES_SCALE + 4 * (component - 1);
    let log2Scale = 0;
    while (log2Scale < 4 && decodeBin(base + log2Scale)) log2Scale++;
    if (log2Scale > 0) {
      scale = 1 << (log2Scale - 1);
      if (decodeBin(contexts + C.RES_SCALE_SIGN + component - 1)) scale = -scale;
    }
  }
  predict(x, y, log2Size, component, mode);
  if (cbf) {
    decodeResidual(
      log2Size,
      component,
      scanFor(mode, log2Size <= 3),
      mode,
      chromaQp(component),
      lossless,
    );
    reconstructResidual(log2Size, mode, false, bitDepthChroma);
  }
  if (scale !== 0) {
    if (!cbf) clearResidual(residual, log2Size);
    addFromLuma(log2Size, scale, bitDepthLuma, bitDepthChroma);
  } else if (!cbf) return;
  addTo(x, y, log2Size, component);
}

@inline
function predict(x: i32, y: i32, log2Size: i32, component: i32, mode: i32): void {
  if (sampleShift) predictIntra<u16>(x, y, log2Size, component, mode, lossless);
  else predictIntra<u8>(x, y, log2Size, component, mode, lossless);
}

/** Residual samples from the coefficients just decoded, 8.6.2. */
function reconstructResidual(log2Size: i32, mode: i32, sine: bool, bitDepth: i32): void {
  if (lossless || transformSkip) {
    if (rotation && log2Size === 2) rotateCoefficients();
    let direction = AS_THEY_ARE;
    if (implicitRdpcm && mode === 10) direction = ADD_UP_ROWS;
    else if (implicitRdpcm && mode === 26) direction = ADD_UP_COLUMNS;
    skipTransform(log2Size, lossless ? 0 : bitDepth, direction);
  } else {
    inverseTransform(log2Size, sine, bitDepth);
  }
  clearCoefficients(log2Size);
}

function addTo(x: i32, y: i32, log2Size: i32, component: i32): void {
  const stride = component === 0 ? strideY : strideC;
  const to = planeAt(component) + y * stride + (x << sampleShift);
  const bitDepth = component === 0 ? bitDepthLuma : bitDepthChroma;
  if (sampleShift) addResidual<u16>(to, stride, log2Size, bitDepth);
  else addResidual<u8>(to, stride, log2Size, bitDepth);
}
