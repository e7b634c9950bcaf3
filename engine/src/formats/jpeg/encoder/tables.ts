/** Raster position of each coefficient in zigzag order (ITU-T T.81, figure A.6). */
export const zigzag: readonly number[] = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
  45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];

/** A Huffman table as a JPEG file lists it (ITU-T T.81, B.2.4.2). */
export interface HuffmanTable {
  /** How many codes have 1, 2, ... 16 bits. */
  counts: number[];
  /** The symbols in order of their codes. */
  symbols: number[];
}

/** DC and AC tables of one kind of component. */
export interface HuffmanPair {
  dc: HuffmanTable;
  ac: HuffmanTable;
}

/** Tables for luma and chroma. */
export type HuffmanTables = readonly [luma: HuffmanPair, chroma: HuffmanPair];

/** Code and code length in bits, by symbol (ITU-T T.81, annex C). */
export function huffmanCodes({ counts, symbols }: HuffmanTable): Map<number, [number, number]> {
  const codes = new Map<number, [number, number]>();
  let code = 0;
  let next = 0;
  counts.forEach((count, index) => {
    for (let i = 0; i < count; i++) codes.set(symbols[next++]!, [code++, index + 1]);
    code *= 2;
  });
  return codes;
}

/**
 * The optimal Huffman table for symbols that occur `frequencies[symbol]` times. Codes have at most
 * 16 bits, and none consists only of ones (ITU-T T.81, K.2).
 */
export function optimalHuffman(frequencies: ArrayLike<number>): HuffmanTable {
  // An extra symbol takes the all-ones code and is removed at the end.
  const extra = frequencies.length;
  const nodes = Array.from(frequencies)
    .map((weight, symbol) => ({ weight, symbols: [symbol] }))
    .filter(({ weight }) => weight > 0);
  nodes.push({ weight: 1, symbols: [extra] });
  const lengths = new Map(nodes.map(({ symbols }) => [symbols[0]!, 0]));
  const takeLightest = (): (typeof nodes)[number] => {
    let lightest = 0;
    for (let i = 1; i < nodes.length; i++) {
      const difference = nodes[i]!.weight - nodes[lightest]!.weight;
      // Among equal weights, later symbols go first.
      const later = nodes[i]!.symbols[0]! > nodes[lightest]!.symbols[0]!;
      if (difference < 0 || (difference === 0 && later)) lightest = i;
    }
    return nodes.splice(lightest, 1)[0]!;
  };
  while (nodes.length > 1) {
    const [a, b] = [takeLightest(), takeLightest()];
    const symbols = [...a.symbols, ...b.symbols];
    for (const symbol of symbols) lengths.set(symbol, lengths.get(symbol)! + 1);
    nodes.push({ weight: a.weight + b.weight, symbols });
  }

  const counts = Array.from({ length: 65 }, () => 0);
  for (const length of lengths.values()) counts[Math.max(1, length)]!++;
  // K.2, figure K.3: codes longer than 16 bits move up in pairs, which lengthens a shorter code.
  for (let length = 64; length > 16; length--) {
    while (counts[length]! > 0) {
      let shorter = length - 2;
      while (counts[shorter] === 0) shorter--;
      counts[length]! -= 2;
      counts[length - 1]! += 1;
      counts[shorter + 1]! += 2;
      counts[shorter]! -= 1;
    }
  }
  counts[counts.findLastIndex((count) => count > 0)]! -= 1;

  const symbols = [...lengths.entries()]
    .filter(([symbol]) => symbol !== extra)
    .sort(([a, la], [b, lb]) => la - lb || a - b)
    .map(([symbol]) => symbol);
  return { counts: counts.slice(1, 17), symbols };
}
