// The bits of coded data (ITU-T T.81, F.2.2.5), strict: what is not as it should be sets `damaged`.

import { limitsOffset, offsetsOffset, symbolsOffset, lookupBits } from './memory';

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

/** The bits at hand are the high ones, as many as `heldCount` says. */
// @ts-ignore: decorator
@inline
export function heldBits(): u64 {
  return bits;
}

// @ts-ignore: decorator
@inline
export function heldCount(): i32 {
  return count;
}

/** Says what is left of the bits, and where the next byte is: blocks are decoded from copies of the three. */
// @ts-ignore: decorator
@inline
export function holdBits(newBits: u64, newCount: i32, newPosition: usize): void {
  bits = newBits;
  count = newCount;
  position = newPosition;
}

/** Goes on reading at `at`, where what was at the position before has been moved to. */
export function setInputPosition(at: usize): void {
  position = at;
}

export function setDamaged(): void {
  damaged = true;
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
export function fillSlowly(): void {
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
export function findLongCode(table: usize, next: u32): i32 {
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
export function extend(raw: i32, size: i32): i32 {
  return raw - (((1 << size) - 1) & ((raw >> (size - 1)) - 1));
}

/** Whether one of four bytes is 0xff. */
// @ts-ignore: decorator
@inline
export function hasMarker(word: u32): bool {
  return (word & ~(word + 0x01010101) & 0x80808080) != 0;
}
