import { expect, test } from 'vitest';
import { blockOf, createReservations } from './reservations.ts';

test('limits on guessing are counted one by one, generous ones in blocks', () => {
  expect(blockOf(10)).toBe(1);
  expect(blockOf(100)).toBe(1);
  expect(blockOf(300)).toBe(10);
});

test('a block is used up before the database is asked again, and ends with its window', () => {
  let time = 0;
  const reservations = createReservations(() => time);
  expect(reservations.take('a').outcome).toBe('ask');
  reservations.keep('a', 3, 1000);
  expect(
    [reservations.take('a'), reservations.take('a'), reservations.take('a')].map(
      ({ outcome }) => outcome,
    ),
  ).toEqual(['granted', 'granted', 'ask']);
  reservations.keep('a', 3, 1000);
  time = 1000;
  expect(reservations.take('a').outcome).toBe('ask');
});

test('a refusal is remembered until the window ends', () => {
  let time = 0;
  const reservations = createReservations(() => time);
  reservations.keep('a', 0, 1000);
  expect(reservations.take('a')).toEqual({ outcome: 'refused', until: 1000 });
  time = 1001;
  expect(reservations.take('a').outcome).toBe('ask');
});
