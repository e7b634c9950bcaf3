// Huffman coding of transformed blocks (ITU-T T.81, F.1.2), in two steps: blocks become tokens,
// whose symbols are counted; after counting all of them and making codes, tokens become bits.
//
// A token is a symbol (see `symbolBytes`) and the low `size` bits of its value. The value takes one
// byte, or two for DC coefficients and the few others of more than 8 bits. So the processor can
// predict a token's length and need not wait for the previous one.

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

/** Bits to be written: the low ones of `pending`. `vacant` of its 64 bits are unused. */
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

/** Stores and counts a token. */
// @ts-ignore: decorator
@inline
function storeToken(symbol: u32, value: i32, size: u32, out: usize, counted: usize): void {
  const at = counted + (symbol << 2);
  store<u32>(at, load<u32>(at) + 1);
  // Negative values are coded as one less, in their low bits (F.1.2.1).
  const bits = (value + (value >> 31)) & ((1 << size) - 1);
  // The next token overwrites the excess bytes.
  store<u32>(out, symbol | (bits << 8));
}

/** Writes a block's tokens to `out`. Returns their end. */
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
 * Writes the tokens of `mcuCount` MCUs to `out`. An MCU has `lumaBlocks` blocks of component 0 and,
 * unless gray, one each of components 1 and 2. Returns the tokens' end.
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

/** Each restart interval predicts DC from 0. */
export function startInterval(): void {
  memory.fill(lastDc, 0, 12);
}

/**
 * Writes the low `count` bits as whole bytes. A 0 follows each 0xff, so that it does not look like
 * a marker.
 */
function writeBytes(bits: u64, count: i64, out: usize): usize {
  while (count > 0) {
    count -= 8;
    const byte = <u8>(bits >> count);
    store<u8>(out++, byte);
    if (byte == 0xff) store<u8>(out++, 0);
  }
  return out;
}

/** Writes 8 bytes like `writeBytes`. */
// @ts-ignore: decorator
@inline
function writeWord(word: u64, out: usize): usize {
  if ((word & ~(word + 0x0101010101010101) & 0x8080808080808080) != 0)
    return writeBytes(word, 64, out);
  store<u64>(out, bswap<u64>(word));
  return out + 8;
}

/** Writes one block's tokens after the pending bits. */
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
      // The bits already written are shifted out at the top.
      bits = code;
      free += 64;
    } else bits = (bits << length) | code;
    // An end-of-block symbol, or the last coefficient.
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

/** Sets the tokens to write next. */
export function startTokens(tokens: usize): void {
  token = tokens;
}

/** Writes the tokens of `mcuCount` MCUs as a restart interval to `out`. Returns the end. */
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

/** Fills the last byte with ones (ITU-T T.81, F.1.2.3). Returns the end of the output. */
function endInterval(): usize {
  const fill = vacant & 7;
  return writeBytes(~(~pending << fill), 64 - vacant + fill, output);
}
