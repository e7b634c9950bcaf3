// Writes one deflate block with dynamic codes (RFC 1951, 3.2.7).

import { makeCodes } from './huffman';
import {
  codedLengths,
  distanceBases,
  distanceCodes,
  distanceCounts,
  distanceExtras,
  distanceSymbols,
  distanceTable,
  lengthBases,
  lengthCodes,
  lengthCounts,
  lengthSymbols,
  lengthTable,
  literalCodes,
  literalCounts,
  literalSymbols,
  plainLengths,
  tokens,
} from './memory';

const endOfBlock: i32 = 256;

/** Bits to be written, the first one lowest, and their target. */
let pending: u64 = 0;
let pendingCount: u64 = 0;
let output: usize = 0;

export function startOutput(at: usize): void {
  output = at;
  pending = 0;
  pendingCount = 0;
}

// @ts-ignore: decorator
@inline
function put(bits: u64, count: u64): void {
  pending |= bits << pendingCount;
  pendingCount += count;
  if (pendingCount >= 32) {
    store<u32>(output, <u32>pending);
    output += 4;
    pending >>= 32;
    pendingCount -= 32;
  }
}

/** RFC 1951, 3.2.5: 29 lengths and 30 distances with 0 to 13 extra bits. */
export function setUpTables(): void {
  let length = 3;
  for (let symbol = 0; symbol < 28; symbol++) {
    const extra = symbol < 8 ? 0 : (symbol >> 2) - 1;
    store<u16>(lengthBases + (symbol << 1), <u16>length);
    for (let count = 1 << extra; count > 0; count--, length++) {
      if (length < 259) store<u16>(lengthTable + ((length - 3) << 1), <u16>(symbol | (extra << 8)));
    }
  }
  // The longest length has its own symbol.
  store<u16>(lengthBases + (28 << 1), 258);
  store<u16>(lengthTable + (255 << 1), 28);
  let distance = 0;
  for (let symbol = 0; symbol < distanceSymbols; symbol++) {
    const extra = symbol < 4 ? 0 : (symbol >> 1) - 1;
    store<u16>(distanceBases + (symbol << 1), <u16>distance);
    store<u8>(distanceExtras + symbol, <u8>extra);
    for (let count = 1 << extra; count > 0; count--, distance++) {
      const at = distance < 256 ? distance : 256 + (distance >> 7);
      store<u8>(distanceTable + at, <u8>symbol);
    }
  }
}

// @ts-ignore: decorator
@inline
function distanceSymbol(distance: u32): u32 {
  const less = distance - 1;
  return load<u8>(distanceTable + (less < 256 ? less : 256 + (less >> 7)));
}

// @ts-ignore: decorator
@inline
function increment(counts: usize, symbol: u32): void {
  const at = counts + ((<usize>symbol) << 2);
  store<u32>(at, load<u32>(at) + 1);
}

export function clearCounts(): void {
  memory.fill(literalCounts, 0, 4 * 288);
  memory.fill(distanceCounts, 0, 4 * 32);
}

// @ts-ignore: decorator
@inline
export function countLiteral(byte: u32): void {
  increment(literalCounts, byte);
}

// @ts-ignore: decorator
@inline
export function countMatch(length: u32, distance: u32): void {
  increment(literalCounts, 257 + (load<u16>(lengthTable + ((length - 3) << 1)) & 255));
  increment(distanceCounts, distanceSymbol(distance));
}

/** The order of the code length codes: 16, 17, 18, 0, 8, then outwards from 8. */
function lengthOrder(index: i32): i32 {
  if (index < 3) return 16 + index;
  if (index == 3) return 0;
  const step = (index - 3) >> 1;
  return (index & 1) == 0 ? 8 + step : 8 - step;
}

function lastUsed(codes: usize, symbols: i32, least: i32): i32 {
  let count = symbols;
  while (count > least && load<u32>(codes + ((<usize>(count - 1)) << 2)) == 0) count--;
  return count;
}

function copyLengths(codes: usize, count: i32, to: usize): void {
  for (let symbol = 0; symbol < count; symbol++) {
    store<u8>(to + symbol, <u8>(load<u32>(codes + ((<usize>symbol) << 2)) >> 16));
  }
}

