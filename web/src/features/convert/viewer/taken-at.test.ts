import { expect, test } from 'vitest';
import { readTakenAt } from './taken-at.ts';

test('reads the time as the camera wrote it', () => {
  expect(readTakenAt('2026:03:14 15:09:26')?.toISOString()).toBe('2026-03-14T15:09:26.000Z');
});

test.each(['0000:00:00 00:00:00', '', 'yesterday'])('finds no time in "%s"', (text) => {
  expect(readTakenAt(text)).toBeNull();
});
