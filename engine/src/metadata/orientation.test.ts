import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { bytesOfBlob, psnrOf, readPixels } from '../../testing/pictures.ts';
import { samplePhoto } from '../../testing/sample-planes.ts';
import { runPipeline } from '../convert/pipeline.ts';

const [width, height] = [45, 32];
const orientations = [1, 2, 3, 4, 5, 6, 7, 8];
const drawing = samplePhoto(width, height);

/** Stored as it is, with an orientation in Exif, by another library. */
async function stored(format: 'jpeg' | 'png' | 'webp', orientation: number): Promise<Buffer> {
  const raw = { width, height, channels: 3 as const };
  const picture = sharp(drawing.data, { raw }).withMetadata({ orientation });
  const quality = {
    jpeg: { quality: 100, chromaSubsampling: '4:4:4' },
    png: {},
    webp: { lossless: true },
  };
  return picture.toFormat(format, quality[format]).toBuffer();
}

describe.each(['jpeg', 'png', 'webp'] as const)('Exif’s orientation in a %s', (format) => {
  test.each(orientations)('%i is applied once, and the result says 1', async (orientation) => {
    const source = await stored(format, orientation);
    expect((await sharp(source).metadata()).orientation).toBe(orientation);
    const upright = await readPixels(await sharp(source).rotate().png().toBuffer());
    const once = await runPipeline(new Blob([new Uint8Array(source)]), 'a', { format: 'png' });
    expect(psnrOf(await readPixels(once.blob), upright)).toBeGreaterThan(
      format === 'jpeg' ? 45 : 98,
    );
    expect((await sharp(await bytesOfBlob(once.blob)).metadata()).orientation).toBe(1);
    for (const second of ['jpeg', 'webp'] as const) {
      const twice = await runPipeline(once.blob, 'a', {
        format: second,
        quality: 100,
        lossless: second === 'webp',
      });
      expect([twice.width, twice.height]).toEqual([upright.width, upright.height]);
      const file = await bytesOfBlob(twice.blob);
      expect((await sharp(file).metadata()).orientation).toBe(1);
      expect(psnrOf(await readPixels(file), upright)).toBeGreaterThan(40);
    }
  });
});
