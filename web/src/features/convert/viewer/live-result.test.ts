import { expect, test } from 'vitest';
import { partInView } from './live-result.ts';

const picture = { width: 4032, height: 3024 };
const stage = { width: 800, height: 400 };

test('is the whole picture where all of it is seen', () => {
  expect(partInView({ x: 133, y: 0, zoom: 400 / 3024 }, stage, picture)).toEqual({
    x: 0,
    y: 0,
    ...picture,
  });
});

test('is the part in the window, in whole blocks around it', () => {
  expect(partInView({ x: -1000, y: -500, zoom: 1 }, stage, picture)).toEqual({
    x: 992,
    y: 496,
    width: 816,
    height: 416,
  });
});

test('is nothing where the picture was moved out of sight', () => {
  expect(partInView({ x: 900, y: 0, zoom: 1 }, stage, picture)).toBeNull();
});
