import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHarness, type Harness } from '../../bench/harness.ts';
import type { Outcome } from '../../bench/laboratory.ts';
import { asYcck } from '../../testing/inks.ts';
import { fixture, psnrOf, readPixels, type Pixels } from '../../testing/pictures.ts';
import { samplePhoto } from '../../testing/sample-planes.ts';
import type { ConvertOptions } from '../options.ts';
import { createLocalPool } from '../run/local-pool.ts';
import { readChunks, writeChunk } from '../formats/png/chunks.ts';

const [width, height] = [1000, 700];

const local = createLocalPool();

let harness: Harness;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'native-'));
  const photo = sharp(samplePhoto(width, height).data, { raw: { width, height, channels: 3 } });
  const p3 = await photo.clone().withIccProfile('p3').png().toBuffer();
  await writeFile(join(folder, 'p3.png'), p3);
  await writeFile(join(folder, 'gray.png'), await photo.clone().grayscale().png().toBuffer());
  await writeFile(
    join(folder, 'palette.png'),
    await photo.clone().png({ palette: true }).toBuffer(),
  );
  const veil = { raw: { width, height, channels: 1 as const } };
  const clear = photo.clone().joinChannel(Buffer.from(alphaOf(width, height)), veil);
  await writeFile(join(folder, 'clear.png'), await clear.clone().png().toBuffer());
  const [lossless, veiled] = [photo, clear].map((each) => each.clone().webp({ lossless: true }));
  await writeFile(join(folder, 'lossless.webp'), await lossless!.toBuffer());
  const veiledWebp = await veiled!.toBuffer();
  await writeFile(join(folder, 'clear.webp'), veiledWebp);
  await writeFile(join(folder, 'torn.webp'), tornWebp(veiledWebp));
  const veiledLossy = await clear.clone().webp({ quality: 80 }).toBuffer();
  await writeFile(join(folder, 'clear-lossy.webp'), veiledLossy);
  await writeFile(join(folder, 'torn-lossy.webp'), tornWebp(veiledLossy));
  const clearAvif = await clear.clone().avif({ effort: 0, quality: 80 }).toBuffer();
  await writeFile(join(folder, 'clear.avif'), clearAvif);
  const large = clear.clone().resize(1203, 901);
  await writeFile(
    join(folder, 'clear-large.avif'),
    await large.clone().avif({ effort: 0, quality: 80 }).toBuffer(),
  );
  const losslessAvif = await photo.clone().avif({ effort: 0, lossless: true }).toBuffer();
  await writeFile(join(folder, 'lossless.avif'), losslessAvif);
  const clearGray = clear.clone().toColourspace('b-w');
  await writeFile(join(folder, 'clear-gray.png'), await clearGray.png().toBuffer());
  const wide = { width: 2501, height: 1750, options: { kernel: 'nearest', fit: 'fill' } as const };
  for (const [name, picture] of Object.entries({
    'wide.png': photo.clone(),
    'wide-gray.png': photo.clone().grayscale(),
    'wide-clear.png': clear.clone(),
  })) {
    const enlarged = picture.resize(wide.width, wide.height, wide.options);
    await writeFile(join(folder, name), await enlarged.png({ compressionLevel: 1 }).toBuffer());
  }
  const wideClear = clear.clone().resize(wide.width, wide.height, wide.options);
  const wideWebp = wideClear.webp({ lossless: true, effort: 0 });
  await writeFile(join(folder, 'wide-clear.webp'), await wideWebp.toBuffer());
  // Opaque for longer than is read at a time.
  const below = { width, height: 1400 };
  const opaqueRows = Buffer.alloc(width * below.height * 2).map((_, at) =>
    at % 2 === 1 && at > width * 1200 * 2 ? 90 : 255 - (at % 251),
  );
  for (let at = 1; at <= width * 1200 * 2; at += 2) opaqueRows[at] = 255;
  const clearBelow = sharp(opaqueRows, { raw: { ...below, channels: 2 } }).toColourspace('b-w');
  await writeFile(join(folder, 'clear-below.png'), await clearBelow.png().toBuffer());
  const clearPalette = await clear.clone().png({ palette: true }).toBuffer();
  await writeFile(join(folder, 'clear-palette.png'), clearPalette);
  await writeFile(
    join(folder, 'not-clear.png'),
    await photo.clone().ensureAlpha().png().toBuffer(),
  );
  const huge = clear.clone().resize(8000, 5003, { kernel: 'nearest', fit: 'fill' });
  await writeFile(join(folder, 'large.png'), await huge.png({ compressionLevel: 1 }).toBuffer());
  await writeFile(join(folder, 'lossy.webp'), await photo.clone().webp({ quality: 80 }).toBuffer());
  await writeFile(join(folder, 'torn.png'), tornPng(p3));
  await writeFile(join(folder, 'checksum.png'), wrongChecksum(p3));
  const size = { width: 401, height: 2101 };
  const tall = sharp(samplePhoto(size.width, size.height).data, { raw: { ...size, channels: 3 } });
  await writeFile(join(folder, 'tall.png'), await tall.clone().png().toBuffer());
  await writeFile(join(folder, 'tall.webp'), await tall.clone().webp({ quality: 80 }).toBuffer());
  const inks = sharp(await fixture('grid.png')).toColourspace('cmyk');
  await writeFile(join(folder, 'inks.jpg'), await inks.clone().jpeg().toBuffer());
  await writeFile(join(folder, 'inks-ycck.jpg'), asYcck(await inks.clone().jpeg().toBuffer()));
  const profiled = await inks.clone().withIccProfile('cmyk').jpeg().toBuffer();
  await writeFile(join(folder, 'inks-profile.jpg'), profiled);
  harness = await openHarness({ folders: { pictures: folder }, resultFolder: folder });
  page = await harness.freshPage();
});

