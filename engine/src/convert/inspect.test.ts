import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../testing/mutate.ts';
import { fixture } from '../../testing/pictures.ts';
import type { Source } from '../codec/input.ts';
import { inspectFile } from './inspect.ts';
import { FileParts } from '../bytes/file-parts.ts';
import { writeChunk } from '../formats/png/chunks.ts';
import { requireFormat } from '../formats/require-format.ts';
import { loadInput } from '../formats/table.ts';

/** A file that counts the bytes read from it, and that cannot be read as a whole. */
class CountingBlob extends Blob {
  bytesRead = 0;

  override slice(start = 0, end = this.size): Blob {
    this.bytesRead += Math.max(0, Math.min(end, this.size) - start);
    return super.slice(start, end);
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.reject(new Error('the whole file was read'));
  }
}

/** JPEG XL is opened only by a browser's decoder, and videos are no pictures. */
const names = readdirSync(new URL('../../fixtures', import.meta.url)).filter(
  (name) => !/\.(jxl|mov|mp4)$/.test(name),
);

/** Functions, and objects that hold coded data. */
const without = { decode: null, picture: null, stored: null };

/** The data of a source, without its functions. */
function saidBy({ format, pictures, animated, hasVideo, lossless }: Source) {
  const plain = pictures.map(({ gainMap, ...picture }) => {
    const map = typeof gainMap === 'object' ? { ...gainMap, ...without } : gainMap;
    return { ...picture, picture: null, gainMap: map };
  });
  return { format, pictures: plain, animated, hasVideo, lossless };
}

describe('the header alone says what the whole file says', () => {
  test.each(names)('%s', async (name) => {
    const bytes = await fixture(name);
    const format = await requireFormat(bytes);
    const input = await loadInput(format);
    const header = await input.readHeader(new FileParts(new CountingBlob([bytes])));
    expect(saidBy(await input.open(header))).toEqual(saidBy(await input.open(bytes)));
  });
});

const side = 1500;
const random = seededRandom(11);
const noise = Uint8Array.from({ length: side * side * 3 }, () => random() * 256);
const picture = sharp(noise, { raw: { width: side, height: side, channels: 3 } }).withExif({
  IFD0: { Make: 'Stillpix', Model: 'Header' },
});

describe('of a large file no more is read', () => {
  const encoders = {
    jpeg: () => picture.clone().jpeg({ quality: 95 }).toBuffer(),
    png: () => picture.clone().png().toBuffer(),
    webp: () => picture.clone().webp({ quality: 95 }).toBuffer(),
  };

  test.each(['jpeg', 'png', 'webp'] as const)('%s', async (format) => {
    const bytes = new Uint8Array(await encoders[format]());
    expect(bytes.length).toBeGreaterThan(1_000_000);
    const file = new CountingBlob([bytes]);
    const inspection = await inspectFile(file, `photo.${format}`);
    expect(inspection).toMatchObject({ format, width: side, height: side, size: bytes.length });
    expect(inspection.metadata.camera).toBe('Stillpix Header');
    expect(file.bytesRead).toBeLessThan(400_000);
  });

  test('HEIC, whose container may point anywhere', async () => {
    const heic = await fixture('phone-p3.heic');
    // A large `free` box after the rest moves nothing.
    const free = new Uint8Array(3_000_000);
    new DataView(free.buffer).setUint32(0, free.length);
    free.set(new TextEncoder().encode('free'), 4);
    const file = new CountingBlob([heic, free]);
    const inspection = await inspectFile(file, 'photo.heic');
    expect(inspection.metadata).toMatchObject({ camera: 'Stillpix Fixture 1', hasLocation: true });
    expect(file.bytesRead).toBeLessThan(100_000);
  });
});

test('finds metadata that a PNG has behind its samples', async () => {
  const png = new Uint8Array(await picture.clone().png().toBuffer());
  const text = new TextEncoder().encode(
    'XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta xmlns:x="adobe:ns:meta/"/>',
  );
  const end = png.length - 12;
  const file = new CountingBlob([png.slice(0, end), writeChunk('iTXt', text), png.slice(end)]);
  expect((await inspectFile(file, 'late.png')).metadata.hasXmp).toBe(true);
});

test('still refuses what is no picture or whose header is broken', async () => {
  const cut = (await fixture('located.jpg')).slice(0, 300);
  await expect(inspectFile(new Blob([cut]), 'a.jpg')).rejects.toMatchObject({
    code: 'corrupt-file',
  });
  const text = new Blob(['Dear diary']);
  await expect(inspectFile(text, 'a.heic')).rejects.toMatchObject({ code: 'unsupported-format' });
  await expect(inspectFile(new Blob([]), 'a.heic')).rejects.toMatchObject({ code: 'empty-file' });
});

test('gives the size of a HEIC that Exif alone turns as it is to come out', async () => {
  const heic = new Blob([await fixture('phone-p3.heic')]);
  const upright = await inspectFile(heic, 'photo.heic');
  expect(upright).toMatchObject({ width: 64, height: 96, turnedByExif: true });
  const stored = await inspectFile(heic, 'photo.heic', { exifOrientation: 'ignore' });
  expect(stored).toMatchObject({ width: 96, height: 64, turnedByExif: true });
});
