import { describe, expect, test } from 'vitest';
import { pixelsOfTiff, tiffOf } from '../../../../testing/tiff-pictures.ts';

/** The color of equal energy. */
const white = [0.2105, 0.4737] as const;

/** The code of a luminance, with 256 steps a doubling. */
const luminanceCode = (light: number): number => Math.floor(256 * (Math.log2(light) + 64));

/** The nearest codes of u' and v' with 8 bits. */
const colorCodes = (u: number, v: number): number[] => [Math.floor(u * 410), Math.floor(v * 410)];

const light16 = { bits: 16, entries: [[339, 3, [2]]] } as const;

/** Rows of bytes without runs, each in front of its length. */
const literal = (bytes: readonly number[]): number[] => [bytes.length, ...bytes];

describe('logarithms of luminance', () => {
  test('become gray, whose white is a luminance of 1', async () => {
    const codes = [0, luminanceCode(0.25), luminanceCode(0.999), luminanceCode(8)];
    const negative = luminanceCode(0.5) | 0x8000;
    const all = [...codes, negative];
    const strip = [
      ...literal(all.map((code) => code >> 8)),
      ...literal(all.map((code) => code & 255)),
    ];
    const picture = { width: 5, height: 1, photometric: 32_844, compression: 34_676, ...light16 };
    const levels = (await pixelsOfTiff(tiffOf([{ ...picture, strips: [strip] }]))).map(([g]) => g!);
    expect([levels[0], levels[3], levels[4]]).toEqual([0, 255, 0]);
    expect(Math.abs(levels[1]! - 128)).toBeLessThanOrEqual(1);
    expect(levels[2]).toBeGreaterThan(253);
  });

  test('may be runs, in each row anew', async () => {
    const [high, low] = [luminanceCode(0.25) >> 8, luminanceCode(0.25) & 255];
    // 128 is a run of two.
    const row = [129, high, 129, low];
    const picture = { width: 3, height: 2, photometric: 32_844, compression: 34_676, ...light16 };
    const pixels = await pixelsOfTiff(tiffOf([{ ...picture, strips: [[...row, ...row]] }]));
    for (const [level] of pixels) expect(Math.abs(level! - 128)).toBeLessThanOrEqual(1);
    const short = pixelsOfTiff(tiffOf([{ ...picture, strips: [row] }]));
    await expect(short).rejects.toMatchObject({ code: 'corrupt-file' });
  });
});

describe('luminance with colors', () => {
  const picture = { width: 1, height: 1, samples: 3, photometric: 32_845, ...light16 };

  const pixelOf32 = async ([u, v]: readonly [number, number]): Promise<number[]> => {
    const code = luminanceCode(0.25);
    const bytes = [code >> 8, code & 255, ...colorCodes(u, v)];
    const strips = [bytes.flatMap((byte) => literal([byte]))];
    const [pixel] = await pixelsOfTiff(tiffOf([{ ...picture, compression: 34_676, strips }]));
    return pixel!.slice(0, 3);
  };

  test('of 32 bits have u and v of 8', async () => {
    const gray = await pixelOf32(white);
    for (const level of gray) expect(Math.abs(level - 128)).toBeLessThan(9);
    const [red = 0, green = 0, blue = 0] = await pixelOf32([0.4507, 0.5229]);
    expect(red).toBeGreaterThan(180);
    expect(Math.max(green, blue)).toBeLessThan(60);
  });

  test('of 24 bits have a number for each color, and none is white', async () => {
    const quarter = Math.floor(64 * (Math.log2(0.25) + 12));
    const pixelOf = async (color: number): Promise<number[]> => {
      const packed = (quarter << 14) | color;
      const strips = [[packed >> 16, (packed >> 8) & 255, packed & 255]];
      return (await pixelsOfTiff(tiffOf([{ ...picture, compression: 34_677, strips }])))[0]!;
    };
    // The first color is the bluest; behind the last one there is none.
    const [red = 0, green = 0, blue = 0] = await pixelOf(0);
    expect([red, green < 10, blue]).toEqual([expect.any(Number), true, 255]);
    const neutral = (await pixelOf(16_300)).slice(0, 3);
    expect(Math.max(...neutral) - Math.min(...neutral)).toBeLessThan(30);
  });

  test.each([
    ['by another compression', { compression: 1, strips: [[0, 0, 0, 0, 0, 0]] }],
    ['with alpha', { compression: 34_676, samples: 4, strips: [[1, 0]] }],
  ])('%s are refused', async (_, change) => {
    await expect(pixelsOfTiff(tiffOf([{ ...picture, ...change }]))).rejects.toMatchObject({
      code: 'unsupported-feature',
      feature: 'tiff-colors',
    });
  });
});
