import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgressCollector } from './progress-collector.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('reports that come faster than anyone can read are handed on together, the newest of each job', () => {
  const publish = vi.fn<(reports: { job: number; fraction: number }[]) => void>();
  const progress = createProgressCollector(publish);
  for (const fraction of [0.1, 0.2, 0.3]) progress.report(1, fraction);
  progress.report(2, 0.5);
  expect(publish).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(publish.mock.calls).toEqual([
    [
      [
        { job: 1, fraction: 0.3 },
        { job: 2, fraction: 0.5 },
      ],
    ],
  ]);
});

test('after the end nothing is handed on', () => {
  const publish = vi.fn<() => void>();
  const progress = createProgressCollector(publish);
  progress.report(1, 0.9);
  progress.stop();
  vi.advanceTimersByTime(1000);
  expect(publish).not.toHaveBeenCalled();
});
