import { beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../../testing/mutate.ts';
import { compiledModule } from '../../../testing/wasm.ts';
import type { Planes } from '../../planes/planes.ts';
import { rowsOfPlanes } from '../../planes/rows.ts';
import { WebpConverter } from './planes-to-rgba.ts';

let converter: WebpConverter;

beforeAll(async () => {
  converter = new WebpConverter(await compiledModule('raster'));
});

const random = seededRandom(11);

function noise(width: number, height: number): Planes {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const filled = (size: number) => Uint8Array.from({ length: size }, () => random() * 256);
  // The end of a row is followed by what does not belong to it.
  const strides = [width + 3, across + 1, across + 1];
  return {
    width,
    height,
    chroma: '4:2:0',
    bitDepth: 8,
    chromaBitDepth: 8,
    planes: [filled(strides[0]! * height), filled(strides[1]! * down), filled(strides[2]! * down)],
    strides,
  };
}

/** What libwebp computes, sample by sample. */
function rgbOf({ planes, strides, width, height }: Planes, x: number, y: number): number[] {
  const [last, lowest] = [Math.ceil(width / 2) - 1, Math.ceil(height / 2) - 1];
  const beside = (at: number, most: number) =>
    Math.min(most, Math.max(0, (at >> 1) + (at % 2 === 0 ? -1 : 1)));
  const [x0, y0, x1, y1] = [x >> 1, y >> 1, beside(x, last), beside(y, lowest)];
  const [cb, cr] = [1, 2].map((component) => {
    const at = (column: number, row: number) =>
      planes[component]![row * strides[component]! + column]!;
    return (9 * at(x0, y0) + 3 * at(x1, y0) + 3 * at(x0, y1) + at(x1, y1) + 8) >> 4;
  }) as [number, number];
  const luma = (planes[0]![y * strides[0]! + x]! * 19_077) >> 8;
  const sums = [
    luma + ((cr * 26_149) >> 8) - 14_234,
    luma - ((cb * 6419) >> 8) - ((cr * 13_320) >> 8) + 8708,
    luma + ((cb * 33_050) >> 8) - 17_685,
  ];
  return [...sums.map((sum) => Math.min(255, Math.max(0, sum >> 6))), 255];
}

test.each([
  [1, 1],
  [1, 5],
  [2, 2],
  [7, 3],
  [8, 4],
  [9, 9],
  [33, 17],
  [130, 6],
])('planes of %i by %i become the pixels that libwebp gives', (width, height) => {
  const planes = noise(width, height);
  const pixels = new Uint8ClampedArray(width * height * 4);
  converter.convert(planes, { first: 0, rows: height }, pixels);
  const wanted = Array.from({ length: width * height }, (_, at) =>
    rgbOf(planes, at % width, Math.floor(at / width)),
  ).flat();
  expect([...pixels]).toEqual(wanted);
});

test('bands that bring the rows around them become the same as the whole', () => {
  const [width, height, bandRows] = [37, 23, 6];
  const planes = noise(width, height);
  const whole = new Uint8ClampedArray(width * height * 4);
  converter.convert(planes, { first: 0, rows: height }, whole);
  const banded = new Uint8ClampedArray(whole.length);
  for (let top = 0; top < height; top += bandRows) {
    const rows = Math.min(bandRows, height - top);
    const start = Math.max(0, top - 2);
    const band = rowsOfPlanes(planes, start, Math.min(height, top + rows + 2));
    const target = banded.subarray(top * width * 4, (top + rows) * width * 4);
    converter.convert(band, { first: top - start, rows }, target);
  }
  expect(banded).toEqual(whole);
});
