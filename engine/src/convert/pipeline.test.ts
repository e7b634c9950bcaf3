import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  bytesOfBlob,
  codeOf,
  convertFixture,
  fixture,
  psnrOf,
  readPixels,
} from '../../testing/pictures.ts';
import { readJpegMetadata, findJpegIcc } from '../formats/jpeg/read-metadata.ts';
import { readJpeg } from '../formats/jpeg/segments.ts';
import { summarizeExif } from '../metadata/exif-summary.ts';
import { readOrientation } from '../metadata/exif.ts';
import { runPipeline } from './pipeline.ts';

describe('HEIC pictures become JPEGs that look as the native decoder shows them', () => {
  const names = ['grid', 'grid-rotated', 'rotated', 'mirrored', 'deep-10-bit'];

  test.each(names)('%s', async (name) => {
    const result = await convertFixture(`${name}.heic`, { quality: 100 });
    const reference = await readPixels(await fixture(`${name}.png`));
    const pixels = await readPixels(result.blob);
    expect(pixels).toMatchObject({ width: result.width, height: result.height });
    expect(psnrOf(pixels, reference)).toBeGreaterThanOrEqual(38);
  });

  test('lays transparency on white, or on the color that was asked for', async () => {
    const reference = await readPixels(await fixture('alpha.png'), 4);
    for (const [background, backdrop] of [['#ffffff', 255] as const, ['#000000', 0] as const]) {
      const result = await convertFixture('alpha.heic', { background, quality: 100 });
      expect(result.notes).toContain('transparency-filled');
      const expected = new Uint8Array(reference.width * reference.height * 3).map((_, at) => {
        const pixel = Math.floor(at / 3) * 4;
        const alpha = reference.data[pixel + 3]! / 255;
        return Math.round(reference.data[pixel + (at % 3)]! * alpha + backdrop * (1 - alpha));
      });
      const pixels = await readPixels(result.blob);
      expect(psnrOf(pixels, { ...reference, channels: 3, data: expected })).toBeGreaterThan(38);
    }
  });

  test('lays a picture on a color before it becomes smaller, so that it looks as it did from afar', async () => {
    const [width, height] = [400, 200];
    const columns = Buffer.alloc(width * height * 4);
    for (let at = 3; at < columns.length; at += 8) columns[at] = 255;
    const raw = { width, height, channels: 4 } as const;
    const png = await sharp(columns, { raw }).png().toBuffer();
    const seen = await sharp(columns, { raw }).flatten({ background: '#ffffff' }).png().toBuffer();
    const options = { resize: { width: 200, height: 100 }, quality: 100 };
    const clear = await runPipeline(new Blob([new Uint8Array(png)]), '', options);
    const opaque = await runPipeline(new Blob([new Uint8Array(seen)]), '', options);
    expect(clear.notes).toEqual(['transparency-filled']);
    const pixels = await readPixels(clear.blob);
    expect(psnrOf(pixels, await readPixels(opaque.blob))).toBe(99);
    // Half of white's light, not half of its code value.
    const middle = pixels.data[(50 * 200 + 100) * 3]!;
    expect(middle).toBeGreaterThan(180);
    expect(middle).toBeLessThan(196);
  });

  test('keeps transparency where the output has it', async () => {
    const reference = await readPixels(await fixture('alpha.png'), 4);
    for (const format of ['png', 'webp'] as const) {
      const result = await convertFixture('alpha.heic', { format, lossless: true });
      expect(result.notes).not.toContain('transparency-filled');
      expect(psnrOf(await readPixels(result.blob, 4), reference)).toBeGreaterThan(45);
    }
  });
});

