import { afterEach, expect, test, vi } from 'vitest';
import { remember } from './remember.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('what is read is kept for its time, and not for longer when the clock was put back', async () => {
  vi.useFakeTimers();
  let reads = 0;
  const read = remember(5000, async () => ++reads);
  expect(await read()).toBe(1);
  vi.advanceTimersByTime(4000);
  expect(await read()).toBe(1);
  vi.setSystemTime(0);
  vi.advanceTimersByTime(2000);
  expect(await read()).toBe(2);
});

test('who asks at the same time shares one reading, and a failed one is not kept', async () => {
  let reads = 0;
  const read = remember(5000, async () => {
    reads++;
    if (reads === 1) throw new Error('away');
    return reads;
  });
  const first = await Promise.allSettled([read(), read()]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await read()).toBe(2);
});
