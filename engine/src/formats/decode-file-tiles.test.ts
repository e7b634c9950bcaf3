import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { bytesOfBlob } from '../../testing/pictures.ts';
import { samplePhoto } from '../../testing/sample-planes.ts';
import { prepareJob } from '../convert/prepare-job.ts';
import { createPool } from '../node/index.ts';
import type { FileOptions } from '../options.ts';
import { createLocalPool } from '../run/local-pool.ts';

const [width, height] = [1203, 901];
const photo = sharp(samplePhoto(width, height).data, { raw: { width, height, channels: 3 } });
const veil = Uint8Array.from({ length: width * height }, (_, at) => (at * 7) & 255);
const clear = photo.clone().joinChannel(Buffer.from(veil), { raw: { width, height, channels: 1 } });

/** 24 bits, from the bottom up. */
async function makeBmp(): Promise<Buffer> {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const bmp = Buffer.alloc(54 + stride * height);
  bmp.write('BM');
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(54, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(width, 18);
  bmp.writeInt32LE(height, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(24, 28);
  const rgb = await photo.clone().raw().toBuffer();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3;
      const to = 54 + (height - 1 - y) * stride + x * 3;
      bmp.set([rgb[from + 2]!, rgb[from + 1]!, rgb[from]!], to);
    }
  }
  return bmp;
}

const files = {
  gif: await photo.clone().gif({ dither: 0, effort: 1 }).toBuffer(),
  bmp: await makeBmp(),
  deep: await photo.clone().toColourspace('rgb16').png().toBuffer(),
  clear: await clear.clone().png().toBuffer(),
  gray: await photo.clone().toColourspace('b-w').png().toBuffer(),
  webp: await clear.clone().webp({ quality: 70 }).toBuffer(),
};

const [threads, local] = [createPool({ workers: 2 }), createLocalPool()];

afterAll(() => threads.destroy());

describe('a picture that one worker decodes and all encode', () => {
  test.each<[keyof typeof files, FileOptions, boolean]>([
    ['gif', {}, true],
    ['bmp', { rotate: 90 }, true],
    ['bmp', { format: 'webp' }, true],
    ['deep', { format: 'webp', targetBytes: 50_000 }, true],
    ['bmp', { format: 'png' }, false],
    ['deep', {}, true],
    ['deep', { rotate: 90 }, false],
    ['gif', { resize: { width: 600, height: 600 } }, false],
    ['gif', { format: 'webp' }, false],
    ['gif', { targetBytes: 50_000 }, true],
    ['gif', { targetBytes: 50_000, crop: { x: 3, y: 5, width: 1100, height: 890 } }, false],
  ])('is one whose samples only become planes: %s, %j: %s', async (name, options, isShared) => {
    const job = await prepareJob(new Blob([new Uint8Array(files[name])]), '', options, {});
    const codec = job.pictures[0]!.strips?.tasks[0]!.tiles[0]!.codec;
    expect(codec).toBe(isShared ? 'file' : undefined);
  });

  test.each(
    (Object.keys(files) as (keyof typeof files)[]).flatMap((name) =>
      [
        ...[{}, { rotate: 90, background: '#3060a0' } as const, { quality: 60 }],
        ...[{ targetBytes: 60_000 }, { targetBytes: 20_000, fewerPixels: true }],
        ...[{ targetBytes: 500_000, quality: 95 }],
      ].map((options) => [name, options] as const),
    ),
  )('is what one thread makes of it: %s, %j', async (name, options: FileOptions) => {
    const file = new Blob([new Uint8Array(files[name])]);
    const [expected, result] = await Promise.all(
      [local, threads].map((pool) => pool.convert(file, options)),
    );
    expect(result).toMatchObject({ notes: expected!.notes, width: expected!.width });
    const [ours, theirs] = await Promise.all(
      [result!, expected!].map(async ({ blob }) => {
        const pixels = sharp(await bytesOfBlob(blob));
        return pixels.raw().toBuffer({ resolveWithObject: true });
      }),
    );
    expect(ours!.info).toEqual(theirs!.info);
    expect(Buffer.compare(ours!.data, theirs!.data)).toBe(0);
  });

  test('keeps the resolution of its color where a limit has room for that', async () => {
    const file = new Blob([new Uint8Array(files.bmp)]);
    const { blob: free } = await threads.convert(file, { quality: 95 });
    const under = async (share: number) => {
      const targetBytes = Math.round(free.size * share);
      const { blob } = await threads.convert(file, { quality: 95, targetBytes });
      expect(blob.size).toBeLessThanOrEqual(targetBytes);
      expect(blob.size).toBeGreaterThan(targetBytes * 0.96);
      return (await sharp(await bytesOfBlob(blob)).metadata()).chromaSubsampling;
    };
    expect(await under(0.95)).toBe('4:4:4');
    expect(await under(0.4)).toBe('4:2:0');
  });

  test('is told to be damaged, or refused, as one thread does it', async () => {
    const gif = new Uint8Array(files.gif);
    for (const share of [0.3, 0.6]) {
      const from = Math.floor(gif.length * share);
      const file = new Blob([gif.slice().fill(0, from, from + 2000)]);
      const [expected, ours] = await Promise.all(
        [local, threads].map((pool) =>
          pool.convert(file).then(
            ({ notes }) => notes.join(),
            (error: { code: string }) => error.code,
          ),
        ),
      );
      expect(ours).toBe(expected);
      expect(ours).toMatch(/may-be-damaged|corrupt-file/);
    }
  });
});
