// A strip between the encoder's two passes: its symbols are known and counted, but not yet their codes,
// which are made for the whole picture.
import { EngineError } from '../../errors.ts';
import { huffmanCodes, type HuffmanPair, type HuffmanTables, optimalHuffman } from './tables.ts';

/** What the second pass has to know of a strip. */
export interface TokenHeader {
  /** MCUs in a row, which is an interval between restart markers. */
  mcusPerRow: number;
  rows: number;
  /** Luma blocks of an MCU: 1, 2 or 4. */
  lumaBlocks: number;
  gray: boolean;
  /** The row of MCUs in the picture that the strip starts with. */
  firstMcuRow: number;
  /** Whether the picture ends with it. */
  last: boolean;
}

const headerWords = 6;

/** Symbols of a kind of component: (run << 4) | size of AC coefficients, (size << 4) | 15 of DC. */
const symbols = 256;
const dcMark = 15;

/** In front of the tokens: the header, then how often each symbol occurs, luma before chroma. */
const tokenPrefix = (headerWords + 2 * symbols) * 4;

/** A strip's tokens as one buffer, which goes to another thread without a copy. */
export function packTokens(
  { mcusPerRow, rows, lumaBlocks, gray, firstMcuRow, last }: TokenHeader,
  counts: Uint32Array,
  tokens: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const packed = new Uint8Array(tokenPrefix + tokens.length);
  const words = new Uint32Array(packed.buffer, 0, tokenPrefix / 4);
  words.set([mcusPerRow, rows, lumaBlocks, Number(gray), firstMcuRow, Number(last)]);
  words.set(counts, headerWords);
  packed.set(tokens, tokenPrefix);
  return packed;
}

/** Views of what `packTokens` made. */
export function unpackTokens({ buffer, byteOffset, length }: Uint8Array): {
  header: TokenHeader;
  counts: Uint32Array;
  tokens: Uint8Array;
} {
  if (length < tokenPrefix) throw new EngineError('encode-failed', 'a strip without tokens');
  const words = new Uint32Array(buffer, byteOffset, headerWords);
  const [mcusPerRow, rows, lumaBlocks, gray, firstMcuRow, last] = words as unknown as number[];
  return {
    header: {
      mcusPerRow: mcusPerRow!,
      rows: rows!,
      lumaBlocks: lumaBlocks!,
      gray: gray === 1,
      firstMcuRow: firstMcuRow!,
      last: last === 1,
    },
    counts: new Uint32Array(buffer, byteOffset + headerWords * 4, 2 * symbols),
    tokens: new Uint8Array(buffer, byteOffset + tokenPrefix, length - tokenPrefix),
  };
}

/** The Huffman tables that code all strips of a picture shortest. */
export function huffmanFor(strips: readonly Uint8Array[]): HuffmanTables {
  return huffmanOf(sumCounts(strips.map((strip) => unpackTokens(strip).counts)));
}

/** How often each symbol occurs in all of them. */
export function sumCounts(all: readonly Uint32Array[]): Uint32Array {
  const sums = new Uint32Array(2 * symbols);
  for (const counts of all) counts.forEach((count, i) => (sums[i]! += count));
  return sums;
}

/** The Huffman tables that code so many of each symbol shortest. */
export function huffmanOf(sums: Uint32Array): HuffmanTables {
  const pairOf = (kind: 0 | 1): HuffmanPair => {
    const counts = sums.subarray(kind * symbols, (kind + 1) * symbols);
    const dc = Uint32Array.from({ length: 16 }, (_, size) => counts[dcSymbol(size)]!);
    const ac = counts.map((count, symbol) => (symbol % 16 === dcMark ? 0 : count));
    return { dc: optimalHuffman(dc), ac: optimalHuffman(ac) };
  };
  return [pairOf(0), pairOf(1)];
}

/** Bits that so many of each symbol take, with the values that go with them. */
export function measureBits(counts: Uint32Array, tables: HuffmanTables): number {
  let bits = 0;
  tables.forEach(({ dc, ac }, kind) => {
    const add = (symbol: number, length: number): void =>
      void (bits += counts[kind * symbols + symbol]! * length);
    for (const [size, [, length]] of huffmanCodes(dc)) add(dcSymbol(size), length + size);
    for (const [symbol, [, length]] of huffmanCodes(ac)) add(symbol, length + (symbol & 15));
  });
  return bits;
}

/** The symbol by which tokens name a DC difference of so many bits. */
export function dcSymbol(size: number): number {
  return (size << 4) | dcMark;
}
