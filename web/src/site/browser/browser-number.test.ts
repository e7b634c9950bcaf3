import { expect, test } from 'vitest';
import { readBrowserNumber } from './browser-number.ts';

function memory(initial: Record<string, string> = {}) {
  const values = new Map(Object.entries(initial));
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test('a browser keeps the number it drew', () => {
  const storage = memory();
  const first = readBrowserNumber(storage, () => 0.123_456);
  expect(first).toBe(Math.floor(0.123_456 * 2 ** 32));
  expect(readBrowserNumber(storage, () => 0.999)).toBe(first);
});

test('a damaged number is drawn again', () => {
  expect(readBrowserNumber(memory({ feature_rollout_percentage: 'many' }), () => 0.5)).toBe(
    2 ** 31,
  );
  expect(readBrowserNumber(memory({ feature_rollout_percentage: '-1' }), () => 0)).toBe(0);
});
