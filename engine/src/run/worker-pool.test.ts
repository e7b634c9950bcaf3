import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tokensResult } from '../../testing/strip-results.ts';
import { BegunDecoding } from '../browser/begun-decoding.ts';
import type { Planes } from '../planes/planes.ts';
import type { StripPart } from '../strips/parts.ts';
import type { JpegStripTask, StripTask } from '../strips/tasks/task.ts';
import type { Planned } from '../convert/pipeline.ts';
import { beginDecoding } from './workers/begin-decoding.ts';
import type { Reply, Request, Result } from './workers/messages.ts';
import type { WorkerLike } from './workers/queue.ts';
import { createWorkerPool } from './worker-pool.ts';

vi.mock(import('./workers/begin-decoding.ts'), async (load) => ({
  ...(await load()),
  beginDecoding: vi.fn<typeof beginDecoding>(),
}));

const task = { kind: 'jpeg', rows: 8, tiles: [{ codec: 'png' }] } as unknown as StripTask;
const planned = {
  kind: 'planned',
  planned: { plan: { kind: 'jpeg', tasks: [task], limit: null, map: null }, result: {} },
} as unknown as Result;
const converted = { kind: 'converted', result: {} } as unknown as Result;

/** A worker's answers by kind of request. Requests of other kinds get none. */
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

const [first, second] = [8, 16].map((rows) => ({ ...task, rows }));
/** A plan of a JPEG without its strips. */
const plain = {
  ...{ kind: 'jpeg', header: new Uint8Array(), notes: [] },
  ...{ collecting: null, limit: null, map: null, video: null },
};
const ownPlan = {
  kind: 'planned',
  planned: { plan: { ...plain, tasks: [first, second] }, result: { notes: [] } },
} as unknown as Planned;

const made = { kind: 'done', result: { kind: 'strip', strip: tokensResult() } } as Partial<Reply>;

const onlyPlan = {
  kind: 'planned',
  planned: { plan: { ...plain, tasks: [second] }, result: { notes: [] } },
} as unknown as Planned;

/**
 * Workers of which the first reports that it continues with the plan's first strip. `endings` are
 * the replies that end each attempt.
 */
function spawnEager(
  asked: Request[],
  endings: Partial<Reply>[],
  plan = ownPlan,
  part?: StripPart,
): () => WorkerLike {
  return () => {
    const target = new EventTarget();
    const answer = (data: object): boolean =>
      target.dispatchEvent(new MessageEvent('message', { data }));
    return Object.assign(target, {
      postMessage(request: Request) {
        const { id, kind } = request;
        const goesOn = asked.push(request) === 1;
        queueMicrotask(() => {
          if (goesOn) answer({ kind: 'planned', id, planned: plan });
          if (goesOn && part) answer({ kind: 'part', id, part });
          answer({ id, ...(kind === 'start' ? endings.shift() : made) });
        });
      },
      terminate() {},
    }) as unknown as WorkerLike;
  };
}

const close = vi.fn<() => void>();
const frame = { close } as unknown as VideoFrame;

const photo = new Blob([new Uint8Array(64)]);

