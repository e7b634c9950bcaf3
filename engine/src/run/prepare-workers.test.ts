import { expect, test, vi } from 'vitest';
import { createLocalPool } from './local-pool.ts';
import type { Reply, Request, Result } from './workers/messages.ts';
import type { WorkerLike } from './workers/queue.ts';
import { prepareWorkers } from './prepare-workers.ts';
import { createWorkerPool } from './worker-pool.ts';

const converted = { kind: 'converted', result: {} } as unknown as Result;

/** A worker that records what it is asked to convert, and answers at once or when a test says so. */
function spawnWorker(
  started: number[],
  {
    others = [],
    answer = (reply) => void setTimeout(reply),
  }: { others?: string[]; answer?: (reply: () => void) => void } = {},
): WorkerLike {
  const target = new EventTarget();
  return Object.assign(target, {
    postMessage(request: Request) {
      if (!('id' in request)) return;
      if (request.kind === 'start') started.push(request.file.size);
      else others.push(request.kind);
      const reply = { kind: 'done', id: request.id, result: converted } as const;
      const data = new MessageEvent<Reply>('message', { data: reply });
      answer(() => target.dispatchEvent(data));
    },
    terminate() {},
  }) as unknown as WorkerLike;
}

const photo = new Blob([new Uint8Array(64)]);

test('a pool that expects a HEIC has each worker look at a tiny one first, and convert it again and again', async () => {
  const started: number[] = [];
  const others: string[] = [];
  const pool = createWorkerPool(() => spawnWorker(started, { others }), 2, { prepare: 'heic' });
  // Small pictures come last.
  await vi.waitUntil(() => others.length === 4);
  expect(others).toEqual(['inspect', 'inspect', 'thumbnail', 'thumbnail']);
  const prepared = started.length;
  expect(prepared).toBeGreaterThanOrEqual(8);
  expect(prepared).toBeLessThan(40);
  await pool.convert(photo);
  expect(started).toHaveLength(prepared + 1);
  expect(started.at(-1)).toBe(photo.size);
  expect(new Set(started.slice(0, prepared)).size).toBe(1);
  expect(started[0]).toBeLessThan(5000);
  pool.destroy();
});

test('a pool that is asked for something prepares no further', async () => {
  const started: number[] = [];
  const replies: (() => void)[] = [];
  const spawn = () => spawnWorker(started, { answer: (reply) => void replies.push(reply) });
  const answerNext = async () => {
    await vi.waitUntil(() => replies.length > 0);
    for (const reply of replies.splice(0)) reply();
  };
  const pool = createWorkerPool(spawn, 2, { prepare: 'heic' });
  await vi.waitUntil(() => replies.length === 2);
  const [tiny] = started;
  const waiting = pool.convert(photo);
  // The round under way, and then the photo.
  await answerNext();
  await answerNext();
  await waiting;
  const next = pool.convert(photo);
  await answerNext();
  await next;
  expect(started).toEqual([tiny, tiny, photo.size, photo.size]);
  pool.destroy();
});

test('what a pool is asked for goes before the rest of a round', async () => {
  const asked: string[] = [];
  const strip = { kind: 'png', rows: 1, tiles: [] };
  const plan = { kind: 'png', tasks: [strip], collecting: null, limit: null, notes: [] };
  const planned = { plan, result: { format: 'png' } };
  const target = new EventTarget();
  const worker = Object.assign(target, {
    postMessage(request: Request) {
      if (!('id' in request)) return;
      const isPhoto = 'file' in request && request.file.size === photo.size;
      asked.push(`${request.kind} of ${isPhoto ? 'the photo' : 'the tiny photo'}`);
      const result = isPhoto ? converted : ({ kind: 'planned', planned } as unknown as Result);
      const reply = { kind: 'done', id: request.id, result } as const;
      const data = new MessageEvent<Reply>('message', { data: reply });
      setTimeout(() => target.dispatchEvent(data), 10);
    },
    terminate() {},
  }) as unknown as WorkerLike;
  const pool = createWorkerPool(() => worker, 1, { prepare: 'heic' });
  await vi.waitUntil(() => asked.length === 1, { interval: 1 });
  await Promise.all([pool.convert(photo), pool.convert(photo)]);
  await vi.waitUntil(() => asked.length >= 4, { interval: 1 });
  expect(asked).toEqual([
    'start of the tiny photo',
    'start of the photo',
    'start of the photo',
    'strip of the tiny photo',
  ]);
  pool.destroy();
});

test('a pool that expects nothing, or another format, converts nothing before it is asked', async () => {
  const started: number[] = [];
  const pools = [{}, { prepare: 'png' } as const].map((options) =>
    createWorkerPool(() => spawnWorker(started), 2, options),
  );
  await Promise.all(pools.map((pool) => pool.convert(photo)));
  expect(started).toEqual([photo.size, photo.size]);
});

test('a pool that is asked for something at once does that, and prepares nothing besides', async () => {
  const started: number[] = [];
  const pool = createWorkerPool(() => spawnWorker(started), 2, { prepare: 'heic' });
  await pool.convert(photo);
  await vi.dynamicImportSettled();
  // The tiny photo would be asked for before this.
  await pool.convert(photo);
  expect(started).toEqual([photo.size, photo.size]);
  pool.destroy();
});

test('a pool that is destroyed while it prepares leaves nothing behind that fails', async () => {
  const started: number[] = [];
  const pool = createWorkerPool(() => spawnWorker(started, { answer: () => {} }), 2, {
    prepare: 'heic',
  });
  await vi.waitUntil(() => started.length === 2);
  pool.destroy();
  const fail = () => Promise.reject(new Error('the pool is gone'));
  await expect(
    prepareWorkers({ convert: fail, inspect: fail, thumbnail: fail }, 2, () => true),
  ).resolves.toBeUndefined();
});

test('the tiny photo is one that the engine converts', async () => {
  const sizes: { width: number; height: number }[] = [];
  const pool = createLocalPool();
  const looked: unknown[] = [];
  const inspect = async (tiny: Blob) => void looked.push((await pool.inspect(tiny)).format);
  const thumbnail = async (tiny: Blob): Promise<void> => {
    const { width, height } = (await pool.thumbnail(tiny))!;
    looked.push({ width, height });
  };
  const convert = async (tiny: Blob): Promise<void> => {
    const { width, height } = await pool.convert(tiny);
    sizes.push({ width, height });
  };
  await prepareWorkers({ convert, inspect, thumbnail }, 1, () => true);
  expect(sizes.length).toBeGreaterThan(3);
  expect(new Set(sizes.map((size) => JSON.stringify(size)))).toEqual(
    new Set([JSON.stringify({ width: 64, height: 192 })]),
  );
  expect(looked).toEqual(['heic', { width: 64, height: 64 }]);
});
