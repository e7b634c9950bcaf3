import { expect, it, vi } from 'vitest';
import { createLocalPool } from './local-pool.ts';
import type { Reply, Request, Result } from './workers/messages.ts';
import type { WorkerLike } from './workers/queue.ts';
import { rehearse } from './rehearse.ts';
import { createWorkerPool } from './worker-pool.ts';

const converted = { kind: 'converted', result: {} } as unknown as Result;

/** A worker that records what it is asked to convert, and answers everything at once or never. */
function spawnWorker(
  started: number[],
  { answers = true, others = [] as string[], milliseconds = 0 } = {},
): WorkerLike {
  const target = new EventTarget();
  return Object.assign(target, {
    postMessage(request: Request) {
      if (!('id' in request)) return;
      if (request.kind === 'start') started.push(request.file.size);
      else others.push(request.kind);
      const reply = { kind: 'done', id: request.id, result: converted } as const;
      const data = new MessageEvent<Reply>('message', { data: reply });
      if (answers) setTimeout(() => target.dispatchEvent(data), milliseconds);
    },
    terminate() {},
  }) as unknown as WorkerLike;
}

/** The length of the list once it stops growing. */
async function untilQuiet(list: readonly unknown[]): Promise<number> {
  for (let before = -1; before !== list.length;) {
    before = list.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return list.length;
}

const photo = new Blob([new Uint8Array(64)]);

it('a pool that expects a HEIC has each worker look at a tiny one first, and convert it again and again', async () => {
  const started: number[] = [];
  const others: string[] = [];
  const pool = createWorkerPool(() => spawnWorker(started, { others }), 2, { prepare: 'heic' });
  await vi.waitUntil(() => started.length >= 8);
  const rehearsed = await untilQuiet(started);
  expect(rehearsed).toBeLessThan(40);
  expect(others).toEqual(['inspect', 'inspect', 'thumbnail', 'thumbnail']);
  await pool.convert(photo);
  expect(started).toHaveLength(rehearsed + 1);
  expect(started.at(-1)).toBe(photo.size);
  expect(new Set(started.slice(0, rehearsed)).size).toBe(1);
  expect(started[0]).toBeLessThan(5000);
  pool.destroy();
});

it('a pool that is asked for something stops rehearsing', async () => {
  const started: number[] = [];
  const spawn = () => spawnWorker(started, { milliseconds: 40 });
  const pool = createWorkerPool(spawn, 2, { prepare: 'heic' });
  await vi.waitUntil(() => started.length >= 2, { interval: 5 });
  await pool.convert(photo);
  const before = started.length;
  const after = await untilQuiet(started);
  // One round may have been under way.
  expect(after - before).toBeLessThanOrEqual(2);
  expect(after).toBeLessThan(12);
  pool.destroy();
});

it('what a pool is asked for goes before the rest of a round', async () => {
  const asked: string[] = [];
  const strip = { kind: 'png', rows: 1, tiles: [] };
  const plan = { kind: 'png', tasks: [strip], collecting: null, limit: null, notes: [] };
  const planned = { plan, result: { format: 'png' } };
  const target = new EventTarget();
  const worker = Object.assign(target, {
    postMessage(request: Request) {
      if (!('id' in request)) return;
      const isPhoto = 'file' in request && request.file.size === photo.size;
      asked.push(`${request.kind} of ${isPhoto ? 'the photo' : 'a rehearsal'}`);
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
    'start of a rehearsal',
    'start of the photo',
    'start of the photo',
    'strip of a rehearsal',
  ]);
  pool.destroy();
});

it('a pool that expects nothing, or another format, converts nothing before it is asked', async () => {
  const started: number[] = [];
  const pools = [{}, { prepare: 'png' } as const].map((options) =>
    createWorkerPool(() => spawnWorker(started), 2, options),
  );
  await Promise.all(pools.map((pool) => pool.convert(photo)));
  expect(started).toEqual([photo.size, photo.size]);
});

it('a pool that is asked for something at once does that, and no rehearsal besides', async () => {
  const started: number[] = [];
  const pool = createWorkerPool(() => spawnWorker(started), 2, { prepare: 'heic' });
  await pool.convert(photo);
  await vi.dynamicImportSettled();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(started).toEqual([photo.size]);
  pool.destroy();
});

it('a pool that is destroyed while it rehearses leaves nothing behind that fails', async () => {
  const started: number[] = [];
  const pool = createWorkerPool(() => spawnWorker(started, { answers: false }), 2, {
    prepare: 'heic',
  });
  await vi.waitUntil(() => started.length === 2);
  pool.destroy();
  const fail = () => Promise.reject(new Error('the pool is gone'));
  await expect(
    rehearse({ convert: fail, inspect: fail, thumbnail: fail }, 2, () => true),
  ).resolves.toBeUndefined();
});

it('the tiny photo is one that the engine converts', async () => {
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
  await rehearse({ convert, inspect, thumbnail }, 1, () => true);
  expect(sizes.length).toBeGreaterThan(3);
  expect(new Set(sizes.map((size) => JSON.stringify(size)))).toEqual(
    new Set([JSON.stringify({ width: 64, height: 192 })]),
  );
  expect(looked).toEqual(['heic', { width: 64, height: 64 }]);
});
