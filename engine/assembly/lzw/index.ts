// Expands LZW as in GIF and TIFF, and looks up palette colors. The caller lays out all memory from
// `heapBase` on. No input makes it read or write outside of what the caller gives, apart from 16
// bytes behind the expanded ones.

const maxCodes: i32 = 4096;
/** Where the string of each code begins in what is expanded, and its length. 32 bits each. */
const starts: usize = memory.data(4096 * 4, 16);
const lengths: usize = memory.data(4096 * 4, 16);

/** What `latestEnding` gives. */
const dataEnded: i32 = 0;
const endCode: i32 = 1;
const tooMuch: i32 = 2;
const outOfPlace: i32 = 3;
let ending: i32 = dataEnded;

export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

/** What ended the latest `expand`: the data, the end code, more than `size` bytes, or a code out of place. */
export function latestEnding(): i32 {
  return ending;
}

/** Copies a string that does not overlap its copy. Writes up to 15 bytes more. */
// @ts-ignore: decorator
@inline
function copyString(from: usize, to: usize, length: i32): void {
  for (let at = 0; at < length; at += 16) v128.store(to + <usize>at, v128.load(from + <usize>at));
}

/**
 * Expands `bytes` bytes of codes to at most `size`, and writes up to 16 more. Codes are packed from
 * the low bit up, or from the high bit down with `highFirst`; they become wider `early` codes
 * before the table is full. Returns the number of bytes that the codes stand for.
 */
export function expand(
  source: usize,
  bytes: i32,
  codeSize: i32,
  highFirst: bool,
  early: i32,
  target: usize,
  size: i32,
): i32 {
  const clear = 1 << codeSize;
  const end = clear + 1;
  const sourceEnd = source + <usize>bytes;
  let buffer: u64 = 0;
  let held = 0;
  let bits = codeSize + 1;
  let next = end + 1;
  let filled = 0;
  // A code stands for an earlier code's bytes plus the next byte. Both are already in the output,
  // adjacent.
  let previousStart = 0;
  let previousLength = 0;
  while (true) {
    if (held < bits) {
      if (source + 4 <= sourceEnd) {
        const word = load<u32>(source);
        buffer = highFirst
          ? (buffer << 32) | <u64>bswap<u32>(word)
          : buffer | ((<u64>word) << held);
        source += 4;
        held += 32;
      } else {
        while (source < sourceEnd && held < bits) {
          const byte: u64 = load<u8>(source++);
          buffer = highFirst ? (buffer << 8) | byte : buffer | (byte << held);
          held += 8;
        }
        if (held < bits) {
          ending = dataEnded;
          return filled;
        }
      }
    }
    held -= bits;
    let code: i32;
    if (highFirst) {
      code = <i32>(buffer >> held) & ((1 << bits) - 1);
    } else {
      code = <i32>buffer & ((1 << bits) - 1);
      buffer >>= bits;
    }
    if (code == clear) {
      next = end + 1;
      bits = codeSize + 1;
      previousLength = 0;
      continue;
    }
    if (code == end || filled >= size) {
      ending = code == end ? endCode : tooMuch;
      return filled;
    }
    // The string of the latest code ends with its own first byte, which is being written.
    let isOpen = false;
    if (previousLength == 0) {
      if (code > end) {
        ending = outOfPlace;
        return filled;
      }
    } else {
      isOpen = code == next;
      if (code > next || (isOpen && next == maxCodes)) {
        ending = outOfPlace;
        return filled;
      }
      if (next < maxCodes) {
        store<i32>(starts + ((<usize>next) << 2), previousStart);
        store<i32>(lengths + ((<usize>next) << 2), previousLength + 1);
        next++;
        if (next + early == 1 << bits && bits < 12) bits++;
      }
    }
    previousStart = filled;
    const to = target + <usize>filled;
    if (code < clear) {
      store<u8>(to, code);
      previousLength = 1;
    } else {
      previousLength = load<i32>(lengths + ((<usize>code) << 2));
      const from = target + <usize>load<i32>(starts + ((<usize>code) << 2));
      copyString(from, to, min(previousLength, size - filled));
      if (isOpen && previousLength <= size - filled)
        store<u8>(to + <usize>previousLength - 1, load<u8>(from));
    }
    filled += previousLength;
  }
}

/** Looks up the 32-bit colors of `count` indexes of 8 bits. */
export function lookUp(indexes: usize, count: i32, colors: usize, target: usize): void {
  const end = indexes + <usize>count;
  for (; indexes + 4 <= end; indexes += 4) {
    const four = load<u32>(indexes);
    store<u32>(target, load<u32>(colors + ((<usize>four & 255) << 2)));
    store<u32>(target, load<u32>(colors + ((<usize>(four >> 8) & 255) << 2)), 4);
    store<u32>(target, load<u32>(colors + ((<usize>(four >> 16) & 255) << 2)), 8);
    store<u32>(target, load<u32>(colors + ((<usize>four >> 24) << 2)), 12);
    target += 16;
  }
  for (; indexes < end; indexes++) {
    store<u32>(target, load<u32>(colors + ((<usize>load<u8>(indexes)) << 2)));
    target += 4;
  }
}
