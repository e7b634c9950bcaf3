import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../testing/mutate.ts';
import { joinBytes } from '../../../bytes/join.ts';
import type { PixelRows } from '../../../planes/raster.ts';
import { writeWebp } from '../container.ts';
import { encodePhoto } from './encode-photo.ts';
import { vp8lModule } from './vp8l-module.ts';

/** Red, green and blue, and how opaque it is, where it is not fully. */
type PixelAt = (x: number, y: number) => readonly number[];

function draw(width: number, height: number, pixelAt: PixelAt): PixelRows {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const [red, green, blue, alpha = 255] = pixelAt(at % width, Math.floor(at / width));
    data.set([red!, green!, blue!, alpha], at * 4);
  }
  return { width, height, data };
}

async function encode({ width, height, data }: PixelRows): Promise<Uint8Array<ArrayBuffer>> {
  const module = await vp8lModule.require();
  // Its memory is used up.
  const hasAlpha = data.some((value, at) => at % 4 === 3 && value < 255);
  const parts = encodePhoto(module, { width, height, data: data.slice() }, hasAlpha);
  return writeWebp([{ type: 'VP8L', data: joinBytes(parts) }]);
}

/** Where another decoder reads something else, and -1 where it reads the same. */
async function findDifference(picture: PixelRows): Promise<number> {
  const read = await sharp(await encode(picture))
    .ensureAlpha()
    .raw()
    .toBuffer();
  expect(read).toHaveLength(picture.data.length);
  return read.findIndex((value, at) => value !== picture.data[at]);
}

const random = seededRandom(7);
const noise = (most: number): number => random() * most;

/** Light and shadow with some noise, whose color changes slowly, as that of photos does. */
const photo: PixelAt = (x, y) => {
  const light = 120 + 60 * Math.sin(x / 17 + y / 40) + 30 * Math.sin(y / 7) + noise(9);
  const warmth = 20 * Math.sin(x / 60);
  return [light + warmth, light, light - warmth];
};
const inside = (x: number, y: number): number => Math.hypot(x - 40, y - 30);

const pictures: [string, PixelAt][] = [
  ['a photo', photo],
  ['black', () => [0, 0, 0]],
  ['one color', () => [12, 200, 99]],
  ['noise', () => [noise(256), noise(256), noise(256)]],
  ['gray noise', (x, y) => Array<number>(3).fill((x * 7919 + y * 104729) % 251)],
  ['hard edges', (x, y) => (((x >> 3) + (y >> 3)) % 2 ? [255, 0, 255] : [0, 255, 0])],
  ['a few pixels in white', (x, y) => ((x * y) % 97 === 13 ? [3, 2, 1] : [255, 255, 255])],
  ['flat above, noisy below', (_, y) => (y < 40 ? [9, 9, 9] : [noise(256), noise(64), noise(8)])],
  ['a cut-out', (x, y) => [...photo(x, y), inside(x, y) < 25 ? 255 : 0]],
  ['a soft cut-out of black', (x, y) => [0, 0, 0, 255 - 9 * inside(x, y)]],
  ['noise that shines through', () => [noise(256), noise(256), noise(256), noise(256)]],
];

const sizes = [
  [1, 1],
  [1, 50],
  [50, 1],
  [3, 2],
  [15, 17],
  [16, 16],
  [33, 31],
  [64, 48],
  // More than one group of tiles.
  [301, 203],
  [640, 400],
] as const;

describe('a photo as a WebP without loss', () => {
  test.each(pictures)('is what it was: %s', async (_, pixelAt) => {
    for (const [width, height] of sizes) {
      const found = await findDifference(draw(width, height, pixelAt));
      expect(found, `${width} x ${height}`).toBe(-1);
    }
  });

  test('is what it was in the widest and the highest picture that there is', async () => {
    expect(await findDifference(draw(16_383, 3, photo))).toBe(-1);
    expect(await findDifference(draw(3, 16_383, photo))).toBe(-1);
  });

  test('does not depend on the picture before', async () => {
    const picture = draw(301, 203, photo);
    const alone = await encode(picture);
    await encode(draw(77, 90, () => [noise(256), noise(256), noise(256)]));
    expect(await encode(picture)).toEqual(alone);
  });

  test('takes no more bytes than libwebp at its usual effort', async () => {
    const { width, height, data } = draw(1000, 800, photo);
    const raw = { width, height, channels: 4 } as const;
    const theirs = await sharp(data, { raw }).webp({ lossless: true }).toBuffer();
    expect((await encode({ width, height, data })).length).toBeLessThan(theirs.length);
  });
});
