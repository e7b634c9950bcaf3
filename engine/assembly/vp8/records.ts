// A coded macroblock before it is written: its modes and levels.
//
// A record begins with 8 bytes: its length in 16 bits, flags, segment, mode of the whole, mode of
// chroma, 0, 0. Then follow sixteen block modes, if it has them; the number of levels of each of 25
// blocks; and the levels, as one byte each or an `escape` and two bytes. A record without levels
// ends before their numbers.

import { blockModes, levelCounts, levels } from './memory';

export const ownModesFlag: u32 = 1;
export const emptyFlag: u32 = 2;

const headBytes: usize = 8;
const blocks: usize = 25;
const escape: i8 = -128;

/** Maximum length of a record. */
export const maxRecordBytes: usize = 8 + 16 + 25 + 25 * 16 * 3;

export function lengthOf(record: usize): usize {
  return load<u16>(record);
}

export function flagsOf(record: usize): u32 {
  return load<u8>(record, 2);
}

export function segmentOf(record: usize): u32 {
  return load<u8>(record, 3);
}

export function wholeModeOf(record: usize): u32 {
  return load<u8>(record, 4);
}

export function chromaModeOf(record: usize): u32 {
  return load<u8>(record, 5);
}

/** Address of the block modes. */
export function ownModesOf(record: usize): usize {
  return record + headBytes;
}

/** Stores the current macroblock. Returns the end of its record. */
export function storeRecord(
  record: usize,
  flags: u32,
  segment: i32,
  wholeMode: i32,
  chromaMode: i32,
): usize {
  store<u8>(record, <u8>flags, 2);
  store<u8>(record, <u8>segment, 3);
  store<u8>(record, <u8>wholeMode, 4);
  store<u8>(record, <u8>chromaMode, 5);
  let at = record + headBytes;
  if (flags & ownModesFlag) {
    v128.store(at, v128.load(blockModes));
    at += 16;
  }
  if (!(flags & emptyFlag)) {
    memory.copy(at, levelCounts, blocks);
    at += blocks;
    for (let block: usize = 0; block < blocks; block++) {
      const end = levels + block * 32 + ((<usize>load<u8>(levelCounts + block)) << 1);
      for (let from = levels + block * 32; from < end; from += 2) {
        const level = <i32>load<i16>(from);
        if (level > escape && level < 128) {
          store<i8>(at++, <i8>level);
        } else {
          store<i8>(at, escape);
          store<i16>(at, <i16>level, 1);
          at += 3;
        }
      }
    }
  }
  store<u16>(record, <u16>(at - record));
  return at;
}

/** Restores the levels of a record. */
export function loadLevels(record: usize): void {
  if (flagsOf(record) & emptyFlag) {
    memory.fill(levelCounts, 0, blocks);
    return;
  }
  let at = record + headBytes + (flagsOf(record) & ownModesFlag ? 16 : 0);
  memory.copy(levelCounts, at, blocks);
  at += blocks;
  for (let block: usize = 0; block < blocks; block++) {
    const end = levels + block * 32 + ((<usize>load<u8>(levelCounts + block)) << 1);
    for (let target = levels + block * 32; target < end; target += 2) {
      const level = load<i8>(at++);
      if (level == escape) {
        store<i16>(target, load<i16>(at));
        at += 2;
      } else {
        store<i16>(target, <i16>level);
      }
    }
  }
}
