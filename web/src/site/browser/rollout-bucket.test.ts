import { expect, test } from 'vitest';
import { rolloutBucket } from './rollout-bucket.ts';

function memory(initial: Record<string, string> = {}) {
  const values = new Map(Object.entries(initial));
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test('a browser keeps the bucket it drew', () => {
  const storage = memory();
  const first = rolloutBucket(storage, () => 0.123_456);
  expect(first).toBe(56);
  expect(rolloutBucket(storage, () => 0.999)).toBe(56);
});

test('a damaged bucket is drawn again', () => {
  expect(rolloutBucket(memory({ feature_rollout_percentage: 'many' }), () => 0.5)).toBe(0);
  expect(rolloutBucket(memory({ feature_rollout_percentage: '250' }), () => 0.000_007)).toBe(7);
});
