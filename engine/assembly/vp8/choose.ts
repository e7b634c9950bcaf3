// Codes a macroblock: chooses its modes, and makes levels and the decoded samples.

import { difference16, difference4, difference8 } from './difference';
import {
  bestPrediction,
  blockModes,
  cb,
  coefficients,
  cr,
  dcs,
  levelCounts,
  levels,
  luma,
  modeCosts,
  prediction,
  quantizerBytes,
  quantizers,
  segmentBytes,
  stride,
} from './memory';
import {
  edgeOf4,
  horizontalMode,
  meanAround,
  meansOf2,
  meansOf3,
  predict16,
  predict8,
  predictDc4,
  predictHd4,
  predictHorizontal4,
  predictHu4,
  predictLd4,
  predictRd4,
  predictTm4,
  predictVertical4,
  predictVl4,
  predictVr4,
} from './predict';
import { quantizeBlock } from './quantize';
import {
  loadSmall,
  restoreSmall,
  storeSmall,
  transformBlock,
  transformDcs,
  transformSmall,
} from './transform';

/** Cost of whole-macroblock modes in 1/256 bits, with the bit that says so (RFC 6386, 11.2). */
const wholeModeCosts: usize = memory.data<u16>([663, 919, 872, 919]);
const chromaModeCosts: usize = memory.data<u16>([302, 984, 439, 642]);
/** Cost of the bit that says that blocks have their own modes. */
const ownModesCost: i32 = 211;

/** More than the modes of sixteen blocks usually take. */
const ownModesReserve: i64 = 96 * 256;

/** Worth of a bit in units of difference, times 16. */
let bitWorth: i32 = 0;
/** Penalty for per-block modes beyond their bits, in 1/256 bits. */
let ownModesPenalty: i32 = 0;
/** Differences from which a macroblock belongs to the second, third and fourth segment. */
let secondFrom: i32 = 0;
let thirdFrom: i32 = 0;
let fourthFrom: i32 = 0;
/** Bits that a macroblock's modes may take, in 1/256 bits, and what is left of them. */
let modeBits: i64 = 0;
let modeBitsLeft: i64 = 0;

/** Must be called for each picture or part of one. */
export function setChoices(
  newBitWorth: i32,
  newOwnModesPenalty: i32,
  newSecondFrom: i32,
  newThirdFrom: i32,
  newFourthFrom: i32,
  newModeBits: i32,
): void {
  bitWorth = newBitWorth;
  ownModesPenalty = newOwnModesPenalty;
  secondFrom = newSecondFrom;
  thirdFrom = newThirdFrom;
  fourthFrom = newFourthFrom;
  modeBits = newModeBits;
  modeBitsLeft = 0;
}

/** The choices for the last macroblock. */
export let hasOwnModes: bool = false;
export let wholeMode: i32 = 0;
export let chromaMode: i32 = 0;
export let segment: i32 = 0;

// @ts-ignore: decorator
@inline
function cost(difference: i32, bits: i32): i32 {
  return (difference << 8) + ((bitWorth * bits) >> 4);
}

function segmentOf(difference: i32): i32 {
  if (difference < secondFrom) return 0;
  if (difference < thirdFrom) return 1;
  return difference < fourthFrom ? 2 : 3;
}

/** What of the samples above a macroblock may be used. */
export const nothingAbove: i32 = 0;
export const allAbove: i32 = 1;
/** There are samples above, but they are unknown. */
export const sealedAbove: i32 = 2;

// @ts-ignore: decorator
@inline
function firstMode(above: i32): i32 {
  return above == sealedAbove ? horizontalMode : 0;
}

/** All modes, or only the usual (cheap) one when the mode bits are used up. */
// @ts-ignore: decorator
@inline
function lastMode(above: i32): i32 {
  return above != sealedAbove && modeBitsLeft < 0 ? 0 : 3;
}

/**
 * Chooses the mode for the whole macroblock, with its prediction in `bestPrediction`, and the
 * segment. Returns the cost.
 */
function chooseWhole(samples: usize, sampleStride: usize, around: i32, hasLeft: bool): i32 {
  const mean = meanAround(luma, 16, around == allAbove, hasLeft);
  let best = i32.MAX_VALUE;
  let bestDifference = 0;
  const last = lastMode(around);
  for (let mode = firstMode(around); mode <= last; mode++) {
    predict16(mode, luma, mean, prediction);
    const difference = difference16(samples, sampleStride, prediction);
    const found = cost(difference, <i32>load<u16>(wholeModeCosts + (mode << 1)));
    if (found >= best) continue;
    best = found;
    bestDifference = difference;
    wholeMode = mode;
    memory.copy(bestPrediction, prediction, 256);
  }
  segment = segmentOf(bestDifference);
  return best;
}

