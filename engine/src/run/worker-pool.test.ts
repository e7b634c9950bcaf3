import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BegunDecoding } from '../browser/begun-decoding.ts';
import type { StripTask } from '../strips/task.ts';
import * as headStarts from './head-starts.ts';
import type { Reply, Request, Result } from './messages.ts';
import type { WorkerLike } from './queue.ts';
import { createWorkerPool } from './worker-pool.ts';

vi.mock(import('./head-starts.ts'), async (load) => ({
  ...(await load()),
  beginAhead: vi.fn<typeof headStarts.beginAhead>(),
}));

const task = { kind: 'jpeg', rows: 8, tiles: [{ codec: 'png' }] } as unknown as StripTask;
const planned = {
  kind: 'planned',
  planned: { plan: { tasks: [task] }, result: {} },
} as unknown as Result;
const converted = { kind: 'converted', result: {} } as unknown as Result;

/** What a worker answers, by what it is asked; nothing where that is not said. */
type Answers = Partial<Record<Request['kind'], Result>>;

/** A worker that answers at once. */
function spawnWorker(answers: Answers, got: unknown[]): WorkerLike {
  const target = new EventTarget();
  return Object.assign(target, {
    postMessage(message: Request | { kind: 'frame'; frame: unknown }) {
      if (message.kind === 'frame') got.push(message.frame);
      const answer = message.kind !== 'frame' && answers[message.kind];
      if (!answer) return;
      const { id } = message as Request;
      const reply = { kind: 'done', id, result: answer } as const;
      queueMicrotask(() =>
        target.dispatchEvent(new MessageEvent<Reply>('message', { data: reply })),
      );
    },
    terminate() {},
  }) as unknown as WorkerLike;
}

const close = vi.fn<() => void>();
const frame = { close } as unknown as VideoFrame;

const photo = new Blob([new Uint8Array(64)]);

/** What the browser has begun is there at once. */
function beginAtOnce(): BegunDecoding {
  const begun = new BegunDecoding(async () => null);
  vi.spyOn(begun, 'isUnderWay', 'get').mockReturnValue(true);
  const taken = vi.spyOn(begun, 'take').mockResolvedValue(null).mockResolvedValueOnce(frame);
  vi.spyOn(begun, 'close').mockImplementation(() => {
    if (taken.mock.calls.length === 0) close();
  });
  return begun;
}

beforeEach(() => {
  close.mockClear();
  vi.mocked(headStarts.beginAhead).mockReset();
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a picture that the page decodes ahead', () => {
  it('goes to the worker that makes its strip', async () => {
    vi.mocked(headStarts.beginAhead).mockImplementation(beginAtOnce);
    const got: unknown[] = [];
    const pool = createWorkerPool(() => spawnWorker({ start: planned }, got), 1);
    const run = pool.convert(photo).catch(() => {});
    await vi.waitUntil(() => got.length > 0);
    expect(got).toEqual([frame]);
    pool.destroy();
    await run;
  });

  it('is given back where it is converted whole, and where the pool is destroyed', async () => {
    vi.mocked(headStarts.beginAhead).mockImplementation(beginAtOnce);
    await createWorkerPool(() => spawnWorker({ start: converted }, []), 1).convert(photo);
    expect(close).toHaveBeenCalledTimes(1);
    const pool = createWorkerPool(() => spawnWorker({}, []), 1);
    const run = pool.convert(photo);
    pool.destroy();
    await expect(run).rejects.toMatchObject({ code: 'canceled' });
    expect(close).toHaveBeenCalledTimes(2);
  });

  it('is the first alone', async () => {
    const begin = vi.mocked(headStarts.beginAhead).mockImplementation(beginAtOnce);
    const pool = createWorkerPool(() => spawnWorker({ start: converted }, []), 2);
    await Promise.all([pool.convert(photo), pool.convert(photo)]);
    expect(begin).toHaveBeenCalledTimes(1);
    await pool.convert(photo);
    expect(begin).toHaveBeenCalledTimes(1);
  });
});
