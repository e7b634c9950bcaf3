import { describe, expect, test } from 'vitest';
import { pixelsOfTiff, tiffOf } from '../../../testing/tiff-pictures.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import { readPngHeader } from '../png/header.ts';
import { readChunks } from '../png/chunks.ts';

const [red, green, blue, white] = [
  [255, 0, 0, 255],
  [0, 255, 0, 255],
  [0, 0, 255, 255],
  [255, 255, 255, 255],
] as const;
const gray = (value: number): number[] => [value, value, value, 255];

/** Numbers of 16, 32 or 64 bits, or floating point, as bytes. */
function packed(
  values: readonly number[],
  write: 'setUint16' | 'setInt16' | 'setUint32' | 'setFloat32' | 'setFloat64',
  littleEndian = true,
): number[] {
  const size = Number(/\d+/.exec(write)![0]) / 8;
  const view = new DataView(new ArrayBuffer(values.length * size));
  for (const [index, value] of values.entries()) view[write](index * size, value, littleEndian);
  return [...new Uint8Array(view.buffer)];
}

describe('gray', () => {
  test.each([
    [1, [0b10110000], [255, 0, 255, 255]],
    [2, [0b00011011], [0, 85, 170, 255]],
    [4, [0x0f, 0x7a], [0, 255, 119, 170]],
    [8, [1, 2, 3, 255], [1, 2, 3, 255]],
    [12, [0x00, 0x0f, 0xff, 0x80, 0x00, 0x11], [0, 255, 128, 1]],
    [16, packed([0, 65_535, 0x8080, 257], 'setUint16'), [0, 255, 128, 1]],
    [24, [0, 0, 0, 255, 255, 255, 0, 0, 128, 0, 1, 1], [0, 255, 128, 1]],
    [32, packed([0, 2 ** 32 - 1, 0x80800000, 0x1010000], 'setUint32'), [0, 255, 128, 1]],
  ])('of %i bits a sample is read', async (bits, strip, expected) => {
    const bytes = tiffOf([{ width: 4, height: 1, bits, strips: [strip] }]);
    const levels = (await pixelsOfTiff(bytes)).map(([level]) => level!);
    for (const [index, level] of levels.entries())
      expect(Math.abs(level - expected[index]!)).toBeLessThanOrEqual(1);
  });

  test.each([
    [1, [0b01000000], [255, 0]],
    [8, [0, 200], [255, 55]],
    [16, packed([0, 200 * 257], 'setUint16'), [255, 55]],
  ])('of %i bits may have white as its 0', async (bits, strip, expected) => {
    const picture = { width: 2, height: 1, bits, photometric: 0, strips: [strip] };
    expect(await pixelsOfTiff(tiffOf([picture]))).toEqual(expected.map(gray));
  });

  test.each([
    [16, [0x00, 0xbc, 0x00, 0x38, 0x00, 0x3c, 0x00, 0x48]],
    [24, [0, 0, 0xbf, 0, 0, 0x3e, 0, 0, 0x3f, 0, 0, 0x42]],
    [32, packed([-1, 0.5, 1, 8], 'setFloat32')],
    [64, packed([-1, 0.5, 1, 8], 'setFloat64')],
  ])('of floating point with %i bits goes from 0 to 1', async (bits, strip) => {
    const entries = [[339, 3, [3]]] as const;
    const bytes = tiffOf([{ width: 4, height: 1, bits, strips: [strip], entries }]);
    const levels = (await pixelsOfTiff(bytes)).map(([level]) => level!);
    expect([levels[0], levels[2], levels[3]]).toEqual([0, 255, 255]);
    expect(Math.abs(levels[1]! - 128)).toBeLessThanOrEqual(1);
  });

  test('of signed numbers with 16 bits has its lowest number as black', async () => {
    const strip = packed([-32_768, 0, 32_767], 'setInt16');
    const entries = [[339, 3, [2]]] as const;
    const bytes = tiffOf([{ width: 3, height: 1, bits: 16, strips: [strip], entries }]);
    const levels = (await pixelsOfTiff(bytes)).map(([level]) => level!);
    expect(levels[0]).toBe(0);
    expect(Math.abs(levels[1]! - 128)).toBeLessThanOrEqual(1);
    expect(levels[2]).toBe(255);
  });
});

