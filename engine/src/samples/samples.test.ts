import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import {
  bytesOfBlob,
  convertFixture,
  fixture,
  psnrOf,
  readPixels,
} from '../../testing/pictures.ts';
import { createPool as createThreadPool } from '../node/index.ts';
import { createLocalPool } from '../run/local-pool.ts';
import type { PixelSamples, SamplesToEncode } from './samples.ts';

const pool = createLocalPool();
const threads = createThreadPool({ workers: 2 });
afterAll(() => threads.destroy());

const photo = async (name: string): Promise<File> => new File([await fixture(name)], name);

/** RGBA as an encoder takes it: a ramp in each color, opaque. */
function ramp(width: number, height: number): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    data.set([(x * 255) / width, (y * 255) / height, 128, 255], at * 4);
  }
  return data;
}

const rgbOf = ({ width, height, data }: PixelSamples) => ({
  width,
  height,
  channels: 4,
  data: Uint8Array.from(data),
});

describe('decoding to pixels', () => {
  test('gives what another library reads', async () => {
    for (const name of ['drawing.png', 'alpha.png', 'lossless.webp', 'animated.gif']) {
      const decoded = await pool.decode(await photo(name));
      expect(decoded.data).toBeInstanceOf(Uint8ClampedArray);
      expect([name, rgbOf(decoded)]).toEqual([name, await readPixels(await fixture(name), 4)]);
    }
  });

  test('says of each picture whether it is opaque, with straight alpha', async () => {
    expect(await pool.decode(await photo('alpha.png'))).toMatchObject({ opaque: false });
    expect(await pool.decode(await photo('drawing.png'))).toMatchObject({ opaque: true });
    const alpha = await pool.decode(await photo('alpha.heic'));
    expect(psnrOf(rgbOf(alpha), await readPixels(await fixture('alpha.png'), 4))).toBeGreaterThan(
      30,
    );
  });

  test('stands upright, and is turned, cut and resized as asked', async () => {
    const upright = await pool.decode(await photo('rotated.heic'));
    const expected = await readPixels(await fixture('rotated.png'), 4);
    expect(psnrOf(rgbOf(upright), expected)).toBeGreaterThan(35);
    const crop = { x: 8, y: 16, width: 40, height: 30 };
    const options = { rotate: 90, crop, resize: { width: 20 } } as const;
    const made = await pool.decode(await photo('grid.heic'), options);
    expect([made.width, made.height, made.data.length]).toEqual([20, 15, 20 * 15 * 4]);
  });

  test('keeps 16 bits where they are asked for', async () => {
    const deep = await pool.decode(await photo('deep-interlaced.png'), { bitDepth: 16 });
    const { data } = await sharp(await fixture('deep-interlaced.png'))
      .ensureAlpha()
      .toColorspace('rgb16')
      .raw({ depth: 'ushort' })
      .toBuffer({ resolveWithObject: true });
    const expected = new Uint16Array(new Uint8Array(data).buffer);
    expect(deep.data).toBeInstanceOf(Uint16Array);
    expect(Buffer.compare(Buffer.from(deep.data.buffer), Buffer.from(expected.buffer))).toBe(0);
    const wide = await pool.decode(await photo('drawing.png'), { bitDepth: 16 });
    const narrow = await pool.decode(await photo('drawing.png'));
    expect(Array.from(wide.data, (sample) => sample / 257)).toEqual(Array.from(narrow.data));
  });

  test('carries a profile, or transforms colors to sRGB', async () => {
    const kept = await pool.decode(await photo('phone-p3.heic'));
    expect(kept.color.icc ?? kept.color.cicp).toBeDefined();
    const moved = await pool.decode(await photo('phone-p3.heic'), { color: 'srgb' });
    expect(moved.color.icc).toBeUndefined();
    const converted = await convertFixture('phone-p3.heic', { color: 'srgb', format: 'png' });
    expect(rgbOf(moved)).toEqual(await readPixels(converted.blob, 4));
    expect(moved.data).not.toEqual(kept.data);
  });

  test('maps HDR to sRGB, or keeps its samples and says what they are', async () => {
    const mapped = await pool.decode(await photo('hdr-pq.heic'));
    expect(mapped.color.cicp?.transfer).not.toBe(16);
    const kept = await pool.decode(await photo('hdr-pq.heic'), { hdr: 'keep', bitDepth: 16 });
    expect(kept.color.cicp?.transfer).toBe(16);
    expect(kept.data.length).toBe(mapped.data.length);
  });
});

