// Huffman coding of transformed blocks (ITU-T T.81, F.1.2), in two steps: blocks become tokens, whose
// symbols are counted; once all are counted, and codes made for them, tokens become bits.
//
// A token is a symbol, see `symbolBytes`, and its value's low `size` bits: in one byte, or in two for DC
// coefficients and the few others of more than 8 bits, so that a processor that foresees their length does not wait
// for what the token before says.

import {
  blockBytes,
  codes,
  counts,
  lastDc,
  maskOffset,
  symbolBytes,
  zigzagOffsets,
} from './memory';

const shortToken: usize = 2;
const longToken: usize = 3;

/** Bits not yet written: the low ones of `pending`, all but `vacant` of its 64. */
let pending: u64 = 0;
let vacant: i64 = 64;
let output: usize = 0;
/** The next token to write. */
let token: usize = 0;

// @ts-ignore: decorator
@inline
function sizeOf(value: i32): u32 {
  // ITU-T T.81, table F.1: the number of bits of the magnitude.
  const sign = value >> 31;
  return 32 - clz<u32>((value ^ sign) - sign);
}

/** Stores a token, and counts it. */
// @ts-ignore: decorator
@inline
function storeToken(symbol: u32, value: i32, size: u32, out: usize, counted: usize): void {
  const at = counted + (symbol << 2);
  store<u32>(at, load<u32>(at) + 1);
  // Negative values are coded as one less, in their low bits (F.1.2.1).
  const bits = (value + (value >> 31)) & ((1 << size) - 1);
  // What is behind its bytes is the next one's.
  store<u32>(out, symbol | (bits << 8));
}

/** Turns one block into tokens at `out`; returns their end. */
function tokenizeBlock(block: usize, component: usize, kind: usize, out: usize): usize {
  const counted = counts + kind * symbolBytes;
  const dc = <i32>load<i16>(block);
  const last = lastDc + component * 4;
  const difference = dc - load<i32>(last);
  store<i32>(last, dc);
  const dcSize = sizeOf(difference);
  storeToken((dcSize << 4) | 15, difference, dcSize, out, counted);
  out += longToken;

  let mask = load<u64>(block, maskOffset) & ~1;
  let previous: u32 = 0;
  while (mask != 0) {
    const at = <u32>ctz<u64>(mask);
    mask &= mask - 1;
    const value = <i32>load<i16>(block + load<u8>(zigzagOffsets + at));
    let run = at - previous - 1;
    previous = at;
    while (run > 15) {
      storeToken(0xf0, 0, 0, out, counted);
      out += shortToken;
      run -= 16;
    }
    const size = sizeOf(value);
    storeToken((run << 4) | size, value, size, out, counted);
    out += size > 8 ? longToken : shortToken;
  }
  if (previous != 63) {
    storeToken(0, 0, 0, out, counted);
    out += shortToken;
  }
  return out;
}

/**
 * Turns `mcuCount` MCUs into tokens at `out`, of `lumaBlocks` of component 0 and, unless gray, one of
 * components 1 and 2; returns their end.
 */
export function tokenizeMcus(
  blocks: usize,
  mcuCount: i32,
  lumaBlocks: i32,
  gray: bool,
  out: usize,
): usize {
  let block = blocks;
  for (let mcu = 0; mcu < mcuCount; mcu++) {
    for (let i = 0; i < lumaBlocks; i++) {
      out = tokenizeBlock(block, 0, 0, out);
      block += blockBytes;
    }
    if (gray) continue;
    out = tokenizeBlock(block, 1, 1, out);
    block += blockBytes;
    out = tokenizeBlock(block, 2, 1, out);
    block += blockBytes;
  }
  return out;
}

/** DC prediction starts from 0 in each interval between restart markers. */
export function startInterval(): void {
  memory.fill(lastDc, 0, 12);
}

/** Writes the low `count` bits, whole bytes; a 0xff is followed by a 0 so that no decoder takes it for a marker. */
function writeBytes(bits: u64, count: i64, out: usize): usize {
  while (count > 0) {
    count -= 8;
    const byte = <u8>(bits >> count);
    store<u8>(out++, byte);
    if (byte == 0xff) store<u8>(out++, 0);
  }
  return out;
}

/** Writes 8 bytes as `writeBytes` does. */
// @ts-ignore: decorator
@inline
function writeWord(word: u64, out: usize): usize {
  if ((word & ~(word + 0x0101010101010101) & 0x8080808080808080) != 0)
    return writeBytes(word, 64, out);
  store<u64>(out, bswap<u64>(word));
  return out + 8;
}

/** Writes the tokens of one block behind the pending bits. */
function writeBlock(kind: usize): void {
  const table = codes + kind * symbolBytes;
  let bits = pending;
  let free = vacant;
  let out = output;
  let at = token;

  let symbol = <u32>load<u8>(at);
  let value = <u32>load<u16>(at, 1);
  at += longToken;
  let position: u32 = 0;
  for (;;) {
    const entry = load<u32>(table + (symbol << 2));
    const length: i64 = entry & 31;
    const code: u64 = (entry >> 5) | value;
    free -= length;
    if (free < 0) {
      out = writeWord((bits << (length + free)) | (code >> -free), out);
      // What of it is written already goes out at the top.
      bits = code;
      free += 64;
    } else bits = (bits << length) | code;
    // The end-of-block symbol, or the last coefficient.
    if (symbol == 0 || position == 63) break;
    symbol = load<u8>(at);
    position += (symbol >> 4) + 1;
    if ((symbol & 15) > 8) {
      value = load<u16>(at, 1);
      at += longToken;
    } else {
      value = load<u8>(at, 1);
      at += shortToken;
    }
  }

  pending = bits;
  vacant = free;
  output = out;
  token = at;
}

/** Chooses where the tokens are that are written next. */
export function startTokens(tokens: usize): void {
  token = tokens;
}

/** Writes the tokens of `mcuCount` MCUs, an interval of its own, to `out`; returns the end. */
export function writeMcus(mcuCount: i32, lumaBlocks: i32, gray: bool, out: usize): usize {
  pending = 0;
  vacant = 64;
  output = out;
  for (let mcu = 0; mcu < mcuCount; mcu++) {
    for (let i = 0; i < lumaBlocks; i++) writeBlock(0);
    if (gray) continue;
    writeBlock(1);
    writeBlock(1);
  }
  return endInterval();
}

/** Fills the last byte with ones (ITU-T T.81, F.1.2.3) and returns the end of what was written. */
function endInterval(): usize {
  const fill = vacant & 7;
  return writeBytes(~(~pending << fill), 64 - vacant + fill, output);
}
