// Prefix codes of lossless WebP (RFC 9649, section 3.7.2.1), made from symbol counts and written
// before the data.
import type { BitWriter } from './bit-writer.ts';

/** Most bits per code. */
const maxBits = 15;
const maxLengthBits = 7;

/**
 * The code of each symbol: its length in bits (0 for unused symbols), and its bits, first one
 * lowest.
 */
export interface PrefixCodes {
  lengths: Uint8Array;
  codes: Uint16Array;
  /** The only symbol, if there is just one: it takes no bits. */
  only: number | null;
}

/**
 * Code lengths by Huffman's algorithm with two queues. Needs at least two symbols, by ascending
 * count.
 */
function huffmanLengths(symbols: readonly number[], counts: Uint32Array): Uint8Array {
  const leaves = symbols.length;
  const weights = symbols.map((symbol) => counts[symbol]!);
  const parents = new Uint32Array(2 * leaves - 1);
  let leaf = 0;
  let inner = leaves;
  const take = (): number => {
    const isLeaf = leaf < leaves && (inner >= weights.length || weights[leaf]! <= weights[inner]!);
    return isLeaf ? leaf++ : inner++;
  };
  for (let node = leaves; node < 2 * leaves - 1; node++) {
    const [one, other] = [take(), take()];
    parents[one] = node;
    parents[other] = node;
    weights.push(weights[one]! + weights[other]!);
  }
  const depths = new Uint8Array(2 * leaves - 1);
  for (let node = 2 * leaves - 3; node >= 0; node--) depths[node] = depths[parents[node]!]! + 1;
  return depths.subarray(0, leaves);
}

function reversed(code: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) result |= ((code >> bit) & 1) << (bits - 1 - bit);
  return result;
}

/** Codes of at most `limit` bits. If no symbol occurs, the first one counts as the only one. */
function makeCodes(counts: Uint32Array, limit: number): PrefixCodes {
  const lengths = new Uint8Array(counts.length);
  const codes = new Uint16Array(counts.length);
  const used = [...counts.keys()].filter((symbol) => counts[symbol]! > 0);
  if (used.length < 2) return { lengths, codes, only: used[0] ?? 0 };
  // While a code is too long, raises the counts of rare symbols.
  for (let least = 1; ; least *= 2) {
    const raised = counts.map((count) => Math.max(count, least));
    const symbols = used.toSorted((a, b) => raised[a]! - raised[b]!);
    const found = huffmanLengths(symbols, raised);
    if (Math.max(...found) > limit) continue;
    symbols.forEach((symbol, index) => (lengths[symbol] = found[index]!));
    break;
  }
  let code = 0;
  for (let bits = 1; bits <= limit; bits++, code <<= 1) {
    for (const symbol of used) if (lengths[symbol] === bits) codes[symbol] = reversed(code++, bits);
  }
  return { lengths, codes, only: null };
}

/** Prefix codes for these symbol counts. */
export function makePrefixCodes(counts: Uint32Array): PrefixCodes {
  return makeCodes(counts, maxBits);
}

export function putSymbol(
  writer: BitWriter,
  symbol: number,
  { codes, lengths }: PrefixCodes,
): void {
  writer.put(codes[symbol]!, lengths[symbol]!);
}

/**
 * The order in which lengths of the code length code are written. 16 repeats the last length; 17
 * and 18 are runs of zeros.
 */
const lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/** Runs of lengths: minimum and maximum, and the bits of the count. */
const repeats = {
  last: { symbol: 16, min: 3, max: 6, bits: 2 },
  fewZeros: { symbol: 17, min: 3, max: 10, bits: 3 },
  manyZeros: { symbol: 18, min: 11, max: 138, bits: 7 },
} as const;

/** Larger symbols cannot be written as simple codes. */
const simpleSymbols = 256;

interface CodedLength {
  symbol: number;
  extra: number;
  bits: number;
}

function codeLengths(lengths: Uint8Array): CodedLength[] {
  const coded: CodedLength[] = [];
  for (let at = 0; at < lengths.length;) {
    const length = lengths[at]!;
    let run = 1;
    while (lengths[at + run] === length) run++;
    at += run;
    if (length > 0) {
      coded.push({ symbol: length, extra: 0, bits: 0 });
      run--;
    }
    while (run > 0) {
      const kind = length > 0 ? 'last' : run >= repeats.manyZeros.min ? 'manyZeros' : 'fewZeros';
      const { symbol, min, max, bits } = repeats[kind];
      const taken = Math.min(run, max);
      if (taken < min) {
        coded.push({ symbol: length, extra: 0, bits: 0 });
        run--;
      } else {
        coded.push({ symbol, extra: taken - min, bits });
        run -= taken;
      }
    }
  }
  return coded;
}

/** Writes a code. */
export function putCodes(writer: BitWriter, { lengths, only }: PrefixCodes): void {
  if (only !== null && only < simpleSymbols) {
    // A simple code with one 8-bit symbol.
    writer.put(0b101, 3);
    writer.put(only, 8);
    return;
  }
  // A single symbol must have a length, although it takes no bits.
  const coded = codeLengths(lengths.map((length, symbol) => (symbol === only ? 1 : length)));
  const counts = new Uint32Array(lengthOrder.length);
  for (const { symbol } of coded) counts[symbol]!++;
  const own = makeCodes(counts, maxLengthBits);
  const lengthOf = (symbol: number): number => (symbol === own.only ? 1 : own.lengths[symbol]!);
  const last = lengthOrder.findLastIndex((symbol) => lengthOf(symbol) > 0);
  const listed = Math.max(last + 1, 4);
  writer.put(0, 1);
  writer.put(listed - 4, 4);
  for (const symbol of lengthOrder.slice(0, listed)) writer.put(lengthOf(symbol), 3);
  // Writes the lengths of all symbols.
  writer.put(0, 1);
  for (const { symbol, extra, bits } of coded) {
    putSymbol(writer, symbol, own);
    writer.put(extra, bits);
  }
}
