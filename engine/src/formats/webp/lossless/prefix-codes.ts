// Prefix codes of lossless WebP (RFC 9649, section 3.7.2.1): made for what occurs, and written in front of it.
import type { BitWriter } from './bit-writer.ts';

/** Bits of a code at most. */
const maxBits = 15;
const maxLengthBits = 7;

/** A code for each symbol: its length in bits, and its bits, the first one least; nothing of what never occurs. */
export interface PrefixCodes {
  lengths: Uint8Array;
  codes: Uint16Array;
  /** Where there is no other, which takes no bits. */
  only: number | null;
}

/** The lengths of a minimum-redundancy code, by Huffman's two queues. `symbols` are two or more, by rising count. */
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

/** Codes of at most `limit` bits. Of symbols of which none occurs the first is the only one. */
function makeCodes(counts: Uint32Array, limit: number): PrefixCodes {
  const lengths = new Uint8Array(counts.length);
  const codes = new Uint16Array(counts.length);
  const used = [...counts.keys()].filter((symbol) => counts[symbol]! > 0);
  if (used.length < 2) return { lengths, codes, only: used[0] ?? 0 };
  // Where a code gets too long, what is rare counts for more.
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

/** Codes for symbols that occur so often. */
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

/** Lengths of codes are coded in turn: in this order, 16 for the last one again, 17 and 18 for zeros. */
const lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/** Runs of lengths: how many at least and at most, and the bits that say how many. */
const repeats = {
  last: { symbol: 16, min: 3, max: 6, bits: 2 },
  fewZeros: { symbol: 17, min: 3, max: 10, bits: 3 },
  manyZeros: { symbol: 18, min: 11, max: 138, bits: 7 },
} as const;

/** Those beyond have no place in simple codes. */
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

/** Writes which codes there are. */
export function putCodes(writer: BitWriter, { lengths, only }: PrefixCodes): void {
  if (only !== null && only < simpleSymbols) {
    // A simple code, of one symbol, of 8 bits.
    writer.put(0b101, 3);
    writer.put(only, 8);
    return;
  }
  // A symbol that is alone has a length, although it takes no bits.
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
  // No symbols are left out at the end.
  writer.put(0, 1);
  for (const { symbol, extra, bits } of coded) {
    putSymbol(writer, symbol, own);
    writer.put(extra, bits);
  }
}