test('brings an HDR picture down to what a screen shows, and says so', async () => {
  const result = await convertFixture('hdr-pq.heic', { hdr: 'leave-out' });
  expect(result.notes).toContain('tone-mapped');
  const { data, width, height } = await readPixels(result.blob);
  const rows = Array.from({ length: height }, (_, y) => data[y * width * 3]!);
  // PQ's middle is about 92 cd/m², a little under half of paper white.
  expect(Math.max(...rows)).toBeGreaterThan(250);
  expect(Math.min(...rows)).toBeLessThan(5);
  expect(rows[height / 2]).toBeGreaterThan(150);
  expect(rows[height / 2]).toBeLessThan(200);
});

test('refuses tiles that only browsers decode by name, where there is no browser', async () => {
  await expect(convertFixture('avc-grid.heif')).rejects.toMatchObject({
    code: 'unsupported-feature',
    feature: 'video-decoder',
  });
});

describe('what a phone writes into its photos', () => {
  test('goes along, with an orientation that is true of the result', async () => {
    const result = await convertFixture('phone-p3.heic');
    const file = readJpeg(await bytesOfBlob(result.blob));
    const { exif, xmp } = readJpegMetadata(file);
    expect(summarizeExif(exif!)).toEqual({
      make: 'Stillpix',
      model: 'Fixture 1',
      lens: 'Fixture 28mm f/1.8',
      takenAt: '2026:05:04 10:20:30',
      exposure: null,
      hasLocation: true,
      place: { latitude: 48.2, longitude: expect.closeTo(16.37, 6), altitude: null },
    });
    expect(readOrientation(exif!)).toBe(1);
    expect(new TextDecoder().decode(xmp)).toContain('A. Photographer');
    expect(new TextDecoder('latin1').decode(findJpegIcc(file)!)).toContain(
      'D\0i\0s\0p\0l\0a\0y\0 \0P\x003',
    );
  });

  test('is turned once when both the container and Exif say how', async () => {
    const result = await convertFixture('rotated.heic');
    expect([result.width, result.height]).toEqual([64, 96]);
  });
});

describe('the other formats come in', () => {
  const lossless = ['drawing.bmp', 'lossless.webp', 'deep-interlaced.png'];

  test.each(lossless)('%s comes out as the same picture', async (name) => {
    const result = await convertFixture(name, { format: 'png' });
    const pixels = await readPixels(result.blob);
    expect(psnrOf(pixels, await readPixels(await fixture('drawing.png')))).toBeGreaterThan(50);
  });

  test('AVIF', async () => {
    const result = await convertFixture('drawing.avif', { format: 'png' });
    const pixels = await readPixels(result.blob);
    expect(psnrOf(pixels, await readPixels(await fixture('drawing.avif')))).toBeGreaterThan(38);
  });

  test('WebP with transparency', async () => {
    const result = await convertFixture('alpha.webp', { format: 'png' });
    const pixels = await readPixels(result.blob, 4);
    expect(psnrOf(pixels, await readPixels(await fixture('alpha.webp'), 4))).toBe(99);
  });

  test('the first frame of an animated GIF, and says so', async () => {
    const result = await convertFixture('animated.gif', { format: 'png' });
    expect(result.notes).toContain('animation-first-frame');
    expect(
      psnrOf(await readPixels(result.blob), await readPixels(await fixture('animated.gif'))),
    ).toBe(99);
  });

  test('a JPEG that is stored turned comes out upright', async () => {
    const result = await convertFixture('located.jpg', { format: 'png' });
    expect([result.width, result.height]).toEqual([64, 96]);
    const pixels = await readPixels(result.blob);
    expect(psnrOf(pixels, await readPixels(await fixture('located.png')))).toBeGreaterThan(45);
  });
});

test('recognizes a JPEG that is named like a HEIC, converts it and says so', async () => {
  const jpeg = await fixture('located.jpg');
  const result = await runPipeline(new Blob([jpeg]), 'IMG_0001.HEIC', {});
  expect(result.input).toBe('jpeg');
  expect(result.notes).toContain('name-does-not-match-content');
});

