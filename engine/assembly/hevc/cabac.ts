// CABAC arithmetic decoding, ITU-T H.265 9.3.4.3.
//
// The standard shifts its 9-bit offset register one bit at a time. Here `value` holds that register
// with `bits` further bits of the stream below it, so that renormalizing only lowers `bits`, and
// memory is read 32 bits at a time. A context is one byte: pStateIdx * 2 + valMps.

/** Room for all context variables of an initialization type; see contexts.ts for the offsets. */
export const contexts: usize = memory.data(192, 16);

// rangeTabLps (table 9-52), then repeated for both values of valMps by setUpCabac.
const lpsRanges: usize = memory.data<u8>([
  128, 176, 208, 240, 128, 167, 197, 227, 128, 158, 187, 216, 123, 150, 178, 205, 116, 142, 169,
  195, 111, 135, 160, 185, 105, 128, 152, 175, 100, 122, 144, 166, 95, 116, 137, 158, 90, 110, 130,
  150, 85, 104, 123, 142, 81, 99, 117, 135, 77, 94, 111, 128, 73, 89, 105, 122, 69, 85, 100, 116,
  66, 80, 95, 110, 62, 76, 90, 104, 59, 72, 86, 99, 56, 69, 81, 94, 53, 65, 77, 89, 51, 62, 73, 85,
  48, 59, 69, 80, 46, 56, 66, 76, 43, 53, 63, 72, 41, 50, 59, 69, 39, 48, 56, 65, 37, 45, 54, 62,
  35, 43, 51, 59, 33, 41, 48, 56, 32, 39, 46, 53, 30, 37, 43, 50, 29, 35, 41, 48, 27, 33, 39, 45,
  26, 31, 37, 43, 24, 30, 35, 41, 23, 28, 33, 39, 22, 27, 32, 37, 21, 26, 30, 35, 20, 24, 29, 33,
  19, 23, 27, 31, 18, 22, 26, 30, 17, 21, 25, 28, 16, 20, 23, 27, 15, 19, 22, 25, 14, 18, 21, 24,
  14, 17, 20, 23, 13, 16, 19, 22, 12, 15, 18, 21, 12, 14, 17, 20, 11, 14, 16, 19, 11, 13, 15, 18,
  10, 12, 15, 17, 10, 12, 14, 16, 9, 11, 13, 15, 9, 11, 12, 14, 8, 10, 12, 14, 8, 9, 11, 13, 7, 9,
  11, 12, 7, 9, 10, 12, 7, 8, 10, 11, 6, 8, 9, 11, 6, 7, 9, 10, 6, 7, 8, 9, 2, 2, 2, 2,
]);

// transIdxLps (table 9-53)
const nextStateLps: usize = memory.data<u8>([
  0, 0, 1, 2, 2, 4, 4, 5, 6, 7, 8, 9, 9, 11, 11, 12, 13, 13, 15, 15, 16, 16, 18, 18, 19, 19, 21, 21,
  22, 22, 23, 24, 24, 25, 26, 26, 27, 27, 28, 29, 29, 30, 30, 30, 31, 32, 32, 33, 33, 33, 34, 34,
  35, 35, 35, 36, 36, 36, 37, 37, 37, 38, 38, 63,
]);

/** LPS range by context byte * 4 + quarter of the range. */
const lpsTable: usize = memory.data(512, 16);
/** Context byte after an MPS (at the byte) and after an LPS (128 further on). */
const nextTable: usize = memory.data(256, 16);

let range: u32 = 0;
let value: u64 = 0;
let bits: i32 = 0;
let pointer: usize = 0;
let start: usize = 0;
let end: usize = 0;

export function setUpCabac(): void {
  for (let state: u32 = 0; state < 64; state++) {
    for (let mps: u32 = 0; mps < 2; mps++) {
      const context = (state << 1) | mps;
      store<u32>(lpsTable + (context << 2), load<u32>(lpsRanges + (state << 2)));
      const grown = state < 62 ? state + 1 : state;
      store<u8>(nextTable + context, (grown << 1) | mps);
      const shrunk = <u32>load<u8>(nextStateLps + state);
      store<u8>(nextTable + context + 128, (shrunk << 1) | (state === 0 ? 1 - mps : mps));
    }
  }
}

/** Starts decoding at `from`, 9.3.2.5. Nothing at or after `limit` is read as data. */
export function startCabac(from: usize, limit: usize): void {
  start = from;
  pointer = from;
  end = limit;
  range = 510;
  value = 0;
  bits = -9;
  refill();
}

/** Where the data being decoded ends. */
@inline
export function sliceEnd(): usize {
  return end;
}

/** Whether more was read than there is; zeros were delivered instead. */
@inline
export function hasOverrun(): bool {
  // The window may run ahead of the decoder by its 32 bits and a refill.
  return pointer > end + 8;
}

/** Where the bytes after a terminating bin begin, 9.3.2.5: its last bit read was the stop bit. */
export function positionAfterTerminate(): usize {
  const consumed = ((<i32>(pointer - start)) << 3) - bits;
  return start + ((consumed + 7) >> 3);
}

function refill(): void {
  let next: u32 = 0;
  // The slice data is followed by at least four bytes of zeros.
  if (pointer < end) next = bswap<u32>(load<u32>(pointer));
  pointer += 4;
  value = (value << 32) | next;
  bits += 32;
}

