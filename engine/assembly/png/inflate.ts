// Inflate (RFC 1951), one piece of input and output at a time.

import {
  bitsOf,
  codeLengths,
  distanceBits,
  distanceEntries,
  distances,
  goesOn,
  isEnd,
  isLiteral,
  isWrong,
  lengthBits,
  lengthEntries,
  lengths,
  literalBits,
  literalEntries,
  literals,
  makeTable,
  valueOf,
} from './inflate-tables';

/**
 * Buffered input, first bit lowest: `bitCount` bits, and above them bits that the next byte
 * repeats.
 */
let bits: u64 = 0;
let bitCount: u32 = 0;
/** Address after the bytes in `bits`. */
let next: usize = 0;
/** Address of the next output byte, and of the first one that may still be repeated. */
let output: usize = 0;
let oldest: usize = 0;

const atHeader: i32 = 0;
const inStored: i32 = 1;
const inCoded: i32 = 2;
const over: i32 = 3;
let place: i32 = atHeader;
let isLastBlock: bool = false;
/** Bytes left in a stored block. */
let storedLeft: usize = 0;

/** RFC 1951, 3.2.7: the order of the code length codes. */
const order = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

/** Longer than any block header with a few symbols. */
const longestHeader: usize = 1024;

/** Results of `inflateSome`. */
const needsInput: i32 = 0;
const isFull: i32 = 1;
const hasEnded: i32 = 2;
const isDamaged: i32 = -1;

/** Starts a stream. Its output begins at `target`. */
export function startInflating(target: usize): void {
  bits = 0;
  bitCount = 0;
  place = atHeader;
  isLastBlock = false;
  output = target;
  oldest = target;
}

/** Address of the unread input. */
export function nextInput(): usize {
  return next;
}

export function nextOutput(): usize {
  return output;
}

/** Must be called after moving the kept output down by `by` bytes, to `to`. */
export function moveOutput(by: usize, to: usize): void {
  output -= by;
  oldest = max(oldest - min(by, oldest), to);
}

// @ts-ignore: decorator
@inline
function refill(): void {
  bits |= load<u64>(next) << bitCount;
  next += (63 - bitCount) >> 3;
  bitCount |= 56;
}

// @ts-ignore: decorator
@inline
function take(count: u32): u32 {
  const value = <u32>bits & ((1 << count) - 1);
  bits >>= count;
  bitCount -= count;
  return value;
}

/** Reads dynamic codes (RFC 1951, 3.2.7). False when they are invalid. */
function readCodes(): bool {
  refill();
  const literalCount = take(5) + 257;
  const distanceCount = take(5) + 1;
  const lengthCount = take(4) + 4;
  memory.fill(codeLengths, 0, 19);
  for (let index: u32 = 0; index < lengthCount; index++) {
    refill();
    store<u8>(codeLengths + load<u8>(order + index), take(3));
  }
  if (!makeTable(codeLengths, 19, lengthEntries, lengthBits, lengths)) return false;
  const all = literalCount + distanceCount;
  for (let index: u32 = 0; index < all;) {
    refill();
    const mask: u64 = (1 << lengthBits) - 1;
    const entry = load<u32>(lengthEntries + ((<usize>(bits & mask)) << 2));
    take(entry & 15);
    const symbol = valueOf(entry);
    if (symbol < 16) {
      store<u8>(codeLengths + index++, symbol);
      continue;
    }
    if (symbol == 16 && index == 0) return false;
    const repeated: u8 = symbol == 16 ? load<u8>(codeLengths + index - 1) : 0;
    const count = symbol == 16 ? 3 + take(2) : symbol == 17 ? 3 + take(3) : 11 + take(7);
    if (index + count > all) return false;
    memory.fill(codeLengths + index, repeated, count);
    index += count;
  }
  // The block has no end symbol.
  if (load<u8>(codeLengths + 256) == 0) return false;
  return makeBoth(literalCount, distanceCount);
}

function makeBoth(literalCount: u32, distanceCount: u32): bool {
  const behind = codeLengths + literalCount;
  return (
    makeTable(codeLengths, literalCount, literalEntries, literalBits, literals) &&
    makeTable(behind, distanceCount, distanceEntries, distanceBits, distances)
  );
}

/** RFC 1951, 3.2.6. */
function makeFixedCodes(): void {
  memory.fill(codeLengths, 8, 144);
  memory.fill(codeLengths + 144, 9, 112);
  memory.fill(codeLengths + 256, 7, 24);
  memory.fill(codeLengths + 280, 8, 8);
  memory.fill(codeLengths + 288, 5, 32);
  makeBoth(288, 32);
}

/** Reads a block header. False for an unknown block type. */
function readHeader(): bool {
  refill();
  isLastBlock = take(1) != 0;
  const kind = take(2);
  if (kind == 0) {
    // Returns to a byte boundary.
    take(bitCount & 7);
    next -= bitCount >> 3;
    bits = 0;
    bitCount = 0;
    storedLeft = load<u16>(next);
    const isSure = <u32>storedLeft == (<u32>load<u16>(next + 2) ^ 0xffff);
    next += 4;
    place = inStored;
    return isSure;
  }
  place = inCoded;
  if (kind == 2) return readCodes();
  makeFixedCodes();
  return kind == 1;
}

