import { expect, test } from 'vitest';
import { targetChips } from './target-chips.ts';

test('offers the usual sizes', () => {
  expect(targetChips(null)).toEqual([100, 200, 500, 1000, 2000]);
  expect(targetChips(500)).toEqual([100, 200, 500, 1000, 2000]);
});

test('shows a size of the visitor’s own among them', () => {
  expect(targetChips(340)).toEqual([100, 200, 340, 500, 1000, 2000]);
});