/** One context-coded bin, 9.3.4.3.2, without a data-dependent branch. */
export function decodeBin(context: usize): u32 {
  const state = <u32>load<u8>(context);
  const lps = <u32>load<u8>(lpsTable + (state << 2) + ((range >> 6) & 3));
  const rangeMps = range - lps;
  const scaled = (<i64>rangeMps) << bits;
  const difference = <i64>value - scaled;
  const isMps = difference >> 63; // all ones or zero
  value = difference + (scaled & isMps);
  const mask = <u32>isMps;
  const rangeNow = lps ^ ((lps ^ rangeMps) & mask);
  store<u8>(context, load<u8>(nextTable + state + (~mask & 128)));
  const shift = clz<u32>(rangeNow) - 23;
  range = rangeNow << shift;
  bits -= shift;
  if (bits < 0) refill();
  return (state ^ ~mask) & 1;
}

/**
 * Context-coded bins as `decodeBin` gives them, one for each `n` down to 1, whose contexts begin at
 * `base` and are told apart by a table of bytes. The `n` of those that are 1 go to `ones`; returns
 * their end. Most bins of a picture come this way, so the engine's state is in local variables.
 */
export function decodeFlags(base: usize, table: usize, n: i32, ones: usize): usize {
  let rangeNow = range;
  let valueNow = <i64>value;
  let bitsNow = bits;
  for (; n > 0; n--) {
    const context = base + load<u8>(table + n);
    const state = <u32>load<u8>(context);
    const lps = <u32>load<u8>(lpsTable + (state << 2) + ((rangeNow >> 6) & 3));
    const rangeMps = rangeNow - lps;
    const scaled = (<i64>rangeMps) << bitsNow;
    const difference = valueNow - scaled;
    const isMps = difference >> 63;
    valueNow = difference + (scaled & isMps);
    const mask = <u32>isMps;
    rangeNow = lps ^ ((lps ^ rangeMps) & mask);
    store<u8>(context, load<u8>(nextTable + state + (~mask & 128)));
    const shift = clz<u32>(rangeNow) - 23;
    rangeNow <<= shift;
    bitsNow -= shift;
    if (bitsNow < 0) {
      value = valueNow;
      bits = bitsNow;
      refill();
      valueNow = value;
      bitsNow = bits;
    }
    store<u8>(ones, n);
    ones += (state ^ ~mask) & 1;
  }
  range = rangeNow;
  value = valueNow;
  bits = bitsNow;
  return ones;
}

/** One bin of equal probability, 9.3.4.3.4. */
export function decodeBypass(): u32 {
  bits -= 1;
  if (bits < 0) refill();
  const scaled = (<u64>range) << bits;
  if (value < scaled) return 0;
  value -= scaled;
  return 1;
}

/**
 * `count` (0 to 16) bins of equal probability, the first in the highest bit. Deciding them one by
 * one is a long division of the register by the range; this does it in one step.
 */
export function decodeBypassBits(count: i32): u32 {
  bits -= count;
  if (bits < 0) refill();
  const quotient = <u32>(value >> bits) / range;
  value -= (<u64>(quotient * range)) << bits;
  return quotient;
}

/** A bin before which the stream may end, 9.3.4.3.5. */
export function decodeTerminate(): u32 {
  range -= 2;
  const scaled = (<u64>range) << bits;
  if (value >= scaled) return 1;
  if (range < 256) {
    range <<= 1;
    bits -= 1;
    if (bits < 0) refill();
  }
  return 0;
}

/**
 * coeff_abs_level_remaining, 9.3.3.11: a unary prefix and a suffix whose length follows from both.
 * The usual short ones are read with a single division.
 */
export function decodeRemaining(rice: i32): i32 {
  if (bits < 16) refill();
  const peek = <u32>(value >> (bits - 16)) / range;
  const prefix = clz<u32>(~(peek << 16));
  const length = prefix <= 3 ? prefix + 1 + rice : 2 * prefix - 2 + rice;
  if (length <= 16) {
    const taken = peek >> (16 - length);
    bits -= length;
    value -= (<u64>(taken * range)) << bits;
    if (prefix <= 3) return (prefix << rice) + (taken & ((1 << rice) - 1));
    const suffixLength = prefix - 3 + rice;
    return (((1 << (prefix - 3)) + 2) << rice) + (taken & ((1 << suffixLength) - 1));
  }
  return decodeLongRemaining(rice);
}

function decodeLongRemaining(rice: i32): i32 {
  let prefix = 0;
  // 32 is the longest prefix that a stream may have; a longer one cannot give a valid level.
  while (prefix < 32 && decodeBypass()) prefix++;
  if (prefix <= 3) return (prefix << rice) + <i32>decodeBypassBits(rice);
  const suffixLength = prefix - 3 + rice;
  let suffix: u64 = 0;
  let left = suffixLength;
  while (left > 0) {
    const step = min(left, 16);
    suffix = (suffix << step) | decodeBypassBits(step);
    left -= step;
  }
  const level = ((((<u64>1) << (prefix - 3)) + 2) << rice) + suffix;
  return <i32>min<u64>(level, 0xffff);
}
