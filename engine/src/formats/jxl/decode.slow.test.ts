import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openHarness, type Harness } from '../../../bench/harness.ts';
import type { Outcome } from '../../../bench/laboratory.ts';
import { averageDeltaE } from '../../../testing/delta-e.ts';
import { farthestFromRamp, transfers } from '../../../testing/hdr-ramp.ts';
import { contains, fixture, psnrOf, readPixels } from '../../../testing/pictures.ts';
import { dividedByAlpha, premultipliedJxl } from '../../../testing/premultiplied-jxl.ts';
import type { ConvertOptions } from '../../options.ts';

let harness: Harness;
let page: Page;
let folder: string;
let canDecode = false;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jxl-'));
  const pictures = join(import.meta.dirname, '../../../fixtures');
  harness = await openHarness({ folders: { pictures, made: folder }, resultFolder: folder });
  page = await harness.freshPage();
  canDecode = await page.evaluate(() => ImageDecoder.isTypeSupported('image/jxl'));
});

afterAll(async () => {
  await harness?.close();
  await rm(folder, { recursive: true, force: true });
});

async function convert(
  name: string,
  options: ConvertOptions = {},
  from = 'pictures',
): Promise<Outcome> {
  const task = { url: `/${from}/${name}.jxl`, options, limitMs: 30_000, saveAs: 'result' };
  return page.evaluate((asked) => globalThis.laboratory.convert(asked), task);
}

const result = () => readFile(join(folder, 'result'));

describe('JPEG XL in a browser that decodes it', () => {
  beforeEach(({ skip }) => skip(!canDecode, 'this browser has no decoder'));

  test('gives gray sample for sample, as one channel', async () => {
    expect(await convert('gray', { format: 'png' })).toMatchObject({ kind: 'picture' });
    const bytes = await result();
    expect(psnrOf(await readPixels(bytes), await readPixels(await fixture('gray.png')))).toBe(99);
    expect((await sharp(bytes).metadata()).channels).toBe(1);
  });

  test('gives transparency straight, and 16 bits as 8', async () => {
    await convert('deep-alpha', { format: 'png' });
    const bytes = await result();
    const reference = await readPixels(await fixture('alpha.png'), 4);
    expect(psnrOf(await readPixels(bytes, 4), reference)).toBeGreaterThan(50);
    expect((await sharp(bytes).metadata()).depth).toBe('uchar');
  });

  test('divides colors by alpha where the file says that they are multiplied by it', async () => {
    await convert('deep-alpha', { format: 'png' });
    const stored = (await readPixels(await result(), 4)).data;
    await writeFile(join(folder, 'premultiplied.jxl'), await premultipliedJxl());
    await convert('premultiplied', { format: 'png' }, 'made');
    expect((await readPixels(await result(), 4)).data).toEqual(dividedByAlpha(stored));
  });

  test.each(['pq', 'hlg'] as const)(
    'gives HDR in %s as an ordinary picture with a gain map, from 8 bits',
    async (name) => {
      const outcome = await convert(`hdr-${name}`);
      expect(outcome).toMatchObject({ kind: 'picture', notes: ['gain-map-made'] });
      const farthest = await farthestFromRamp(await result(), transfers[name]);
      // A step of 8 bits in PQ is a tenth of a stop.
      expect(farthest).toBeLessThan(0.2);
    },
  );

  test('gives the colors of a profile as sRGB', async () => {
    await convert('chart-p3', { format: 'png' });
    const bytes = await result();
    const reference = await readPixels(await fixture('chart-srgb.png'));
    expect(averageDeltaE((await readPixels(bytes)).data, reference.data)).toBeLessThan(1);
    expect((await sharp(bytes).metadata()).icc).toBeUndefined();
  });

  test.each(['jpeg', 'png', 'webp'] as const)(
    'turns a picture once, and carries its compressed metadata to %s',
    async (format) => {
      const outcome = await convert('located', { format, quality: 100 });
      expect(outcome).toMatchObject({ kind: 'picture', width: 64, height: 96 });
      const bytes = await result();
      const reference = await readPixels(await fixture('located.png'));
      expect(psnrOf(await readPixels(bytes), reference)).toBeGreaterThan(38);
      const { exif, orientation } = await sharp(bytes).metadata();
      expect(orientation).toBe(1);
      expect(contains(exif!, 'Fixture 50mm f/2')).toBe(true);
      expect(contains(bytes, 'Vienna')).toBe(true);
    },
  );

  test('leaves no place where that is asked for', async () => {
    await convert('located', { metadata: 'without-location' });
    const bytes = await result();
    expect(contains(bytes, 'Fixture 50mm f/2')).toBe(true);
    for (const place of ['GPS', 'Vienna', 'Stephansplatz'])
      expect(contains(bytes, place)).toBe(false);
  });
});
