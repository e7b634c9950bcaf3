import sharp from 'sharp';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bytesOfBlob, fixture, psnrOf, readPixels } from '../../testing/pictures.ts';
import type { FileOptions } from '../options.ts';
import { createLocalPool } from './local-pool.ts';

// Half of this picture's pixels, so that the test does not need 50 million.
vi.mock('../strips/counting.ts', async (load) => ({
  ...(await load<object>()),
  maxKeptPixels: (200 * 150) / 2,
}));

const pool = createLocalPool();

afterEach(() => vi.unstubAllGlobals());

const grid = async (): Promise<Blob> => new Blob([await fixture('grid.heic')]);

describe.each(['jpeg', 'webp'] as const)('a %s of more pixels than are kept', (format) => {
  const changes: FileOptions[] = [
    {},
    { rotate: 90 },
    { crop: { x: 3, y: 7, width: 181, height: 139 } },
    { resize: { width: 180 } },
    { color: 'srgb' },
  ];

  test.each(changes)('has all of them, and nearly the bytes of its limit: %j', async (change) => {
    const bare = { ...change, format, metadata: 'strip' } as const;
    expect((await pool.inspect(await grid(), { ...bare, targetBytes: 1e6 })).plan.ways[0]).toBe(
      'strips',
    );
    const exact = await readPixels(
      (await pool.convert(await grid(), { ...change, format: 'png' })).blob,
    );
    const free = await pool.convert(await grid(), bare);
    const { width, height } = free;
    const cases = [
      { share: 1.2, fewerPixels: true },
      { share: 0.9, fewerPixels: true },
      { share: 0.6, fewerPixels: false },
    ];
    for (const { share, fewerPixels } of cases) {
      const targetBytes = Math.round(free.blob.size * share);
      const limited = await pool.convert(await grid(), { ...bare, targetBytes, fewerPixels });
      expect(limited).toMatchObject({ notes: [], width, height });
      expect(limited.blob.size).toBeLessThanOrEqual(targetBytes);
      expect(limited.blob.size).toBeGreaterThan(targetBytes * (share > 1 ? 0.65 : 0.9));
      expect(psnrOf(await readPixels(limited.blob), exact)).toBeGreaterThan(24);
    }
  });

  test('gets fewer where its least quality does not do, and may', async () => {
    const bare = { format, metadata: 'strip', targetBytes: 900 } as const;
    const kept = await pool.convert(await grid(), bare);
    expect(kept).toMatchObject({ notes: ['target-not-reached'], width: 200, height: 150 });
    const fewer = await pool.convert(await grid(), { ...bare, fewerPixels: true });
    expect(fewer.notes).toEqual(['fewer-pixels']);
    expect(fewer.blob.size).toBeLessThanOrEqual(900);
    expect(fewer.blob.size).toBeGreaterThan(800);
    expect(fewer.width * fewer.height).toBeLessThanOrEqual((200 * 150) / 2);
    const { width, height } = await sharp(await bytesOfBlob(fewer.blob)).metadata();
    expect({ width, height }).toEqual({ width: fewer.width, height: fewer.height });
  });
});