describe('decoding to planes', () => {
  test('gives the coded samples, which make the JPEG that a conversion makes', async () => {
    const planes = await pool.decode(await photo('grid.heic'), { as: 'planes' });
    expect(planes).toMatchObject({ width: 200, height: 150, chroma: '4:2:0' });
    expect(planes.planes.map(({ length }) => length)).toEqual([200 * 150, 100 * 75, 100 * 75]);
    expect(planes.strides).toEqual([200, 100, 100]);
    const encoded = await readPixels(await pool.encodeJpeg(planes));
    expect(encoded).toEqual(await readPixels((await convertFixture('grid.heic')).blob));
  });

  test('is light and color differences of full range, as another library has them', async () => {
    const { planes } = await pool.decode(await photo('drawing.png'), { as: 'planes' });
    const { data } = await readPixels(await fixture('drawing.png'));
    planes[0]!.forEach((luma, at) => {
      const [red, green, blue] = [data[at * 3]!, data[at * 3 + 1]!, data[at * 3 + 2]!];
      expect(Math.abs(luma - (0.299 * red + 0.587 * green + 0.114 * blue))).toBeLessThan(1.5);
    });
  });

  test('takes all that can be decoded, with the frame that is asked for', async () => {
    for (const name of ['gray.png', 'alpha.png', 'hdr-pq.heic', 'drawing.avif', 'mirrored.heic']) {
      const size = { width: 31, height: 17, mode: 'stretch' } as const;
      const made = await pool.decode(await photo(name), { as: 'planes', resize: size });
      expect([name, made.width, made.height]).toEqual([name, 31, 17]);
      expect(made.planes).toHaveLength(made.chroma === '4:0:0' ? 1 : 3);
      await expect(pool.encodeJpeg(made)).resolves.toMatchObject({ type: 'image/jpeg' });
    }
  });
});

const photos = fileURLToPath(new URL('../../../../shared/corpus/phone', import.meta.url));

describe('decoding some tiles', () => {
  const as = 'planes';

  test.skipIf(!existsSync(photos))('of a photo tells how many bytes all of it takes', async () => {
    for (const name of ['iphone-12mp-p3-portrait.heic', 'samsung-meta-after-mdat.heic']) {
      const file = new File([await readFile(`${photos}/${name}`)], name);
      const whole = await pool.decode(file, { as });
      const some = await pool.decode(file, { as, tiles: 12 });
      const share = (some.width * some.height) / (whole.width * whole.height);
      expect(share).toBeLessThan(0.4);
      const [all, part] = [await pool.encodeJpeg(whole), await pool.encodeJpeg(some)];
      expect(part.size / share / all.size).toBeGreaterThan(0.9);
      expect(part.size / share / all.size).toBeLessThan(1.1);
    }
  });

  test('gives all of a picture that has few', async () => {
    const file = await photo('grid.heic');
    const whole = await pool.decode(file, { as });
    expect(await pool.decode(file, { as, tiles: 100 })).toEqual(whole);
    const small = { as, resize: { width: 50 } } as const;
    expect(await pool.decode(file, { ...small, tiles: 4 })).toEqual(await pool.decode(file, small));
    const single = await photo('phone-p3.heic');
    expect(await pool.decode(single, { as, tiles: 2 })).toEqual(await pool.decode(single, { as }));
  });

  test('refuses a number that makes no sense', async () => {
    for (const tiles of [0, 1, 2.5, 101, NaN]) {
      await expect(pool.decode(await photo('grid.heic'), { as, tiles })).rejects.toMatchObject({
        code: 'invalid-options',
      });
    }
  });
});

