import { expect, test } from 'vitest';
import { fitSlope, isRising } from './slope.ts';

/** A sawtooth, as of a memory that is tidied again and again, on a line. */
const samples = (perHour: number) =>
  Array.from({ length: 120 }, (_, n) => ({
    hours: n / 240,
    value: 300 + (perHour * n) / 240 + 12 * (n % 5),
  }));

test('the slope of a line is found, and a line has no error', () => {
  const line = [0, 1, 2, 3].map((hours) => ({ hours, value: 5 + 7 * hours }));
  expect(fitSlope(line)).toEqual({ perHour: 7, error: 0 });
});

test('what goes up and down is not rising; what climbs beneath it is', () => {
  expect(isRising(samples(0), 20)).toBe(false);
  expect(isRising(samples(200), 20)).toBe(true);
  expect(isRising(samples(-200), 20)).toBe(false);
});

test('two measurements tell nothing', () => {
  expect(() =>
    fitSlope([
      { hours: 0, value: 1 },
      { hours: 1, value: 2 },
    ]),
  ).toThrow(/three samples/);
});
