import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../testing/mutate.ts';
import {
  bytesOfBlob,
  exifWidthOf,
  convertFixture,
  psnrOf,
  readPixels,
} from '../../../testing/pictures.ts';
import { samplePhoto } from '../../../testing/sample-planes.ts';
import { createPool } from '../../index.ts';
import type { ConvertOptions } from '../../options.ts';
import { runPipeline } from '../pipeline.ts';

async function photoFile(type: 'jpeg' | 'png', width = 400, height = 300): Promise<Blob> {
  const { data } = samplePhoto(width, height);
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  return new Blob([new Uint8Array(await picture.toFormat(type, { quality: 97 }).toBuffer())]);
}

const pool = createPool();
const convertInStrips: typeof runPipeline = (file, name, options) =>
  pool.convert(file, { name, ...options });

describe('a limit of bytes for a whole raster', () => {
  test.each(['jpeg', 'png'] as const)(
    'is never passed, and nearly reached: from %s',
    async (type) => {
      const file = await photoFile(type);
      const free = (await runPipeline(file, `a.${type}`, {})).blob.size;
      for (const share of [0.9, 0.7, 0.5, 0.3, 0.12, 0.04]) {
        const targetBytes = Math.round(free * share);
        const result = await runPipeline(file, `a.${type}`, { targetBytes, fewerPixels: true });
        expect(result.notes).not.toContain('target-not-reached');
        expect(result.blob.size).toBeLessThanOrEqual(targetBytes);
        expect(result.blob.size).toBeGreaterThan(targetBytes * (targetBytes > 5000 ? 0.97 : 0.85));
        const { width, height } = await sharp(await bytesOfBlob(result.blob)).metadata();
        expect(result).toMatchObject({ width, height });
        expect(result.notes.includes('fewer-pixels')).toBe(width < 400);
      }
    },
  );

  test.each([
    ['jpeg', {}, 300],
    ['jpeg', {}, 40],
    ['png', { format: 'png' }, 300],
    ['png', { format: 'png' }, 40],
    ['png', { format: 'webp' }, 300],
    ['png', { format: 'webp' }, 40],
  ] as [type: 'jpeg' | 'png', options: ConvertOptions, targetBytes: number][])(
    'that is too low for any size gives the smallest one: from %s with %j in %i bytes',
    async (type, options, targetBytes) => {
      const file = await photoFile(type);
      const limited = { ...options, targetBytes, fewerPixels: true };
      for (const convert of [runPipeline, convertInStrips]) {
        const { blob, width, height, notes } = await convert(file, `a.${type}`, limited);
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(16);
        expect(notes).toContain('fewer-pixels');
        expect(notes.includes('target-not-reached')).toBe(blob.size > targetBytes);
        // Only the smallest possible size may exceed the limit.
        expect(blob.size <= targetBytes || width * height === 21 * 16).toBe(true);
        expect(blob.size).toBeLessThan(1200);
      }
    },
  );

  test('is nearly reached where a step of quality takes many bytes, as of grain', async () => {
    const [width, height] = [700, 500];
    const random = seededRandom(3);
    const grain = Uint8Array.from({ length: width * height * 3 }, () => 48 + random() * 160);
    const picture = sharp(grain, { raw: { width, height, channels: 3 } }).blur(1.2);
    const file = new Blob([new Uint8Array(await picture.jpeg({ quality: 97 }).toBuffer())]);
    const free = (await runPipeline(file, 'a.jpg', {})).blob.size;
    for (const share of [0.7, 0.47, 0.3, 0.18, 0.15, 0.12]) {
      const targetBytes = Math.round(free * share);
      const options = { targetBytes, fewerPixels: true };
      const { blob, notes } = await runPipeline(file, 'a.jpg', options);
      expect(notes).not.toContain('target-not-reached');
      expect(blob.size).toBeLessThanOrEqual(targetBytes);
      expect(blob.size).toBeGreaterThan(targetBytes * 0.97);
    }
  });

  test('keeps the color resolution where that leaves a good quality', async () => {
    const file = await photoFile('png');
    const samplingAt = async (targetBytes: number) => {
      const { blob } = await runPipeline(file, 'a.png', { quality: 95, targetBytes });
      return (await sharp(await bytesOfBlob(blob)).metadata()).chromaSubsampling;
    };
    const free = (await runPipeline(file, 'a.png', { quality: 95 })).blob.size;
    expect(await samplingAt(Math.round(free * 0.95))).toBe('4:4:4');
    expect(await samplingAt(Math.round(free * 0.4))).toBe('4:2:0');
  });

  test('keeps the color resolution that there is room for, though the rows that are counted take more than others', async () => {
    const [width, height] = [400, 300];
    const random = seededRandom(5);
    const drawn = Buffer.alloc(width * height * 3, 200);
    // The fifth row of MCUs of each eight is counted.
    for (let y = 0; y < height; y++)
      if ((y >> 4) % 8 === 4)
        for (let at = y * width * 3; at < (y + 1) * width * 3; at++) drawn[at] = random() * 256;
    const png = sharp(drawn, { raw: { width, height, channels: 3 } }).png();
    const file = new Blob([new Uint8Array(await png.toBuffer())]);
    const free = await runPipeline(file, 'a.png', {});
    const { blob } = await runPipeline(file, 'a.png', { targetBytes: free.blob.size + 10 });
    expect(blob.size).toBeGreaterThan(free.blob.size * 0.97);
    const { chromaSubsampling } = await sharp(await bytesOfBlob(blob)).metadata();
    expect(chromaSubsampling).toBe('4:4:4');
  });

  test('tells metadata the size that the picture has got', async () => {
    const options: ConvertOptions = { targetBytes: 4650, fewerPixels: true };
    const { blob, notes, width } = await convertFixture('located.jpg', options);
    expect(notes).toContain('fewer-pixels');
    expect(await exifWidthOf(blob)).toBe(width);
  });

  test('ends where a size would be the same once its sides are whole numbers', async () => {
    const raw = { width: 75, height: 75, channels: 3 } as const;
    const photo = sharp(samplePhoto(75, 75).data, { raw }).ensureAlpha(0.5).png();
    const file = new Blob([new Uint8Array(await photo.toBuffer())]);
    for (let targetBytes = 300; targetBytes < 1500; targetBytes += 25) {
      const options = { format: 'webp', quality: 60, targetBytes, fewerPixels: true } as const;
      const { blob } = await runPipeline(file, 'a.png', options);
      expect(blob.size).toBeLessThanOrEqual(targetBytes);
    }
  });

  test.each(['png', 'webp'] as const)(
    'takes no more pixels away than it has to: %s',
    async (format) => {
      const file = await photoFile('png');
      const options = { format, lossless: true, fewerPixels: true };
      const free = (await runPipeline(file, 'a.png', options)).blob.size;
      for (const share of [0.95, 0.6, 0.3]) {
        const targetBytes = Math.round(free * share);
        const { blob, notes } = await runPipeline(file, 'a.png', { ...options, targetBytes });
        expect(notes).toEqual(['fewer-pixels']);
        expect(blob.size).toBeLessThanOrEqual(targetBytes);
        expect(blob.size).toBeGreaterThan(targetBytes * 0.92);
      }
    },
  );

  test('makes a large photo without loss smaller, which is still what it was', async () => {
    const raw = { width: 960, height: 640, channels: 3 } as const;
    const { data } = samplePhoto(raw.width, raw.height);
    const file = new Blob([new Uint8Array(await sharp(data, { raw }).png().toBuffer())]);
    const options = { format: 'webp', lossless: true } as const;
    const free = (await runPipeline(file, 'a.png', options)).blob.size;
    const limited = { ...options, targetBytes: Math.round(free * 0.6), fewerPixels: true };
    const { blob, width, height, notes } = await runPipeline(file, 'a.png', limited);
    expect(notes).toEqual(['fewer-pixels']);
    expect(blob.size).toBeLessThanOrEqual(limited.targetBytes);
    const original = sharp(data, { raw }).resize(width, height);
    const expected = { width, height, channels: 3, data: await original.raw().toBuffer() };
    expect(psnrOf(await readPixels(blob), expected)).toBeGreaterThan(30);
  });

  test.each(['png', 'webp'] as const)('makes %s smaller, too, where it may be', async (format) => {
    const file = await photoFile('png', 200, 150);
    const free = (await runPipeline(file, 'a.png', { format, quality: 70 })).blob.size;
    const targetBytes = Math.round(free * 0.5);
    const smaller = await runPipeline(file, 'a.png', { format, targetBytes, fewerPixels: true });
    expect(smaller.notes).toEqual(['fewer-pixels']);
    expect(smaller.blob.size).toBeLessThanOrEqual(targetBytes);
    expect(smaller.width / smaller.height).toBeCloseTo(4 / 3, 1);
    const asLarge = await runPipeline(file, 'a.png', { format, targetBytes: 200 });
    expect(asLarge).toMatchObject({ width: 200, notes: ['target-not-reached'] });
  });

  test.each(['png', 'webp', 'jpeg'] as const)(
    'reaches it as %s where fewer pixels take nearly as many bytes',
    async (format) => {
      const [width, height] = [120, 90];
      const noise = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 7919) % 251);
      const enlarged = sharp(noise, { raw: { width, height, channels: 3 } }).resize(960);
      const file = new Blob([new Uint8Array(await enlarged.png().toBuffer())]);
      const free = (await runPipeline(file, 'a.png', { format, quality: 60 })).blob.size;
      for (const share of [0.6, 0.3, 0.1]) {
        const targetBytes = Math.round(free * share);
        const made = await runPipeline(file, 'a.png', { format, targetBytes, fewerPixels: true });
        expect(made.notes, `${share}`).not.toContain('target-not-reached');
        expect(made.blob.size).toBeLessThanOrEqual(targetBytes);
      }
    },
  );

  test('is nearly reached as WebP, also where alpha takes a part of it', async () => {
    const [width, height] = [480, 360];
    const { data } = samplePhoto(width, height);
    const alphaAt = (pixel: number): number => {
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      return Math.min(255, Math.max(0, 400 - 2 * Math.hypot(x - 240, y - 180)));
    };
    const alpha = Uint8Array.from({ length: width * height }, (_, pixel) => alphaAt(pixel));
    const rgba = Uint8Array.from({ length: width * height * 4 }, (_, at) =>
      at % 4 === 3 ? alpha[at >> 2]! : data[(at >> 2) * 3 + (at % 4)]!,
    );
    const picture = sharp(rgba, { raw: { width, height, channels: 4 } });
    const file = new Blob([new Uint8Array(await picture.png().toBuffer())]);
    const free = (await runPipeline(file, 'a.png', { format: 'webp' })).blob.size;
    for (const share of [0.9, 0.7, 0.5, 0.25]) {
      const targetBytes = Math.round(free * share);
      const made = await runPipeline(file, 'a.png', {
        format: 'webp',
        targetBytes,
        fewerPixels: true,
      });
      expect(made.blob.size, `${share}`).toBeLessThanOrEqual(targetBytes);
      expect(made.blob.size, `${share}`).toBeGreaterThan(targetBytes * 0.93);
      const read = sharp(await bytesOfBlob(made.blob)).ensureAlpha();
      const { data: pixels, info } = await read.raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width: made.width, height: made.height });
      expect(made.notes.includes('fewer-pixels')).toBe(made.width < width);
      const alphas = Uint8Array.from({ length: pixels.length / 4 }, (_, at) => pixels[at * 4 + 3]!);
      const [center, corner] = [(made.height >> 1) * made.width + (made.width >> 1), 0];
      expect([alphas[corner], alphas[center]]).toEqual([0, 255]);
      const same = alphas.filter((value, at) => value === alpha[at]).length;
      expect(same === alpha.length).toBe(made.width === width);
    }
  });

  test('is reached with fewer pixels where most of the bytes are alpha', async () => {
    const [width, height] = [320, 240];
    const random = seededRandom(5);
    const rgba = Uint8Array.from({ length: width * height * 4 }, (_, at) =>
      at % 4 === 3 ? Math.floor(random() * 4) * 85 : 120,
    );
    const picture = sharp(rgba, { raw: { width, height, channels: 4 } });
    const file = new Blob([new Uint8Array(await picture.png().toBuffer())]);
    const free = (await runPipeline(file, 'a.png', { format: 'webp' })).blob.size;
    for (const share of [0.8, 0.4, 0.1]) {
      const options = { targetBytes: Math.round(free * share), fewerPixels: true };
      const made = await runPipeline(file, 'a.png', { format: 'webp', ...options });
      expect(made.notes, `${share}`).toEqual(['fewer-pixels']);
      expect(made.blob.size).toBeLessThanOrEqual(options.targetBytes);
    }
  });
});
