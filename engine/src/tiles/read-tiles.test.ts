import { describe, expect, test } from 'vitest';
import { samplePhoto } from '../../testing/sample-planes.ts';
import { type ReadableFile, readTiles } from './read-tiles.ts';
import { sample } from '../../testing/strip-sample.ts';

describe('reading tiles', () => {
  async function readsOf(ranges: [start: number, end: number][]) {
    const reads: [number, number][] = [];
    const bytes = Uint8Array.from({ length: 4000 }, (_, i) => i % 251);
    const source: ReadableFile = {
      slice(start, end) {
        reads.push([start, end]);
        return { arrayBuffer: async () => bytes.slice(start, end).buffer };
      },
    };
    const [tile] = sample(samplePhoto(16, 16), 1, 1).plan.tasks[0]!.tiles;
    const tiles = ranges.map(([start, end]) => ({ ...tile!, data: { start, end } }));
    const data = await readTiles(source, tiles);
    expect(data).toEqual(ranges.map(([start, end]) => bytes.slice(start, end)));
    return reads;
  }

  test('takes one read where they lie together, in any order', async () => {
    const together: [number, number][] = [
      [1200, 1500],
      [100, 600],
      [600, 1190],
    ];
    expect(await readsOf(together)).toEqual([[100, 1500]]);
  });

  test('does not read what lies between them when that is much', async () => {
    const apart: [number, number][] = [
      [0, 100],
      [3000, 3100],
    ];
    expect(await readsOf(apart)).toEqual(apart);
  });
});
