// residual_coding (ITU-T H.265 7.3.8.11) with scaling (8.6.4.2) done as each level is decoded.
import * as F from '../../src/hevc/fields';
import * as C from './contexts';
import { contexts, decodeBin, decodeBypassBits, decodeFlags, decodeRemaining } from './cabac';
import { inverseScan, scanPositions, sigContexts, sigContexts4 } from './scans';
import { bitDepthChroma, bitDepthLuma, field, scalingFactors } from './picture';

/** Scaled coefficients d[x][y] of the block, i16, row by row without gaps; zero between blocks. */
export const coefficients: usize = memory.data(32 * 32 * 2, 16);

/** Which coefficients can be other than zero: all lie in this many columns and rows. */
export let usedColumns: i32 = 0;
export let usedRows: i32 = 0;
/** Whether only the first coefficient is there. */
export let onlyDc: bool = false;
export let transformSkip: bool = false;

// Decoded levels of a sub-block in decoding order.
const levels: usize = memory.data(16 * 4, 16);
const positions: usize = memory.data(16, 16);
// For sub-blocks whose flags all have one context.
const noOffsets: usize = memory.data(16, 16);
// coded_sub_block_flag, a byte a row, bit x; one row more than there can be.
const codedRows: usize = memory.data(16, 16);

const levelScales: usize = memory.data<i32>([40, 45, 51, 57, 64, 72]);

let signHiding: bool = false;
let transformSkipEnabled: bool = false;
let log2MaxTransformSkip: i32 = 2;
let transformSkipContext: bool = false;
let implicitRdpcm: bool = false;
let persistentRice: bool = false;
let scalingLists: bool = false;

export function setUpResidual(): void {
  signHiding = field(F.SIGN_DATA_HIDING) !== 0;
  transformSkipEnabled = field(F.TRANSFORM_SKIP_ENABLED) !== 0;
  log2MaxTransformSkip = field(F.LOG2_MAX_TRANSFORM_SKIP);
  transformSkipContext = field(F.TRANSFORM_SKIP_CONTEXT) !== 0;
  implicitRdpcm = field(F.IMPLICIT_RDPCM) !== 0;
  persistentRice = field(F.PERSISTENT_RICE) !== 0;
  scalingLists = field(F.SCALING_LIST_ENABLED) !== 0;
}

function decodeLastPrefix(contextBase: usize, log2Size: i32, component: i32): i32 {
  let offset: i32;
  let shift: i32;
  if (component === 0) {
    offset = 3 * (log2Size - 2) + ((log2Size - 1) >> 2);
    shift = (log2Size + 1) >> 2;
  } else {
    offset = 15;
    shift = log2Size - 2;
  }
  const maxValue = (log2Size << 1) - 1;
  let prefix = 0;
  while (prefix < maxValue && decodeBin(contextBase + offset + (prefix >> shift))) prefix++;
  return prefix;
}

@inline
function lastPosition(prefix: i32): i32 {
  if (prefix <= 3) return prefix;
  const suffixBits = (prefix >> 1) - 1;
  return ((2 + (prefix & 1)) << suffixBits) + <i32>decodeBypassBits(suffixBits);
}

/** The matrix of scaling factors m[x][y] for a block of an intra coding unit, 7.4.5. */
@inline
function scalingMatrix(log2Size: i32, component: i32): usize {
  if (log2Size === 2) return scalingFactors + F.SCALING_4 + (component << 4);
  if (log2Size === 3) return scalingFactors + F.SCALING_8 + (component << 6);
  if (log2Size === 4) return scalingFactors + F.SCALING_16 + (component << 8);
  return scalingFactors + F.SCALING_32 + (component << 10);
}

/**
 * Decodes one transform block. `qp` is Qp' of the component, `mode` its intra prediction mode,
 * `scan` its scanIdx, `bypass` says that the coding unit is lossless.
 */
