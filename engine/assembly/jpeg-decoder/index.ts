// A decoder for JPEG scans with Huffman codes (ITU-T T.81) to planes of 8-bit samples, row of MCUs by row of MCUs:
// of pictures in one sequential scan here, of those in several ones in scan-rows.ts. The caller reads the headers,
// writes tables and coded data into the memory, and says where planes go. No input makes it write outside of them:
// positions in tables are masked, and blocks counted by the caller.

import { isDamaged } from './bits';
import { decodeBlock } from './entropy';
import { enterMcu, isBroken, lastDc, rowDone, startMcus } from './interval';
import { transformBlock } from './inverse';
import { block, steps, tableBytes, tables, zigzagOffsets } from './memory';

export { endInterval, inputPosition, setInputPosition } from './bits';
export { placeBytes, restorePlace, savePlace } from './interval';
export { enterScan, readScanRow, startProgressive, transformBlocks } from './scan-rows';

export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

/** Where the caller writes a Huffman table, see `tables`: 0 to 3 for DC, 4 to 7 for AC. */
export function tableAddress(table: i32): usize {
  return tables + <usize>table * tableBytes;
}

/** Where the caller writes the steps of a component, 64 of 16 bits row by row. */
export function stepsAddress(component: i32): usize {
  return steps + <usize>component * 128;
}

/** To be called once: `order` holds 64 bytes, the raster position of each zigzag index. */
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
/** Planes begin with this MCU of their rows. */
let firstMcu: i32 = 0;
/** The tables of each component, DC in bits 4 to 5, AC in bits 0 to 1. */
let selectors0: u32 = 0;
let selectors1: u32 = 0;
let selectors2: u32 = 0;
let selectors3: u32 = 0;
let blackIsFull: bool = false;

/**
 * `newComponents`: 1, or 3 of which the last two have one block in an MCU, or 4, of
 * which the last has as many as the first where `newBlackIsFull`.
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

/** The blocks of a component that has all of an MCU's. */
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
 * Decodes a row of MCUs before MCU `end` into planes that begin with the row. Returns 0 when it is done, 1 when
 * there is too little input before `inputEnd`, to be called again, and 2 for what is not as it should be.
 *
 * @param isAll Nothing comes behind `inputEnd`, in front of which is a marker.
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

/** Reads a row of MCUs before MCU `end` without making samples of them. Returns what `decodeRow` does. */
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

/** Goes to MCU `at` of a row, with which planes now begin. */
export function enterRow(at: i32): void {
  mcu = at;
  firstMcu = at;
}
