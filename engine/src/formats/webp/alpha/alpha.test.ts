import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../testing/mutate.ts';
import type { Raster } from '../../../planes/raster.ts';
import { extendedHeader, readWebp, writeWebp } from '../container.ts';
import { encodeAlpha } from './alpha-chunk.ts';
import { type Color, colorAt, fillTransparent } from './fill-transparent.ts';

type Alpha = (x: number, y: number) => number;

function draw(width: number, height: number, alphaAt: Alpha): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, at) =>
    alphaAt(at % width, Math.floor(at / width)),
  );
}

const random = seededRandom(11);
const pictures: [string, Alpha][] = [
  ['one value', () => 7],
  ['noise', () => random() * 256],
  ['noise of two values', () => (random() < 0.5 ? 0 : 255)],
  ['a ramp', (x, y) => x / 2 + y / 7],
  [
    'a disk with soft edges',
    (x, y) => Math.max(0, Math.min(255, (40 - Math.hypot(x - 50, y - 45)) * 60)),
  ],
  ['a halo', (x, y) => Math.max(0, 255 - 3 * Math.hypot(x - 50, y - 45))],
  ['stripes', (x, y) => ((x + y) % 9 < 4 ? 255 : 30)],
];

const sizes = [
  [1, 1],
  [1, 9],
  [2, 7],
  [9, 1],
  [3, 3],
  [101, 97],
  // Copies longer than the format has, and distances that it has not.
  [1300, 900],
] as const;

/** Alpha as another decoder reads it. */
async function readAlpha(data: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const color = await sharp({ create: { width, height, channels: 3, background: '#888' } })
    .webp()
    .toBuffer();
  const { chunks } = readWebp(color);
  const extended = extendedHeader({ width, height, hasAlpha: true, animated: false });
  const file = writeWebp([extended, { type: 'ALPH', data }, ...chunks]);
  const pixels = await sharp(file).ensureAlpha().raw().toBuffer();
  return Uint8Array.from({ length: width * height }, (_, at) => pixels[at * 4 + 3]!);
}

describe('the alpha of a lossy WebP', () => {
  test.each(pictures)('is what it was: %s', async (_, alphaAt) => {
    for (const [width, height] of sizes) {
      const alpha = draw(width, height, alphaAt);
      const read = await readAlpha(encodeAlpha(alpha, { width, height }), width, height);
      expect(
        read.every((value, at) => value === alpha[at]),
        `${width} x ${height}`,
      ).toBe(true);
    }
  });

  test('takes few bytes where there are few edges', () => {
    const [width, height] = [1300, 900];
    const disk = draw(width, height, (x, y) => (Math.hypot(x - 650, y - 450) < 400 ? 255 : 0));
    expect(encodeAlpha(disk, { width, height }).length).toBeLessThan(8000);
    const nothing = new Uint8Array(width * height);
    expect(encodeAlpha(nothing, { width, height }).length).toBeLessThan(600);
  });
});

function rasterOf(
  width: number,
  height: number,
  pixelAt: (x: number, y: number) => number[],
): Raster {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    data.set(pixelAt(at % width, Math.floor(at / width)), at * 4);
  }
  return { width, height, data, opaque: false, gray: false, premultiplied: false, color: {} };
}

describe('color that nobody sees', () => {
  test('becomes that beside it, and what is visible stays', () => {
    const [width, height] = [50, 35];
    const isVisible = (x: number): boolean => x > 20;
    const raster = rasterOf(width, height, (x, y) =>
      isVisible(x) ? [200, 100, y, x < 24 ? 1 : 255] : [0, 255, 0, 0],
    );
    const visible = (data: Raster['data']): number[][] =>
      Array.from({ length: width * height }, (_, at) => at)
        .filter((at) => isVisible(at % width))
        .map((at) => [...data.subarray(at * 4, at * 4 + 4)]);
    const before = visible(raster.data);
    const alpha = new Uint8Array(width * height);
    fillTransparent(raster, alpha);
    const { data } = raster;
    expect(visible(data)).toEqual(before);
    expect(alpha.every((value, at) => value === data[at * 4 + 3])).toBe(true);
    // In the block of the edge.
    expect([...data.subarray((5 * width + 19) * 4, (5 * width + 19) * 4 + 2)]).toEqual([200, 100]);
  });

  test('becomes the same where the picture comes in bands', () => {
    const [width, height, bandRows] = [50, 75, 32];
    const paint = (): Raster =>
      rasterOf(width, height, (x, y) => [x * 5, y * 3, x ^ y, x < 20 && y > 20 ? 0 : x + y]);
    const whole = paint();
    const alpha = new Uint8Array(width * height);
    fillTransparent(whole, alpha);
    const banded = paint();
    const alphaOfBands = new Uint8Array(width * height);
    let above: Color | null = null;
    for (let top = 0; top < height; top += bandRows) {
      const rows = Math.min(bandRows, height - top);
      const data = banded.data.subarray(top * width * 4, (top + rows) * width * 4);
      fillTransparent({ width, height: rows, data }, alphaOfBands.subarray(top * width), above);
      above = colorAt(data, (rows - 1) * width);
    }
    expect(banded.data).toEqual(whole.data);
    expect(alphaOfBands).toEqual(alpha);
  });

  test('is one color where there is nothing else', () => {
    const raster = rasterOf(40, 40, (x, y) => [x * 6, y * 6, 255, 0]);
    fillTransparent(raster, new Uint8Array(40 * 40));
    expect(new Set(new Uint32Array(raster.data.buffer)).size).toBe(1);
  });
});