describe('encoding a JPEG', () => {
  const [width, height] = [61, 47];
  const data = ramp(width, height);
  const source = { width, height, channels: 4, data: Uint8Array.from(data) };

  test('keeps what the pixels show, of 8 bits and of 16', async () => {
    const deep = Uint16Array.from(data, (sample) => sample * 257);
    for (const samples of [data, deep, Uint8Array.from(data)]) {
      const jpeg = await pool.encodeJpeg({ width, height, data: samples }, { quality: 95 });
      expect(psnrOf(await readPixels(jpeg, 4), source)).toBeGreaterThan(38);
    }
  });

  test('makes smaller files of less quality and less color', async () => {
    const sizeOf = async (quality: number, chroma?: '4:2:0' | '4:4:4'): Promise<number> =>
      (await pool.encodeJpeg({ width, height, data }, { quality, ...(chroma && { chroma }) })).size;
    expect(await sizeOf(60)).toBeLessThan(await sizeOf(95));
    expect(await sizeOf(95, '4:2:0')).toBeLessThan(await sizeOf(95, '4:4:4'));
  });

  test('writes the profile that goes with the colors', async () => {
    const iccOf = async (samples: SamplesToEncode): Promise<Buffer | undefined> =>
      (await sharp(await bytesOfBlob(await pool.encodeJpeg(samples))).metadata()).icc;
    expect(await iccOf({ width, height, data })).toBeUndefined();
    expect(await iccOf({ width, height, data, colorSpace: 'display-p3' })).toBeDefined();
    const decoded = await pool.decode(await photo('chart-p3.png'));
    expect(await iccOf(decoded)).toEqual(Buffer.from(decoded.color.icc!));
  });

  test('lays transparency on a background, and leaves the samples alone', async () => {
    const clear = new Uint8ClampedArray(16 * 16 * 4);
    const options = { background: '#ff0000', quality: 100 };
    const jpeg = await pool.encodeJpeg({ width: 16, height: 16, data: clear }, options);
    const [red, green, blue] = (await readPixels(jpeg)).data;
    expect([red! > 250, green! < 5, blue! < 5]).toEqual([true, true, true]);
    expect(clear.every((sample) => sample === 0)).toBe(true);
  });

  test('takes planes with gaps, and of the range of video', async () => {
    const [stride, rows] = [24, 16];
    const y = new Uint8Array(stride * rows).fill(235);
    const c = new Uint8Array(stride * rows).fill(128);
    const video = { width: 17, height: 16, chroma: '4:4:4', planes: [y, c, c] } as const;
    const planes = { ...video, planes: [y, c, c], strides: [stride, stride, stride] };
    const white = await pool.encodeJpeg({ ...planes, fullRange: false, matrix: 1 });
    expect((await readPixels(white)).data.every((sample) => sample > 252)).toBe(true);
    const gray = await pool.encodeJpeg(planes);
    expect((await readPixels(gray)).data.every((sample) => Math.abs(sample - 235) < 3)).toBe(true);
  });

  const onePixel = { width: 1, height: 1, data: new Uint8ClampedArray(4) };
  const luma = [new Uint8Array(64)];
  const grayPlane = { width: 8, height: 8, chroma: '4:0:0', planes: luma, strides: [8] };

  test.each<[string, unknown, RegExp]>([
    ['nothing', null, /no object/],
    ['no size', { data }, /width and height/],
    ['a fraction', { width: 1.5, height: 1, data }, /width and height/],
    ['too few samples', { width: 100, height: 100, data }, /need 40000/],
    ['other samples', { width: 1, height: 1, data: [0, 0, 0, 0] }, /Uint8ClampedArray/],
    ['too few planes', { width: 8, height: 8, chroma: '4:2:0', planes: [data], strides: [8] }, /3/],
    [
      'a small stride',
      { width: 8, height: 8, chroma: '4:0:0', planes: [new Uint8Array(64)], strides: [7] },
      /stride 0/,
    ],
    [
      'a short plane',
      { width: 8, height: 8, chroma: '4:0:0', planes: [new Uint8Array(63)], strides: [8] },
      /plane 0 has 63/,
    ],
    ['no chroma', { width: 8, height: 8, planes: [data], strides: [8] }, /chroma is one of/],
    ['a range that is none', { ...grayPlane, fullRange: 'no' }, /fullRange/],
    ['a matrix that is no number', { ...grayPlane, matrix: 'bt709' }, /matrix/],
    ['colors that are none', { ...onePixel, color: { cicp: 'p3' } }, /color.cicp/],
    [
      'primaries that are none',
      { ...onePixel, color: { cicp: { primaries: 'p3' } } },
      /color.cicp/,
    ],
  ])('refuses %s, and says why', async (_, samples, message) => {
    for (const each of [pool, threads]) {
      await expect(each.encodeJpeg(samples as SamplesToEncode)).rejects.toMatchObject({
        code: 'invalid-options',
        message: expect.stringMatching(message),
      });
    }
  });
});

