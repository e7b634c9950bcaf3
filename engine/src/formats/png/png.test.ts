import * as fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { fixture, convertFixture, bytesOfBlob } from '../../../testing/pictures.ts';
import type { Raster } from '../../planes/raster.ts';
import { readChunks } from './chunks.ts';
import { decodePng } from './decode.ts';
import { encodePng } from './encode.ts';
import { colorTypes, readPngHeader } from './header.ts';

const flags = { opaque: false, gray: false, premultiplied: false, color: {} };

function rasterOf(width: number, samples: number[], deep: boolean): Raster {
  const data = deep ? new Uint16Array(samples) : new Uint8ClampedArray(samples);
  return { width, height: samples.length / 4 / width, data, ...flags };
}

async function shapeOf(raster: Raster): Promise<{ colorType: number; bitDepth: number }> {
  const { colorType, bitDepth } = readPngHeader(readChunks(await encodePng(raster)));
  return { colorType, bitDepth };
}

describe('writing', () => {
  test('gives back every pixel, whatever form it chose', async () => {
    const pixel = (max: number) => fc.tuple(...Array.from({ length: 4 }, () => fc.nat(max)));
    const palette = fc.constantFrom([0, 0, 0, 255], [255, 255, 255, 255], [10, 200, 30, 128]);
    const cases = fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.boolean())
      .chain(([width, height, deep]) =>
        fc
          .array(fc.oneof(palette, pixel(deep ? 65_535 : 255)), {
            minLength: width * height,
            maxLength: width * height,
          })
          .map((pixels) => rasterOf(width, pixels.flat(), deep)),
      );
    await fc.assert(
      fc.asyncProperty(cases, async (raster) => {
        const back = await decodePng(readChunks(await encodePng(raster)));
        const values = (picture: Raster) =>
          Array.from(
            picture.data,
            (value) => value / (picture.data instanceof Uint16Array ? 65_535 : 255),
          );
        expect(values(back)).toEqual(values(raster));
      }),
      { numRuns: 60 },
    );
  });

  test('is read the same by another library', async () => {
    const samples = Array.from({ length: 40 * 30 * 4 }, (_, at) =>
      at % 4 === 3 ? 255 : (at * 7919) % 256,
    );
    const png = await encodePng(rasterOf(40, samples, false));
    const { data } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([...data]).toEqual(samples);
  });

  test('takes the smallest form: gray stays gray, few colors become a palette', async () => {
    const gray = [0, 0, 0, 255, 255, 255, 255, 255];
    expect(await shapeOf(rasterOf(2, gray, false))).toEqual({
      colorType: colorTypes.gray,
      bitDepth: 1,
    });
    const shades = [0, 0, 0, 255, 100, 100, 100, 255];
    expect(await shapeOf(rasterOf(2, shades, false))).toEqual({
      colorType: colorTypes.gray,
      bitDepth: 8,
    });
    const few = [255, 0, 0, 255, 0, 0, 255, 90];
    expect(await shapeOf(rasterOf(2, few, false))).toEqual({
      colorType: colorTypes.palette,
      bitDepth: 1,
    });
    const deep = [1, 2, 3, 65_535, 4, 5, 6, 65_535];
    expect(await shapeOf(rasterOf(2, deep, true))).toEqual({
      colorType: colorTypes.rgb,
      bitDepth: 16,
    });
  });
});

describe('files on their way through', () => {
  test.each([
    ['gray.png', colorTypes.gray, 8],
    ['palette.png', colorTypes.palette, 4],
    ['deep-interlaced.png', colorTypes.rgb, 16],
  ])('%s keeps its form', async (name, colorType, bitDepth) => {
    const { blob } = await convertFixture(name, { format: 'png' });
    const header = readPngHeader(readChunks(await bytesOfBlob(blob)));
    expect(header).toMatchObject({ colorType, bitDepth });
  });

  test('are refused when any byte of what matters is wrong', async () => {
    const png = await fixture('drawing.png');
    for (let at = 8; at < png.length - 12; at += 37) {
      const damaged = png.slice();
      damaged[at]! ^= 0x10;
      const run = async () => decodePng(readChunks(damaged));
      await expect(run()).rejects.toMatchObject({ code: 'corrupt-file' });
    }
  });
});
