// Huffman decoding of a block in one of several scans (ITU-T T.81, G.1.2 and G.2). Strict: anything
// invalid sets `damaged`. After its coefficients a block has a bit for each nonzero AC coefficient,
// so that refining need not search for them.

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
import { emptyRun, setEmptyRun } from './interval';
import { lookupBits, zigzagOffsets } from './memory';

/** Offset of these bits in a block, after its coefficients. */
export const usedOffset: usize = 128;

/** Makes at least 32 bits available. */
// @ts-ignore: decorator
@inline
function fill(): void {
  const n = heldCount();
  if (n >= 32) return;
  const at = inputPosition();
  const word = load<u32>(at);
  if (hasMarker(word)) fillSlowly();
  else holdBits(heldBits() | ((<u64>bswap<u32>(word)) << (32 - n)), n + 32, at + 4);
}

/** Takes 1 to 32 of the available bits. */
// @ts-ignore: decorator
@inline
function take(size: i32): u32 {
  const acc = heldBits();
  holdBits(acc << (<u64>size), heldCount() - size, inputPosition());
  return <u32>(acc >> (64 - <u64>size));
}

/** Takes the next symbol of a table without values. Needs 32 available bits. */
// @ts-ignore: decorator
@inline
function takeSymbol(table: usize): i32 {
  const acc = heldBits();
  const entry = load<i32>(table + ((<usize>(acc >> (64 - lookupBits))) << 2));
  let symbol = entry >> 8;
  let length = entry & 255;
  if (entry == 0) {
    const found = findLongCode(table, <u32>(acc >> 48));
    symbol = found & 255;
    length = found >> 8;
  }
  holdBits(acc << (<u64>length), heldCount() - length, inputPosition());
  return symbol;
}

/**
 * Reads the block's DC coefficient. `lastDc` is the address of the previous one, which is known
 * down to bit `low`.
 */
export function readDc(table: usize, lastDc: usize, low: i32, block: usize): void {
  fill();
  const size = takeSymbol(table);
  // A difference of 8-bit samples has 11 bits at most (table F.1).
  if (size > 11) return setDamaged();
  let value = load<i32>(lastDc);
  if (size != 0) {
    value += extend(<i32>take(size), size);
    store<i32>(lastDc, value);
  }
  store<i16>(block, <i16>(value << low));
}

/** Reads bit `low` of the DC coefficient. */
export function refineDc(low: i32, block: usize): void {
  fill();
  store<i16>(block, <i16>(load<i16>(block) | (take(1) << low)));
}

/**
 * Reads coefficients `first` to `last`, which must be all 0, down to bit `low`. The table has
 * values.
 *
 * @param mayEndMore Whether a code may end several blocks.
 */
export function readAc(
  table: usize,
  first: i32,
  last: i32,
  low: i32,
  mayEndMore: bool,
  block: usize,
): void {
  let used = load<u64>(block, usedOffset);
  let acc = heldBits();
  let n = heldCount();
  let at = inputPosition();
  let k = first;
  while (k <= last) {
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
    const entry = load<i32>(table + ((<usize>(acc >> (64 - lookupBits))) << 2));
    let value = entry >> 16;
    let length = entry & 255;
    if (value != 0) {
      k += (entry >> 8) & 15;
    } else {
      let symbol = (entry >> 8) & 255;
      if (entry == 0) {
        const found = findLongCode(table, <u32>(acc >> 48));
        if (found == 0) break;
        symbol = found & 255;
        length = found >> 8;
      }
      const size = symbol & 15;
      const run = symbol >> 4;
      if (size == 0) {
        acc <<= <u64>length;
        n -= length;
        if (run == 15) {
          k += 16;
          if (k > last) setDamaged();
          continue;
        }
        if (run != 0) {
          if (!mayEndMore) setDamaged();
          setEmptyRun((1 << run) - 1 + <i32>(acc >> (64 - <u64>run)));
          acc <<= <u64>run;
          n -= run;
        }
        break;
      }
      k += run;
      value = extend(<i32>((acc << (<u64>length)) >> (64 - <u64>size)), size);
      length += size;
    }
    acc <<= <u64>length;
    n -= length;
    if (k > last) {
      setDamaged();
      break;
    }
    store<i16>(block + <usize>load<u8>(zigzagOffsets + k), <i16>(value << low));
    used |= (<u64>1) << (<u64>k);
    k++;
  }
  store<u64>(block, used, usedOffset);
  holdBits(acc, n, at);
}

/** Mask of the bits `from` to `last`. */
// @ts-ignore: decorator
@inline
function bitsBetween(from: i32, last: i32): u64 {
  return from > last ? 0 : ((<u64>-1) << (<u64>from)) & (<u64>-1 >> (63 - <u64>last));
}

/** Reads bit `low` of each chosen coefficient, none of which is 0. */
function refine(chosen: u64, low: i32, block: usize): void {
  let rest = chosen;
  while (rest != 0) {
    fill();
    const taken = min(<i32>popcnt<u64>(rest), 32);
    let corrections = take(taken) << (32 - taken);
    for (let i = 0; i < taken; i++) {
      if (<i32>corrections < 0) {
        const at = block + <usize>load<u8>(zigzagOffsets + <usize>ctz<u64>(rest));
        const value = <i32>load<i16>(at);
        store<i16>(at, <i16>(value + (((value >> 31) | 1) << low)));
      }
      corrections <<= 1;
      rest &= rest - 1;
    }
  }
}

/**
 * Reads bit `low` of coefficients `first` to `last`: for nonzero ones the bit, for those that
 * become nonzero also the sign (G.1.2.3). The table has no values.
 */
export function refineAc(table: usize, first: i32, last: i32, low: i32, block: usize): void {
  const known = load<u64>(block, usedOffset);
  let used = known;
  let k = first;
  while (emptyRun() == 0 && k <= last) {
    fill();
    const symbol = takeSymbol(table);
    const size = symbol & 15;
    let run = symbol >> 4;
    let added = 0;
    if (size == 1) {
      added = take(1) != 0 ? 1 << low : -1 << low;
    } else if (size != 0) {
      return setDamaged();
    } else if (run != 15) {
      setEmptyRun((1 << run) + (run != 0 ? <i32>take(run) : 0));
      break;
    }
    // The new coefficient goes after this many zeros.
    let zeros = ~known & bitsBetween(k, last);
    for (; run > 0; run--) zeros &= zeros - 1;
    const place = zeros != 0 ? <i32>ctz<u64>(zeros) : last + 1;
    refine(known & bitsBetween(k, place - 1), low, block);
    if (added != 0) {
      if (place > last) return setDamaged();
      store<i16>(block + <usize>load<u8>(zigzagOffsets + place), <i16>added);
      used |= (<u64>1) << (<u64>place);
    }
    k = place + 1;
  }
  if (emptyRun() > 0) {
    refine(known & bitsBetween(k, last), low, block);
    setEmptyRun(emptyRun() - 1);
  }
  store<u64>(block, used, usedOffset);
}
