import { expect, test } from 'vitest';
import { limitNumbers } from './limit-numbers.ts';

test.each([
  ['all of them at an empty list', { picked: 6, taken: 5, maxFiles: 5 }, true, 5],
  ['a folder beside one photo', { picked: 9, taken: 4, maxFiles: 5 }, true, 4],
  ['one more at a full list', { picked: 1, taken: 0, maxFiles: 5 }, false, 5],
  ['many more at a full list', { picked: 9, taken: 0, maxFiles: 5 }, false, 5],
  ['a few more than there is room for', { picked: 3, taken: 2, maxFiles: 5 }, false, 5],
])('speaks of those picked, or of the list: %s', (_, question, isAboutPicked, first) => {
  expect(limitNumbers(question)).toEqual({ isAboutPicked, first });
});
