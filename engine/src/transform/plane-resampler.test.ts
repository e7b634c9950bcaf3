import { beforeAll, describe, expect, test } from 'vitest';
import { planesOf, samplePhoto } from '../../testing/sample-planes.ts';
import { compiledModule } from '../../testing/wasm.ts';
import { maxLight, srgbToLight } from '../color/transfer.ts';
import type { ReadLightRows } from '../planes/light-rows.ts';
import { PlaneResampler } from './plane-resampler.ts';
import { RowJoiner, type PlaneRows, type Resampling } from './resampled-rows.ts';
import { resize } from './resize.ts';

let resampler: PlaneResampler;

beforeAll(async () => {
  resampler = await PlaneResampler.create(await compiledModule('resample'));
});

interface Plane {
  data: Uint8Array;
  width: number;
  height: number;
}

/** The whole plane at another size. */
function toSize({ width, height }: Plane, target: { width: number; height: number }): Resampling {
  return {
    source: { width, height },
    across: { start: 0, length: width },
    down: { start: 0, length: height },
    target,
    kernel: 'lanczos',
    light: true,
  };
}

/** Resamples parts of so many rows each, in the order of `order`, with `step` bytes for each sample. */
function resampleParts(
  { data, width, height }: Plane,
  resampling: Resampling,
  heights: number[],
  { reversed = false, step = 1 } = {},
): Uint8Array {
  const spread = new Uint8Array(data.length * step).map((_, at) =>
    at % step === 0 ? data[at / step]! : 99,
  );
  const joiner = new RowJoiner(resampling);
  let top = 0;
  const parts = heights.map((rows) => {
    const offset = top * width * step;
    const part = { data: spread, offset, stride: width * step, step, width, top, rows };
    top += rows;
    return part;
  });
  expect(top).toBe(height);
  for (const part of reversed ? parts.toReversed() : parts) {
    joiner.add(resampler.resample(part, resampling));
  }
  return joiner.finish();
}

const photo = samplePhoto(150, 131);
const luma: Plane = { ...photo, data: planesOf(photo, '4:2:0').planes[0] as Uint8Array };

/** Rows of pixels of four bytes, the last of which means nothing. */
function rowsOfPixels(data: Uint8Array, width: number, top: number, rows: number): PlaneRows {
  const pixels = new Uint8Array(width * rows * 4).fill(77);
  for (let at = 0; at < width * rows; at++) {
    pixels.set(data.subarray((top * width + at) * 3, (top * width + at + 1) * 3), at * 4);
  }
  return { data: pixels, offset: 0, stride: width * 4, step: 4, width, top, rows };
}

describe('resampling pixels', () => {
  test.each([
    [150, { width: 64, height: 50 }],
    [149, { width: 63, height: 131 }],
    [149, { width: 149, height: 131 }],
    [3, { width: 7, height: 5 }],
  ])('makes of three colors at once what it makes of each: %j wide to %j', (width, target) => {
    const { data, height } = samplePhoto(width, 131);
    const resampling = toSize({ data, width, height }, target);
    for (const [top, rows] of [
      [0, 131],
      [40, 37],
    ] as const) {
      const pixels = rowsOfPixels(data, width, top, rows);
      const colors = [0, 1, 2].map((offset) =>
        resampler.resample({ ...pixels, offset }, resampling),
      );
      expect(resampler.resampleColors(pixels, resampling)).toEqual(colors);
    }
  });
});

describe('resampling linear light', () => {
  const light = Uint16Array.from({ length: 256 }, (_, byte) =>
    Math.round(srgbToLight(byte / 255) * maxLight),
  );

  test.each([
    [150, { width: 64, height: 50 }, 0],
    [149, { width: 63, height: 131 }, 1],
    [3, { width: 7, height: 5 }, 2],
  ])('makes of it what it makes of its pixels: %j wide to %j', (width, target, offset) => {
    const { data, height } = samplePhoto(width, 131);
    const resampling = toSize({ data, width, height }, target);
    for (const [top, rows] of [
      [0, 131],
      [40, 37],
    ] as const) {
      const read: ReadLightRows = (first, count, to, stride) => {
        to.fill(0xffff);
        for (let row = 0; row < count; row++) {
          for (let at = 0; at < width * 3; at++) {
            const byte = data[(top + first + row) * width * 3 + at]!;
            const column = offset + Math.floor(at / 3);
            to[(row * 3 + (at % 3)) * stride + column] = light[byte]!;
          }
        }
      };
      const pixels = rowsOfPixels(data, width, top, rows);
      expect(resampler.resampleLight({ read, offset, top, rows }, resampling)).toEqual(
        resampler.resampleColors(pixels, resampling),
      );
    }
  });
});

