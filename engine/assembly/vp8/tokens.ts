// Counts or writes the tokens of a block's levels (RFC 6386, section 13).

import { putBoolean } from './booleans';
import {
  bands,
  contextProbabilities,
  kindProbabilities,
  probabilities,
  tokenCounts,
} from './memory';

/** Probabilities of the extra bits of large levels, by category (13.2). Each list ends with 0. */
const largeBits: usize = memory.data<u8>([
  173, 148, 140, 0, 0, 0, 0, 0, 0, 0, 0, 0, 176, 155, 140, 135, 0, 0, 0, 0, 0, 0, 0, 0, 180, 157,
  141, 134, 130, 0, 0, 0, 0, 0, 0, 0, 254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129, 0,
]);
const categoryBytes: usize = 12;
const even: u32 = 128;

/** A bit with the probability at this index. */
// @ts-ignore: decorator
@inline
function put(counts: bool, bit: u32, at: usize): void {
  if (counts) {
    const counter = tokenCounts + at * 8 + bit * 4;
    store<u32>(counter, load<u32>(counter) + 1);
  } else {
    putBoolean(bit, load<u8>(probabilities + at));
  }
}

/** A bit with a fixed probability. */
// @ts-ignore: decorator
@inline
function putFixed(counts: bool, bit: u32, probability: u32): void {
  if (!counts) putBoolean(bit, probability);
}

// @ts-ignore: decorator
@inline
function putLarge(counts: bool, level: u32, at: usize): void {
  let category: u32 = 0;
  if (level >= 19) category = level >= 67 ? 3 : level >= 35 ? 2 : 1;
  put(counts, category >> 1, at + 8);
  put(counts, category & 1, at + 9 + (category >> 1));
  if (counts) return;
  const rest = level - (3 + (8 << category));
  let bits = largeBits + category * categoryBytes;
  let left: u32 = category == 3 ? 11 : 3 + category;
  while (left > 0) {
    left--;
    putBoolean((rest >> left) & 1, load<u8>(bits++));
  }
}

/** A nonzero level without its sign. Returns the context of the next level. */
// @ts-ignore: decorator
@inline
function putLevel(counts: bool, level: u32, at: usize): usize {
  if (level == 1) {
    put(counts, 0, at + 2);
    return 1;
  }
  put(counts, 1, at + 2);
  if (level <= 4) {
    put(counts, 0, at + 3);
    put(counts, <u32>(level > 2), at + 4);
    if (level > 2) put(counts, level - 3, at + 5);
  } else {
    put(counts, 1, at + 3);
    if (level <= 10) {
      put(counts, 0, at + 6);
      put(counts, <u32>(level > 6), at + 7);
      if (level <= 6) {
        putFixed(counts, level - 5, 159);
      } else {
        putFixed(counts, <u32>(level >= 9), 165);
        putFixed(counts, ~level & 1, 145);
      }
    } else {
      put(counts, 1, at + 6);
      putLarge(counts, level, at);
    }
  }
  return 2;
}

// @ts-ignore: decorator
@inline
function putBlock(
  counts: bool,
  kind: usize,
  first: i32,
  context: usize,
  levels: usize,
  count: i32,
): void {
  const base = kind * kindProbabilities;
  let at = base + (<usize>load<u8>(bands + first) * 3 + context) * contextProbabilities;
  if (count <= first) {
    put(counts, 0, at);
    return;
  }
  let index = first;
  for (;;) {
    put(counts, 1, at);
    let level = <i32>load<i16>(levels + (index << 1));
    index++;
    while (level == 0) {
      put(counts, 0, at + 1);
      at = base + <usize>load<u8>(bands + index) * 3 * contextProbabilities;
      level = <i32>load<i16>(levels + (index << 1));
      index++;
    }
    put(counts, 1, at + 1);
    const next = putLevel(counts, <u32>abs(level), at);
    putFixed(counts, <u32>(level < 0), even);
    if (index == 16) return;
    at = base + (<usize>load<u8>(bands + index) * 3 + next) * contextProbabilities;
    if (index >= count) {
      put(counts, 0, at);
      return;
    }
  }
}

/**
 * Counts the tokens of a block of `kind`. Its levels from `first` to `count` (exclusive) are at
 * `levels`; the others are 0. `context` is the number of blocks with levels above and to the left.
 */
export function countBlock(
  kind: usize,
  first: i32,
  context: usize,
  levels: usize,
  count: i32,
): void {
  putBlock(true, kind, first, context, levels, count);
}

/** Like `countBlock`, but writes the tokens. */
export function writeBlock(
  kind: usize,
  first: i32,
  context: usize,
  levels: usize,
  count: i32,
): void {
  putBlock(false, kind, first, context, levels, count);
}
