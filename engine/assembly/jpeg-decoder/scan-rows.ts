// Decodes a picture with several scans, one MCU row at a time: first each scan's data for the row's
// blocks, then the samples. Blocks are in the caller's memory, see `BLOCK_BYTES`. Writes only
// blocks of the columns that the caller asks for.

import * as F from '../../src/jpeg-decoder/fields';
import { isDamaged } from './bits';
import {
  emptyRun,
  enterMcu,
  isBroken,
  lastDc,
  restorePlace,
  rowDone,
  setEmptyRun,
  setInterval,
  startMcus,
} from './interval';
import { transformBlock } from './inverse';
import { steps } from './memory';
import { readAc, readDc, refineAc, refineDc, usedOffset } from './progressive';

/** The current scan. */
let scan: usize = 0;
let first: i32 = 0;
let last: i32 = 0;
let refines: bool = false;
let low: i32 = 0;
let partCount: i32 = 0;
/** The next MCU in the row. */
let column: i32 = 0;

// @ts-ignore: decorator
@inline
function field(at: usize, number: i32): i32 {
  return load<i32>(at + ((<usize>number) << 2));
}

function choose(newScan: usize): void {
  scan = newScan;
  first = field(scan, F.FIRST);
  last = field(scan, F.LAST);
  refines = field(scan, F.REFINES) != 0;
  low = field(scan, F.LOW);
  partCount = field(scan, F.PART_COUNT);
}

/** Moves to the start of the scan described at `newScan`; see fields.ts. */
export function startProgressive(newScan: usize): void {
  choose(newScan);
  startMcus(field(scan, F.INTERVAL));
}

/** Continues a scan at MCU `at` of a row, from the state that `savePlace` saved in `place`. */
export function enterScan(newScan: usize, place: usize, at: i32): void {
  choose(newScan);
  setInterval(field(scan, F.INTERVAL));
  restorePlace(place);
  column = at;
}

// @ts-ignore: decorator
@inline
function readBlock(dcTable: usize, acTable: usize, part: i32, block: usize): void {
  if (first == 0) {
    if (refines) refineDc(low, block);
    else readDc(dcTable, lastDc + ((<usize>part) << 2), low, block);
  }
  if (last == 0) return;
  if (refines) refineAc(acTable, first, last, low, block);
  else if (emptyRun() > 0) setEmptyRun(emptyRun() - 1);
  else readAc(acTable, max(first, 1), last, low, first > 0, block);
}

/** In a scan of several components, an MCU has all of their blocks. */
function readMcu(): void {
  for (let part = 0; part < partCount; part++) {
    const from = scan + ((<usize>(F.PARTS + part * F.PART_WORDS)) << 2);
    const across = field(from, F.ACROSS);
    const down = field(from, F.DOWN);
    let row = <usize>field(from, F.BLOCKS) + <usize>(column * across) * F.BLOCK_BYTES;
    for (let y = 0; y < down; y++) {
      for (let x = 0; x < across; x++) {
        const block = row + <usize>x * F.BLOCK_BYTES;
        readBlock(field(from, F.DC_TABLE), field(from, F.AC_TABLE), part, block);
      }
      row += <usize>field(from, F.ROW_BYTES);
    }
  }
}

/**
 * Reads the scan's data for a row's MCUs before MCU `end`. In a scan of one component each block is
 * an MCU, and `row` is the row of blocks. Returns the same as `decodeRow`.
 */
export function readScanRow(row: i32, end: i32, inputEnd: usize, isAll: bool): i32 {
  const part = scan + (F.PARTS << 2);
  const dcTable = <usize>field(part, F.DC_TABLE);
  const acTable = <usize>field(part, F.AC_TABLE);
  const blocks = <usize>field(part, F.BLOCKS) + <usize>row * <usize>field(part, F.ROW_BYTES);
  for (; column < end; column++) {
    const status = enterMcu(inputEnd, isAll);
    if (status != rowDone) return status;
    if (partCount > 1) readMcu();
    else readBlock(dcTable, acTable, 0, blocks + <usize>column * F.BLOCK_BYTES);
    if (isDamaged()) return isBroken;
  }
  return rowDone;
}

/** Transforms `count` adjacent blocks of a component to samples, and clears their coefficients. */
export function transformBlocks(
  component: i32,
  blocks: usize,
  count: i32,
  target: usize,
  stride: usize,
): void {
  for (let index = 0; index < count; index++) {
    const used = load<u64>(blocks, usedOffset);
    const lastUsed = used != 0 ? 63 - <i32>clz<u64>(used) : 0;
    transformBlock(blocks, steps + <usize>component * 128, lastUsed, target, stride);
    store<u64>(blocks, 0, usedOffset);
    blocks += F.BLOCK_BYTES;
    target += 8;
  }
}
