import { describe, expect, test } from 'vitest';
import { partRowsOf } from './coded-tile.ts';

describe('the parts of a picture whose rows come all together', () => {
  test.each([
    [1500, 1126],
    [4032, 3024],
    [5712, 4284],
    [1200, 1601],
    [900, 5000],
  ])('are as large as each other, but for a row of MCUs each: %i x %i', (width, height) => {
    const rows = partRowsOf(height, width);
    const count = Math.ceil(height / rows);
    expect(count).toBeGreaterThan(1);
    expect(height - (count - 1) * rows).toBeGreaterThan(rows - 16 * count);
    expect(rows % 16).toBe(0);
  });

  test('are one where it is small', () => {
    expect(partRowsOf(600, 1000)).toBeGreaterThanOrEqual(600);
  });
});
