// Differences as bits, the least bit first.

import {
  choices,
  colorSymbol,
  counts,
  differenceBytes,
  differences,
  firstBlue,
  firstRed,
  output,
  symbols,
  width,
} from './memory';
import { side } from './predict';

let pending: u64 = 0;
let pendingBits: u64 = 0;

/** Bits that were written before, fewer than 8. */
export function startBits(bits: u32, number: i32): void {
  pending = bits;
  pendingBits = number;
}

/** Writes a band of differences with the codes of its tiles' kinds, at `outputAddress`. Returns the number of bytes. */
export function writeBand(rows: i32): usize {
  let to = output;
  let held = pending;
  let bits = pendingBits;
  for (let row = 0; row < rows; row++) {
    const start = differences + differenceBytes * row;
    for (let x = 0; x < width; x++) {
      const codes = counts + <usize>(<i32>load<u8>(choices + x / side) * symbols * 4);
      const word = load<u32>(start + ((<usize>x) << 2));
      if (<i32>word < 0) {
        const code = load<u32>(codes + ((<usize>colorSymbol(word)) << 2));
        held |= (<u64>(code & 0xffff)) << bits;
        bits += code >> 16;
      } else {
        const green = load<u32>(codes + ((<usize>((word >> 8) & 255)) << 2));
        held |= (<u64>(green & 0xffff)) << bits;
        bits += green >> 16;
        const red = load<u32>(codes + ((<usize>(firstRed + ((word >> 16) & 255))) << 2));
        held |= (<u64>(red & 0xffff)) << bits;
        bits += red >> 16;
        // Fewer than 32 were left, and 15 follow.
        const blue = load<u32>(codes + ((<usize>(firstBlue + (word & 255))) << 2));
        if (bits >= 32) {
          store<u32>(to, <u32>held);
          to += 4;
          held >>= 32;
          bits -= 32;
        }
        held |= (<u64>(blue & 0xffff)) << bits;
        bits += blue >> 16;
      }
      if (bits >= 32) {
        store<u32>(to, <u32>held);
        to += 4;
        held >>= 32;
        bits -= 32;
      }
    }
  }
  pending = held;
  pendingBits = bits;
  return to - output;
}

/** Writes the last bits, with zeros up to a whole byte. Returns the number of bytes. */
export function endBits(): usize {
  const bytes = <usize>((pendingBits + 7) >> 3);
  store<u64>(output, pending);
  return bytes;
}
