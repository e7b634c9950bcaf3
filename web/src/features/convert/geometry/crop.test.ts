import { expect, test } from 'vitest';
import { cropInSameShape, toPixels } from './crop.ts';

const wide = { width: 4000, height: 3000 };
const tall = { width: 3000, height: 4000 };
const square = { x: 0.125, y: 0, width: 0.75, height: 1 };

test('a square stays a square on a picture that stands', () => {
  const crop = cropInSameShape(square, wide, tall);
  expect(toPixels(crop, tall)).toEqual({ x: 0, y: 500, width: 3000, height: 3000 });
});

test('on a picture of the same sides it is the same crop', () => {
  expect(cropInSameShape(square, wide, { width: 400, height: 300 })).toEqual(square);
});

test('a smaller crop is as much smaller there, around the same place', () => {
  const half = { x: 0.25, y: 0.25, width: 0.375, height: 0.5 };
  const { x, y, width, height } = toPixels(cropInSameShape(half, wide, tall), tall);
  expect([width, height]).toEqual([1500, 1500]);
  expect((x + width / 2) / tall.width).toBeCloseTo(0.4375, 3);
  expect((y + height / 2) / tall.height).toBeCloseTo(0.5, 3);
});

test('a crop in a corner stays inside the picture', () => {
  const corner = { x: 0.4, y: 0, width: 0.6, height: 0.8 };
  const { x, y, width, height } = cropInSameShape(corner, wide, { width: 1000, height: 4000 });
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
  expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1);
});
