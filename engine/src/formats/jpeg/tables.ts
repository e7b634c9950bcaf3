/** Raster position of each coefficient in zigzag order (ITU-T T.81, figure A.6). */
export const zigzag: readonly number[] = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
  45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];

/** ITU-T T.81, tables K.1 and K.2, in raster order. */
const lumaQuantization = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
  14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
  92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];
const chromaQuantization = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99,
  47, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
];

/** Luma and chroma quantization tables in raster order, 1 to 255, for a quality of 1 to 100 as libjpeg scales it. */
export function quantizationTables(quality: number): [luma: number[], chroma: number[]] {
  const percent = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
  const scale = (step: number): number =>
    Math.min(255, Math.max(1, Math.floor((step * percent + 50) / 100)));
  return [lumaQuantization.map(scale), chromaQuantization.map(scale)];
}

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

const dcSymbols = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

function fromHex(digits: string): number[] {
  return digits.match(/../g)!.map((pair) => Number.parseInt(pair, 16));
}

/** ITU-T T.81, tables K.3 to K.6. */
export const standardHuffman: [luma: HuffmanPair, chroma: HuffmanPair] = [
  {
    dc: { counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: dcSymbols },
    ac: {
      counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
      symbols: fromHex(
        '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a' +
          '25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778' +
          '797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7' +
          'c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
      ),
    },
  },
  {
    dc: { counts: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], symbols: dcSymbols },
    ac: {
      counts: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119],
      symbols: fromHex(
        '0001020311040521310612415107617113223281081442' +
          '91a1b1c109233352f0156272d10a162434e125f1' +
          '1718191a262728292a35363738393a434445464748494a535455565758595a636465666768696a73747576' +
          '7778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4' +
          'c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
      ),
    },
  },
];

/** The code and its length in bits for each symbol of a table (ITU-T T.81, annex C). */
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
 * The shortest table for symbols that occur `frequencies[symbol]` times, with codes of at most 16
 * bits and none of ones only (ITU-T T.81, K.2).
 */
export function optimalHuffman(frequencies: ArrayLike<number>): HuffmanTable {
  // The extra symbol takes the code of all ones and is dropped at the end.
  const extra = frequencies.length;
  let nodes = Array.from(frequencies)
    .map((weight, symbol) => ({ weight, symbols: [symbol] }))
    .filter(({ weight }) => weight > 0);
  nodes.push({ weight: 1, symbols: [extra] });
  const lengths = new Map(nodes.map(({ symbols }) => [symbols[0]!, 0]));
  while (nodes.length > 1) {
    nodes = nodes.toSorted((a, b) => b.weight - a.weight || a.symbols[0]! - b.symbols[0]!);
    const [a, b] = [nodes.pop()!, nodes.pop()!];
    const symbols = [...a.symbols, ...b.symbols];
    for (const symbol of symbols) lengths.set(symbol, lengths.get(symbol)! + 1);
    nodes.push({ weight: a.weight + b.weight, symbols });
  }

  const counts = Array.from({ length: 65 }, () => 0);
  for (const length of lengths.values()) counts[Math.max(1, length)]!++;
  // K.2, figure K.3: pairs of codes that are too long move up, at the cost of a shorter one.
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