afterAll(async () => {
  await harness?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Every amount of transparency, most of all in the lower half: the upper one has a row of it. */
function alphaOf(across: number, down: number): Uint8Array {
  return Uint8Array.from({ length: across * down }, (_, at) => {
    const row = Math.floor(at / across);
    return row === 100 || row > down / 2 ? (at * 7) & 255 : 255;
  });
}

/** Chunks whose checksums are right, around a stream that ends early. */
function tornPng(png: Uint8Array): Uint8Array {
  const chunks = readChunks(png).map(({ type, data }) =>
    writeChunk(type, type === 'IDAT' ? data.subarray(0, data.length >> 1) : data),
  );
  return Buffer.concat([png.subarray(0, 8), ...chunks]);
}

/** A lossless picture whose chunk has its length, and half of its data. */
function tornWebp(webp: Uint8Array): Uint8Array {
  const torn = Buffer.from(webp);
  return torn.fill(0, torn.length >> 1);
}

/** A picture in several chunks, all of whose samples are right, but not the checksum of one of them. */
function wrongChecksum(png: Uint8Array): Uint8Array {
  const chunks = readChunks(png);
  const samples = Buffer.concat(chunks.flatMap(({ type, data }) => (type === 'IDAT' ? data : [])));
  const thirds = [0, 1, 2].map((part) =>
    writeChunk(
      'IDAT',
      samples.subarray((samples.length * part) / 3, (samples.length * (part + 1)) / 3),
    ),
  );
  thirds[1]![thirds[1]!.length - 1]! ^= 1;
  const [front, end] = [chunks.filter(({ type }) => !/IDAT|IEND/.test(type)), writeChunk('IEND')];
  const described = front.map(({ type, data }) => writeChunk(type, data));
  return Buffer.concat([png.subarray(0, 8), ...described, ...thirds, end]);
}

async function convert(file: string, options: ConvertOptions): Promise<Outcome> {
  const saveAs = `result.${options.format ?? 'jpeg'}`;
  const task = { url: `/pictures/${file}`, options, limitMs: 30_000, saveAs };
  return page.evaluate((asked) => globalThis.laboratory.convert(asked), task);
}

const read = (name: string) => readFile(join(folder, name));

describe('the browser decodes large pictures itself', () => {
  test.each([
    ...['p3.png', 'gray.png', 'palette.png'],
    ...['clear.png', 'clear-gray.png', 'clear-palette.png', 'not-clear.png'],
  ])('and alters no sample of %s', async (name) => {
    expect(await convert(name, { format: 'png' })).toMatchObject({
      kind: 'picture',
      width,
      height,
    });
    const pixels = await readPixels(await read('result.png'), 4);
    expect(psnrOf(pixels, await readPixels(await read(name), 4))).toBe(99);
  });

  test.each(
    ['p3.png', 'gray.png', 'palette.png', 'tall.png', 'lossless.webp'].flatMap((name) =>
      [{}, { quality: 75 }, { rotate: 90 } as const].map((options) => [name, options] as const),
    ),
  )(
    'and %s becomes the JPEG that one thread makes with our own decoder: %j',
    async (name, options) => {
      expect(await convert(name, options)).toMatchObject({ kind: 'picture', notes: [] });
      const { blob } = await local.convert(new Blob([await read(name)]), { name, ...options });
      const expected = await readPixels(Buffer.from(await blob.arrayBuffer()));
      expect(psnrOf(await readPixels(await read('result.jpeg')), expected)).toBe(99);
    },
  );

  test.each(
    [
      ...['clear.png', 'clear-gray.png', 'clear-palette.png', 'not-clear.png'],
      ...['clear.webp', 'clear-lossy.webp'],
    ].flatMap((name) =>
      [{}, { rotate: 90, background: '#3060a0' } as const, { background: '#808080' }].map(
        (options) => [name, options] as const,
      ),
    ),
  )('and %s lies on its background as if one thread had done it: %j', async (name, options) => {
    const { blob, notes } = await local.convert(new Blob([await read(name)]), { name, ...options });
    expect(notes).toEqual(name === 'not-clear.png' ? [] : ['transparency-filled']);
    expect(await convert(name, options)).toMatchObject({ kind: 'picture', notes });
    const [ours, expected] = await Promise.all(
      [await read('result.jpeg'), blob].map((file) => readPixels(file)),
    );
    expect(psnrOf(ours!, expected!)).toBe(99);
  });

  test.each(
    [
      ...['p3.png', 'gray.png', 'not-clear.png', 'clear.png', 'clear-below.png'],
      ...['lossless.webp', 'clear.webp', 'clear-lossy.webp'],
      // Large enough for several workers.
      ...['wide.png', 'wide-gray.png', 'wide-clear.png', 'wide-clear.webp'],
    ].flatMap((name) =>
      [
        { resize: { width: 333 }, background: '#d02010' },
        { resize: { width: 1501 }, quality: 70 },
        {
          crop: { x: 33, y: 51, width: 901, height: 607 },
          resize: { width: 450 },
        },
      ].map((options) => [name, options] as const),
    ),
  )(
    'and %s becomes smaller on the way from its memory as if one thread had done it: %j',
    async (name, options) => {
      const asked = { name, ...options };
      const { blob, notes } = await local.convert(new Blob([await read(name)]), asked);
      expect(await convert(name, options)).toMatchObject({ kind: 'picture', notes });
      const [ours, expected] = await Promise.all(
        [await read('result.jpeg'), blob].map((file) => readPixels(file)),
      );
      expect(psnrOf(ours!, expected!)).toBe(99);
    },
  );

  test.each([{}, { flip: 'vertical' } as const])(
    'and one that is too large for it comes out as if one thread had decoded it: %j',
    async (options) => {
      const outcome = await convert('large.png', options);
      expect(outcome).toMatchObject({ kind: 'picture', notes: ['transparency-filled'] });
      const { blob } = await local.convert(new Blob([await read('large.png')]), options);
      const [ours, expected] = await Promise.all(
        [await read('result.jpeg'), blob].map((file) => readPixels(file)),
      );
      expect(psnrOf(ours!, expected!)).toBe(99);
    },
  );

  test.each([{}, { rotate: 90 } as const, { flip: 'vertical' } as const])(
    'and all of a tall WebP comes out: %j',
    async (options) => {
      expect(await convert('tall.webp', { ...options, quality: 100 })).toMatchObject({
        kind: 'picture',
      });
      const asked = { name: 'tall.webp', format: 'png', ...options } as const;
      const { blob } = await local.convert(new Blob([await read('tall.webp')]), asked);
      const expected = await readPixels(Buffer.from(await blob.arrayBuffer()));
      expect(psnrOf(await readPixels(await read('result.jpeg')), expected)).toBeGreaterThan(40);
    },
  );

  test('and a lossy WebP becomes a JPEG from its planes, with no decoder downloaded', async () => {
    harness.takeServed();
    const outcome = await convert('lossy.webp', { quality: 100 });
    expect(outcome).toMatchObject({ kind: 'picture', width, height });
    expect(
      harness
        .takeServed()
        .map(({ path }) => path)
        .join(),
    ).not.toMatch(/webp_dec/);
    const result = await readPixels(await read('result.jpeg'));
    expect(psnrOf(result, await readPixels(await read('lossy.webp')))).toBeGreaterThan(40);
    const { chromaSubsampling } = await sharp(await read('result.jpeg')).metadata();
    expect(chromaSubsampling).toBe('4:2:0');
  });

  test.each([
    ['lossy.webp', { resize: { width: 400, height: 400 } }, 38],
    ['lossy.webp', { crop: { x: 101, y: 99, width: 601, height: 301 } }, 38],
    ['tall.webp', { rotate: 90, resize: { width: 900, height: 900 } }, 38],
    ['p3.png', { crop: { x: 101, y: 599, width: 601, height: 101 } }, 99],
    ['clear.png', { crop: { x: 101, y: 99, width: 601, height: 501 } }, 99],
    ['p3.png', { color: 'srgb' }, 99],
  ] as const)('and %s becomes what one thread makes of it: %j', async (name, options, bound) => {
    const {
      blob,
      notes,
      width: across,
    } = await local.convert(new Blob([await read(name)]), options);
    expect(await convert(name, options)).toMatchObject({ kind: 'picture', width: across, notes });
    const [ours, expected] = await Promise.all(
      [await read('result.jpeg'), blob].map((file) => readPixels(file)),
    );
    expect(psnrOf(ours!, expected!)).toBeGreaterThanOrEqual(bound);
  });

  test.each([{}, { fewerPixels: true }])(
    'and a lossy WebP takes as many bytes as there are: %j',
    async (options) => {
      const targetBytes = 70_000;
      const outcome = await convert('lossy.webp', { ...options, targetBytes });
      expect(outcome).toMatchObject({ kind: 'picture' });
      const { length } = await read('result.jpeg');
      expect(length).toBeLessThanOrEqual(targetBytes);
      expect(length).toBeGreaterThan(targetBytes * 0.97);
    },
  );

  test('but does not fill up what is missing of a damaged one', async () => {
    for (const name of ['torn.png', 'checksum.png', 'torn.webp']) {
      expect(await convert(name, {})).toMatchObject({ kind: 'error', code: 'corrupt-file' });
    }
    expect(await convert('torn-lossy.webp', {})).toMatchObject({
      kind: 'picture',
      notes: ['may-be-damaged', 'transparency-filled'],
    });
  });
});

describe('an AVIF that becomes pixels', () => {
  test.each(['clear.avif', 'lossless.avif'])(
    'is %s as libavif has it, which is not downloaded',
    async (name) => {
      harness.takeServed();
      expect(await convert(name, { format: 'png' })).toMatchObject({ kind: 'picture' });
      const served = harness.takeServed().map(({ path }) => path);
      expect(served.join()).not.toMatch(/avif_dec/);
      const asked = { name, format: 'png' } as const;
      const { blob } = await local.convert(new Blob([await read(name)]), asked);
      const [ours, expected] = await Promise.all(
        [await read('result.png'), blob].map((file) => readPixels(file, 4)),
      );
      expect(psnrOf(ours!, expected!)).toBeGreaterThan(name === 'lossless.avif' ? 98 : 45);
      const alphas = [ours!, expected!].map(({ data }) => data.filter((_, at) => (at & 3) === 3));
      expect(alphas[0]).toEqual(alphas[1]);
    },
  );

  test.each([{}, { rotate: 90, background: '#3060a0' } as const])(
    'lies on its background as that of libavif does: %j',
    async (options) => {
      const name = 'clear-large.avif';
      const { blob, notes } = await local.convert(new Blob([await read(name)]), options);
      expect(notes).toEqual(['transparency-filled']);
      expect(await convert(name, options)).toMatchObject({ kind: 'picture', notes });
      const [ours, expected] = await Promise.all(
        [await read('result.jpeg'), blob].map((file) => readPixels(file)),
      );
      expect(psnrOf(ours!, expected!)).toBeGreaterThan(45);
    },
  );
});

/** The samples of two pictures that are furthest apart. */
function greatestDifference(a: Pixels, b: Pixels): number {
  return a.data.reduce((most, value, at) => Math.max(most, Math.abs(value - b.data[at]!)), 0);
}

describe('four inks, which the engine decodes where there is no browser', () => {
  test.each([
    ['without a profile', 'inks.jpg', 2],
    ['as Y, Cb, Cr and black', 'inks-ycck.jpg', 3],
    // Of the profile in the file, LittleCMS and the engine make the same; Chromium has a way of its own.
    ['by their profile', 'inks-profile.jpg', 25],
  ])('look %s as in the browser', async (_, name, bound) => {
    expect(await convert(name, { format: 'png' })).toMatchObject({ kind: 'picture' });
    const asked = { name, format: 'png' } as const;
    const { blob } = await local.convert(new Blob([await read(name)]), asked);
    const own = await readPixels(blob);
    expect(greatestDifference(own, await readPixels(await read('result.png')))).toBeLessThanOrEqual(
      bound,
    );
  });
});
