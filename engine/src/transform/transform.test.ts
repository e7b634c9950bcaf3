import { describe, expect, test } from 'vitest';
import type { Raster } from '../planes/raster.ts';
import { flatten, unpremultiply } from './alpha.ts';
import { reduceTo8 } from './depth.ts';
import { place, placementOf } from './orient.ts';
import { resize, resizeBands } from './resize.ts';

function rasterOf(
  width: number,
  height: number,
  paint: (x: number, y: number) => number[],
  deep = false,
): Raster {
  const samples = Array.from({ length: width * height }, (_, pixel) =>
    paint(pixel % width, Math.floor(pixel / width)),
  );
  const data = deep ? new Uint16Array(samples.flat()) : new Uint8ClampedArray(samples.flat());
  return { width, height, data, opaque: false, gray: false, premultiplied: false, color: {} };
}

describe('standing upright', () => {
  // Exif 2.32 table 5: where row 0 and column 0 of the stored picture lie on the shown one.
  const shown: Record<number, string[]> = {
    1: ['abc', 'def'],
    2: ['cba', 'fed'],
    3: ['fed', 'cba'],
    4: ['def', 'abc'],
    5: ['ad', 'be', 'cf'],
    6: ['da', 'eb', 'fc'],
    7: ['fc', 'eb', 'da'],
    8: ['cf', 'be', 'ad'],
  };

  test.each(Object.keys(shown).map(Number))('orientation %i', (orientation) => {
    for (const deep of [false, true]) {
      const stored = rasterOf(3, 2, (x, y) => ['abcdef'.charCodeAt(y * 3 + x), 0, 0, 255], deep);
      const { width, height, data } = place(stored, placementOf(orientation, 3, 2));
      const rows = Array.from({ length: height }, (_, y) =>
        Array.from({ length: width }, (_x, x) =>
          String.fromCharCode(data[(y * width + x) * 4]!),
        ).join(''),
      );
      expect(rows).toEqual(shown[orientation]);
    }
  });
});

/** A raster cut into bands of such heights. */
function* bandsOf(raster: Raster, heights: number[]): Generator<Raster> {
  let y = 0;
  for (const height of heights) {
    const crop = { x: 0, y, width: raster.width, height };
    yield { ...place(raster, { crop, transpose: false, flipX: false, flipY: false }) };
    y += height;
  }
}

describe('resizing', () => {
  test.each([true, false])(
    'band by band gives what resizing the whole gives: %s',
    async (opaque) => {
      const paint = (x: number, y: number) => [
        ...[x * 3, (x * y) & 255, y * 2],
        opaque ? 255 : 255 - ((x + y) & 63),
      ];
      const whole = { ...rasterOf(90, 120, paint), opaque };
      const areas = [
        { x: 0, y: 0, width: 90, height: 120 },
        { x: 11, y: 35, width: 50, height: 61 },
      ];
      for (const crop of areas) {
        for (const [width, height] of [
          [30, 40],
          [17, 5],
          [100, 130],
        ] as const) {
          const cut = place(whole, { crop, transpose: false, flipX: false, flipY: false });
          const bands = bandsOf(whole, [1, 39, 48, 32]);
          const found = await resizeBands(bands, crop, width, height);
          expect(found).toEqual(await resize(cut, width, height));
        }
      }
    },
  );

  test('leaves no moiré on a zone plate: what is finer than the result turns to even gray', async () => {
    const side = 512;
    const plate = rasterOf(side, side, (x, y) => {
      const radius = (x - side / 2) ** 2 + (y - side / 2) ** 2;
      const value = 127.5 + 127.5 * Math.cos((Math.PI * radius) / side);
      return [value, value, value, 255];
    });
    const small = await resize({ ...plate, opaque: true }, 128, 128);
    // The rings reach the result's limit (a quarter of the source's) a quarter of the way out.
    const values: number[] = [];
    for (let y = 0; y < 128; y++) {
      for (let x = 0; x < 128; x++) {
        const distance = Math.hypot(x - 64, y - 64);
        if (distance > 24 && distance < 60) values.push(small.data[(y * 128 + x) * 4]!);
      }
    }
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(
      values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length,
    );
    expect(deviation).toBeLessThan(4);
    // Light is averaged, not numbers: half of them would be 128, half of the light is 161.
    expect(Math.abs(mean - 161)).toBeLessThan(2);
  });

  test('keeps a flat color flat to the edges, up and down, in 8 and 16 bits', async () => {
    for (const deep of [false, true]) {
      const flat = rasterOf(
        37,
        23,
        () => (deep ? [52_000, 300, 9000, 65_535] : [200, 3, 90, 255]),
        deep,
      );
      for (const [width, height] of [
        [9, 50],
        [100, 7],
        [1, 1],
      ] as const) {
        const { data } = await resize(flat, width, height);
        for (let at = 0; at < data.length; at++) {
          expect(Math.abs(data[at]! - flat.data[at % 4]!)).toBeLessThanOrEqual(deep ? 40 : 1);
        }
      }
    }
  });

  test('does not let the color of transparent pixels bleed in', async () => {
    const half = rasterOf(64, 4, (x) => (x < 32 ? [255, 0, 0, 255] : [0, 255, 0, 0]));
    const { data } = await resize(half, 16, 1);
    const seen = Array.from({ length: 16 }, (_, x) => data.subarray(x * 4, x * 4 + 4)).filter(
      (pixel) => pixel[3]! > 8,
    );
    expect(seen.length).toBeGreaterThanOrEqual(8);
    expect(Math.max(...seen.map((pixel) => pixel[1]!))).toBeLessThan(12);
  });
});

describe('transparency', () => {
  test('is laid on the background in proportion', () => {
    const raster = rasterOf(3, 1, (x) => [200, 100, 0, [0, 128, 255][x]!]);
    flatten(raster, '#0000ff');
    expect([...raster.data]).toEqual([0, 0, 255, 255, 100, 50, 127, 255, 200, 100, 0, 255]);
  });

  test('multiplied into the color is taken out again', () => {
    const raster = {
      ...rasterOf(2, 1, (x) => (x === 0 ? [64, 32, 0, 128] : [0, 0, 0, 0])),
      premultiplied: true,
    };
    unpremultiply(raster);
    expect([...raster.data]).toEqual([128, 64, 0, 128, 0, 0, 0, 0]);
  });
});

describe('sixteen bits to eight', () => {
  test('keeps values exact that eight bits can hold', () => {
    const raster = rasterOf(256, 2, (x) => [x * 257, x * 257, x * 257, 65_535], true);
    const { data } = reduceTo8(raster);
    for (let x = 0; x < 256; x++) expect(data[x * 4]).toBe(x);
  });

  test('keeps the mean of values in between, so that there are no bands', () => {
    for (const value of [30_000, 30_064, 30_128, 30_192]) {
      const raster = rasterOf(32, 32, () => [value, value, value, 65_535], true);
      const { data } = reduceTo8(raster);
      let sum = 0;
      for (let at = 0; at < data.length; at += 4) sum += data[at]!;
      expect(sum / 1024).toBeCloseTo(value / 257, 1);
    }
  });
});
