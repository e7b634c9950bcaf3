import { expect, test } from 'vitest';
import {
  turnCrop,
  turnOnce,
  turnOptions,
  turnSize,
  type TurnStep,
  unturnCrop,
  upright,
} from './turn.ts';

const turnAll = (...steps: TurnStep[]) => steps.reduce(turnOnce, upright);

test('turns by quarters, and four make a whole', () => {
  expect(turnAll('right').rotate).toBe(90);
  expect(turnAll('left').rotate).toBe(270);
  expect(turnAll('right', 'right', 'right', 'right')).toEqual(upright);
});

test('turns a mirrored picture the way it looks', () => {
  // Mirroring and then turning right looks like the mirror image of turning left.
  expect(turnAll('flip', 'right')).toMatchObject({ rotate: 270, flip: true });
  expect(turnAll('flip', 'right', 'left', 'flip')).toEqual(upright);
});

test('keeps the crop on the same part of the picture', () => {
  const corner = { x: 0, y: 0, width: 0.25, height: 0.5 };
  expect(turnCrop(corner, 'right')).toEqual({ x: 0.5, y: 0, width: 0.5, height: 0.25 });
  expect(turnCrop(corner, 'left')).toEqual({ x: 0, y: 0.75, width: 0.5, height: 0.25 });
  expect(turnCrop(corner, 'flip')).toEqual({ x: 0.75, y: 0, width: 0.25, height: 0.5 });
});

test('finds the part of the original again, however often it was turned', () => {
  const crop = { x: 0.125, y: 0.25, width: 0.25, height: 0.5 };
  for (const steps of [['right'], ['left', 'flip'], ['flip', 'right', 'right']] as TurnStep[][]) {
    const turned = steps.reduce(turnCrop, crop);
    expect(unturnCrop(turned, turnAll(...steps))).toEqual(crop);
  }
});

test('exchanges the sides with each quarter', () => {
  const size = { width: 40, height: 30 };
  expect(turnSize(size, turnAll('right'))).toEqual({ width: 30, height: 40 });
  expect(turnSize(size, turnAll('right', 'right'))).toEqual(size);
});

test('asks the engine for nothing where nothing is turned', () => {
  expect(turnOptions(upright)).toEqual({});
  expect(turnOptions({ rotate: 90, flip: true, asStored: true })).toEqual({
    rotate: 90,
    flip: 'horizontal',
    exifOrientation: 'ignore',
  });
});
