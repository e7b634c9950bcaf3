// Tables that tell a code of deflate from the bits to come (RFC 1951, 3.2).

export const literalBits: u32 = 11;
export const distanceBits: u32 = 9;
export const lengthBits: u32 = 7;
const maxLength: u32 = 15;

// An entry: how many bits its code has here in the lowest 6, then what it is, then in 4 bits how many bits follow
// (those of a base; or of a smaller table), then in 16 a literal, a base, or where that table begins.
export const isLiteral: u32 = 1 << 6;
/** The code is longer than this table's index. */
export const goesOn: u32 = 1 << 7;
export const isEnd: u32 = 1 << 8;
export const isWrong: u32 = 1 << 9;
const bitsShift: u32 = 12;
const valueShift: u32 = 16;

/**
 * Codes of up to 15 bits need at most this many entries, including smaller tables. 32 bits each.
 */
export const literalEntries: usize = memory.data(4 * 4096, 16);
export const distanceEntries: usize = memory.data(4 * 2048, 16);
export const lengthEntries: usize = memory.data(4 * 128, 16);

/**
 * Code lengths of all literals, then all distances, as a block states them. Has room for a
 * repetition past the end.
 */
export const codeLengths: usize = memory.data(512, 16);

const counts: usize = memory.data(4 * 16, 16);
const nextCodes: usize = memory.data(4 * 16, 16);
/**
 * For each entry of the first table: index bits of its smaller table, and that table's start (<<
 * 4), once it exists.
 */
const further: usize = memory.data(4 << 11, 16);

// RFC 1951, 3.2.5.
const lengthBases = memory.data<u16>([
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
  163, 195, 227, 258,
]);
const lengthExtras = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
]);
const distanceBases = memory.data<u16>([
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
  3073, 4097, 6145, 8193, 12289, 16385, 24577,
]);
const distanceExtras = memory.data<u8>([
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
]);

/** Kinds of codes. */
export const literals: i32 = 0;
export const distances: i32 = 1;
export const lengths: i32 = 2;

/** Number of bits after a code. */
// @ts-ignore: decorator
@inline
export function bitsOf(entry: u32): u32 {
  return (entry >> bitsShift) & 15;
}

// @ts-ignore: decorator
@inline
export function valueOf(entry: u32): u32 {
  return entry >> valueShift;
}

// @ts-ignore: decorator
@inline
function entryWith(value: u32, bits: u32): u32 {
  return (value << valueShift) | (bits << bitsShift);
}

/** The entry of a symbol, without the length of its code. */
function entryOf(symbol: u32, kind: i32): u32 {
  if (kind == lengths) return entryWith(symbol, 0);
  const at = <usize>symbol;
  if (kind == distances) {
    if (symbol >= 30) return isWrong;
    return entryWith(load<u16>(distanceBases + (at << 1)), load<u8>(distanceExtras + at));
  }
  if (symbol < 256) return entryWith(symbol, 0) | isLiteral;
  if (symbol == 256) return isEnd;
  if (symbol > 285) return isWrong;
  const length = at - 257;
  return entryWith(load<u16>(lengthBases + (length << 1)), load<u8>(lengthExtras + length));
}

/** Reverses a code, because its first bit is the lowest in the stream. */
function turned(code: u32, length: u32): u32 {
  let all: u32 = 0;
  for (let bit: u32 = 0; bit < length; bit++) all |= ((code >> bit) & 1) << (length - 1 - bit);
  return all;
}

// @ts-ignore: decorator
@inline
function word(table: usize, index: u32): usize {
  return table + ((<usize>index) << 2);
}

/** Stores an entry at every index that begins with its code. */
function fill(table: usize, from: u32, step: u32, end: u32, entry: u32): void {
  for (let index = from; index < end; index += step) store<u32>(word(table, index), entry);
}

/**
 * Finds the first code of each length. False when the lengths do not fill the code space exactly.
 */
function countCodes(symbolLengths: usize, symbols: u32, kind: i32): bool {
  memory.fill(counts, 0, 64);
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const at = word(counts, load<u8>(symbolLengths + symbol));
    store<u32>(at, load<u32>(at) + 1);
  }
  const used = symbols - load<u32>(counts);
  store<u32>(counts, 0);
  let code: u32 = 0;
  let left: i32 = 1;
  for (let length: u32 = 1; length <= maxLength; length++) {
    left = (left << 1) - <i32>load<u32>(word(counts, length));
    if (left < 0) return false;
    code = (code + load<u32>(word(counts, length - 1))) << 1;
    store<u32>(word(nextCodes, length), code);
  }
  // A single code has one bit, whose other value is invalid. A block without matches has no
  // distance code.
  return left == 0 || (used <= 1 && kind != lengths);
}

/** The code of the next symbol with this length, first bit lowest. */
function takeCode(length: u32): u32 {
  const at = word(nextCodes, length);
  const code = load<u32>(at);
  store<u32>(at, code + 1);
  return turned(code, length);
}

/**
 * Builds the lookup table of these code lengths (0 for no code), followed by the smaller tables of
 * longer codes. False for invalid lengths.
 */
export function makeTable(
  symbolLengths: usize,
  symbols: u32,
  table: usize,
  tableBits: u32,
  kind: i32,
): bool {
  if (!countCodes(symbolLengths, symbols, kind)) return false;
  const size: u32 = 1 << tableBits;
  fill(table, 0, 1, size, isWrong | 1);
  memory.fill(further, 0, (<usize>size) << 2);
  let free = size;
  // Longest codes first, so that each smaller table has room for all of its codes. Codes of equal
  // length are consecutive.
  for (let length = maxLength; length > tableBits; length--) {
    for (let symbol: u32 = 0; symbol < symbols; symbol++) {
      if (load<u8>(symbolLengths + symbol) != length) continue;
      const code = takeCode(length);
      const first = code & (size - 1);
      const state = word(further, first);
      if (load<u32>(state) == 0) {
        const bits = length - tableBits;
        store<u32>(state, (free << 4) | bits);
        store<u32>(word(table, first), entryWith(free, bits) | goesOn | tableBits);
        fill(table, free, 1, free + (1 << bits), isWrong | 1);
        free += 1 << bits;
      }
      const start = load<u32>(state) >> 4;
      const end = start + (1 << (load<u32>(state) & 15));
      const bits = length - tableBits;
      fill(table, start + (code >> tableBits), 1 << bits, end, entryOf(symbol, kind) | bits);
    }
  }
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const length = <u32>load<u8>(symbolLengths + symbol);
    if (length == 0 || length > tableBits) continue;
    fill(table, takeCode(length), 1 << length, size, entryOf(symbol, kind) | length);
  }
  return true;
}
