import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { convertFixture, fixture, psnrOf, readPixels } from '../../testing/pictures.ts';
import type { ConvertOptions } from '../options.ts';
import { runPipeline } from './pipeline.ts';

describe('size, crop and quality', () => {
  test('fits the box, fills it or ignores the ratio, as asked', async () => {
    const sizes = async (resize: ConvertOptions['resize']) => {
      const { width, height, blob } = await convertFixture('drawing.png', resize ? { resize } : {});
      const pixels = await readPixels(blob);
      expect(pixels).toMatchObject({ width, height });
      return [width, height];
    };
    expect(await sizes({ width: 24, height: 24 })).toEqual([24, 16]);
    expect(await sizes({ width: 24, height: 24, mode: 'fill' })).toEqual([24, 24]);
    expect(await sizes({ width: 24, height: 24, mode: 'stretch' })).toEqual([24, 24]);
    expect(await sizes({ width: 24 })).toEqual([24, 16]);
    expect(await sizes({ height: 64 })).toEqual([96, 64]);
  });

  test('cuts the rectangle that was asked for from the upright picture', async () => {
    const crop = { x: 8, y: 20, width: 31, height: 17 };
    const result = await convertFixture('located.jpg', { crop, format: 'png' });
    const whole = await readPixels(await fixture('located.png'));
    const expected = new Uint8Array(crop.width * crop.height * 3);
    for (let y = 0; y < crop.height; y++) {
      const from = ((crop.y + y) * whole.width + crop.x) * 3;
      expected.set(whole.data.subarray(from, from + crop.width * 3), y * crop.width * 3);
    }
    const pixels = await readPixels(result.blob);
    expect(psnrOf(pixels, { width: 31, height: 17, channels: 3, data: expected })).toBeGreaterThan(
      45,
    );
  });

  test('keeps the top left or the center of what stands out of the box', async () => {
    const center = await convertFixture('drawing.png', {
      resize: { width: 10, height: 32, mode: 'fill' },
      format: 'png',
    });
    const resize = { width: 10, height: 32, mode: 'fill', position: 'top-left' } as const;
    const corner = await convertFixture('drawing.png', { resize, format: 'png' });
    const whole = await readPixels(await fixture('drawing.png'));
    const columnAt = (x: number) => [...whole.data.subarray(x * 3, x * 3 + 3)];
    expect([...(await readPixels(corner.blob)).data.subarray(0, 3)]).toEqual(columnAt(0));
    expect([...(await readPixels(center.blob)).data.subarray(0, 3)]).toEqual(columnAt(19));
  });

  test('finds the best quality under a size, and is honest when there is none', async () => {
    const free = (await convertFixture('grid.heic', { quality: 100 })).blob.size;
    const targetBytes = Math.round(free * 0.7);
    const fitting = await convertFixture('grid.heic', { quality: 100, targetBytes });
    expect(fitting.blob.size).toBeLessThanOrEqual(targetBytes);
    expect(fitting.blob.size).toBeGreaterThan(targetBytes * 0.5);
    expect(fitting.notes).not.toContain('target-not-reached');
    const impossible = await convertFixture('grid.heic', { targetBytes: 300 });
    expect(impossible.notes).toContain('target-not-reached');
    // The best that is possible: the result at the lowest quality.
    const lowest = await convertFixture('grid.heic', { quality: 50, targetBytes: 300 });
    expect(impossible.blob.size).toBe(lowest.blob.size);
  });
});

test('shrinks a grid row of tiles by row of tiles to what shrinking the whole gives', async () => {
  for (const name of ['grid.heic', 'grid-rotated.heic']) {
    const whole = await convertFixture(name, { format: 'png' });
    const crop = { x: 3, y: 5, width: whole.width - 20, height: whole.height - 9 };
    for (const options of [
      { resize: { width: 60 } },
      { crop, resize: { width: 40, height: 30 } },
    ]) {
      const inBands = await convertFixture(name, { ...options, format: 'png' });
      const later = await runPipeline(whole.blob, 'whole.png', { ...options, format: 'png' });
      expect(psnrOf(await readPixels(inBands.blob), await readPixels(later.blob))).toBe(99);
    }
  }
});

test('offers for a picture that is too long for its format a size that there is', async () => {
  const data = new Uint8Array(20_000 * 3);
  const line = sharp(data, { raw: { width: 20_000, height: 1, channels: 3 } });
  const file = new Blob([new Uint8Array(await line.png().toBuffer())]);
  const error = await runPipeline(file, 'line.png', { format: 'webp' }).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'too-large', fits: { width: 16_383, height: 1 } });
  const { width, height } = await runPipeline(file, 'line.png', {
    format: 'webp',
    resize: { ...error.fits, mode: 'stretch' },
  });
  expect([width, height]).toEqual([16_383, 1]);
});