/** Codes luma predicted as a whole. */
function codeWhole(samples: usize, sampleStride: usize, quantizer: usize): void {
  for (let block: usize = 0; block < 16; block++) {
    const row = (block >> 2) << 2;
    const column = (block & 3) << 2;
    const target = coefficients + block * 64;
    transformBlock(
      samples + row * sampleStride + column,
      sampleStride,
      bestPrediction + row * 16 + column,
      16,
      target,
    );
    store<i32>(dcs + (block << 2), load<i32>(target));
    store<i32>(target, 0);
  }
  transformDcs(dcs, 1, 1);
  const count = quantizeBlock(dcs, quantizer + quantizerBytes, levels + 24 * 32);
  store<u8>(levelCounts, <u8>count, 24);
  transformDcs(dcs, 3, 3);
  for (let block: usize = 0; block < 16; block++) {
    const row = (block >> 2) << 2;
    const column = (block & 3) << 2;
    const coded = coefficients + block * 64;
    store<u8>(levelCounts + block, <u8>quantizeBlock(coded, quantizer, levels + block * 32));
    store<i32>(coded, load<i32>(dcs + (block << 2)));
    const predicted = loadSmall(bestPrediction + row * 16 + column, 16);
    storeSmall(luma + row * stride + column, stride, restoreSmall(coded, predicted));
  }
}

/** The best prediction of a block among those tried. */
let smallBest: i32 = 0;
let smallMode: i32 = 0;

// @ts-ignore: decorator
@inline
function tryMode(mode: i32, samples: v128, predicted: v128, best: v128, costs: usize): v128 {
  const found = cost(difference4(samples, predicted), <i32>load<u16>(costs + (mode << 1)));
  if (found >= smallBest) return best;
  smallBest = found;
  smallMode = mode;
  return predicted;
}

// @ts-ignore: decorator
@inline
function chooseFromLeft(samples: v128, at: usize, costs: usize): v128 {
  const edge = edgeOf4(at);
  smallBest = i32.MAX_VALUE;
  return tryMode(9, samples, predictHu4(meansOf3(edge), meansOf2(edge)), samples, costs);
}

/** `hasNext`: the samples above to the right are known. */
// @ts-ignore: decorator
@inline
function chooseSmall(samples: v128, at: usize, costs: usize, hasNext: bool): v128 {
  const edge = edgeOf4(at);
  const two = meansOf2(edge);
  const three = meansOf3(edge);
  smallBest = i32.MAX_VALUE;
  let best = samples;
  best = tryMode(0, samples, predictDc4(edge), best, costs);
  best = tryMode(1, samples, predictTm4(edge), best, costs);
  best = tryMode(3, samples, predictHorizontal4(three, two), best, costs);
  best = tryMode(4, samples, predictRd4(three, two), best, costs);
  best = tryMode(5, samples, predictVr4(three, two), best, costs);
  if (hasNext) {
    best = tryMode(2, samples, predictVertical4(three, two), best, costs);
    best = tryMode(6, samples, predictLd4(three, two), best, costs);
    best = tryMode(7, samples, predictVl4(three, two), best, costs);
  }
  best = tryMode(8, samples, predictHd4(three, two), best, costs);
  return tryMode(9, samples, predictHu4(three, two), best, costs);
}

/**
 * Codes luma with a mode per block, while that costs less than `limit`. Returns whether it did.
 * `above` and `left` are the modes around.
 */