/** Run-length codes the lengths: 16 repeats the last, 17 and 18 are short and long runs of 0. */
function codeLengths(count: i32): i32 {
  memory.fill(lengthCounts, 0, 4 * 32);
  let written = 0;
  for (let at = 0; at < count;) {
    const length = load<u8>(plainLengths + at);
    let run = 1;
    while (at + run < count && load<u8>(plainLengths + at + run) == length) run++;
    at += run;
    while (run > 0) {
      let symbol: u32 = length;
      let extra = 0;
      let taken = 1;
      if (length == 0 && run >= 3) {
        taken = min(run, 138);
        symbol = taken >= 11 ? 18 : 17;
        extra = taken - (taken >= 11 ? 11 : 3);
      } else if (length != 0 && run >= 4) {
        // The first length of the run, then repeats of 3 to 6.
        store<u8>(codedLengths + (written << 1), length);
        increment(lengthCounts, length);
        written++;
        run--;
        while (run >= 3) {
          const repeats = min(run, 6);
          store<u8>(codedLengths + (written << 1), 16);
          store<u8>(codedLengths + (written << 1) + 1, <u8>(repeats - 3));
          increment(lengthCounts, 16);
          written++;
          run -= repeats;
        }
        continue;
      }
      store<u8>(codedLengths + (written << 1), <u8>symbol);
      store<u8>(codedLengths + (written << 1) + 1, <u8>extra);
      increment(lengthCounts, symbol);
      written++;
      run -= taken;
    }
  }
  return written;
}

function writeHeader(): void {
  const literals = lastUsed(literalCodes, literalSymbols, 257);
  const distances = lastUsed(distanceCodes, distanceSymbols, 1);
  copyLengths(literalCodes, literals, plainLengths);
  copyLengths(distanceCodes, distances, plainLengths + literals);
  const coded = codeLengths(literals + distances);
  makeCodes(lengthCounts, lengthSymbols, lengthCodes, 7);
  let lengths = lengthSymbols;
  while (lengths > 4 && load<u32>(lengthCodes + ((<usize>lengthOrder(lengths - 1)) << 2)) == 0) {
    lengths--;
  }
  // Not the last block; dynamic codes.
  put(4, 3);
  put(literals - 257, 5);
  put(distances - 1, 5);
  put(lengths - 4, 4);
  for (let index = 0; index < lengths; index++) {
    put(load<u32>(lengthCodes + ((<usize>lengthOrder(index)) << 2)) >> 16, 3);
  }
  for (let index = 0; index < coded; index++) {
    const symbol = load<u8>(codedLengths + (index << 1));
    const entry = load<u32>(lengthCodes + ((<usize>symbol) << 2));
    put(entry & 0xffff, entry >> 16);
    const extra = load<u8>(codedLengths + (index << 1) + 1);
    if (symbol == 16) put(extra, 2);
    else if (symbol == 17) put(extra, 3);
    else if (symbol == 18) put(extra, 7);
  }
}

/** Writes the first `count` tokens. Their symbols must have been counted. */
export function writeBlock(count: i32): void {
  increment(literalCounts, endOfBlock);
  makeCodes(literalCounts, literalSymbols, literalCodes, 15);
  makeCodes(distanceCounts, distanceSymbols, distanceCodes, 15);
  writeHeader();
  const end = tokens + ((<usize>count) << 2);
  for (let at = tokens; at < end; at += 4) {
    const token = load<u32>(at);
    if (token < 256) {
      const entry = load<u32>(literalCodes + ((<usize>token) << 2));
      put(entry & 0xffff, entry >> 16);
      continue;
    }
    const length = token >> 16;
    const slot = load<u16>(lengthTable + ((length - 3) << 1));
    const symbol = slot & 255;
    let entry = load<u32>(literalCodes + ((<usize>(257 + symbol)) << 2));
    put(entry & 0xffff, entry >> 16);
    put(length - load<u16>(lengthBases + (symbol << 1)), slot >> 8);
    const distance = token & 0xffff;
    const far = distanceSymbol(distance);
    entry = load<u32>(distanceCodes + ((<usize>far) << 2));
    put(entry & 0xffff, entry >> 16);
    put(distance - 1 - load<u16>(distanceBases + (far << 1)), load<u8>(distanceExtras + far));
  }
  const end256 = load<u32>(literalCodes + ((<usize>endOfBlock) << 2));
  put(end256 & 0xffff, end256 >> 16);
}

/**
 * Writes an empty stored block, which ends on a byte boundary so that another part can follow.
 * Returns the end.
 */
export function finishOutput(): usize {
  put(0, 3);
  put(0, (0 - pendingCount) & 7);
  while (pendingCount > 0) {
    store<u8>(output++, <u8>pending);
    pending >>= 8;
    pendingCount -= 8;
  }
  store<u32>(output, 0xffff0000);
  return output + 4;
}
