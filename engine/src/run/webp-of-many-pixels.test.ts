import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bytesOfBlob, fixture, psnrOf, readPixels } from '../../testing/pictures.ts';
import sharp from 'sharp';
import { createLocalPool } from './local-pool.ts';

const pool = createLocalPool();

// A device on which the samples of half the picture can be kept.
beforeEach(() =>
  vi.stubGlobal('navigator', { deviceMemory: (200 * 150 * 9) / 2 / (0.4 * 2 ** 30) }),
);
afterEach(() => vi.unstubAllGlobals());

it('has as few pixels as can be kept where it may, and nearly the bytes of its limit', async () => {
  const photo = new Blob([await fixture('grid.heic')]);
  const options = { format: 'webp', metadata: 'strip', fewerPixels: true } as const;
  const roomy = await pool.convert(photo, { ...options, targetBytes: 1e6 });
  expect(roomy.notes).toEqual(['fewer-pixels']);
  expect(roomy.width * roomy.height).toBeLessThanOrEqual((200 * 150) / 2);
  expect(roomy.width / roomy.height).toBeCloseTo(200 / 150, 1);
  const exact = await bytesOfBlob((await pool.convert(photo, { format: 'png' })).blob);
  const { width, height } = roomy;
  const smaller = await sharp(exact).resize(width, height, { fit: 'fill' }).png().toBuffer();
  expect(psnrOf(await readPixels(roomy.blob), await readPixels(smaller))).toBeGreaterThan(28);
  const targetBytes = Math.round(roomy.blob.size * 0.7);
  const limited = await pool.convert(photo, { ...options, targetBytes });
  expect(limited.notes).toEqual(['fewer-pixels']);
  expect(limited.blob.size).toBeLessThanOrEqual(targetBytes);
  expect(limited.blob.size).toBeGreaterThan(targetBytes * 0.9);
});