describe('colors', () => {
  test.each([{ littleEndian: true }, { littleEndian: false }, { big: true }])(
    'of 16 bits stay what they are, to the last bit: %o',
    async (order) => {
      const { littleEndian = true } = order;
      const strip = packed([1, 258, 65_535, 40_000, 2, 3], 'setUint16', littleEndian);
      const picture = {
        width: 2,
        height: 1,
        bits: 16,
        samples: 3,
        photometric: 2,
        strips: [strip],
      };
      const { blob } = await runPipeline(new Blob([tiffOf([picture], order)]), 'a.tif', {
        format: 'png',
      });
      const chunks = readChunks(new Uint8Array(await blob.arrayBuffer()));
      expect(readPngHeader(chunks).bitDepth).toBe(16);
      const { decodePng } = await import('../png/decode.ts');
      expect([...(await decodePng(chunks)).data]).toEqual([
        ...[1, 258, 65_535, 65_535],
        ...[40_000, 2, 3, 65_535],
      ]);
    },
  );

  test.each([
    ['of 16 bits', 257],
    ['of 8 bits, as some programs write them', 1],
  ])('of a palette may be %s', async (_, factor) => {
    const levels = [...[255, 0, 0, 255], ...[0, 255, 0, 255], ...[0, 0, 255, 255]];
    const entries = [[320, 3, levels.map((level) => level * factor)]] as const;
    const picture = { width: 4, height: 1, bits: 2, photometric: 3, strips: [[0b11_00_10_01]] };
    const pixels = await pixelsOfTiff(tiffOf([{ ...picture, entries }]));
    expect(pixels).toEqual([white, red, blue, green]);
  });

  test('may have each sample in a plane of its own, in strips', async () => {
    const rows = [[255], [0], [0], [255], [0], [0]];
    const picture = {
      width: 1,
      height: 2,
      samples: 3,
      photometric: 2,
      rowsPerStrip: 1,
      strips: rows,
    };
    const bytes = tiffOf([{ ...picture, entries: [[284, 3, [2]]] }]);
    expect(await pixelsOfTiff(bytes)).toEqual([red, green]);
  });

  test('of inks without a profile leave of white what they do not take', async () => {
    const strip = [0, 0, 0, 0, 0, 255, 255, 0, 255, 0, 0, 128];
    const bytes = tiffOf([{ width: 3, height: 1, samples: 4, photometric: 5, strips: [strip] }]);
    expect(await pixelsOfTiff(bytes)).toEqual([white, red, [0, 127, 127, 255]]);
  });

  test('of Y, Cb and Cr may be shared by the pixels around them', async () => {
    // Units of 2 x 1 pixels, of which the second is half outside.
    const strip = [76, 76, 85, 255, 29, 0, 255, 107];
    const entries = [[530, 3, [2, 1]]] as const;
    const picture = { width: 3, height: 1, samples: 3, photometric: 6, strips: [strip] };
    const pixels = await pixelsOfTiff(tiffOf([{ ...picture, entries }]));
    for (const [index, color] of [red, red, blue].entries())
      for (const [channel, value] of color.entries())
        expect(Math.abs(pixels[index]![channel]! - value)).toBeLessThanOrEqual(2);
  });

  test('of Y, Cb and Cr have lights of their own in all rows that share them', async () => {
    const strip = [10, 20, 30, 40, 128, 128];
    const entries = [[530, 3, [2, 2]]] as const;
    const picture = { width: 2, height: 2, samples: 3, photometric: 6, strips: [strip] };
    const pixels = await pixelsOfTiff(tiffOf([{ ...picture, entries }]));
    expect(pixels).toEqual([10, 20, 30, 40].map(gray));
  });

  test('of Y, Cb and Cr may leave room below black and above white', async () => {
    const reference = [16, 235, 128, 240, 128, 240].flatMap((value) => [value, 1]);
    const entries = [
      [530, 3, [1, 1]],
      [532, 5, reference],
    ] as const;
    const strip = [16, 128, 128, 235, 128, 128];
    const picture = { width: 2, height: 1, samples: 3, photometric: 6, strips: [strip] };
    expect(await pixelsOfTiff(tiffOf([{ ...picture, entries }]))).toEqual([gray(0), white]);
  });

  test.each([
    ['as CIE has it', 8, [0, 0, 81, 67]],
    ["in ICC's way", 9, [128, 128, 209, 195]],
  ])('of Lab, %s, become sRGB', async (_, photometric, [a, b, redA, redB]) => {
    const strip = [255, a!, b!, 136, redA!, redB!];
    const bytes = tiffOf([{ width: 2, height: 1, samples: 3, photometric, strips: [strip] }]);
    const pixels = await pixelsOfTiff(bytes);
    for (const [index, color] of [white, red].entries())
      for (const [channel, value] of color.entries())
        expect(Math.abs(pixels[index]![channel]! - value)).toBeLessThanOrEqual(8);
  });
});

