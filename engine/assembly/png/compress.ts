// Finds repeated strings (RFC 1951, 4) in rows of filtered samples.

import {
  clearCounts,
  countLiteral,
  countMatch,
  finishOutput,
  startOutput,
  writeBlock,
} from './block';
import { blockTokens, chains, hashBits, heads, tokens, windowSize } from './memory';

/** Shorter matches cost about as much as literals. */
const shortestMatch: u32 = 4;
const maxMatch: u32 = 258;

/** A match of this length is taken without looking for a longer one at the next byte. */
const goodMatch: u32 = 32;

/** Candidates to examine per position. */
let depth: i32 = 0;

/**
 * In noise, after this many bytes without a match, only every other byte is examined, and so on.
 */
const patienceBits: u32 = 6;
const maxStride: u32 = 4;

// @ts-ignore: decorator
@inline
function hashAt(at: usize): usize {
  return (<usize>((load<u32>(at) * 0x9e3779b1) >> (32 - hashBits))) << 2;
}

/**
 * Inserts the position into the hash table. Returns the previous one with the same hash, plus 1.
 */
// @ts-ignore: decorator
@inline
function insert(source: usize, position: u32): u32 {
  const head = heads + hashAt(source + position);
  const before = load<u32>(head);
  store<u32>(chains + ((<usize>(position & (windowSize - 1))) << 2), before);
  store<u32>(head, position + 1);
  return before;
}

/** Number of equal bytes, up to `limit`. May read 7 bytes past it. */
// @ts-ignore: decorator
@inline
function sameBytes(a: usize, b: usize, limit: u32): u32 {
  let length: u32 = 0;
  while (length < limit) {
    const difference = load<u64>(a + length) ^ load<u64>(b + length);
    if (difference != 0) return min<u32>(limit, length + (<u32>ctz<u64>(difference) >> 3));
    length += 8;
  }
  return limit;
}

/** Length and distance of the match found last. */
let foundLength: u32 = 0;
let foundDistance: u32 = 0;

/** Searches the chain from `candidate` on for a match of at least `atLeast` bytes. */
function search(source: usize, position: u32, candidate: u32, limit: u32, atLeast: u32): void {
  foundLength = 0;
  const here = source + position;
  let best = atLeast - 1;
  for (let left = depth; candidate != 0 && left > 0; left--) {
    const at = candidate - 1;
    if (position - at > windowSize - 1) return;
    const there = source + at;
    // First compares the byte that would make the match longer.
    if (load<u8>(there + best) == load<u8>(here + best)) {
      const length = sameBytes(there, here, limit);
      if (length > best) {
        best = length;
        foundLength = length;
        foundDistance = position - at;
        if (length >= limit || length >= goodMatch * 4) return;
      }
    }
    const next = load<u32>(chains + ((<usize>(at & (windowSize - 1))) << 2));
    // An overwritten slot leads forwards.
    if (next >= candidate) return;
    candidate = next;
  }
}

let count: i32 = 0;

function flushBlock(): void {
  if (count > 0) writeBlock(count);
  count = 0;
  clearCounts();
}

// @ts-ignore: decorator
@inline
function pushLiteral(byte: u32): void {
  store<u32>(tokens + ((<usize>count) << 2), byte);
  count++;
  countLiteral(byte);
  if (count == blockTokens) flushBlock();
}

// @ts-ignore: decorator
@inline
function pushMatch(length: u32, distance: u32): void {
  store<u32>(tokens + ((<usize>count) << 2), (length << 16) | distance);
  count++;
  countMatch(length, distance);
  if (count == blockTokens) flushBlock();
}

/**
 * Compresses `size` bytes to deflate blocks that end on a byte boundary and do not end the stream.
 * Returns the output's size, which is at most the input's plus an eighth. The 16 bytes after the
 * input must be readable. Examines `deepestSearch` candidates per position.
 */
export function compressBytes(source: usize, size: u32, target: usize, deepestSearch: i32): usize {
  depth = deepestSearch;
  memory.fill(heads, 0, 4 << hashBits);
  startOutput(target);
  count = 0;
  clearCounts();
  let position: u32 = 0;
  let misses: u32 = 0;
  // Hashes read 4 bytes.
  const last = size >= 4 ? size - 4 : 0;
  while (position < last) {
    search(
      source,
      position,
      insert(source, position),
      min(maxMatch, size - position),
      shortestMatch,
    );
    let length = foundLength;
    if (length == 0) {
      let stride = min(maxStride, 1 + (misses >> patienceBits));
      misses++;
      while (stride-- > 0 && position < last) pushLiteral(load<u8>(source + position++));
      continue;
    }
    misses = 0;
    let distance = foundDistance;
    // A longer match one byte later is worth a literal.
    while (length < goodMatch && position + 1 < last) {
      const limit = min(maxMatch, size - position - 1);
      if (limit <= length) break;
      search(source, position + 1, insert(source, position + 1), limit, length + 1);
      if (foundLength == 0) {
        // The position is already inserted; the match continues after it.
        break;
      }
      pushLiteral(load<u8>(source + position++));
      length = foundLength;
      distance = foundDistance;
    }
    pushMatch(length, distance);
    const end = position + length;
    position += 2;
    // Runs of one byte would fill the chains.
    const step: u32 = length > 64 ? 8 : 1;
    for (; position < end && position < last; position += step) insert(source, position);
    position = end;
  }
  while (position < size) pushLiteral(load<u8>(source + position++));
  flushBlock();
  return finishOutput() - target;
}

/** RFC 1950, 8.2. */
export function adlerOf(source: usize, size: u32): u32 {
  let a: u32 = 1;
  let b: u32 = 0;
  // The most bytes for which both sums stay below 2^32.
  while (size > 0) {
    const part = min<u32>(size, 5552);
    for (const end = source + part; source < end; source++) {
      a += load<u8>(source);
      b += a;
    }
    a %= 65521;
    b %= 65521;
    size -= part;
  }
  return (b << 16) | a;
}
