// What decoding keeps from one MCU of a scan to the next, between restart markers and behind them.

import {
  endInterval,
  inputPosition,
  restoreBits,
  saveBits,
  savedBits,
  startInterval as forgetBits,
} from './bits';

/** MCUs between restart markers, or 0, and how many of them are left. */
let interval: i32 = 0;
let left: i32 = 0;
let nextMarker: u32 = 0;

/** The last DC value of each component of the scan. */
export const lastDc: usize = memory.data(16, 4);

/** Blocks to come of which a progressive scan has nothing more (ITU-T T.81, G.1.2.2: EOBRUN). */
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

/** Goes to a scan's first MCU. */
export function startMcus(newInterval: i32): void {
  interval = newInterval;
  nextMarker = 0xd0;
  startPrediction();
}

/** More than an MCU can take: 10 blocks of 64 codes and values of 31 bits, each byte stuffed. */
const maxMcuBytes: usize = 4992;

export const rowDone: i32 = 0;
export const needsInput: i32 = 1;
export const isBroken: i32 = 2;

/** Goes to the next MCU: behind a restart marker, where one is due. */
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

/** Bytes of what `savePlace` keeps. */
export function placeBytes(): usize {
  return savedBits + 32;
}

/** Keeps at `to` all but the input's position that decoding goes on from. */
export function savePlace(to: usize): void {
  saveBits(to);
  store<i32>(to + savedBits, left);
  store<u32>(to + savedBits, nextMarker, 4);
  store<i32>(to + savedBits, emptyBlocks, 8);
  memory.copy(to + savedBits + 16, lastDc, 16);
}

/** Goes back to where `savePlace` was called, in a scan of which the interval is known. */
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
