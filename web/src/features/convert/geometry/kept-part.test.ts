import { expect, test } from 'vitest';
import { keptPart } from './kept-part.ts';

const original = { width: 400, height: 200 };

test('without a crop the result shows the whole original', () => {
  expect(keptPart({ resize: { width: 100 } }, original)).toEqual({
    x: 0,
    y: 0,
    width: 1,
    height: 1,
  });
});

test('a crop is where it was drawn', () => {
  const crop = { x: 100, y: 50, width: 200, height: 100 };
  expect(keptPart({ crop }, original)).toEqual({
    x: 0.25,
    y: 0.25,
    width: 0.5,
    height: 0.5,
  });
});

test.each([
  ['center', 0.25],
  ['top-left', 0],
] as const)('a filled box keeps the %s of what is too wide for it', (position, x) => {
  const resize = { width: 50, height: 50, mode: 'fill', position } as const;
  expect(keptPart({ resize }, original)).toEqual({
    x,
    y: 0,
    width: 0.5,
    height: 1,
  });
});

test('a filled box cuts inside the crop', () => {
  const crop = { x: 0, y: 0, width: 200, height: 200 };
  const resize = { width: 100, height: 50, mode: 'fill' } as const;
  expect(keptPart({ crop, resize }, original)).toEqual({
    x: 0,
    y: 0.25,
    width: 0.5,
    height: 0.5,
  });
});
