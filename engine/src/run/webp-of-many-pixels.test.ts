import sharp from 'sharp';
import { afterEach, expect, it, vi } from 'vitest';
import { bytesOfBlob, fixture, psnrOf, readPixels } from '../../testing/pictures.ts';
import { createLocalPool } from './local-pool.ts';

// Half of the picture's, so that it need not have 50 million.
vi.mock('../strips/counting.ts', async (load) => ({
  ...(await load<object>()),
  maxKeptPixels: (200 * 150) / 2,
}));

const pool = createLocalPool();

/** No picture of this size is encoded whole there. */
const littleMemory = { deviceMemory: (200 * 150 * 9) / 2 / (0.4 * 2 ** 30) };

afterEach(() => vi.unstubAllGlobals());

it('has as many pixels as can be kept where there is no room for all, and nearly the bytes of its limit', async () => {
  vi.stubGlobal('navigator', littleMemory);
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

it('keeps all of them where there is room to encode it whole, and that fits', async () => {
  const photo = new Blob([await fixture('grid.heic')]);
  const options = { format: 'webp', fewerPixels: true, targetBytes: 1e6 } as const;
  const { width, height, notes } = await pool.convert(photo, options);
  expect({ width, height, notes }).toEqual({ width: 200, height: 150, notes: [] });
});