describe('metadata', () => {
  const exif = {
    IFD0: { Make: 'Example', Model: 'One' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 0/1' },
  };
  const turned = async (format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Blob> => {
    const picture = sharp(await fixture('chart-p3.png')).keepIccProfile();
    const bytes = await picture
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer();
    return new Blob([new Uint8Array(bytes)]);
  };

  test('is read with its blocks', async () => {
    const read = await pool.metadata.read(await turned());
    expect(read).toMatchObject({ format: 'jpeg', orientation: 6, iptc: null });
    expect(read.summary).toMatchObject({ camera: 'Example One', hasLocation: true });
    const told = await sharp(await bytesOfBlob(await turned())).metadata();
    expect(Buffer.from(read.icc!)).toEqual(told.icc);
    expect(told.exif!.subarray(6)).toEqual(Buffer.from(read.exif!));
  });

  test.each(['jpeg', 'png', 'webp'] as const)(
    'is stripped from a %s that stays as it looks',
    async (format) => {
      const file = await turned(format);
      const before = await readPixels(file);
      const stripped = await pool.metadata.strip(file);
      expect(stripped.type).toBe(`image/${format}`);
      expect(await readPixels(stripped)).toEqual(before);
      const read = await pool.metadata.read(stripped);
      expect(read).toMatchObject({ orientation: 6, summary: { camera: null, hasLocation: false } });
      expect(read.icc).toEqual((await pool.metadata.read(file)).icc);
      const located = await pool.metadata.read(await pool.metadata.strip(file, 'location'));
      expect(located.summary).toMatchObject({ camera: 'Example One', hasLocation: false });
    },
  );

  test('is copied into another picture, and true of that', async () => {
    const plain = await pool.encodeJpeg({ width: 20, height: 10, data: ramp(20, 10) });
    const copied = await pool.metadata.copy(await turned(), plain);
    expect(await readPixels(copied)).toEqual(await readPixels(plain));
    expect(await pool.metadata.read(copied)).toMatchObject({
      width: 20,
      height: 10,
      orientation: 1,
      summary: { camera: 'Example One', hasLocation: true },
    });
    const back = await pool.metadata.copy(copied, await turned('webp'));
    expect(await pool.metadata.read(back)).toMatchObject({ orientation: 6 });
  });

  test('is refused where it cannot be replaced, and where nothing is said right', async () => {
    await expect(pool.metadata.strip(await photo('grid.heic'))).rejects.toMatchObject({
      code: 'unsupported-feature',
      feature: 'heic-metadata',
    });
    await expect(pool.metadata.strip(await turned(), 'some' as 'all')).rejects.toMatchObject({
      code: 'invalid-options',
    });
    await expect(pool.metadata.read(new Blob(['words']))).rejects.toMatchObject({
      code: 'unsupported-format',
    });
  });
});

describe('on threads', () => {
  test('gives the same samples, files and metadata as in one thread', async () => {
    const file = await photo('grid.heic');
    const [pixels, planes] = await Promise.all([
      threads.decode(file, { color: 'srgb' }),
      threads.decode(file, { as: 'planes' }),
    ]);
    expect(pixels).toEqual(await pool.decode(file, { color: 'srgb' }));
    expect(planes).toEqual(await pool.decode(file, { as: 'planes' }));
    const jpeg = await threads.encodeJpeg(planes);
    expect(await bytesOfBlob(jpeg)).toEqual(await bytesOfBlob(await pool.encodeJpeg(planes)));
    expect(planes.planes[0]!.length).toBe(200 * 150);
    const located = await photo('located.jpg');
    expect(await threads.metadata.read(located)).toEqual(await pool.metadata.read(located));
    const stripped = await threads.metadata.strip(located, 'location');
    expect((await threads.metadata.read(stripped)).summary.hasLocation).toBe(false);
    const copied = await threads.metadata.copy(located, jpeg);
    expect((await threads.metadata.read(copied)).summary.hasLocation).toBe(true);
  });

  test('is canceled, and refuses options that are none', async () => {
    const job = new AbortController();
    const file = await photo('grid.heic');
    const running = threads.decode(file, {}, { signal: job.signal });
    job.abort();
    await expect(running).rejects.toMatchObject({ code: 'canceled' });
    for (const each of [pool, threads]) {
      await expect(each.decode(file, { as: 'tensor' as 'pixels' })).rejects.toMatchObject({
        code: 'invalid-options',
      });
      await expect(each.decode(file, { bitDepth: 10 as 8 })).rejects.toMatchObject({
        code: 'invalid-options',
      });
    }
  });
});
