// The boolean encoder (RFC 6386, section 7).

/** Address of the next byte, and of the partition's first byte. */
let output: usize = 0;
let start: usize = 0;
/**
 * The interval's lower end: 8 bits at the scale of `range`, and above them the bits not yet
 * written.
 */
let low: u64 = 0;
let range: u32 = 255;
let pending: u64 = 0;

/** Starts a partition at `target`. */
export function startBooleans(target: usize): void {
  output = target;
  start = target;
  low = 0;
  range = 255;
  pending = 0;
}

/** Address of the partition's next byte. */
export function booleansEnd(): usize {
  return output;
}

/** Adds one to the bytes already written. */
function carry(): void {
  let at = output - 1;
  while (at >= start && load<u8>(at) == 0xff) store<u8>(at--, 0);
  store<u8>(at, load<u8>(at) + 1);
}

/** Writes 32 of the bits above the interval. */
function flush(): void {
  pending -= 32;
  const shift = pending + 8;
  const word = low >> shift;
  low &= ((<u64>1) << shift) - 1;
  if (word >> 32 != 0) carry();
  store<u32>(output, bswap<u32>(<u32>word));
  output += 4;
}

/** Writes a bit that is 0 with a probability of `probability` / 256. */
// @ts-ignore: decorator
@inline
export function putBoolean(bit: u32, probability: u32): void {
  const split = 1 + (((range - 1) * probability) >> 8);
  if (bit != 0) {
    low += split;
    range -= split;
  } else {
    range = split;
  }
  const shift = clz<u32>(range) - 24;
  range <<= shift;
  low <<= <u64>shift;
  pending += <u64>shift;
  if (pending >= 40) flush();
}

/** The same, not inlined, for rare bits. */
export function putBit(bit: u32, probability: u32): void {
  putBoolean(bit, probability);
}

/** Ends the partition. Returns its end. */
export function endBooleans(): usize {
  if (pending >= 32) flush();
  // Writes the whole interval, and zeros up to a byte boundary.
  const spare = (8 - (pending & 7)) & 7;
  low <<= spare;
  let bits = pending + spare + 8;
  if (low >> bits != 0) {
    carry();
    low &= ((<u64>1) << bits) - 1;
  }
  while (bits > 0) {
    bits -= 8;
    store<u8>(output++, <u8>(low >> bits));
  }
  return output;
}