/**
 * Repeats `length` bytes from `distance` back, which may overlap the output. Writes up to 15 more
 * bytes.
 */
// @ts-ignore: decorator
@inline
function repeat(to: usize, distance: usize, length: usize): void {
  const end = to + length;
  let from = to - distance;
  if (distance >= 16) {
    for (; to < end; to += 16, from += 16) v128.store(to, v128.load(from));
  } else if (distance == 1) {
    const all = v128.load8_splat(from);
    for (; to < end; to += 16) v128.store(to, all);
  } else {
    for (; to < end; to++, from++) store<u8>(to, load<u8>(from));
  }
}

// @ts-ignore: decorator
@inline
function entryAt(table: usize, tableBits: u32, ahead: u64): u32 {
  return load<u32>(table + ((<usize>ahead & ((1 << tableBits) - 1)) << 2));
}

/** The entry in the smaller table that `entry` points to, selected by the next bits. */
// @ts-ignore: decorator
@inline
function entryBehind(table: usize, entry: u32, ahead: u64): u32 {
  const index = valueOf(entry) + (<u32>ahead & ((1 << bitsOf(entry)) - 1));
  return load<u32>(table + ((<usize>index) << 2));
}

/**
 * Decodes a block's symbols until it ends, the output reaches `target`, or the input reaches
 * `limit`. False for damaged data. Writes up to 280 bytes past `target`.
 */
function decodeBlock(limit: usize, target: usize): bool {
  // Local variables stay in registers.
  let ahead = bits;
  let count = bitCount;
  let input = next;
  let to = output;
  let isFine = true;
  while (to < target && input <= limit) {
    ahead |= load<u64>(input) << count;
    input += (63 - count) >> 3;
    count |= 56;
    let entry = entryAt(literalEntries, literalBits, ahead);
    // Most symbols are literals. 56 bits hold at least four.
    if (entry & isLiteral) {
      for (let run = 0; run < 4 && entry & isLiteral; run++) {
        ahead >>= entry & 63;
        count -= entry & 63;
        store<u8>(to++, valueOf(entry));
        entry = entryAt(literalEntries, literalBits, ahead);
      }
      if (entry & isLiteral) continue;
      ahead |= load<u64>(input) << count;
      input += (63 - count) >> 3;
      count |= 56;
    }
    if (entry & goesOn) {
      ahead >>= literalBits;
      count -= literalBits;
      entry = entryBehind(literalEntries, entry, ahead);
    }
    ahead >>= entry & 63;
    count -= entry & 63;
    if (entry & (isLiteral | isEnd | isWrong)) {
      if (entry & isLiteral) {
        store<u8>(to++, valueOf(entry));
        continue;
      }
      isFine = (entry & isEnd) != 0;
      place = atHeader;
      break;
    }
    // 48 bits at most, including the code.
    const length = <usize>(valueOf(entry) + (<u32>ahead & ((1 << bitsOf(entry)) - 1)));
    ahead >>= bitsOf(entry);
    count -= bitsOf(entry);
    let far = entryAt(distanceEntries, distanceBits, ahead);
    if (far & goesOn) {
      ahead >>= distanceBits;
      count -= distanceBits;
      far = entryBehind(distanceEntries, far, ahead);
    }
    ahead >>= far & 63;
    count -= far & 63;
    const distance = <usize>(valueOf(far) + (<u32>ahead & ((1 << bitsOf(far)) - 1)));
    ahead >>= bitsOf(far);
    count -= bitsOf(far);
    if (far & isWrong || distance > to - oldest) {
      isFine = false;
      break;
    }
    repeat(to, distance, length);
    to += length;
  }
  bits = ahead;
  bitCount = count;
  next = input;
  output = to;
  return isFine;
}

/** Copies as much of a stored block as is available and wanted. */
function copyStored(inputEnd: usize, target: usize): void {
  const size = min(storedLeft, min(inputEnd - min(next, inputEnd), target - output));
  memory.copy(output, next, size);
  output += size;
  next += size;
  storedLeft -= size;
  if (storedLeft == 0) place = atHeader;
}

/**
 * Inflates the input from `input` to `inputEnd` until the output reaches `target`. More input
 * follows unless `isAll`. Returns 1 when the target is reached; 0 when it needs more input, to be
 * appended to the unread rest; 2 at the end of the stream; -1 for damaged or truncated data. Reads
 * up to 1,040 bytes past `inputEnd`, and writes up to 300 past `target`.
 */
export function inflateSome(input: usize, inputEnd: usize, isAll: bool, target: usize): i32 {
  next = input;
  // Up to eight bytes in `bits` may be unused.
  const limit = isAll ? inputEnd + 8 : inputEnd - longestHeader;
  while (place != over && output < target) {
    if (next > limit) return isAll ? isDamaged : needsInput;
    if (place == inStored) {
      const before = next;
      copyStored(inputEnd, target);
      if (place == inStored && next == before) return isAll ? isDamaged : needsInput;
    } else if (place == inCoded) {
      if (!decodeBlock(limit, target)) return isDamaged;
    } else if (isLastBlock) place = over;
    else if (!readHeader()) return isDamaged;
  }
  if (isAll && next - (bitCount >> 3) > inputEnd) return isDamaged;
  return place == over ? hasEnded : isFull;
}
