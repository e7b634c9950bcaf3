// Transform trees and units (ITU-T H.265 7.3.8.8 to 7.3.8.14), reconstructed as they are read.
import * as F from '../../src/hevc/fields';
import * as C from './contexts';
import { contexts, decodeBin, decodeBypass, decodeBypassBits } from './cabac';
import { markEdges } from './edges';
import { predictIntra } from './intra';
import { chromaModes, chromaSyntax, lumaModes } from './intra-modes';
import {
  bitDepthChroma,
  bitDepthLuma,
  chromaShiftY,
  chromaType,
  field,
  markDecoded,
  planeAt,
  sampleShift,
  strideC,
  strideY,
} from './picture';
import {
  chromaQp,
  isChromaOffsetCoded,
  isDeltaCoded,
  lumaQp,
  setChromaOffset,
  setQpDelta,
} from './quantization';
import { clearCoefficients, decodeResidual, transformSkip } from './residual';
import {
  ADD_UP_COLUMNS,
  ADD_UP_ROWS,
  addFromLuma,
  addResidual,
  AS_THEY_ARE,
  clearResidual,
  keepLumaResidual,
  rotateCoefficients,
  skipTransform,
} from './residual-samples';
import { inverseTransform, residual } from './transform';

// Parameters used for every block, read once a picture or slice.
let log2MinTb: i32 = 2;
let log2MaxTb: i32 = 5;
let maxTransformDepth: i32 = 0;
let qpDeltaEnabled: bool = false;
let chromaOffsetEnabled: bool = false;
let implicitRdpcm: bool = false;
let rotation: bool = false;
let crossComponent: bool = false;

// Of the current coding unit
let lossless: bool = false;
let isSplit: bool = false; // IntraSplitFlag
/** Set when the stream said something impossible. */
export let isBroken: bool = false;

export function setUpTransformTree(): void {
  log2MinTb = field(F.LOG2_MIN_TB);
  log2MaxTb = field(F.LOG2_MAX_TB);
  maxTransformDepth = field(F.MAX_TRANSFORM_DEPTH_INTRA);
  qpDeltaEnabled = field(F.CU_QP_DELTA_ENABLED) !== 0;
  implicitRdpcm = field(F.IMPLICIT_RDPCM) !== 0;
  rotation = field(F.TRANSFORM_SKIP_ROTATION) !== 0;
  crossComponent = field(F.CROSS_COMPONENT_PREDICTION) !== 0;
  isBroken = false;
}

export function setUpTransformSlice(): void {
  chromaOffsetEnabled = field(F.SLICE_CU_CHROMA_QP_OFFSET) !== 0;
}

/** transform_tree of a whole coding unit. */
export function decodeTransformTree(
  x: i32,
  y: i32,
  log2Size: i32,
  isLossless: bool,
  split: bool,
): void {
  lossless = isLossless;
  isSplit = split;
  transformTree(x, y, x, y, log2Size, log2Size, 0, 0, 3, 3);
}

export function markBroken(): void {
  isBroken = true;
}

/** cbf_cb and cbf_cr of a block: bit 0, and bit 1 for the lower half in 4:2:2. */
function readChromaCbf(depth: i32, log2Size: i32, split: bool): i32 {
  let cbf = <i32>decodeBin(contexts + C.CBF_CHROMA + depth);
  if (chromaType === 2 && (!split || log2Size === 3)) {
    cbf |= (<i32>decodeBin(contexts + C.CBF_CHROMA + depth)) << 1;
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
    const part = isSplit ? ((x >> (log2Cb - 1)) & 1) | (((y >> (log2Cb - 1)) & 1) << 1) : 0;
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
    const predicts = crossComponent && cbfLuma && load<u8>(chromaSyntax + part) === 4;
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