describe('resampling a plane', () => {
  const sizes = [
    { width: 64, height: 50 },
    { width: 9, height: 3 },
    { width: 1, height: 1 },
    { width: 300, height: 170 },
    { width: 150, height: 131 },
  ];

  test.each(sizes)('gives the same in parts as at once: $width x $height', (target) => {
    for (const light of [true, false]) {
      for (const kernel of ['lanczos', 'mean'] as const) {
        const resampling = { ...toSize(luma, target), light, kernel };
        const whole = resampleParts(luma, resampling, [131]);
        expect(resampleParts(luma, resampling, [1, 40, 64, 26])).toEqual(whole);
        expect(resampleParts(luma, resampling, [64, 3, 64], { reversed: true })).toEqual(whole);
        expect(resampleParts(luma, resampling, [100, 31], { step: 4 })).toEqual(whole);
      }
    }
  });

  test('agrees with resampling in floating point to one level', async () => {
    const gray = new Uint8ClampedArray(luma.data.length * 4).map((_, at) =>
      at % 4 === 3 ? 255 : luma.data[at >> 2]!,
    );
    const raster = {
      ...luma,
      data: gray,
      opaque: false,
      gray: true,
      premultiplied: false,
      color: {},
    };
    for (const target of sizes) {
      const expected = (await resize(raster, target.width, target.height)).data;
      const found = resampleParts(luma, toSize(luma, target), [131]);
      const worst = found.reduce((max, value, at) => {
        return Math.max(max, Math.abs(value - expected[at * 4]!));
      }, 0);
      expect(worst).toBeLessThanOrEqual(1);
    }
  });

  test('changes nothing at the same size, and keeps what is flat flat', () => {
    for (const light of [true, false]) {
      expect(resampleParts(luma, { ...toSize(luma, luma), light }, [131])).toEqual(luma.data);
      for (const value of [0, 1, 7, 128, 254, 255]) {
        const flat = { ...luma, data: new Uint8Array(luma.data.length).fill(value) };
        for (const target of sizes) {
          const found = resampleParts(flat, { ...toSize(flat, target), light }, [70, 61]);
          expect(new Set(found)).toEqual(new Set([value]));
        }
      }
    }
  });

  test.each([
    { x: 0, y: 0, width: 150, height: 131 },
    { x: 7, y: 11, width: 97, height: 85 },
    { x: 149, y: 130, width: 1, height: 1 },
  ])('gives the samples of a part on whole samples as they are: $width x $height', (part) => {
    const { x, y, width, height } = part;
    const expected = Array.from({ length: width * height }, (_, at) => {
      return luma.data[(y + Math.floor(at / width)) * luma.width + x + (at % width)];
    });
    const resampling = {
      ...toSize(luma, { width, height }),
      across: { start: x, length: width },
      down: { start: y, length: height },
    };
    // A part of a sample less is filtered like any other size.
    const filtered = {
      ...resampling,
      across: { start: x, length: width - 1e-9 },
      down: { start: y, length: height },
    };
    for (const light of [true, false]) {
      for (const heights of [[131], [1, 40, 64, 26]]) {
        for (const options of [{}, { reversed: true }, { step: 4 }]) {
          const copied = resampleParts(luma, { ...resampling, light }, heights, options);
          expect([...copied]).toEqual(expected);
          expect(resampleParts(luma, { ...filtered, light }, heights, options)).toEqual(copied);
        }
      }
    }
  });

  test('averages light, not numbers, where it is asked to', () => {
    const stripes = { width: 64, height: 64, data: new Uint8Array(64 * 64) };
    stripes.data.forEach((_, at) => (stripes.data[at] = at % 2 === 0 ? 255 : 0));
    const middleOf = (light: boolean) => {
      const target = { width: 8, height: 8 };
      return resampleParts(stripes, { ...toSize(stripes, target), light }, [64])[8 * 4 + 4]!;
    };
    expect(Math.abs(middleOf(true) - 188)).toBeLessThanOrEqual(2);
    expect(Math.abs(middleOf(false) - 128)).toBeLessThanOrEqual(2);
  });

  test('rings no more than three lobes of Lanczos do, and means not at all', () => {
    const edge = { width: 128, height: 16, data: new Uint8Array(128 * 16) };
    edge.data.forEach((_, at) => (edge.data[at] = at % 128 < 63 ? 60 : 180));
    for (const [kernel, max] of [
      ['lanczos', 14],
      ['mean', 0],
    ] as const) {
      const resampling = { ...toSize(edge, { width: 60, height: 8 }), kernel, light: false };
      const row = resampleParts(edge, resampling, [16]).subarray(0, 60);
      expect(Math.max(...row)).toBeLessThanOrEqual(180 + max);
      expect(Math.min(...row)).toBeGreaterThanOrEqual(60 - max);
    }
  });
});
