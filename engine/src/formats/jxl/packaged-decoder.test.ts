import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { averageDeltaE } from '../../../testing/delta-e.ts';
import { farthestFromRamp, transfers } from '../../../testing/hdr-ramp.ts';
import {
  bytesOfBlob,
  contains,
  convertFixture,
  fixture,
  psnrOf,
  readPixels,
} from '../../../testing/pictures.ts';
import { inspectFile } from '../../convert/inspect.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import type { ConvertOptions } from '../../options.ts';
import { dividedByAlpha, premultipliedJxl } from '../../../testing/premultiplied-jxl.ts';
import { decodeByPackage } from './packaged-decoder.ts';

async function convert(name: string, options: ConvertOptions): Promise<Uint8Array> {
  return bytesOfBlob((await convertFixture(`${name}.jxl`, options)).blob);
}

async function psnrTo(reference: string, bytes: Uint8Array, channels: 3 | 4): Promise<number> {
  return psnrOf(
    await readPixels(bytes, channels),
    await readPixels(await fixture(reference), channels),
  );
}

describe('JPEG XL where no browser decodes it', () => {
  test('gives gray sample for sample, as one channel', async () => {
    const bytes = await convert('gray', { format: 'png' });
    expect(await psnrTo('gray.png', bytes, 3)).toBe(99);
    expect((await sharp(bytes).metadata()).channels).toBe(1);
  });

  test('gives color as libjxl does', async () => {
    expect(
      await psnrTo('drawing.png', await convert('drawing', { format: 'png' }), 3),
    ).toBeGreaterThan(30);
  });

  test('gives transparency straight, and 16 bits as 8', async () => {
    const bytes = await convert('deep-alpha', { format: 'png' });
    // Stored with a curve of 2.2, which sRGB's is close to.
    expect(await psnrTo('alpha.png', bytes, 4)).toBeGreaterThan(38);
    const alphaOf = (picture: Uint8Array) =>
      sharp(picture).extractChannel('alpha').raw().toBuffer();
    expect(await alphaOf(bytes)).toEqual(await alphaOf(await fixture('alpha.png')));
    expect((await sharp(bytes).metadata()).depth).toBe('uchar');
  });

  test('divides colors by alpha, once, where the file says that they are multiplied by it', async () => {
    const decoded = async (bytes: Uint8Array<ArrayBuffer>) => {
      const { blob } = await runPipeline(new Blob([bytes]), 'a.jxl', { format: 'png' });
      return (await readPixels(blob, 4)).data;
    };
    const stored = await decoded(await fixture('deep-alpha.jxl'));
    expect(await decoded(await premultipliedJxl())).toEqual(dividedByAlpha(stored));
  });

  test('gives the colors of a profile as sRGB', async () => {
    const bytes = await convert('chart-p3', { format: 'png' });
    const reference = await readPixels(await fixture('chart-srgb.png'));
    expect(averageDeltaE((await readPixels(bytes)).data, reference.data)).toBeLessThan(1);
    expect((await sharp(bytes).metadata()).icc).toBeUndefined();
    const { plan } = await inspectFile(new Blob([await fixture('chart-p3.jxl')]), 'chart-p3.jxl');
    expect(plan.steps.map(({ kind }) => kind)).toContain('convert-to-srgb');
  });

  test.each(['pq', 'hlg'] as const)(
    'gives HDR in %s as an ordinary picture with a gain map',
    async (name) => {
      const result = await convertFixture(`hdr-${name}.jxl`);
      expect(result.notes).toEqual(['gain-map-made']);
      const farthest = await farthestFromRamp(await bytesOfBlob(result.blob), transfers[name]);
      // From 8 bits in sRGB's curve.
      expect(farthest).toBeLessThan(0.2);
    },
  );

  test('turns a picture once, and carries its metadata', async () => {
    const bytes = await convert('located', { format: 'jpeg', quality: 100 });
    expect(await psnrTo('located.png', bytes, 3)).toBeGreaterThan(38);
    expect((await sharp(bytes).metadata()).orientation).toBe(1);
    expect(contains(bytes, 'Fixture 50mm f/2')).toBe(true);
  });

  test('says that a file is damaged, and that a picture is too large for it', async () => {
    const bytes = await fixture('drawing.jxl');
    const half = new Blob([bytes.slice(0, bytes.length / 2)]);
    await expect(runPipeline(half, 'a.jxl', {})).rejects.toMatchObject({ code: 'corrupt-file' });
    await expect(decodeByPackage(bytes, 50e6, {})).rejects.toMatchObject({ code: 'too-large' });
    // One that failed does not spoil the next.
    expect(await convertFixture('drawing.jxl')).toMatchObject({ width: 48, height: 32 });
  });
});