/** A decoding begun by the browser that is done at once. */
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
  vi.mocked(beginDecoding).mockReset();
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a picture that the page decodes ahead', () => {
  test('goes to the worker that makes its strip', async () => {
    vi.mocked(beginDecoding).mockImplementation(beginAtOnce);
    const got: unknown[] = [];
    const pool = createWorkerPool(() => spawnWorker({ start: planned }, got), 1);
    const run = pool.convert(photo).catch(() => {});
    await vi.waitUntil(() => got.length > 0);
    expect(got).toEqual([frame]);
    pool.destroy();
    await run;
  });

  test('is given back where it is converted whole, and where the pool is destroyed', async () => {
    vi.mocked(beginDecoding).mockImplementation(beginAtOnce);
    await createWorkerPool(() => spawnWorker({ start: converted }, []), 1).convert(photo);
    expect(close).toHaveBeenCalledTimes(1);
    const pool = createWorkerPool(() => spawnWorker({}, []), 1);
    const run = pool.convert(photo);
    pool.destroy();
    await expect(run).rejects.toMatchObject({ code: 'canceled' });
    expect(close).toHaveBeenCalledTimes(2);
  });

  test('is the first, also where workers have done something else before', async () => {
    const begin = vi.mocked(beginDecoding).mockImplementation(beginAtOnce);
    const inspected = { kind: 'inspected', inspection: {} } as unknown as Result;
    const answers = { inspect: inspected, start: converted };
    const pool = createWorkerPool(() => spawnWorker(answers, []), 1);
    await pool.inspect(photo);
    await pool.convert(photo);
    expect(begin).toHaveBeenCalledTimes(1);
  });

  test('is the first alone', async () => {
    const begin = vi.mocked(beginDecoding).mockImplementation(beginAtOnce);
    const pool = createWorkerPool(() => spawnWorker({ start: converted }, []), 2);
    await Promise.all([pool.convert(photo), pool.convert(photo)]);
    expect(begin).toHaveBeenCalledTimes(1);
    await pool.convert(photo);
    expect(begin).toHaveBeenCalledTimes(1);
  });
});

describe('a strip that the worker that planned goes on with', () => {
  const lost = {
    kind: 'failed',
    failure: { code: 'code-not-loaded', message: 'no', feature: undefined, fits: undefined },
  } as Partial<Reply>;
  const again = { kind: 'done', result: ownPlan } as Partial<Reply>;
  /** The first rows of the strips that are asked for. */
  const askedFor = async (endings: Partial<Reply>[]): Promise<number[]> => {
    const asked: Request[] = [];
    const pool = createWorkerPool(spawnEager(asked, endings), 1);
    await pool.convert(photo);
    pool.destroy();
    return asked.flatMap((request) => (request.kind === 'strip' ? request.task.rows : []));
  };

  test('is not asked for once more', async () => {
    expect(await askedFor([made])).toEqual([16]);
  });

  test('is all of a picture, whose parts others make', async () => {
    const asked: Request[] = [];
    const planes = { planes: [new Uint8Array(8)] } as unknown as Planes;
    const part = { index: 0, task: first as JpegStripTask, planes };
    const strip = { kind: 'kept', parts: [{ index: 1, result: tokensResult() }] };
    const ending = { kind: 'done', result: { kind: 'strip', strip } } as Partial<Reply>;
    const pool = createWorkerPool(spawnEager(asked, [ending], onlyPlan, part), 2);
    await pool.convert(photo);
    pool.destroy();
    const strips = asked.filter((request) => request.kind === 'strip');
    expect(strips.map((request) => [request.task.rows, request.planes])).toEqual([[8, planes]]);
  });

  test('is asked for where its worker was lost and another has only planned', async () => {
    expect((await askedFor([lost, again])).toSorted((a, b) => a - b)).toEqual([8, 16]);
  });
});

test.each([1, {}, 'now', { aborted: false }])(
  'refuses a signal that is none, for everything: %j',
  async (given) => {
    const job = { signal: given as unknown as AbortSignal };
    const pool = createWorkerPool(() => spawnWorker({ start: converted }, []), 1);
    const { metadata } = pool;
    const samples = { data: new Uint8ClampedArray(4), width: 1, height: 1 };
    const asked = [
      pool.convert(photo, {}, job),
      pool.inspect(photo, {}, job),
      pool.thumbnail(photo, job),
      pool.decode(photo, {}, job),
      pool.encodeJpeg(samples, {}, job),
      metadata.read(photo, job),
      metadata.strip(photo, 'all', job),
      metadata.copy(photo, photo, job),
    ];
    for (const result of asked)
      await expect(result).rejects.toMatchObject({
        code: 'invalid-options',
        message: expect.stringContaining('AbortSignal'),
      });
  },
);
