import { expect, test } from 'vitest';
import { endWithin } from './stopping.ts';

const never = () => new Promise<void>(() => {});

test('parts that end are waited for, side by side', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = await endWithin(60_000, {
    first: () => promise,
    second: async () => resolve(),
  });
  expect(late).toEqual([]);
});

test('a part that does not end is named, and holds nothing', async () => {
  expect(await endWithin(1, { mail: never, web: async () => {} })).toEqual(['mail']);
});

test('a part that fails says why', async () => {
  const failing = async () => {
    throw new Error('no such file');
  };
  await expect(endWithin(60_000, { failing, never })).rejects.toThrow('no such file');
});
