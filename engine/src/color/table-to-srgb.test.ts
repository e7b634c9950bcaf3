import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { averageDeltaE } from '../../testing/delta-e.ts';
import { bytesOfBlob, fixture, readPixels } from '../../testing/pictures.ts';
import { writeTableProfile, type TableProfile } from '../../testing/table-profile.ts';
import { runPipeline } from '../convert/pipeline.ts';
import { setPngMetadata } from '../formats/png/metadata.ts';
import { primariesByCode, rgbToXyzD50 } from './primaries.ts';
import { apply } from './matrix.ts';

const wide = rgbToXyzD50(primariesByCode[12]!);

/** A device with wide primaries that leak into each other, behind a curve that is nobody's gamma. */
function deviceToXyz(values: readonly number[]): [number, number, number] {
  const [r = 0, g = r, b = r] = values.map((value) => value ** 1.3 * (0.7 + 0.3 * value));
  const leak = 0.06;
  const mean = ((r + g + b) / 3) * leak;
  const [x, y, z] = apply(wide, [
    r * (1 - leak) + mean,
    g * (1 - leak) + mean,
    b * (1 - leak) + mean,
  ]);
  return [x, y, z];
}

const rgb: Omit<TableProfile, 'type' | 'connection'> = {
  space: 'RGB ',
  size: 17,
  curve: (value) => value ** 1.1,
  toXyz: deviceToXyz,
};

/** A chart of all corners and many colors between, with this profile. */
async function chartWith(icc: Uint8Array, gray = false): Promise<Uint8Array<ArrayBuffer>> {
  const side = 64;
  const channels = gray ? 1 : 3;
  const data = Uint8Array.from({ length: side * side * channels }, (_, at) => {
    const pixel = Math.floor(at / channels);
    const steps = [pixel % 16, (pixel >> 4) % 16, pixel >> 8];
    return gray ? pixel % 256 : steps[at % 3]! * 17;
  });
  const png = sharp(data, { raw: { width: side, height: side, channels } });
  const bytes = gray ? await png.toColorspace('b-w').png().toBuffer() : await png.png().toBuffer();
  return setPngMetadata(new Uint8Array(bytes), {}, icc);
}

/** What LittleCMS, inside libvips, makes of a picture with a profile. */
async function referenceOf(png: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await sharp(png).toColorspace('srgb').removeAlpha().raw().toBuffer());
}

async function convert(png: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const result = await runPipeline(new Blob([png]), 'a.png', { format: 'png', color: 'srgb' });
  return (await readPixels(await bytesOfBlob(result.blob))).data;
}

describe('a profile made of tables', () => {
  test.each([
    ['mft1', 'Lab '],
    ['mft2', 'Lab '],
    ['mft2', 'XYZ '],
    ['mAB ', 'Lab '],
    ['mAB ', 'XYZ '],
  ] as const)('%s to %s turns to sRGB as LittleCMS does it', async (type, connection) => {
    const png = await chartWith(writeTableProfile({ ...rgb, type, connection }));
    const reference = await referenceOf(png);
    expect(averageDeltaE(await convert(png), reference)).toBeLessThan(0.5);
    // The numbers as they are mean something else.
    expect(averageDeltaE((await readPixels(png)).data, reference)).toBeGreaterThan(3);
  });

  test.each(['mft2', 'mAB '] as const)('%s of gray too', async (type) => {
    const profile = writeTableProfile({ ...rgb, type, connection: 'Lab ', space: 'GRAY' });
    const png = await chartWith(profile, true);
    const reference = await referenceOf(png);
    expect(averageDeltaE(await convert(png), reference)).toBeLessThan(1);
  });

  test('is followed for 16 bits without steps', async () => {
    const icc = writeTableProfile({ ...rgb, type: 'mft2', connection: 'Lab ' });
    const picture = await fixture('deep-interlaced.png');
    const deep = await setPngMetadata(picture, {}, icc);
    const options = { format: 'png', color: 'srgb' } as const;
    const bytes = await bytesOfBlob((await runPipeline(new Blob([deep]), 'a.png', options)).blob);
    expect((await sharp(bytes).metadata()).depth).toBe('ushort');
    const { data, ...size } = await readPixels(picture);
    const shallow = await sharp(data, { raw: { ...size, channels: 3 } })
      .png()
      .toBuffer();
    const reference = await referenceOf(await setPngMetadata(shallow, {}, icc));
    expect(averageDeltaE((await readPixels(bytes)).data, reference)).toBeLessThan(1);
  });

  test('whose table is cut short is as if it had none', async () => {
    const icc = writeTableProfile({ ...rgb, type: 'mft2', connection: 'Lab ' });
    const png = await chartWith(icc.subarray(0, icc.length - 3000));
    await expect(convert(png)).resolves.toEqual((await readPixels(png)).data);
  });
});