describe('a file with several pictures', () => {
  test('gives the primary one and says that there are others', async () => {
    const result = await convertFixture('two.heic');
    expect([result.width, result.height]).toEqual([64, 48]);
    expect(result.notes).toContain('other-pictures-left-out');
    expect(result.others).toEqual([]);
  });

  test('gives all of them on request, each in its own size', async () => {
    const result = await convertFixture('two.heic', { pictures: 'all', format: 'webp' });
    expect(result.notes).not.toContain('other-pictures-left-out');
    expect(result.others).toHaveLength(1);
    const [other] = result.others;
    expect(await readPixels(result.blob)).toMatchObject({ width: 64, height: 48 });
    expect(await readPixels(other!.blob)).toMatchObject({ width: 48, height: 64 });
  });
});

const corpus = new URL('../../../../shared/corpus/derived/', import.meta.url);

test.skipIf(!existsSync(corpus)).each([
  ['season_collection_1440x960.heic', 4],
  ['bird_burst.heic', 4],
  ['stereo_1200x800.heic', 2],
  ['overlay_1000x680.heic', 5],
  ['grid_960x640.heic', 1],
])('gives the primary picture of %s, and %i in all on request', async (name, count) => {
  const file = new Blob([new Uint8Array(await readFile(new URL(name, corpus)))]);
  const primary = await runPipeline(file, name, { resize: { width: 60 } });
  expect(primary.others).toEqual([]);
  expect(primary.notes.includes('other-pictures-left-out')).toBe(count > 1);
  const all = await runPipeline(file, name, { pictures: 'all', resize: { width: 60 } });
  expect(all.others).toHaveLength(count - 1);
  expect(await bytesOfBlob(all.blob)).toEqual(await bytesOfBlob(primary.blob));
});

test('says that a motion photo has a video, and leaves it out', async () => {
  const photo = await fixture('located.jpg');
  const video = new TextEncoder().encode('\0\0\0\x18ftypmp42\0\0\0\0mp42isom');
  const file = new Blob([photo, video]);
  const result = await runPipeline(file, 'PXL.MP.jpg', { format: 'png' });
  expect(result.notes).toContain('video-left-out');
});

test('takes a damaged JPEG for damaged, instead of filling it up with gray', async () => {
  const jpeg = await fixture('located.jpg');
  const damaged = jpeg.slice();
  // In the middle of the scan, which is the last part of the file.
  damaged.set([0xff, 0xd9], damaged.length - 300);
  expect(await codeOf(damaged, 'a.jpg')).toBe('corrupt-file');
});

describe('compressing never makes a file bigger', () => {
  test('gives the original back when the result is not smaller', async () => {
    const jpeg = await fixture('located.jpg');
    const result = await convertFixture('located.jpg', { quality: 100, keepSmallerOriginal: true });
    expect(result.notes).toContain('original-kept');
    expect(await bytesOfBlob(result.blob)).toEqual(jpeg);
  });

  test('takes the location out of the original it gives back, and leaves its samples alone', async () => {
    const options = {
      quality: 100,
      keepSmallerOriginal: true,
      metadata: 'without-location',
    } as const;
    const result = await convertFixture('located.jpg', options);
    expect(result.notes).toContain('original-kept');
    const bytes = await bytesOfBlob(result.blob);
    const { exif } = readJpegMetadata(readJpeg(bytes));
    expect(summarizeExif(exif!)).toMatchObject({ model: 'Fixture 2', hasLocation: false });
    expect(readOrientation(exif!)).toBe(6);
    expect(psnrOf(await readPixels(bytes), await readPixels(await fixture('located.jpg')))).toBe(
      99,
    );
  });

  test('compresses when that helps', async () => {
    const result = await convertFixture('located.jpg', { quality: 50, keepSmallerOriginal: true });
    expect(result.notes).not.toContain('original-kept');
    expect(result.blob.size).toBeLessThan((await fixture('located.jpg')).length);
  });
});
