import { expect, test } from 'vitest';
import { estimateBytes, estimateReduction, reductionOf } from './rule-of-thumb.ts';

test.each([
  // size x (0.15 + quality / 100 x 0.35)
  [1_000_000, 100, 500_000],
  [1_000_000, 92, 472_000],
  [1_000_000, 50, 325_000],
])('estimates %d bytes at quality %d as %d', (bytes, quality, expected) => {
  expect(estimateBytes(bytes, quality)).toBe(expected);
});

test.each([
  // 0.8 x (100 - quality)
  [100, 0],
  [70, 24],
  [50, 40],
])('shows a reduction at quality %d of %d percent', (quality, expected) => {
  expect(estimateReduction(quality)).toBe(expected);
});

test('tells a smaller result from a bigger one', () => {
  expect(reductionOf(200, 150)).toBe(25);
  expect(reductionOf(200, 300)).toBe(-50);
  expect(reductionOf(0, 300)).toBe(0);
});
