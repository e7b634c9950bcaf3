// Writes the prediction modes of macroblocks (RFC 6386, sections 10 and 11).

import { putBit } from './booleans';
import { modeProbabilities } from './memory';
import {
  chromaModeOf,
  emptyFlag,
  flagsOf,
  lengthOf,
  ownModesFlag,
  ownModesOf,
  segmentOf,
  wholeModeOf,
} from './records';

/** Probabilities of the three bits that select one of four segments. */
let anySegment: u32 = 255;
let firstSegments: u32 = 255;
let lastSegments: u32 = 255;
let hasSegments: bool = false;
/** Whether macroblocks have a flag that says if they have levels. */
export let tellsFilled: bool = true;
/** Probability that a macroblock has levels. */
let filled: u32 = 255;

export function setModeProbabilities(
  newAnySegment: u32,
  newFirstSegments: u32,
  newLastSegments: u32,
  newHasSegments: bool,
  newTellsFilled: bool,
  newFilled: u32,
): void {
  hasSegments = newHasSegments;
  tellsFilled = newTellsFilled;
  anySegment = newAnySegment;
  firstSegments = newFirstSegments;
  lastSegments = newLastSegments;
  filled = newFilled;
}

function putSegment(segment: u32): void {
  putBit(segment >> 1, anySegment);
  putBit(segment & 1, segment < 2 ? firstSegments : lastSegments);
}

function putWholeMode(mode: u32): void {
  // DC and vertical, or horizontal and TM.
  const isOther = mode == 1 || mode == 3;
  putBit(isOther, 156);
  if (isOther) putBit(mode == 1, 128);
  else putBit(mode == 2, 163);
}

function putChromaMode(mode: u32): void {
  putBit(mode != 0, 142);
  if (mode == 0) return;
  putBit(mode != 2, 114);
  if (mode != 2) putBit(mode == 1, 183);
}

/** `at` is the address of the nine probabilities. */
function putBlockMode(mode: u32, at: usize): void {
  putBit(mode != 0, load<u8>(at));
  if (mode == 0) return;
  putBit(mode != 1, load<u8>(at, 1));
  if (mode == 1) return;
  putBit(mode != 2, load<u8>(at, 2));
  if (mode == 2) return;
  putBit(mode >= 6, load<u8>(at, 3));
  if (mode < 6) {
    putBit(mode != 3, load<u8>(at, 4));
    if (mode != 3) putBit(mode == 5, load<u8>(at, 5));
    return;
  }
  putBit(mode != 6, load<u8>(at, 6));
  if (mode == 6) return;
  putBit(mode != 7, load<u8>(at, 7));
  if (mode != 7) putBit(mode == 9, load<u8>(at, 8));
}

/**
 * Writes the modes of `count` macroblocks. `above` has four bytes for each, `left` four. Returns
 * the end of their records.
 */
export function writeModeRow(record: usize, count: i32, above: usize, left: usize): usize {
  for (let column = 0; column < count; column++) {
    const flags = flagsOf(record);
    if (hasSegments) putSegment(segmentOf(record));
    if (tellsFilled) putBit((flags & emptyFlag) != 0, filled);
    const hasOwn = (flags & ownModesFlag) != 0;
    putBit(!hasOwn, 145);
    if (hasOwn) {
      const modes = ownModesOf(record);
      for (let block: usize = 0; block < 16; block++) {
        const mode = load<u8>(modes + block);
        const modeAbove = above + (block & 3);
        const modeLeft = left + (block >> 2);
        const context = <usize>load<u8>(modeAbove) * 10 + load<u8>(modeLeft);
        putBlockMode(mode, modeProbabilities + context * 9);
        store<u8>(modeAbove, mode);
        store<u8>(modeLeft, mode);
      }
    } else {
      const mode = wholeModeOf(record);
      putWholeMode(mode);
      store<u32>(above, mode * 0x01010101);
      store<u32>(left, mode * 0x01010101);
    }
    putChromaMode(chromaModeOf(record));
    record += lengthOf(record);
    above += 4;
  }
  return record;
}
