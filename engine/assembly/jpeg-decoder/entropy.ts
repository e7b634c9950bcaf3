// Huffman decoding of blocks of one sequential scan (ITU-T T.81, F.2.2).

import {
  extend,
  fillSlowly,
  findLongCode,
  hasMarker,
  heldBits,
  heldCount,
  holdBits,
  inputPosition,
  setDamaged,
} from './bits';
import { lookupBits, tableBytes, tables, zigzagOffsets } from './memory';

/**
 * Decodes a block's coefficients into `block`, which must be all 0, with these Huffman table
 * numbers. `lastDc` is the address of the component's last DC value. Returns the zigzag index of
 * the last coefficient.
 */
export function decodeBlock(dcTable: usize, acTable: usize, lastDc: usize, block: usize): i32 {
  const dc = tables + dcTable * tableBytes;
  const ac = tables + (4 + acTable) * tableBytes;
  let acc = heldBits();
  let n = heldCount();
  let at = inputPosition();

  if (n < 32) {
    const word = load<u32>(at);
    if (!hasMarker(word)) {
      acc |= (<u64>bswap<u32>(word)) << (32 - n);
      n += 32;
      at += 4;
    } else {
      holdBits(acc, n, at);
      fillSlowly();
      acc = heldBits();
      n = heldCount();
      at = inputPosition();
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
    setDamaged();
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
        holdBits(acc, n, at);
        fillSlowly();
        acc = heldBits();
        n = heldCount();
        at = inputPosition();
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
          // End of the block. Other symbols of size 0 are only for progressive pictures.
          if (symbol != 0) setDamaged();
          break;
        }
        k += 16;
        if (k > 63) setDamaged();
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
  if (last > 63) setDamaged();

  holdBits(acc, n, at);
  return last;
}
