// Decodes Huffman-coded JPEG scans (ITU-T T.81) to 8-bit planes, one MCU row at a time. Pictures
// with one sequential scan are decoded here, others in scan-rows.ts. The caller parses the headers,
// writes tables and coded data into the memory, and says where planes go. No input can make it
// write elsewhere: table indexes are masked, and the caller counts blocks.

import { isDamaged } from './bits';
import { decodeBlock } from './entropy';
import { enterMcu, isBroken, lastDc, rowDone, startMcus } from './interval';
import { transformBlock } from './inverse';
import { block, steps, tableBytes, tables, zigzagOffsets } from './memory';

export { endInterval, inputPosition, setInputPosition } from './bits';
export { placeBytes, restorePlace, savePlace } from './interval';
export { scratchSize, toRgba } from './rgba';
export { enterScan, readScanRow, startProgressive, transformBlocks } from './scan-rows';

export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

/** Address for a Huffman table, see `tables`: 0 to 3 for DC, 4 to 7 for AC. */
export function tableAddress(table: i32): usize {
  return tables + <usize>table * tableBytes;
}

/** Address for a component's quantization steps, 64 of 16 bits in raster order. */
export function stepsAddress(component: i32): usize {
  return steps + <usize>component * 128;
}

/** Must be called once. `order` has 64 bytes: the raster position of each zigzag index. */
export function setZigzag(order: usize): void {
  for (let k: usize = 0; k < 80; k++) {
    store<u8>(zigzagOffsets + k, <u8>(2 * (k < 64 ? load<u8>(order + k) : 63)));
  }
}

let componentCount: i32 = 0;
/** Luma blocks across and down an MCU. */
let across: i32 = 1;
let down: i32 = 1;
let mcusPerRow: i32 = 0;
/** The next MCU in its row. */
let mcu: i32 = 0;
/** The MCU with which rows of the planes begin. */
let firstMcu: i32 = 0;
/** Huffman table numbers per component: DC in bits 4 to 5, AC in bits 0 to 1. */
let selectors0: u32 = 0;
let selectors1: u32 = 0;
let selectors2: u32 = 0;
let selectors3: u32 = 0;
let blackIsFull: bool = false;

/**
 * Starts a scan. `newComponents` is 1; or 3, where the last two have one block per MCU; or 4, where
 * the last has as many as the first if `newBlackIsFull`.
 */
export function startScan(
  newComponents: i32,
  newAcross: i32,
  newDown: i32,
  newMcusPerRow: i32,
  newInterval: i32,
  newSelectors0: u32,
  newSelectors1: u32,
  newSelectors2: u32,
  newSelectors3: u32,
  newBlackIsFull: bool,
): void {
  componentCount = newComponents;
  across = newAcross;
  down = newDown;
  mcusPerRow = newMcusPerRow;
  selectors0 = newSelectors0;
  selectors1 = newSelectors1;
  selectors2 = newSelectors2;
  selectors3 = newSelectors3;
  blackIsFull = newBlackIsFull;
  mcu = 0;
  firstMcu = 0;
  memory.fill(block, 0, 128);
  startMcus(newInterval);
}

// @ts-ignore: decorator
@inline
function decodeOne(selectors: u32, component: usize, target: usize, stride: usize): void {
  const last = decodeBlock((selectors >> 4) & 3, selectors & 3, lastDc + component * 4, block);
  transformBlock(block, steps + component * 128, last & 63, target, stride);
}

/** Decodes the blocks of a component that has all of an MCU's. */
// @ts-ignore: decorator
@inline
function decodeFull(selectors: u32, component: usize, plane: usize, stride: usize): void {
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const from = <usize>row * 8 * stride;
      decodeOne(
        selectors,
        component,
        plane + from + ((mcu - firstMcu) * across + column) * 8,
        stride,
      );
    }
  }
}

/**
 * Decodes a row's MCUs before MCU `end` into planes that begin with the row. Returns 0 when done; 1
 * when input before `inputEnd` runs out, to be called again; and 2 for invalid data.
 *
 * @param isAll All input is there: nothing follows `inputEnd`, and a marker precedes it.
 */
export function decodeRow(
  end: i32,
  y: usize,
  yStride: usize,
  cb: usize,
  cr: usize,
  cStride: usize,
  black: usize,
  inputEnd: usize,
  isAll: bool,
): i32 {
  for (; mcu < end; mcu++) {
    const status = enterMcu(inputEnd, isAll);
    if (status != rowDone) return status;
    decodeFull(selectors0, 0, y, yStride);
    if (componentCount > 1) {
      decodeOne(selectors1, 1, cb + (mcu - firstMcu) * 8, cStride);
      decodeOne(selectors2, 2, cr + (mcu - firstMcu) * 8, cStride);
    }
    if (componentCount == 4) {
      if (blackIsFull) decodeFull(selectors3, 3, black, yStride);
      else decodeOne(selectors3, 3, black + (mcu - firstMcu) * 8, cStride);
    }
    if (isDamaged()) return isBroken;
  }
  if (mcu == mcusPerRow) mcu = 0;
  return rowDone;
}

function skipBlocks(selectors: u32, component: usize, count: i32): void {
  for (let index = 0; index < count; index++) {
    decodeBlock((selectors >> 4) & 3, selectors & 3, lastDc + component * 4, block);
    memory.fill(block, 0, 128);
  }
}

/** Reads a row's MCUs before MCU `end` without making samples. Returns the same as `decodeRow`. */
export function skipRow(end: i32, inputEnd: usize, isAll: bool): i32 {
  for (; mcu < end; mcu++) {
    const status = enterMcu(inputEnd, isAll);
    if (status != rowDone) return status;
    skipBlocks(selectors0, 0, across * down);
    if (componentCount > 1) {
      skipBlocks(selectors1, 1, 1);
      skipBlocks(selectors2, 2, 1);
    }
    if (componentCount == 4) skipBlocks(selectors3, 3, blackIsFull ? across * down : 1);
    if (isDamaged()) return isBroken;
  }
  if (mcu == mcusPerRow) mcu = 0;
  return rowDone;
}

/** Moves to MCU `at` of a row. Planes then begin with it. */
export function enterRow(at: i32): void {
  mcu = at;
  firstMcu = at;
}
