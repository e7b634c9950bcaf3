import { beforeAll, describe, expect, test } from 'vitest';
import { compiledModule } from '../../testing/wasm.ts';
import type { ChromaFormat, Planes } from './planes.ts';
import { PlanesPixels } from './planes-pixels.ts';
import { samplingOf } from './sampling.ts';
import { RgbaConverter } from './to-rgba.ts';

const format = { gray: false, bitDepth: 8, chromaBitDepth: 8, fullRange: true, matrix: 1 };

/** Any samples, in rows with a gap behind them. */
function planesOf(chroma: ChromaFormat, width: number, height: number): Planes {
  const { across, down } = samplingOf(chroma);
  const counts = chroma === '4:0:0' ? [1] : [1, 2, 2];
  const strides = counts.map((plane) => (plane === 1 ? width : Math.ceil(width / across)) + 3);
  const planes = counts.map((plane, component) => {
    const rows = plane === 1 ? height : Math.ceil(height / down);
    const size = strides[component]! * rows;
    return Uint8Array.from({ length: size }, (_, at) => (at * 37 + component * 91) & 255);
  });
  return { width, height, chroma, bitDepth: 8, chromaBitDepth: 8, planes, strides };
}

let converter: RgbaConverter;

beforeAll(async () => {
  converter = await RgbaConverter.create(await compiledModule('raster'));
});

describe('planes as pixels', () => {
  test.each(['4:2:0', '4:2:2', '4:4:4'] as const)(
    'are those that all of them become at once, with their alpha, wherever one begins: %s',
    async (chroma) => {
      const [width, height] = [37, 301];
      const planes = planesOf(chroma, width, height);
      const alpha = planesOf('4:0:0', width, height);
      const { data, stride } = converter.convert(planes, format, false);
      const expected = new Uint8Array(width * height * 4);
      for (let y = 0; y < height; y++) {
        expected.set(data.subarray(y * stride, y * stride + width * 4), y * width * 4);
        for (let x = 0; x < width; x++)
          expected[(y * width + x) * 4 + 3] = alpha.planes[0]![y * alpha.strides[0]! + x]!;
      }
      const pixels = new PlanesPixels(planes, format, alpha, converter);
      expect(pixels).toMatchObject({ width, height, opaque: false });
      for (const [top, rows] of [
        [0, height],
        [0, 1],
        [131, 170],
        [255, 2],
      ] as const) {
        const part = new Uint8Array(rows * width * 4);
        await pixels.copy(top, rows, part);
        expect(part).toEqual(expected.subarray(top * width * 4, (top + rows) * width * 4));
      }
    },
  );

  test('are opaque without alpha', async () => {
    const pixels = new PlanesPixels(planesOf('4:2:0', 9, 3), format, null, converter);
    const all = new Uint8Array(9 * 3 * 4);
    await pixels.copy(0, 3, all);
    expect(pixels.opaque).toBe(true);
    expect(all.filter((_, at) => (at & 3) === 3 && all[at] !== 255)).toHaveLength(0);
  });
});

describe('reversible YCgCo', () => {
  const colors = [0, 1, 2, 100, 127, 128, 200, 254, 255];
  const all = colors.flatMap((red) =>
    colors.flatMap((green) => colors.map((blue) => [red, green, blue] as const)),
  );

  /** ITU-T H.273, 8.3: differences first, then what is left of light. */
  const code = ([red, green, blue]: readonly [number, number, number]) => {
    const co = red - blue;
    const middle = blue + (co >> 1);
    const cg = green - middle;
    return [middle + (cg >> 1), cg, co] as const;
  };

  test.each([
    ['even', 16, 10],
    ['odd', 17, 9],
  ])('%s: is what it was, but for the last bit', (_, matrix, bitDepth) => {
    const width = all.length;
    const planes = [0, 1, 2].map((component) =>
      Uint16Array.from(
        all,
        (color) => code(color)[component]! + (component > 0 ? 2 ** (bitDepth - 1) : 0),
      ),
    );
    const { data } = converter.convert(
      {
        width,
        height: 1,
        chroma: '4:4:4',
        planes,
        strides: [width, width, width],
        bitDepth,
        chromaBitDepth: bitDepth,
      },
      { gray: false, bitDepth, chromaBitDepth: bitDepth, fullRange: true, matrix },
      false,
    );
    const farthest = all.flatMap((color, at) =>
      color.map((sample, component) => Math.abs(data[at * 4 + component]! - sample)),
    );
    expect(Math.max(...farthest)).toBeLessThanOrEqual(1);
  });
});
