// Huffman coding of transformed blocks (ITU-T T.81, F.1.2).

import {
  acCodes,
  acCounts,
  blockBytes,
  dcCodes,
  dcCounts,
  lastDc,
  maskOffset,
  zigzagOffsets,
} from './memory';

/** Bits not yet written: the low `pendingCount` bits of `pending`, fewer than 32 between calls. */
let pending: u64 = 0;
let pendingCount: u64 = 0;
let output: usize = 0;

// @ts-ignore: decorator
@inline
function sizeOf(value: i32): u32 {
  // ITU-T T.81, table F.1: the number of bits of the magnitude.
  const sign = value >> 31;
  return 32 - clz<u32>((value ^ sign) - sign);
}

/** Writes 4 bytes; a 0xff is followed by a 0 so that no decoder takes it for a marker. */
// @ts-ignore: decorator
@inline
function writeWord(word: u32, out: usize): usize {
  if ((word & ~(word + 0x01010101) & 0x80808080) == 0) {
    store<u32>(out, bswap<u32>(word));
    return out + 4;
  }
  for (let shift: i32 = 24; shift >= 0; shift -= 8) {
    const byte = <u8>(word >> shift);
    store<u8>(out++, byte);
    if (byte == 0xff) store<u8>(out++, 0);
  }
  return out;
}

/** Codes one block behind the pending bits. */
function codeBlock(block: usize, component: usize, table: usize): void {
  let bits = pending;
  let count = pendingCount;
  let out = output;

  const dc = <i32>load<i16>(block);
  const last = lastDc + component * 4;
  const difference = dc - load<i32>(last);
  store<i32>(last, dc);
  const dcSize = sizeOf(difference);
  let entry = load<u32>(dcCodes + table * 64 + dcSize * 4);
  let length: u64 = entry & 31;
  bits =
    (bits << length) |
    ((entry >> 5) | ((difference + (difference >> 31)) & ((1 << dcSize) - 1)));
  count += length;
  if (count >= 32) {
    count -= 32;
    out = writeWord(<u32>(bits >> count), out);
  }

  const codes = acCodes + table * 1024;
  let mask = load<u64>(block, maskOffset) & ~1;
  let previous: u32 = 0;
  while (mask != 0) {
    const at = <u32>ctz<u64>(mask);
    mask &= mask - 1;
    const value = <i32>load<i16>(block + load<u8>(zigzagOffsets + at));
    let run = at - previous - 1;
    previous = at;
    while (run > 15) {
      entry = load<u32>(codes, 0xf0 * 4);
      length = entry & 31;
      bits = (bits << length) | (entry >> 5);
      count += length;
      if (count >= 32) {
        count -= 32;
        out = writeWord(<u32>(bits >> count), out);
      }
      run -= 16;
    }
    const size = sizeOf(value);
    entry = load<u32>(codes + (((run << 4) | size) << 2));
    length = entry & 31;
    bits = (bits << length) | ((entry >> 5) | ((value + (value >> 31)) & ((1 << size) - 1)));
    count += length;
    if (count >= 32) {
      count -= 32;
      out = writeWord(<u32>(bits >> count), out);
    }
  }
  if (previous != 63) {
    entry = load<u32>(codes);
    length = entry & 31;
    bits = (bits << length) | (entry >> 5);
    count += length;
    if (count >= 32) {
      count -= 32;
      out = writeWord(<u32>(bits >> count), out);
    }
  }

  pending = bits;
  pendingCount = count;
  output = out;
}

/** Counts the symbols that `codeBlock` would write. */
function countBlock(block: usize, component: usize, table: usize): void {
  const dc = <i32>load<i16>(block);
  const last = lastDc + component * 4;
  const dcAt = dcCounts + table * 64 + sizeOf(dc - load<i32>(last)) * 4;
  store<i32>(last, dc);
  store<u32>(dcAt, load<u32>(dcAt) + 1);

  const counts = acCounts + table * 1024;
  let mask = load<u64>(block, maskOffset) & ~1;
  let previous: u32 = 0;
  while (mask != 0) {
    const at = <u32>ctz<u64>(mask);
    mask &= mask - 1;
    let run = at - previous - 1;
    previous = at;
    if (run > 15) store<u32>(counts, load<u32>(counts, 0xf0 * 4) + (run >> 4), 0xf0 * 4);
    run &= 15;
    const size = sizeOf(<i32>load<i16>(block + load<u8>(zigzagOffsets + at)));
    const symbolAt = counts + (((run << 4) | size) << 2);
    store<u32>(symbolAt, load<u32>(symbolAt) + 1);
  }
  if (previous != 63) store<u32>(counts, load<u32>(counts) + 1);
}

/** Starts an interval between restart markers: no bits pending, DC prediction from 0. */
export function startInterval(out: usize): void {
  pending = 0;
  pendingCount = 0;
  output = out;
  memory.fill(lastDc, 0, 12);
}

/** Fills the last byte with ones (ITU-T T.81, F.1.2.3) and returns the end of what was written. */
export function endInterval(): usize {
  const fill = (8 - (pendingCount & 7)) & 7;
  let bits = (pending << fill) | ((1 << fill) - 1);
  let count = pendingCount + fill;
  let out = output;
  while (count > 0) {
    count -= 8;
    const byte = <u8>(bits >> count);
    store<u8>(out++, byte);
    if (byte == 0xff) store<u8>(out++, 0);
  }
  return out;
}

/** Codes `mcuCount` MCUs: `lumaBlocks` of component 0 and, unless gray, one of components 1 and 2. */
export function codeMcus(blocks: usize, mcuCount: i32, lumaBlocks: i32, gray: bool): void {
  let block = blocks;
  for (let mcu = 0; mcu < mcuCount; mcu++) {
    for (let i = 0; i < lumaBlocks; i++) {
      codeBlock(block, 0, 0);
      block += blockBytes;
    }
    if (gray) continue;
    codeBlock(block, 1, 1);
    block += blockBytes;
    codeBlock(block, 2, 1);
    block += blockBytes;
  }
}

/** Counts the symbols of `mcuCount` MCUs, an interval of its own. */
export function countMcus(blocks: usize, mcuCount: i32, lumaBlocks: i32, gray: bool): void {
  memory.fill(lastDc, 0, 12);
  let block = blocks;
  for (let mcu = 0; mcu < mcuCount; mcu++) {
    for (let i = 0; i < lumaBlocks; i++) {
      countBlock(block, 0, 0);
      block += blockBytes;
    }
    if (gray) continue;
    countBlock(block, 1, 1);
    block += blockBytes;
    countBlock(block, 2, 1);
    block += blockBytes;
  }
}
