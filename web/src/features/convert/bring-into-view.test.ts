import { expect, test } from 'vitest';
import { isInSight } from './bring-into-view.ts';

test.each([
  ['all of it', { top: 10, bottom: 60 }, true],
  ['a part of something small', { top: -30, bottom: 20 }, false],
  ['the end of something high', { top: -900, bottom: 200 }, true],
  ['too little of something high', { top: 700, bottom: 1600 }, false],
  ['nothing, above', { top: -2257, bottom: -1700 }, false],
  ['nothing, below', { top: 800, bottom: 900 }, false],
  ['more than the window holds', { top: -100, bottom: 2000 }, true],
])('sees of a box in a window of 720 pixels %s', (_, box, expected) => {
  expect(isInSight(box, 720)).toBe(expected);
});