describe('a sample behind the colors', () => {
  const pictureOf = (samples: number[], kinds: number[] | null) =>
    tiffOf([
      {
        width: 1,
        height: 1,
        samples: samples.length,
        photometric: 2,
        strips: [samples],
        entries: kinds ? [[338, 3, kinds]] : [],
      },
    ]);

  test.each([
    ['alpha', [255, 100, 0, 128], [2]],
    ['alpha where nothing is said', [255, 100, 0, 128], null],
    ['alpha that colors are multiplied by', [128, 50, 0, 128], [1]],
    ['alpha with one more behind it', [255, 100, 0, 128, 7], [2, 0]],
  ])('is %s', async (_, samples, kinds) => {
    expect(await pixelsOfTiff(pictureOf(samples, kinds))).toEqual([[255, 100, 0, 128]]);
  });

  test('is alpha behind inks, and behind an index, too', async () => {
    const entries = [[338, 3, [2]]] as const;
    const inks = {
      width: 1,
      height: 1,
      samples: 5,
      photometric: 5,
      strips: [[0, 255, 255, 0, 99]],
    };
    expect(await pixelsOfTiff(tiffOf([{ ...inks, entries }]))).toEqual([[255, 0, 0, 99]]);
    const map = [0, 65_535, 0, 0].flatMap((level) => [0, level, 0, 0]);
    const palette = { width: 1, height: 1, bits: 4, samples: 2, photometric: 3, strips: [[0x16]] };
    const colors = [320, 3, [...map, ...map, ...map]] as const;
    const [pixel] = await pixelsOfTiff(tiffOf([{ ...palette, entries: [...entries, colors] }]));
    expect(pixel![3]).toBe(6 * 17);
  });
});

describe('a sample of no said kind', () => {
  const picture = { width: 1, height: 1 };
  const other = [[338, 3, [0]]] as const;

  test.each([
    ['behind colors is alpha', { samples: 4, photometric: 2, entries: other }, [1, 2, 3, 4]],
    ['behind colors, not spoken of, is alpha', { samples: 4, photometric: 2 }, [1, 2, 3, 4]],
    ['behind gray is none', { samples: 2, entries: other }, [1, 1, 1, 255]],
    ['behind gray, not spoken of, is none', { samples: 2 }, [1, 1, 1, 255]],
  ])('%s', async (_, change, pixel) => {
    const strips = [[1, 2, 3, 4].slice(0, change.samples)];
    expect(await pixelsOfTiff(tiffOf([{ ...picture, ...change, strips }]))).toEqual([pixel]);
  });

  test('may have a plane that is not in the file', async () => {
    const entries = [...other, [284, 3, [2]], [273, 4, [8, 0]]] as const;
    const pixels = await pixelsOfTiff(tiffOf([{ ...picture, samples: 2, strips: [[7]], entries }]));
    expect(pixels[0]![3]).toBe(255);
  });
});

test('four samples of no said meaning are inks where inks are spoken of', async () => {
  const entries = [
    [262, null],
    [332, 3, [1]],
  ] as const;
  const picture = { width: 1, height: 1, samples: 4, strips: [[255, 0, 255, 0]], entries };
  expect(await pixelsOfTiff(tiffOf([picture]))).toEqual([[0, 255, 0, 255]]);
});
