// Huffman codes of limited length for one block of deflate.

import { sortedCounts, sortedSymbols } from './memory';

// @ts-ignore: decorator
@inline
function countAt(index: i32): u32 {
  return load<u32>(sortedCounts + ((<usize>index) << 2));
}

// @ts-ignore: decorator
@inline
function setCount(index: i32, value: u32): void {
  store<u32>(sortedCounts + ((<usize>index) << 2), value);
}

/** Sorts the symbols that occur by ascending count. Returns their number. */
function sortSymbols(counts: usize, symbols: i32): i32 {
  let used = 0;
  for (let symbol = 0; symbol < symbols; symbol++) {
    const count = load<u32>(counts + ((<usize>symbol) << 2));
    if (count == 0) continue;
    let at = used++;
    for (; at > 0 && countAt(at - 1) > count; at--) {
      setCount(at, countAt(at - 1));
      store<u32>(
        sortedSymbols + ((<usize>at) << 2),
        load<u32>(sortedSymbols + ((<usize>(at - 1)) << 2)),
      );
    }
    setCount(at, count);
    store<u32>(sortedSymbols + ((<usize>at) << 2), symbol);
  }
  return used;
}

/**
 * Replaces ascending counts by the code lengths of a minimum-redundancy code, in place (Moffat and
 * Katajainen, "In-place calculation of minimum-redundancy codes", 1995). Needs at least 2 symbols.
 */
function lengthsInPlace(n: i32): void {
  // Counts become sums of pairs or, once used up, the index of their parent.
  setCount(0, countAt(0) + countAt(1));
  let root = 0;
  let leaf = 2;
  for (let next = 1; next < n - 1; next++) {
    if (leaf >= n || countAt(root) < countAt(leaf)) {
      setCount(next, countAt(root));
      setCount(root++, next);
    } else {
      setCount(next, countAt(leaf++));
    }
    if (leaf >= n || (root < next && countAt(root) < countAt(leaf))) {
      setCount(next, countAt(next) + countAt(root));
      setCount(root++, next);
    } else {
      setCount(next, countAt(next) + countAt(leaf++));
    }
  }
  // Parents become depths of inner nodes.
  setCount(n - 2, 0);
  for (let next = n - 3; next >= 0; next--) setCount(next, countAt(countAt(next)) + 1);
  // Depths of inner nodes become depths of leaves.
  let available = 1;
  let used = 0;
  let depth: u32 = 0;
  root = n - 2;
  let next = n - 1;
  while (available > 0) {
    while (root >= 0 && countAt(root) == depth) {
      used++;
      root--;
    }
    while (available > used) {
      setCount(next--, depth);
      available--;
    }
    available = 2 * used;
    used = 0;
    depth++;
  }
}

/** Number of codes of each length, 0 to 31. */
const lengthCounts: usize = memory.data(4 * 32, 16);
/** The next code of each length (RFC 1951, 3.2.2). */
const nextCodes: usize = memory.data(4 * 32, 16);

/** Counts the lengths, and shortens those above `limit` at the cost of the longest others. */
function limitLengths(n: i32, limit: i32): void {
  memory.fill(lengthCounts, 0, 4 * 32);
  for (let index = 0; index < n; index++) {
    const slot = lengthCounts + ((<usize>min<i32>(countAt(index), limit)) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let total: u32 = 0;
  for (let length = 1; length <= limit; length++) {
    total += load<u32>(lengthCounts + ((<usize>length) << 2)) << (limit - length);
  }
  const longest = lengthCounts + ((<usize>limit) << 2);
  // The Kraft sum must be 1: a full-length code joins a shorter one, which is split.
  for (; total > <u32>(1 << limit); total--) {
    store<u32>(longest, load<u32>(longest) - 1);
    for (let length = limit - 1; length > 0; length--) {
      const slot = lengthCounts + ((<usize>length) << 2);
      if (load<u32>(slot) == 0) continue;
      store<u32>(slot, load<u32>(slot) - 1);
      store<u32>(slot + 4, load<u32>(slot + 4) + 2);
      break;
    }
  }
}

function reversed(code: u32, length: i32): u32 {
  let result: u32 = 0;
  for (let bit = 0; bit < length; bit++) result |= ((code >> bit) & 1) << (length - 1 - bit);
  return result;
}

/** Makes codes of at most `limit` bits for symbols that occur. Others get an entry of 0. */
export function makeCodes(counts: usize, symbols: i32, codes: usize, limit: i32): void {
  memory.fill(codes, 0, (<usize>symbols) << 2);
  const used = sortSymbols(counts, symbols);
  if (used == 0) return;
  if (used == 1) {
    store<u32>(codes + ((<usize>load<u32>(sortedSymbols)) << 2), 1 << 16);
    return;
  }
  lengthsInPlace(used);
  limitLengths(used, limit);
  // The rarest symbols get the longest codes.
  let index = 0;
  for (let length = limit; length > 0; length--) {
    for (let left = load<u32>(lengthCounts + ((<usize>length) << 2)); left > 0; left--) {
      const symbol = load<u32>(sortedSymbols + ((<usize>index) << 2));
      index++;
      store<u32>(codes + ((<usize>symbol) << 2), length << 16);
    }
  }
  let code: u32 = 0;
  for (let length = 1; length <= limit; length++) {
    code = (code + (length > 1 ? load<u32>(lengthCounts + ((<usize>(length - 1)) << 2)) : 0)) << 1;
    store<u32>(nextCodes + ((<usize>length) << 2), code);
  }
  for (let symbol = 0; symbol < symbols; symbol++) {
    const entry = codes + ((<usize>symbol) << 2);
    const length = <i32>(load<u32>(entry) >> 16);
    if (length == 0) continue;
    const slot = nextCodes + ((<usize>length) << 2);
    const next = load<u32>(slot);
    store<u32>(slot, next + 1);
    store<u32>(entry, reversed(next, length) | (length << 16));
  }
}
