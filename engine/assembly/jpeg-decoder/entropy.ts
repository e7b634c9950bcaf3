// Huffman decoding of blocks (ITU-T T.81, F.2.2), strict: what is not as it should be sets `damaged`.

import {
  limitsOffset,
  lookupBits,
  offsetsOffset,
  symbolsOffset,
  tableBytes,
  tables,
  zigzagOffsets,
} from './memory';

/** Bits that are read and not yet used: the high `count` bits of `bits`. */
let bits: u64 = 0;
let count: i32 = 0;
/** The next byte to read; it stays in front of a marker. */
let position: usize = 0;
/** So many of the bits are zeros that were put behind the last ones before a marker. */
let invented: i32 = 0;
let damaged: bool = false;

export function inputPosition(): usize {
  return position;
}

/** Goes on reading at `at`, where what was at the position before has been moved to. */
export function setInputPosition(at: usize): void {
  position = at;
}

export function isDamaged(): bool {
  // More was used than there was.
  return damaged || count < invented;
}

/** Bytes of what `saveBits` keeps. */
export const savedBits: usize = 16;

/** Keeps at `to` how far the bits before the position have been used. */
export function saveBits(to: usize): void {
  store<u64>(to, bits);
  store<i32>(to, count, 8);
  store<i32>(to, invented, 12);
}

/** Goes on as from where `saveBits` was called, with the same bytes behind the position. */
export function restoreBits(from: usize): void {
  bits = load<u64>(from);
  count = load<i32>(from, 8);
  invented = load<i32>(from, 12);
  damaged = false;
}

/** Forgets what is left of an interval between restart markers. */
export function startInterval(): void {
  bits = 0;
  count = 0;
  invented = 0;
  damaged = false;
}

/** Goes behind the marker that the interval must end with, after less than a byte of padding. */
export function endInterval(marker: u32): bool {
  const left = count - invented;
  if (damaged || left < 0 || left > 7) return false;
  if (load<u8>(position) != 0xff) return false;
  position++;
  while (load<u8>(position) == 0xff) position++;
  return <u32>load<u8>(position++) == marker;
}

/** Reads byte by byte until there are 32 bits, or a marker is next. */
function fillSlowly(): void {
  while (count <= 32) {
    const byte = <u64>load<u8>(position);
    if (byte == 0xff) {
      // Fill bytes go in front of markers (B.1.1.2).
      if (load<u8>(position, 1) != 0) {
        invented += 32;
        count += 32;
        return;
      }
      position++;
    }
    position++;
    bits |= byte << (56 - count);
    count += 8;
  }
}

/** The symbol of a code that is longer than what is looked up, and its length above it; 0 for none. */
function findLongCode(table: usize, next: u32): i32 {
  for (let length: u32 = <u32>lookupBits + 1; length <= 16; length++) {
    if (next < load<u32>(table + (length << 2), limitsOffset)) {
      const at = (next >> (16 - length)) + load<u32>(table + (length << 2), offsetsOffset);
      return <i32>((length << 8) | load<u8>(table + <usize>(at & 255), symbolsOffset));
    }
  }
  damaged = true;
  return 0;
}

/** The number that `size` bits stand for (F.2.2.1, EXTEND). */
// @ts-ignore: decorator
@inline
function extend(raw: i32, size: i32): i32 {
  return raw - (((1 << size) - 1) & ((raw >> (size - 1)) - 1));
}

/** Whether one of four bytes is 0xff. */
// @ts-ignore: decorator
@inline
function hasMarker(word: u32): bool {
  return (word & ~(word + 0x01010101) & 0x80808080) != 0;
}

/**
 * Decodes a block's coefficients into `block`, which is all 0, by the tables with these numbers. `lastDc` is
 * the address of the component's last DC value. Returns the place in zigzag order of the last coefficient.
 */
export function decodeBlock(dcTable: usize, acTable: usize, lastDc: usize, block: usize): i32 {
  const dc = tables + dcTable * tableBytes;
  const ac = tables + (4 + acTable) * tableBytes;
  let acc = bits;
  let n = count;
  let at = position;

  if (n < 32) {
    const word = load<u32>(at);
    if (!hasMarker(word)) {
      acc |= (<u64>bswap<u32>(word)) << (32 - n);
      n += 32;
      at += 4;
    } else {
      bits = acc;
      count = n;
      position = at;
      fillSlowly();
      acc = bits;
      n = count;
      at = position;
    }
  }
  let entry = load<i32>(dc + ((<usize>(acc >> (64 - lookupBits))) << 2));
  let size = (entry >> 8) & 255;
  let length = entry & 255;
  if (entry == 0) {
    const found = findLongCode(dc, <u32>(acc >> 48));
    size = found & 255;
    length = found >> 8;
  }
  // A difference of 8-bit samples has 11 bits at most (table F.1).
  if (size > 11) {
    damaged = true;
    return 0;
  }
  acc <<= <u64>length;
  n -= length;
  if (size != 0) {
    const value = load<i32>(lastDc) + extend(<i32>(acc >> (64 - <u64>size)), size);
    store<i32>(lastDc, value);
    acc <<= <u64>size;
    n -= size;
  }
  store<i16>(block, <i16>load<i32>(lastDc));

  let k = 1;
  let last = 0;
  while (k < 64) {
    if (n < 32) {
      const word = load<u32>(at);
      if (!hasMarker(word)) {
        acc |= (<u64>bswap<u32>(word)) << (32 - n);
        n += 32;
        at += 4;
      } else {
        bits = acc;
        count = n;
        position = at;
        fillSlowly();
        acc = bits;
        n = count;
        at = position;
      }
    }
    entry = load<i32>(ac + ((<usize>(acc >> (64 - lookupBits))) << 2));
    let value = entry >> 16;
    length = entry & 255;
    if (value != 0) {
      k += (entry >> 8) & 15;
    } else {
      let symbol = (entry >> 8) & 255;
      if (entry == 0) {
        const found = findLongCode(ac, <u32>(acc >> 48));
        if (found == 0) break;
        symbol = found & 255;
        length = found >> 8;
      }
      size = symbol & 15;
      if (size == 0) {
        acc <<= <u64>length;
        n -= length;
        if (symbol != 0xf0) {
          // The end of the block; other symbols of no size are for progressive pictures.
          if (symbol != 0) damaged = true;
          break;
        }
        k += 16;
        if (k > 63) damaged = true;
        continue;
      }
      k += symbol >> 4;
      value = extend(<i32>((acc << (<u64>length)) >> (64 - <u64>size)), size);
      length += size;
    }
    acc <<= <u64>length;
    n -= length;
    last = k;
    store<i16>(block + <usize>load<u8>(zigzagOffsets + k), <i16>value);
    k++;
  }
  if (last > 63) damaged = true;

  bits = acc;
  count = n;
  position = at;
  return last;
}
