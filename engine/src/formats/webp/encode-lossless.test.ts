import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../testing/mutate.ts';
import type { Raster } from '../../planes/raster.ts';
import { findOpaque } from '../../transform/alpha.ts';
import { encodeLossless } from './encode-lossless.ts';

type PixelAt = (x: number, y: number) => number[];

const [width, height] = [960, 640];

function draw(pixelAt: PixelAt): Raster {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    data.set(pixelAt(at % width, Math.floor(at / width)), at * 4);
  }
  const raster = {
    width,
    height,
    data,
    opaque: false,
    gray: false,
    premultiplied: false,
    color: {},
  };
  findOpaque(raster);
  return raster;
}

const random = seededRandom(3);
const grain = Uint8Array.from({ length: width * height }, () => random() * 12);
const photo = (x: number, y: number): [number, number, number] => {
  const light = 110 + 70 * Math.sin(x / 31 + y / 50) + grain[y * width + x]!;
  return [light + 15, light, light - 25];
};

/** What a picture takes at most, of what libwebp takes at its usual effort. */
const kinds: [string, PixelAt, most: number][] = [
  ['a photo', (x, y) => [...photo(x, y), 255], 1],
  ['a gray photo', (x, y) => [...Array<number>(3).fill(photo(x, y)[1]), 255], 1],
  ['a photo that is cut out', (x, y) => [...photo(x, y), x < 300 ? 0 : 255], 1.02],
  ['a photo again and again', (x, y) => [...photo(x % 96, y % 96), 255], 1.05],
  ['a photo of a few colors', (x, y) => [...photo(x, y).map((each) => each & 0xe0), 255], 1.05],
  [
    'a drawing',
    (x, y) => (((x >> 5) * (y >> 5)) % 3 ? [250, 250, 255, 255] : [20, 60, 90, 255]),
    1.05,
  ],
  ['a gradient', (_, y) => [y / 3, y / 4, 200, 255], 1.05],
];

describe('a WebP without loss', () => {
  test.each(kinds)('is exact, and small: %s', async (_, pixelAt, most) => {
    const raster = draw(pixelAt);
    const before = Buffer.from(raster.data);
    const raw = { width, height, channels: 4 } as const;
    const theirs = await sharp(before, { raw }).webp({ lossless: true, exact: true }).toBuffer();
    const file = await encodeLossless(raster);
    const read = await sharp(file).ensureAlpha().raw().toBuffer();
    expect(read.equals(before)).toBe(true);
    expect(file.length / theirs.length).toBeLessThan(most);
  });
});
