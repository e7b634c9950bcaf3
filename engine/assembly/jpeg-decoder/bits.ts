// Reads the bits of coded data (ITU-T T.81, F.2.2.5). Strict: anything invalid sets `damaged`.

import { limitsOffset, offsetsOffset, symbolsOffset, lookupBits } from './memory';

/** Bits that were read but not used: the high `count` bits of `bits`. */
let bits: u64 = 0;
let count: i32 = 0;
/** The next byte to read. Never moves past a marker. */
let position: usize = 0;
/** Number of zero bits that were appended at a marker, after the last real ones. */
let invented: i32 = 0;
let damaged: bool = false;

export function inputPosition(): usize {
  return position;
}

/** The bits in the buffer: the high ones, as many as `heldCount` says. */
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

/**
 * Stores the buffer, its bit count and the input position: blocks are decoded with local copies of
 * these.
 */
// @ts-ignore: decorator
@inline
export function holdBits(newBits: u64, newCount: i32, newPosition: usize): void {
  bits = newBits;
  count = newCount;
  position = newPosition;
}

/** Continues reading at `at`, where the caller has moved the unread bytes. */
export function setInputPosition(at: usize): void {
  position = at;
}

export function setDamaged(): void {
  damaged = true;
}

export function isDamaged(): bool {
  // More bits were used than there were.
  return damaged || count < invented;
}

/** Bytes that `saveBits` writes. */
export const savedBits: usize = 16;

/** Saves the bit buffer at `to`. */
export function saveBits(to: usize): void {
  store<u64>(to, bits);
  store<i32>(to, count, 8);
  store<i32>(to, invented, 12);
}

/** Restores what `saveBits` has saved. The bytes after the position must be the same as then. */
export function restoreBits(from: usize): void {
  bits = load<u64>(from);
  count = load<i32>(from, 8);
  invented = load<i32>(from, 12);
  damaged = false;
}

/** Discards the rest of a restart interval. */
export function startInterval(): void {
  bits = 0;
  count = 0;
  invented = 0;
  damaged = false;
}

/**
 * Skips the marker that must end the interval, after less than a byte of padding. False without it.
 */
export function endInterval(marker: u32): bool {
  const left = count - invented;
  if (damaged || left < 0 || left > 7) return false;
  if (load<u8>(position) != 0xff) return false;
  position++;
  while (load<u8>(position) == 0xff) position++;
  return <u32>load<u8>(position++) == marker;
}

/** Reads bytes until there are at least 32 bits or a marker follows. */
export function fillSlowly(): void {
  while (count <= 32) {
    const byte = <u64>load<u8>(position);
    if (byte == 0xff) {
      // Skips fill bytes before markers (B.1.1.2).
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

/** The symbol of a code too long for the lookup, with its length above it; 0 for none. */
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

/** The value that `size` bits represent (F.2.2.1, EXTEND). */
// @ts-ignore: decorator
@inline
export function extend(raw: i32, size: i32): i32 {
  return raw - (((1 << size) - 1) & ((raw >> (size - 1)) - 1));
}

/** Whether any of four bytes is 0xff. */
// @ts-ignore: decorator
@inline
export function hasMarker(word: u32): bool {
  return (word & ~(word + 0x01010101) & 0x80808080) != 0;
}
