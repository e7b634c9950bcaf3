import { afterEach, expect, test, vi } from 'vitest';
import { randomUuid } from './random-uuid.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('makes a UUID of version 4, each another, also where the browser makes none', () => {
  // As on a page loaded over plain HTTP.
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  const keys = [randomUuid(), randomUuid()];
  expect(keys[0]).not.toBe(keys[1]);
  for (const key of keys) {
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
});
