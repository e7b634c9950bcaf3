// Encodes 8-bit planes to lossy WebP: VP8 key frames (RFC 6386). The caller writes tables and
// samples into the memory and calls one function per macroblock row, which makes records. When the
// probabilities of all rows are known, it calls another one per row to write them. It writes
// headers itself.

import { booleansEnd, endBooleans, putBit, startBooleans } from './booleans';
import {
  allAbove,
  chromaMode,
  codeMacroblock,
  hasOwnModes,
  nothingAbove,
  sealedAbove,
  segment,
  wholeMode,
} from './choose';
import { contextBytes, countMacroblock, passEmpty, writeMacroblock } from './contexts';
import {
  cb,
  cr,
  levelCounts,
  luma,
  modeCosts,
  modeProbabilities,
  probabilities,
  quantizers,
  stride,
  tokenCounts,
} from './memory';
import { tellsFilled, writeModeRow } from './modes';
import { emptyFlag, flagsOf, lengthOf, loadLevels, ownModesFlag, storeRecord } from './records';

export { setChoices } from './choose';
export { narrowRange } from './range';
export { setModeProbabilities } from './modes';
export { booleansEnd, endBooleans, putBit, startBooleans };

export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

export function probabilitiesAddress(): usize {
  return probabilities;
}

export function tokenCountsAddress(): usize {
  return tokenCounts;
}

export function quantizersAddress(): usize {
  return quantizers;
}

export function modeProbabilitiesAddress(): usize {
  return modeProbabilities;
}

export function modeCostsAddress(): usize {
  return modeCosts;
}

/** Macroblocks per row, and the number of rows coded. */
let across: i32 = 0;
let row: i32 = 0;
let isSealed: bool = false;
/** Of each macroblock in the row above: its last rows of samples, four modes, and contexts. */
let lumaAbove: usize = 0;
let cbAbove: usize = 0;
let crAbove: usize = 0;
let modesAbove: usize = 0;
let contextsAbove: usize = 0;
const modesLeft: usize = memory.data(4, 4);
const contextsLeft: usize = memory.data(16, 16);

/** Number of macroblocks in each segment, and of those without levels. */
const segmentCounts: usize = memory.data(20, 4);

export function segmentCountsAddress(): usize {
  return segmentCounts;
}

/** Samples above and to the left of a picture (RFC 6386, 12.2). */
const outsideAbove: u8 = 127;
const outsideLeft: u8 = 129;

/**
 * Starts a picture with `newAcross` macroblocks per row. Keeps data of the row above at `at`.
 * Returns its end.
 *
 * @param newIsSealed This is part of a picture, and what is above is coded elsewhere.
 */
export function startPicture(newAcross: i32, newIsSealed: bool, at: usize): usize {
  across = newAcross;
  isSealed = newIsSealed;
  row = 0;
  const count = <usize>newAcross;
  lumaAbove = at;
  cbAbove = lumaAbove + count * 16 + 16;
  crAbove = cbAbove + count * 8 + 16;
  modesAbove = crAbove + count * 8 + 16;
  contextsAbove = modesAbove + count * 4;
  const end = contextsAbove + count * contextBytes;
  memory.fill(lumaAbove, outsideAbove, modesAbove - lumaAbove);
  memory.fill(segmentCounts, 0, 20);
  memory.fill(tokenCounts, 0, 4 * 8 * 3 * 11 * 8);
  startRows();
  return end;
}

/** Resets the modes and contexts at the top of a picture. */
function startRows(): void {
  memory.fill(modesAbove, 0, <usize>across * (4 + contextBytes));
}

function startRow(): void {
  memory.fill(modesLeft, 0, 4);
  memory.fill(contextsLeft, 0, contextBytes);
}

/**
 * Copies the samples above one plane of a macroblock, with the corner. At the start of a row, also
 * those to the left.
 */
// @ts-ignore: decorator
@inline
function surround(at: usize, above: usize, size: usize, column: i32, corner: u8): void {
  memory.copy(at - stride, above, size);
  for (let y: usize = 0; y < size; y++) {
    const left = at + y * stride;
    store<u8>(left - 1, column == 0 ? outsideLeft : load<u8>(left + size - 1));
  }
  store<u8>(at - stride - 1, corner);
}

