// Writes residuals as bits, least significant first.

import {
  choices,
  cacheSymbol,
  counts,
  residualBytes,
  residuals,
  firstAlpha,
  firstBlue,
  firstRed,
  hasAlpha,
  markBytes,
  marks,
  output,
  symbols,
  width,
} from './memory';
import { side } from './predict';

let pending: u64 = 0;
let pendingBits: u64 = 0;

/** Starts after bits that were written before, fewer than 8. */
export function startBits(bits: u32, number: i32): void {
  pending = bits;
  pendingBits = number;
}

let to: usize = 0;

/** Writes a code. At most 31 bits are pending before, and two codes have at most 30. */
// @ts-ignore: decorator
@inline
function put(code: u32): void {
  pending |= (<u64>(code & 0xffff)) << pendingBits;
  pendingBits += code >> 16;
}

// @ts-ignore: decorator
@inline
function flush(): void {
  if (pendingBits < 32) return;
  store<u32>(to, <u32>pending);
  to += 4;
  pending >>= 32;
  pendingBits -= 32;
}

// @ts-ignore: decorator
@inline
function codeOf(codes: usize, symbol: u32): u32 {
  return load<u32>(codes + ((<usize>symbol) << 2));
}

/**
 * Writes a band of residuals with the codes of its tiles' groups, at `outputAddress`. Returns the
 * number of bytes.
 */
export function writeBand(rows: i32): usize {
  to = output;
  for (let row = 0; row < rows; row++) {
    let at = residuals + residualBytes * row;
    let mark = marks + ((<usize>row) << 1);
    for (let x = 0; x < width; x += side, mark += markBytes) {
      const codes = counts + <usize>(<i32>load<u8>(choices + x / side) * symbols * 4);
      const end = at + ((<usize>min(side, width - x)) << 2);
      let found: u32 = load<u16>(mark);
      for (; at < end; at += 4, found >>= 1) {
        const word = load<u32>(at);
        if ((found & 1) != 0) {
          put(codeOf(codes, cacheSymbol(word)));
          flush();
          continue;
        }
        put(codeOf(codes, (word >> 8) & 255));
        put(codeOf(codes, firstRed + ((word >> 16) & 255)));
        flush();
        put(codeOf(codes, firstBlue + (word & 255)));
        if (hasAlpha) put(codeOf(codes, firstAlpha + (word >> 24)));
        flush();
      }
    }
  }
  return to - output;
}

/** Writes the last bits, padded with zeros to a whole byte. Returns the number of bytes. */
export function endBits(): usize {
  const bytes = <usize>((pendingBits + 7) >> 3);
  store<u64>(output, pending);
  return bytes;
}
