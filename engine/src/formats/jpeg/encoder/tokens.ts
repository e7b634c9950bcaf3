// A strip between the encoder's two passes: its symbols are known and counted, but not their codes,
// which depend on the whole picture.
import { EngineError } from '../../../errors.ts';
import { huffmanCodes, type HuffmanPair, type HuffmanTables, optimalHuffman } from './tables.ts';

/** What the second pass needs to know of a strip. */
export interface TokenHeader {
  /** MCUs per row, which is also the restart interval. */
  mcusPerRow: number;
  rows: number;
  /** Luma blocks per MCU: 1, 2 or 4. */
  lumaBlocks: number;
  gray: boolean;
  /** The strip's first MCU row in the picture. */
  firstMcuRow: number;
  /** Whether this is the picture's last strip. */
  last: boolean;
}

const headerWords = 6;

/**
 * Symbols per kind of component: (run << 4) | size for AC coefficients, (size << 4) | 15 for DC.
 */
const symbols = 256;
const dcMark = 15;

/** Bytes before the tokens: the header, then the symbol counts, luma before chroma. */
const tokenPrefix = (headerWords + 2 * symbols) * 4;

/** Packs a strip's tokens into one buffer that can be transferred to another thread. */
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

/** The optimal Huffman tables for all strips of a picture. */
export function huffmanFor(strips: readonly Uint8Array[]): HuffmanTables {
  return huffmanOf(sumCounts(strips.map((strip) => unpackTokens(strip).counts)));
}

/** Adds up the symbol counts. */
export function sumCounts(all: readonly Uint32Array[]): Uint32Array {
  const sums = new Uint32Array(2 * symbols);
  for (const counts of all) counts.forEach((count, i) => (sums[i]! += count));
  return sums;
}

/** The optimal Huffman tables for these symbol counts. */
export function huffmanOf(sums: Uint32Array): HuffmanTables {
  const pairOf = (kind: 0 | 1): HuffmanPair => {
    const counts = sums.subarray(kind * symbols, (kind + 1) * symbols);
    const dc = Uint32Array.from({ length: 16 }, (_, size) => counts[dcSymbol(size)]!);
    const ac = counts.map((count, symbol) => (symbol % 16 === dcMark ? 0 : count));
    return { dc: optimalHuffman(dc), ac: optimalHuffman(ac) };
  };
  return [pairOf(0), pairOf(1)];
}

/** Bits that these symbols take, including the values that follow them. */
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

/** The symbol that stands in tokens for a DC difference of `size` bits. */
export function dcSymbol(size: number): number {
  return (size << 4) | dcMark;
}
