// Decoder state that lasts from one MCU to the next, within and across restart intervals.

import {
  endInterval,
  inputPosition,
  restoreBits,
  saveBits,
  savedBits,
  startInterval as forgetBits,
} from './bits';

/** MCUs per restart interval, or 0, and how many are left. */
let interval: i32 = 0;
let left: i32 = 0;
let nextMarker: u32 = 0;

/** Last DC value of each component in the scan. */
export const lastDc: usize = memory.data(16, 4);

/**
 * Blocks left in a run for which a progressive scan has no more data (ITU-T T.81, G.1.2.2: EOBRUN).
 */
let emptyBlocks: i32 = 0;

// @ts-ignore: decorator
@inline
export function emptyRun(): i32 {
  return emptyBlocks;
}

// @ts-ignore: decorator
@inline
export function setEmptyRun(blocks: i32): void {
  emptyBlocks = blocks;
}

function startPrediction(): void {
  memory.fill(lastDc, 0, 16);
  emptyBlocks = 0;
  forgetBits();
  left = interval;
}

/** Moves to a scan's first MCU. */
export function startMcus(newInterval: i32): void {
  interval = newInterval;
  nextMarker = 0xd0;
  startPrediction();
}

/** Upper limit for an MCU: 10 blocks of 64 codes and values of 31 bits, each byte stuffed. */
const maxMcuBytes: usize = 4992;

export const rowDone: i32 = 0;
export const needsInput: i32 = 1;
export const isBroken: i32 = 2;

/** Moves to the next MCU, past a restart marker if one is due. */
// @ts-ignore: decorator
@inline
export function enterMcu(inputEnd: usize, isAll: bool): i32 {
  if (!isAll && inputPosition() + maxMcuBytes > inputEnd) return needsInput;
  if (interval != 0 && left == 0) {
    if (!endInterval(nextMarker)) return isBroken;
    nextMarker = 0xd0 | ((nextMarker + 1) & 7);
    startPrediction();
  }
  left--;
  return rowDone;
}

/** Bytes that `savePlace` writes. */
export function placeBytes(): usize {
  return savedBits + 32;
}

/** Saves the decoder's state at `to`, except for the input position. */
export function savePlace(to: usize): void {
  saveBits(to);
  store<i32>(to + savedBits, left);
  store<u32>(to + savedBits, nextMarker, 4);
  store<i32>(to + savedBits, emptyBlocks, 8);
  memory.copy(to + savedBits + 16, lastDc, 16);
}

/** Restores what `savePlace` has saved. The scan's interval must be set already. */
export function restorePlace(from: usize): void {
  restoreBits(from);
  left = load<i32>(from + savedBits);
  nextMarker = load<u32>(from + savedBits, 4);
  emptyBlocks = load<i32>(from + savedBits, 8);
  memory.copy(lastDc, from + savedBits + 16, 16);
}

// @ts-ignore: decorator
@inline
export function setInterval(mcus: i32): void {
  interval = mcus;
}