export function decodeResidual(
  log2Size: i32,
  component: i32,
  scan: i32,
  mode: i32,
  qp: i32,
  bypass: bool,
): void {
  const isLuma = component === 0;
  transformSkip =
    transformSkipEnabled &&
    !bypass &&
    log2Size <= log2MaxTransformSkip &&
    decodeBin(contexts + C.TRANSFORM_SKIP + (isLuma ? 0 : 1)) !== 0;

  const prefixX = decodeLastPrefix(contexts + C.LAST_X_PREFIX, log2Size, component);
  const prefixY = decodeLastPrefix(contexts + C.LAST_Y_PREFIX, log2Size, component);
  let lastX = lastPosition(prefixX);
  let lastY = lastPosition(prefixY);
  if (scan === 2) {
    const x = lastX;
    lastX = lastY;
    lastY = x;
  }

  // Scaling: level * m * levelScale << (qP / 6), rounded and shifted.
  const bitDepth = isLuma ? bitDepthLuma : bitDepthChroma;
  const scaleShift = bitDepth + log2Size - 5;
  const useMatrix = scalingLists && !bypass && !(transformSkip && log2Size > 2);
  const matrix = scalingMatrix(log2Size, component);
  const levelScale = <i64>(load<i32>(levelScales + ((qp % 6) << 2)) << (qp / 6));
  const flatScale = levelScale << 4;
  const rounding: i64 = ((<i64>1) << scaleShift) >> 1;

  const subBlockPositions = scanPositions(scan, log2Size - 2);
  const innerPositions = scanPositions(scan, 2);
  const lastSubBlock = <i32>(
    load<u8>(inverseScan(scan, log2Size - 2) + ((lastX >> 2) | ((lastY >> 2) << (log2Size - 2))))
  );
  const lastInner = <i32>load<u8>(inverseScan(scan, 2) + ((lastX & 3) | ((lastY & 3) << 2)));
  onlyDc = (lastX | lastY) === 0;

  store<u64>(codedRows, 0);
  store<u64>(codedRows, 0, 8);
  let furthestX = 0;
  let furthestY = 0;
  const mayHideSign =
    signHiding && !bypass && !(implicitRdpcm && transformSkip && (mode === 10 || mode === 26));
  const singleContext = transformSkipContext && (transformSkip || bypass);
  const sigBase = contexts + C.SIG_COEFF + (isLuma ? 0 : 27);
  const sizeOffset = isLuma
    ? log2Size === 3
      ? scan === 0
        ? 9
        : 15
      : 21
    : log2Size === 3
      ? 9
      : 12;
  const statCounter = C.statCoefficients + ((isLuma ? 2 : 0) + (transformSkip || bypass ? 1 : 0));
  // greater1Ctx as the sub-block before left it; 1 stands for "no such sub-block".
  let greater1Before = 1;

  for (let i = lastSubBlock; i >= 0; i--) {
    const subBlock = <i32>load<u8>(subBlockPositions + i);
    const subX = subBlock & 15;
    const subY = subBlock >> 4;
    const right = (<i32>load<u8>(codedRows + subY) >> (subX + 1)) & 1;
    const below = (<i32>load<u8>(codedRows + subY, 1) >> subX) & 1;
    let inferDc = false;
    if (i < lastSubBlock && i > 0) {
      if (!decodeBin(contexts + C.CODED_SUB_BLOCK + (right | below) + (isLuma ? 0 : 2))) continue;
      inferDc = true;
    }
    store<u8>(codedRows + subY, <i32>load<u8>(codedRows + subY) | (1 << subX));
    if (subX > furthestX) furthestX = subX;
    if (subY > furthestY) furthestY = subY;

    // sig_coeff_flag
    let count = 0;
    let n = 15;
    if (i === lastSubBlock) {
      store<u8>(positions, lastInner);
      count = 1;
      n = lastInner - 1;
    }
    let contextTable: usize;
    let contextBase: usize;
    if (singleContext) {
      // One context for all, whatever the position.
      contextTable = noOffsets;
      contextBase = contexts + C.SIG_COEFF + (isLuma ? 42 : 43);
    } else if (log2Size === 2) {
      contextTable = sigContexts4(scan);
      contextBase = sigBase;
    } else {
      contextTable = sigContexts(scan, right | (below << 1));
      contextBase = sigBase + sizeOffset + (isLuma && i > 0 ? 3 : 0);
    }
    if (n >= 0) {
      count = <i32>(decodeFlags(contextBase, contextTable, n, positions + count) - positions);
      if (inferDc && count === 0) {
        store<u8>(positions, 0);
        count = 1;
      } else {
        const context = i === 0 && !singleContext ? sigBase : contextBase + load<u8>(contextTable);
        if (decodeBin(context)) store<u8>(positions + count++, 0);
      }
    }
    if (count === 0) continue;

    // coeff_abs_level_greater1_flag and coeff_abs_level_greater2_flag
    const contextSet = (i === 0 || !isLuma ? 0 : 2) + (greater1Before === 0 ? 1 : 0);
    const greater1Base = contexts + C.GREATER_1 + (contextSet << 2) + (isLuma ? 0 : 16);
    const flagged = min(count, 8);
    let greater1 = 1;
    let first = -1;
    let escape = count > 8;
    for (let k = 0; k < flagged; k++) {
      const flag = decodeBin(greater1Base + greater1);
      store<i32>(levels + (k << 2), 1 + flag);
      if (flag) {
        greater1 = 0;
        if (first < 0) first = k;
        else escape = true;
      } else if (greater1 > 0 && greater1 < 3) greater1++;
    }
    greater1Before = greater1;
    for (let k = flagged; k < count; k++) store<i32>(levels + (k << 2), 1);
    if (first >= 0) {
      if (decodeBin(contexts + C.GREATER_2 + contextSet + (isLuma ? 0 : 4))) {
        store<i32>(levels + (first << 2), 3);
        escape = true;
      }
    }

    const lastInBlock = <i32>load<u8>(positions + count - 1);
    const hidden = mayHideSign && <i32>load<u8>(positions) - lastInBlock > 3;
    const signCount = hidden ? count - 1 : count;
    let signs = decodeBypassBits(signCount) << (32 - signCount);

    // coeff_abs_level_remaining
    if (escape) {
      let rice = persistentRice ? <i32>load<u8>(statCounter) >> 2 : 0;
      let isFirst = true;
      for (let k = 0; k < count; k++) {
        const base = load<i32>(levels + (k << 2));
        if (base !== (k < 8 ? (k === first ? 3 : 2) : 1)) continue;
        const remaining = decodeRemaining(rice);
        const level = base + remaining;
        store<i32>(levels + (k << 2), level);
        if (level > 3 << rice) rice = persistentRice ? rice + 1 : min(rice + 1, 4);
        if (isFirst && persistentRice) adaptRice(statCounter, remaining);
        isFirst = false;
      }
    }

    // Signs, sign hiding, scaling
    const originX = subX << 2;
    const block = coefficients + ((((subY << 2) << log2Size) + originX) << 1);
    let sum = 0;
    for (let k = 0; k < count; k++) {
      let level = load<i32>(levels + (k << 2));
      const position = <i32>load<u8>(innerPositions + load<u8>(positions + k));
      sum += level;
      if (<i32>signs < 0) level = -level;
      signs <<= 1;
      if (hidden && k === count - 1 && sum & 1) level = -level;
      const x = position & 15;
      const y = position >> 4;
      const offset = (y << log2Size) + x;
      if (!bypass) {
        const scale = useMatrix
          ? levelScale * <i64>load<u8>(matrix + (((subY << 2) << log2Size) + originX) + offset)
          : flatScale;
        const scaled = (<i64>level * scale + rounding) >> scaleShift;
        level = <i32>min<i64>(max<i64>(scaled, -32768), 32767);
      }
      store<i16>(block + (offset << 1), level);
    }
  }
  usedColumns = (furthestX + 1) << 2;
  usedRows = (furthestY + 1) << 2;
}

/** StatCoeff, 9.3.4.2 (persistent_rice_adaptation_enabled_flag). */
function adaptRice(counter: usize, remaining: i32): void {
  const stat = <i32>load<u8>(counter);
  const rice = stat >> 2;
  if (remaining >= 3 << rice) store<u8>(counter, stat + 1);
  else if (2 * remaining < 1 << rice && stat > 0) store<u8>(counter, stat - 1);
}

/** Makes the coefficients zero again. */
export function clearCoefficients(log2Size: i32): void {
  const rowBytes = 2 << log2Size;
  const used = ((usedColumns + 7) & ~7) << 1;
  if (rowBytes === 8) {
    v128.store(coefficients, i64x2.splat(0));
    v128.store(coefficients, i64x2.splat(0), 16);
    return;
  }
  let row = coefficients;
  for (let y = 0; y < usedRows; y++) {
    for (let x = 0; x < used; x += 16) v128.store(row + x, i64x2.splat(0));
    row += rowBytes;
  }
}
