import { expect, test } from 'vitest';
import { limitWork } from './work-limit.ts';

test('runs a few at once, keeps some waiting in order, and turns the rest away', async () => {
  const run = limitWork(2, 3);
  const order: number[] = [];
  let busy = 0;
  let maxBusy = 0;
  const work = (index: number) => async () => {
    maxBusy = Math.max(maxBusy, ++busy);
    await new Promise((resolve) => setTimeout(resolve, 5));
    busy--;
    order.push(index);
    return index;
  };
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((index) => run(work(index))));
  expect(results.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 5 }, () => 'fulfilled'),
    'rejected',
    'rejected',
  ]);
  expect(maxBusy).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(await run(work(7))).toBe(7);
});

test('a failure gives its place back', async () => {
  const run = limitWork(1, 1);
  const fail = () => Promise.reject(new Error('broken'));
  await expect(run(fail)).rejects.toThrow('broken');
  await expect(Promise.all([run(fail), run(async () => 1)])).rejects.toThrow('broken');
  expect(await run(async () => 2)).toBe(2);
});
