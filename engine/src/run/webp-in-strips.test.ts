import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bytesOfBlob, fixture, psnrOf, readPixels } from '../../testing/pictures.ts';
import type { FileOptions } from '../options.ts';
import { createLocalPool } from './local-pool.ts';

const pool = createLocalPool();

async function convert(name: string, options: FileOptions): Promise<Blob> {
  return (await pool.convert(new Blob([await fixture(name)]), options)).blob;
}

const changes: FileOptions[] = [
  {},
  { rotate: 90 },
  { flip: 'horizontal' },
  { crop: { x: 4, y: 16, width: 50, height: 70 } },
  { crop: { x: 3, y: 7, width: 51, height: 65 } },
  { resize: { width: 100 } },
  { color: 'srgb' },
];

describe('a WebP made in strips', () => {
  it.each(changes)('looks like the PNG with the same options: %j', async (options) => {
    for (const name of ['grid.heic', 'grid-rotated.heic', 'phone-p3.heic', 'located.jpg']) {
      const file = new Blob([await fixture(name)]);
      const webp = { format: 'webp', quality: 98, ...options } as const;
      const { steps, ways } = (await pool.inspect(file, webp)).plan;
      const exact = await readPixels(await convert(name, { format: 'png', ...options }));
      const made = await readPixels(await convert(name, webp));
      // Half the color resolution costs as much in small pictures of sharp colors.
      expect(psnrOf(made, exact), `${name} by ${ways[0]}: ${steps.length} steps`).toBeGreaterThan(
        30,
      );
    }
  });

  it('is planned for what strips can do, and for nothing else', async () => {
    const firstWay = async (name: string, options: FileOptions): Promise<string> => {
      const file = new Blob([await fixture(name)]);
      return (await pool.inspect(file, { format: 'webp', ...options })).plan.ways[0]!;
    };
    expect(await firstWay('grid.heic', {})).toBe('strips');
    expect(await firstWay('grid.heic', { resize: { width: 50 } })).toBe('strips');
    expect(await firstWay('grid.heic', { lossless: true })).not.toBe('strips');
    expect(await firstWay('grid.heic', { targetBytes: 9000 })).not.toBe('strips');
    expect(await firstWay('alpha.heic', {})).not.toBe('strips');
  });

  it('keeps the profile and the metadata', async () => {
    const blob = await convert('phone-p3.heic', { format: 'webp' });
    const { icc, exif, format } = await sharp(await bytesOfBlob(blob)).metadata();
    expect(format).toBe('webp');
    expect(blob.type).toBe('image/webp');
    expect(icc).toBeDefined();
    expect(exif).toBeDefined();
    const bare = await convert('phone-p3.heic', { format: 'webp', metadata: 'strip' });
    const left = await sharp(await bytesOfBlob(bare)).metadata();
    expect(left.exif).toBeUndefined();
    expect(left.icc).toEqual(icc);
  });
});
