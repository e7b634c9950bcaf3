import { expect, test, vi } from 'vitest';
import { takeFrame, withExpectedFrame } from './expected-frame.ts';

const makeFrame = () => {
  const close = vi.fn<() => void>();
  return { close, frame: { close } as unknown as VideoFrame };
};

test('hands a frame to the task that it was promised, and closes it when that is done', async () => {
  const { close, frame } = makeFrame();
  const used = withExpectedFrame(1, async (begun) => {
    const got = await begun;
    expect(close).not.toHaveBeenCalled();
    return got;
  });
  takeFrame({ kind: 'frame', id: 1, frame });
  expect(await used).toBe(frame);
  expect(close).toHaveBeenCalled();
});

test('closes a frame that comes when its task is done, failed or another one', async () => {
  await withExpectedFrame(1, async () => {});
  const failed = withExpectedFrame(2, () => Promise.reject(new Error('failed')));
  await expect(failed).rejects.toThrow('failed');
  for (const id of [1, 2]) {
    const { close, frame } = makeFrame();
    takeFrame({ kind: 'frame', id, frame });
    await vi.waitUntil(() => close.mock.calls.length > 0);
  }
});

test('tells a task that there is no frame', async () => {
  const used = withExpectedFrame(3, (begun) => begun);
  takeFrame({ kind: 'frame', id: 3, frame: null });
  expect(await used).toBe(null);
});

test('has a task do without a frame that takes too long, and closes that when it comes', async () => {
  vi.useFakeTimers();
  try {
    const used = withExpectedFrame(4, (begun) => begun);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await used).toBe(null);
  } finally {
    vi.useRealTimers();
  }
  const { close, frame } = makeFrame();
  takeFrame({ kind: 'frame', id: 4, frame });
  await vi.waitUntil(() => close.mock.calls.length > 0);
});