function codeSmall(
  samples: usize,
  sampleStride: usize,
  quantizer: usize,
  above: usize,
  left: usize,
  around: i32,
  limit: i32,
): bool {
  let sum = cost(0, ownModesCost + ownModesPenalty);
  let bits = ownModesCost;
  const isSealed = around == sealedAbove;
  for (let block: usize = 0; block < 16; block++) {
    const row = block >> 2;
    const column = block & 3;
    const modeAbove: usize = load<u8>(row == 0 ? above + column : blockModes + block - 4);
    const modeLeft: usize = load<u8>(column == 0 ? left + row : blockModes + block - 1);
    const at = luma + row * 4 * stride + column * 4;
    const small = loadSmall(samples + row * 4 * sampleStride + column * 4, sampleStride);
    const costs = modeCosts + (modeAbove * 10 + modeLeft) * 20;
    const predicted =
      isSealed && row == 0
        ? chooseFromLeft(small, at, costs)
        : chooseSmall(small, at, costs, !isSealed || column < 3);
    sum += smallBest;
    if (sum >= limit) return false;
    bits += <i32>load<u16>(costs + (smallMode << 1));
    store<u8>(blockModes + block, <u8>smallMode);
    transformSmall(small, predicted, coefficients);
    const count = quantizeBlock(coefficients, quantizer, levels + block * 32);
    store<u8>(levelCounts + block, <u8>count);
    storeSmall(at, stride, count == 0 ? predicted : restoreSmall(coefficients, predicted));
  }
  store<u8>(levelCounts, 0, 24);
  modeBitsLeft -= bits;
  return true;
}

function codeChromaPlane(
  samples: usize,
  sampleStride: usize,
  predicted: usize,
  target: usize,
  quantizer: usize,
  first: usize,
): void {
  for (let block: usize = 0; block < 4; block++) {
    const row = (block >> 1) << 2;
    const column = (block & 1) << 2;
    const from = predicted + row * 8 + column;
    transformBlock(samples + row * sampleStride + column, sampleStride, from, 8, coefficients);
    const count = quantizeBlock(coefficients, quantizer, levels + (first + block) * 32);
    store<u8>(levelCounts + first + block, <u8>count);
    const small = loadSmall(from, 8);
    const at = target + row * stride + column;
    storeSmall(at, stride, count == 0 ? small : restoreSmall(coefficients, small));
  }
}

function codeChroma(
  cbSamples: usize,
  crSamples: usize,
  sampleStride: usize,
  around: i32,
  hasLeft: bool,
  quantizer: usize,
): void {
  const cbMean = meanAround(cb, 8, around == allAbove, hasLeft);
  const crMean = meanAround(cr, 8, around == allAbove, hasLeft);
  let best = i32.MAX_VALUE;
  const last = lastMode(around);
  for (let mode = firstMode(around); mode <= last; mode++) {
    predict8(mode, cb, cbMean, prediction);
    predict8(mode, cr, crMean, prediction + 64);
    const difference =
      difference8(cbSamples, sampleStride, prediction) +
      difference8(crSamples, sampleStride, prediction + 64);
    const found = cost(difference, <i32>load<u16>(chromaModeCosts + (mode << 1)));
    if (found >= best) continue;
    best = found;
    chromaMode = mode;
    memory.copy(bestPrediction, prediction, 128);
  }
  modeBitsLeft -= <i32>load<u16>(chromaModeCosts + (chromaMode << 1));
  codeChromaPlane(cbSamples, sampleStride, bestPrediction, cb, quantizer, 16);
  codeChromaPlane(crSamples, sampleStride, bestPrediction + 64, cr, quantizer, 20);
}

/**
 * Chooses modes for a macroblock and codes it. `around` is `nothingAbove`, `allAbove` or
 * `sealedAbove`. `above` and `left` hold the modes of four blocks each, and receive its own.
 */
export function codeMacroblock(
  ySamples: usize,
  yStride: usize,
  cbSamples: usize,
  crSamples: usize,
  cStride: usize,
  around: i32,
  hasLeft: bool,
  above: usize,
  left: usize,
): void {
  modeBitsLeft += modeBits;
  const whole = chooseWhole(ySamples, yStride, around, hasLeft);
  const quantizer = quantizers + <usize>segment * segmentBytes;
  hasOwnModes =
    modeBitsLeft >= ownModesReserve &&
    codeSmall(ySamples, yStride, quantizer, above, left, around, whole);
  if (hasOwnModes) {
    store<u32>(above, load<u32>(blockModes, 12));
    for (let row: usize = 0; row < 4; row++)
      store<u8>(left + row, load<u8>(blockModes + row * 4, 3));
  } else {
    codeWhole(ySamples, yStride, quantizer);
    modeBitsLeft -= <i32>load<u16>(wholeModeCosts + (wholeMode << 1));
    store<u32>(above, <u32>wholeMode * 0x01010101);
    store<u32>(left, <u32>wholeMode * 0x01010101);
  }
  codeChroma(cbSamples, crSamples, cStride, around, hasLeft, quantizer + 2 * quantizerBytes);
}
