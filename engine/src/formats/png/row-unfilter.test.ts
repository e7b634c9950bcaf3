import { describe, expect, test } from 'vitest';
import { RowUnfilter } from './row-unfilter.ts';

/** Any bytes, the same ones each time. */
function noise(length: number): Uint8Array {
  let state = 12_345;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}

/** Section 9.4. */
function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [left, above, corner].map((each) => Math.abs(guess - each)) as [
    number,
    number,
    number,
  ];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

/** Section 9.2, byte by byte. */
function filterRow(filter: number, row: Uint8Array, up: Uint8Array, pixelBytes: number) {
  return row.map((byte, x) => {
    const [left, corner] = x < pixelBytes ? [0, 0] : [row[x - pixelBytes]!, up[x - pixelBytes]!];
    const above = up[x]!;
    const guesses = [0, left, above, (left + above) >> 1, paeth(left, above, corner)];
    return byte - guesses[filter]!;
  });
}

describe('rows that are filtered', () => {
  test.each(
    [1, 2, 3, 4, 6, 8].flatMap((pixelBytes) => [1, 5, 21].map((width) => [pixelBytes, width])),
  )('are what they were: %i bytes a pixel, %i pixels', async (pixelBytes, width) => {
    const rowBytes = pixelBytes! * width!;
    // Rows of Paeth that follow each other are undone in pairs.
    const filters = [4, 0, 1, 2, 3, 4, 3, 2, 1, 4, 4, 4, 4, 0, 4, 4, 4, 3];
    const rows = filters.map((_, y) => noise(rowBytes + y).subarray(y));
    const filtered = filters.map((filter, y) => {
      const up = rows[y - 1] ?? new Uint8Array(rowBytes);
      return [filter, ...filterRow(filter, rows[y]!, up, pixelBytes!)];
    });
    const unfilter = await RowUnfilter.create();
    unfilter.start(rowBytes);
    // In two parts, as large pictures come.
    const shown = [filtered.slice(0, 4), filtered.slice(4)].flatMap((part) => {
      const bytes = unfilter.unfilter(Uint8Array.from(part.flat()), rowBytes, pixelBytes!);
      return part.map((_, y) => bytes.slice(y * (1 + rowBytes) + 1, (y + 1) * (1 + rowBytes)));
    });
    expect(shown).toEqual(rows);
  });

  test.each([1, 3, 4, 7, 16, 21])('become opaque pixels: %i of three bytes', async (width) => {
    const unfilter = await RowUnfilter.create();
    unfilter.start(width * 3);
    const colors = [noise(width * 3), noise(width * 6).subarray(width * 3)];
    const rows = unfilter.unfilter(
      Uint8Array.from(colors.flatMap((row) => [0, ...row])),
      ...([width * 3, 3] as const),
    );
    const expected = colors.flatMap((row) =>
      Array.from({ length: width }, (_, x) => [...row.subarray(x * 3, x * 3 + 3), 255]),
    );
    expect([...unfilter.addAlpha(rows, width)]).toEqual(expected.flat());
  });

  test('have nothing above them at the start of each pass', async () => {
    const unfilter = await RowUnfilter.create();
    for (const value of [7, 9]) {
      unfilter.start(3);
      expect([...unfilter.unfilter(Uint8Array.of(2, value, 0, 0), 3, 3)].slice(1)).toEqual([
        value,
        0,
        0,
      ]);
    }
  });

  test('fail where a filter is none', async () => {
    const unfilter = await RowUnfilter.create();
    unfilter.start(3);
    expect(() => unfilter.unfilter(Uint8Array.of(5, 1, 2, 3), 3, 3)).toThrow('filter 5');
  });
});
