import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { huffmanCodes, optimalHuffman } from './tables.ts';

test('makes Huffman codes that can be told apart, in 16 bits, none of ones only', () => {
  const frequencies = fc.array(fc.oneof(fc.constant(0), fc.nat(9), fc.nat(2 ** 20)), {
    minLength: 16,
    maxLength: 256,
  });
  fc.assert(
    fc.property(frequencies, (weights) => {
      const table = optimalHuffman(weights);
      const codes = [...huffmanCodes(table).values()];
      expect(codes.length).toBe(weights.filter((weight) => weight > 0).length);
      const texts = codes.map(([code, bits]) => code.toString(2).padStart(bits, '0')).sort();
      for (const text of texts) {
        expect(text.length).toBeLessThanOrEqual(16);
        expect(text).toContain('0');
      }
      // Sorted, a code comes right before those that it is the beginning of.
      const clashes = texts.filter((text, i) => i > 0 && text.startsWith(texts[i - 1]!));
      expect(clashes).toEqual([]);
    }),
  );
});

test('gives frequent symbols the short codes, even where 16 bits are not enough for the rare ones', () => {
  // Weights like Fibonacci numbers make the deepest trees.
  const weights = [1, 2];
  while (weights.length < 40) weights.push(weights.at(-1)! + weights.at(-2)!);
  const codes = huffmanCodes(optimalHuffman(weights));
  expect(codes.get(39)![1]).toBe(1);
  expect(codes.get(0)![1]).toBe(16);
});
