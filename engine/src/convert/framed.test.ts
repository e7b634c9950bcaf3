import { describe, expect, test } from 'vitest';
import { fixture, psnrOf, readPixels } from '../../testing/pictures.ts';
import type { ConvertOptions } from '../options.ts';
import { createLocalPool } from '../run/local-pool.ts';
import { runPipeline, startPipeline } from './pipeline.ts';

const pool = createLocalPool();

describe('a picture of another size, of other colors, or a part of one, in strips', () => {
  const crop = { x: 3, y: 5, width: 57, height: 51 };
  const even = { x: 4, y: 6, width: 56, height: 50 };
  const frames: ConvertOptions[] = [
    { resize: { width: 60 } },
    { resize: { width: 61, height: 45, mode: 'stretch' } },
    { resize: { width: 50, height: 50, mode: 'fill' }, rotate: 90 },
    { resize: { width: 400 } },
    { crop: even },
    { crop, flip: 'horizontal' },
    { crop, rotate: 270, resize: { width: 70 } },
    { crop, resize: { height: 40 }, quality: 80 },
    { color: 'srgb' },
    { color: 'srgb', crop, rotate: 90 },
    { color: 'srgb', resize: { width: 50 } },
  ];
  const files = [
    'grid.heic',
    'grid-rotated.heic',
    'rotated.heic',
    'phone-p3.heic',
    'gain-map.heic',
    'located.jpg',
  ];

  test.each(frames)('is what the whole picture gives as RGB: %j', async (frame) => {
    for (const name of files) {
      const file = new Blob([await fixture(name)]);
      expect(await startPipeline(file, name, frame, {})).toMatchObject({ kind: 'planned' });
      const result = await pool.convert(file, { name, ...frame });
      const slow = await runPipeline(file, name, frame);
      const { blob: _fast, milliseconds: _taken, ...told } = result;
      const { blob: _slow, milliseconds: _needed, ...expected } = slow;
      expect(told).toEqual(expected);
      const likeness = psnrOf(await readPixels(result.blob), await readPixels(slow.blob));
      // Allows for rounding to RGB in between, chroma averaged separately, and lossy coding twice.
      expect(likeness).toBeGreaterThan(36);
    }
  });
});
