import { expect, test } from 'vitest';
import { formatBytes, formatSeconds } from './format-numbers.ts';

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test.each([
  [0, 'en', '0 bytes'],
  [999, 'en', '999 bytes'],
  [1_500, 'en', '2 kB'],
  [999_600, 'en', '1 MB'],
  [1_540_000, 'en', '1.5 MB'],
  [1_540_000, 'de', '1,5 MB'],
  [52_428_800, 'es', '52,4 MB'],
  [2_100_000_000, 'pt', '2,1 GB'],
])('writes %d bytes in %s as %s', (bytes, language, expected) => {
  expect(plain(formatBytes(bytes, language))).toBe(expected);
});

test.each([
  [840, 'en', '0.8 sec'],
  [12_400, 'en', '12 sec'],
  [125_000, 'en', '2 min'],
  [7_800, 'de', '7,8 Sek.'],
])('writes %d ms in %s as %s', (milliseconds, language, expected) => {
  expect(plain(formatSeconds(milliseconds, language))).toBe(expected);
});
