import { expect, test } from 'vitest';
import { expectedResult } from './expected-size.ts';

const original = { width: 4000, height: 3000 };
const sizeOf = (options: Parameters<typeof expectedResult>[0]) =>
  expectedResult(options, original).size;

test('keeps the size where nothing else is asked', () => {
  expect(expectedResult({}, original)).toEqual({
    size: original,
    region: { x: 0, y: 0, width: 1, height: 1 },
  });
});

test('fits the whole picture into a box, or one side', () => {
  expect(sizeOf({ resize: { width: 1000, height: 1000 } })).toEqual({ width: 1000, height: 750 });
  expect(sizeOf({ resize: { height: 300 } })).toEqual({ width: 400, height: 300 });
});

test('has the size of the box where that is filled or the picture stretched', () => {
  const box = { width: 500, height: 500 };
  expect(sizeOf({ resize: { ...box, mode: 'fill' } })).toEqual(box);
  expect(sizeOf({ resize: { ...box, mode: 'stretch' } })).toEqual(box);
});

test('starts from the crop', () => {
  const crop = { x: 2000, y: 0, width: 2000, height: 1500 };
  expect(expectedResult({ crop, resize: { width: 1000 } }, original)).toEqual({
    size: { width: 1000, height: 750 },
    region: { x: 0.5, y: 0, width: 0.5, height: 0.5 },
  });
});

test('shows the part that fills the box', () => {
  const resize = { width: 500, height: 500, mode: 'fill' } as const;
  expect(expectedResult({ resize }, original).region).toEqual({
    x: 0.125,
    y: 0,
    width: 0.75,
    height: 1,
  });
  const region = expectedResult({ resize: { ...resize, position: 'top-left' } }, original).region;
  expect(region).toEqual({ x: 0, y: 0, width: 0.75, height: 1 });
});
