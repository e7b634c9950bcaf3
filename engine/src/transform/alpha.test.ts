import { describe, expect, it } from 'vitest';
import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import { FilledPixels } from './alpha.ts';

/** Rows of one pixel, in the order that is said. */
function pixelsOf(order: DecodedPixels['order'], rows: number[][]): DecodedPixels {
  return {
    ...{ width: 1, height: rows.length, order, opaque: false },
    async copy(top, count, target) {
      target.set(rows.slice(top, top + count).flat());
    },
    close() {},
  };
}

describe('pixels on a color', () => {
  it.each(['rgb', 'bgr'] as const)('are mixed with it by their alpha: %s', async (order) => {
    const stored = [200, 100, 50];
    const inOrder = order === 'rgb' ? stored : stored.toReversed();
    const rows = [255, 128, 0].map((alpha) => [...inOrder, alpha]);
    const filled = new FilledPixels(pixelsOf(order, rows), '#0a64f0');
    const target = new Uint8Array(12);
    await filled.copy(0, 3, target);
    const shown = [0, 4, 8].map((at) => {
      const pixel = [...target.subarray(at, at + 3)];
      return order === 'rgb' ? pixel : pixel.toReversed();
    });
    expect(shown).toEqual([stored, [105, 100, 145], [10, 100, 240]]);
  });

  it('say whether any of those that were copied was not opaque', async () => {
    const rows = [
      [1, 2, 3, 255],
      [1, 2, 3, 254],
      [1, 2, 3, 255],
    ];
    const filled = new FilledPixels(pixelsOf('rgb', rows), '#ffffff');
    const seen: boolean[] = [];
    for (const top of [0, 1, 2]) {
      await filled.copy(top, 1, new Uint8Array(4));
      seen.push(filled.isFilled);
    }
    expect(seen).toEqual([false, true, true]);
  });
});
