import type { PlaneSamples } from '@stillpix/engine';
import { expect, test } from 'vitest';
import { cutPatches } from './plane-sample.ts';

/** A picture with the column as luma and the row as chroma, in steps of 16. */
function createPicture(width: number, height: number): PlaneSamples {
  const plane = (across: number, down: number, valueAt: (x: number, y: number) => number) =>
    Uint8Array.from({ length: across * down }, (_, index) =>
      Math.floor(valueAt(index % across, Math.floor(index / across)) / 16),
    );
  const half = (length: number) => Math.ceil(length / 2);
  const color = plane(half(width), half(height), (_, y) => 2 * y);
  return {
    width,
    height,
    chroma: '4:2:0',
    planes: [plane(width, height, (x) => x), color, color],
    strides: [width, half(width), half(width)],
    color: {},
  };
}

test('lays patches from all over the picture side by side', () => {
  const { width, height, planes, strides } = cutPatches(createPicture(1600, 1200));
  expect([width, height, strides]).toEqual([768, 768, [768, 384, 384]]);
  const [light, color] = planes as [Uint8Array, Uint8Array];
  expect(light).toHaveLength(768 * 768);
  expect(color).toHaveLength(384 * 384);
  // The first and the last patch of a row, then of a column.
  expect([light[0], light[767]]).toEqual([2, 97]);
  expect([color[0], color[383 * 384]]).toEqual([1, 73]);
});

test('takes a picture smaller than a patch as it is', () => {
  const small = createPicture(33, 21);
  expect(cutPatches(small)).toEqual(small);
});
