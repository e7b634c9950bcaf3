import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { bytesOfBlob, exifWidthOf, fixture, psnrOf, readPixels } from '../../testing/pictures.ts';
import { samplePhoto } from '../../testing/sample-planes.ts';
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
  test.each(changes)('looks like the PNG with the same options: %j', async (options) => {
    for (const name of ['grid.heic', 'grid-rotated.heic', 'phone-p3.heic', 'located.jpg']) {
      const file = new Blob([await fixture(name)]);
      const webp = { format: 'webp', quality: 98, ...options } as const;
      const { steps, ways } = (await pool.inspect(file, webp)).plan;
      const exact = await readPixels(await convert(name, { format: 'png', ...options }));
      const made = await readPixels(await convert(name, webp));
      // In small pictures with sharp colors, halving the chroma resolution costs that much.
      expect(psnrOf(made, exact), `${name} by ${ways[0]}: ${steps.length} steps`).toBeGreaterThan(
        30,
      );
    }
  });

  test('is planned for what strips can do, and for nothing else', async () => {
    const firstWay = async (name: string, options: FileOptions): Promise<string> => {
      const file = new Blob([await fixture(name)]);
      return (await pool.inspect(file, { format: 'webp', ...options })).plan.ways[0]!;
    };
    expect(await firstWay('grid.heic', {})).toBe('strips');
    expect(await firstWay('grid.heic', { resize: { width: 50 } })).toBe('strips');
    expect(await firstWay('grid.heic', { lossless: true })).not.toBe('strips');
    expect(await firstWay('grid.heic', { targetBytes: 9000 })).toBe('strips');
    expect(await firstWay('alpha.heic', { targetBytes: 9000 })).not.toBe('strips');
    expect(await firstWay('alpha.heic', {})).not.toBe('strips');
  });

  test.each(['grid.heic', 'grid-rotated.heic', 'located.jpg'])(
    'has no more bytes than its limit, and nearly as many: %s',
    async (name) => {
      const free = (await convert(name, { format: 'webp' })).size;
      const bare = (await convert(name, { format: 'webp', metadata: 'strip' })).size;
      for (const share of [0.9, 0.7, 0.5]) {
        // Metadata and profile are not compressed, so their size is fixed.
        const targetBytes = Math.round(free - bare * (1 - share));
        const file = new Blob([await fixture(name)]);
        const options = { format: 'webp', targetBytes } as const;
        const { blob, notes, width, height } = await pool.convert(file, options);
        expect(notes).not.toContain('target-not-reached');
        expect(blob.size).toBeLessThanOrEqual(targetBytes);
        // In files of a few kilobytes, one step of the quantizer may be more than a few percent.
        expect(blob.size).toBeGreaterThan(free - bare * (1 - share * 0.8));
        const made = await sharp(await bytesOfBlob(blob), { failOn: 'warning' }).metadata();
        expect(made).toMatchObject({ format: 'webp', width, height });
        const exact = await readPixels(await convert(name, { format: 'png' }));
        expect(psnrOf(await readPixels(blob), exact)).toBeGreaterThan(24);
      }
    },
  );

  test('gets fewer pixels for a limit where it may, and says so', async () => {
    const file = new Blob([await fixture('grid.heic')]);
    const options = { format: 'webp', metadata: 'strip', targetBytes: 900 } as const;
    const kept = await pool.convert(file, options);
    expect(kept.notes).toContain('target-not-reached');
    const fewer = await pool.convert(file, { ...options, fewerPixels: true });
    expect(fewer.notes).toContain('fewer-pixels');
    expect(fewer.blob.size).toBeLessThanOrEqual(900);
    expect(fewer.width).toBeLessThan(kept.width);
    const { width, height } = await sharp(await bytesOfBlob(fewer.blob)).metadata();
    expect({ width, height }).toEqual({ width: fewer.width, height: fewer.height });
  });

  test('tells metadata the size that it has got', async () => {
    const file = new Blob([await fixture('located.jpg')]);
    const options = { format: 'webp', targetBytes: 4200, fewerPixels: true } as const;
    const { blob, notes, width } = await pool.convert(file, options);
    expect(notes).toContain('fewer-pixels');
    expect(await exifWidthOf(blob)).toBe(width);
  });

  test('says so where even its least quality is too much, as metadata may be', async () => {
    const { blob, notes } = await pool.convert(new Blob([await fixture('phone-p3.heic')]), {
      format: 'webp',
      targetBytes: 300,
      fewerPixels: true,
    });
    expect(notes).toContain('target-not-reached');
    expect((await sharp(await bytesOfBlob(blob)).metadata()).format).toBe('webp');
  });

  test('keeps the profile and the metadata', async () => {
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

  test('is one of what only one worker decodes, too, and looks the same', async () => {
    const { data } = samplePhoto(1200, 900);
    const photo = sharp(data, { raw: { width: 1200, height: 900, channels: 3 } });
    const file = new Blob([
      new Uint8Array(await photo.toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer()),
    ]);
    const free = await pool.convert(file, { format: 'webp' });
    expect((await pool.inspect(file, { format: 'webp' })).plan.ways[0]).toBe('strips');
    const exact = await readPixels((await pool.convert(file, { format: 'png' })).blob);
    expect(psnrOf(await readPixels(free.blob), exact)).toBeGreaterThan(30);
    const targetBytes = Math.round(free.blob.size * 0.6);
    const limited = await pool.convert(file, { format: 'webp', targetBytes });
    expect(limited.notes).not.toContain('target-not-reached');
    expect(limited.blob.size).toBeLessThanOrEqual(targetBytes);
    expect(limited.blob.size).toBeGreaterThan(targetBytes * 0.97);
  });
});
