import { describe, expect, test } from 'vitest';
import { noTurn } from '../transform/orient.ts';
import { planExcerpt } from './excerpt.ts';
import type { JpegStripTask } from './tasks/task.ts';

/** A picture of 64 x 64 tiles in rows of four, with the given numbers of bytes per tile. */
function stripsOf(bytes: readonly number[], { lastWidth = 64, turn = noTurn } = {}) {
  return Array.from({ length: bytes.length / 4 }, (_, row): JpegStripTask => {
    const inRow = bytes.slice(row * 4, row * 4 + 4);
    return {
      kind: 'jpeg',
      quality: 92,
      table: null,
      toSrgb: null,
      nclx: null,
      turn,
      width: 192 + lastWidth,
      rows: 64,
      chroma: '4:2:0',
      bitDepth: 8,
      firstMcuRow: row * 4,
      last: (row + 1) * 4 === bytes.length,
      output: { kind: 'samples', resampling: null, counting: null },
      tiles: inRow.map((length) => ({
        codec: 'hevc',
        configuration: new Uint8Array(),
        gray: false,
        data: new Uint8Array(length),
        width: 64,
        height: 64,
      })),
      pieces: inRow.map((_bytes, tile) => ({
        tile,
        from: { x: 0, y: 0, width: tile === 3 ? lastWidth : 64, height: 64 },
        to: { x: tile * 64, y: 0 },
      })),
    };
  });
}

const sizes = Array.from({ length: 32 }, (_, at) => 100 * (at + 1));
const shuffled = sizes.map((_, at) => sizes[(at * 5 + 1) % 32]!);
const bytesOf = ({ tiles }: JpegStripTask) => tiles.map(({ data }) => (data as Uint8Array).length);
const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b) / numbers.length;

describe('some tiles of a picture', () => {
  test('take as many bytes each as all do, wherever in the picture those are that take many', () => {
    for (const bytes of [sizes, sizes.toReversed(), shuffled]) {
      const { task } = planExcerpt(stripsOf(bytes), 4)!;
      expect(bytesOf(task)).toHaveLength(4);
      expect(mean(bytesOf(task)) / mean(bytes)).toBeCloseTo(1, 1);
    }
  });

  test('lie side by side without a gap', () => {
    const { task, size } = planExcerpt(stripsOf(sizes), 12)!;
    expect(size).toEqual({ width: 256, height: 192 });
    expect([task.width, task.rows, task.firstMcuRow, task.last]).toEqual([256, 192, 0, true]);
    const places = task.pieces.map(({ to }) => `${to.x} ${to.y}`);
    expect(new Set(places).size * 64 * 64).toBe(size.width * size.height);
  });

  test('are as narrow as the narrowest, but for slivers, which are left out', () => {
    const narrow = planExcerpt(stripsOf(shuffled, { lastWidth: 41 }), 12)!;
    expect(narrow.size).toEqual({ width: 160, height: 192 });
    expect(narrow.task.pieces.every(({ from }) => from.width === 40)).toBe(true);
    const wide = planExcerpt(stripsOf(shuffled, { lastWidth: 8 }), 4)!;
    expect(wide.size).toEqual({ width: 128, height: 128 });
  });

  test('lie side by side where the picture is turned by a quarter, too', () => {
    const turn = { ...noTurn, transpose: true };
    const { task, size } = planExcerpt(stripsOf(shuffled, { lastWidth: 40, turn }), 12)!;
    expect(size).toEqual({ width: 256, height: 120 });
    expect(task.pieces.at(-1)?.to).toEqual({ x: 192, y: 80 });
  });

  test('are none of a picture that has few, and of one that is resampled', () => {
    expect(planExcerpt(stripsOf(sizes), 16)).toBeNull();
    const output = { kind: 'samples', resampling: [], counting: null } as const;
    const resampled = stripsOf(sizes).map((task) => ({ ...task, output }));
    expect(planExcerpt(resampled, 4)).toBeNull();
  });
});
