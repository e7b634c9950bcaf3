import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeatedly } from './repeatedly.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const times = { firstMs: 30, everyMs: 1_000 };

test('begins soon, and again after each interval', async () => {
  const work = vi.fn<() => Promise<void>>(async () => {});
  const stop = repeatedly(work, times);
  await vi.advanceTimersByTimeAsync(30);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).toHaveBeenCalledTimes(3);
  await stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(3);
});

test('is never done twice at once, and stopping waits for what is under way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = vi.fn<() => Promise<void>>(() => promise);
  const stop = repeatedly(work, times);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(1);
  let isStopped = false;
  const stopping = stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(1);
  expect(isStopped).toBe(false);
  resolve();
  await stopping;
});