/**
 * The first four samples of the next macroblock above, which all block rows at the right edge use.
 */
// @ts-ignore: decorator
@inline
function continueAbove(column: i32): void {
  const next = lumaAbove + (<usize>column + 1) * 16;
  const samples = column + 1 < across ? load<u32>(next) : <u32>load<u8>(next - 1) * 0x01010101;
  for (let y: usize = 0; y < 4; y++) store<u32>(luma + (4 * y - 1) * stride + 16, samples);
}

// @ts-ignore: decorator
@inline
function isEmpty(): bool {
  const counts = v128.or(v128.load(levelCounts), v128.load(levelCounts + 9));
  return !v128.any_true(counts);
}

/** Codes a macroblock row, counts its tokens, and stores records at `out`. Returns their end. */
export function codeRow(
  y: usize,
  yStride: usize,
  u: usize,
  v: usize,
  cStride: usize,
  out: usize,
): usize {
  startRow();
  const outside = row > 0 || isSealed ? outsideLeft : outsideAbove;
  const around = row > 0 ? allAbove : isSealed ? sealedAbove : nothingAbove;
  let lumaCorner = outside;
  let cbCorner = outside;
  let crCorner = outside;
  for (let column = 0; column < across; column++) {
    const x = <usize>column * 16;
    const half = <usize>column * 8;
    surround(luma, lumaAbove + x, 16, column, lumaCorner);
    surround(cb, cbAbove + half, 8, column, cbCorner);
    surround(cr, crAbove + half, 8, column, crCorner);
    continueAbove(column);
    lumaCorner = load<u8>(lumaAbove + x, 15);
    cbCorner = load<u8>(cbAbove + half, 7);
    crCorner = load<u8>(crAbove + half, 7);
    const modes = modesAbove + ((<usize>column) << 2);
    codeMacroblock(
      y + x,
      yStride,
      u + half,
      v + half,
      cStride,
      around,
      column > 0,
      modes,
      modesLeft,
    );
    v128.store(lumaAbove + x, v128.load(luma + 15 * stride));
    store<u64>(cbAbove + half, load<u64>(cb + 7 * stride));
    store<u64>(crAbove + half, load<u64>(cr + 7 * stride));

    const empty = isEmpty();
    const contexts = contextsAbove + <usize>column * contextBytes;
    if (empty) passEmpty(hasOwnModes, contexts, contextsLeft);
    else countMacroblock(hasOwnModes, contexts, contextsLeft);
    const flags = (hasOwnModes ? ownModesFlag : 0) | (empty ? emptyFlag : 0);
    out = storeRecord(out, flags, segment, wholeMode, chromaMode);
    const counted = segmentCounts + ((<usize>segment) << 2);
    store<u32>(counted, load<u32>(counted) + 1);
    if (empty) store<u32>(segmentCounts, load<u32>(segmentCounts, 16) + 1, 16);
  }
  row++;
  return out;
}

/**
 * Moves to the top of a picture with `newAcross` macroblocks per row. Keeps data of the row above
 * at `at`. Returns its end.
 */
export function startWriting(newAcross: i32, at: usize): usize {
  across = newAcross;
  modesAbove = at;
  contextsAbove = modesAbove + <usize>newAcross * 4;
  startRows();
  return contextsAbove + <usize>newAcross * contextBytes;
}

/** Writes the modes of a macroblock row. Returns the end of its records. */
export function writeModes(record: usize): usize {
  memory.fill(modesLeft, 0, 4);
  return writeModeRow(record, across, modesAbove, modesLeft);
}

/** Writes the tokens of a macroblock row. Returns the end of its records. */
export function writeTokens(record: usize): usize {
  memory.fill(contextsLeft, 0, contextBytes);
  for (let column = 0; column < across; column++) {
    const flags = flagsOf(record);
    const contexts = contextsAbove + <usize>column * contextBytes;
    const own = (flags & ownModesFlag) != 0;
    if (flags & emptyFlag && tellsFilled) {
      passEmpty(own, contexts, contextsLeft);
    } else {
      loadLevels(record);
      writeMacroblock(own, contexts, contextsLeft);
    }
    record += lengthOf(record);
  }
  return record;
}
