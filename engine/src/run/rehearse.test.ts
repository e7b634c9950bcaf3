import { expect, it, vi } from 'vitest';
import { createLocalPool } from './local-pool.ts';
import type { Reply, Request, Result } from './messages.ts';
import type { WorkerLike } from './queue.ts';
import { rehearse } from './rehearse.ts';
import { createWorkerPool } from './worker-pool.ts';

const converted = { kind: 'converted', result: {} } as unknown as Result;

/** A worker that writes down what files it is asked to begin with, and answers at once or never. */
function spawnWorker(started: number[], answers = true): WorkerLike {
  const target = new EventTarget();
  return Object.assign(target, {
    postMessage(request: Request) {
      if (request.kind !== 'start') return;
      started.push(request.file.size);
      const reply = { kind: 'done', id: request.id, result: converted } as const;
      const data = new MessageEvent<Reply>('message', { data: reply });
      if (answers) queueMicrotask(() => target.dispatchEvent(data));
    },
    terminate() {},
  }) as unknown as WorkerLike;
}

const photo = new Blob([new Uint8Array(64)]);

it('a pool that expects a HEIC has each worker convert a tiny one first', async () => {
  const started: number[] = [];
  const pool = createWorkerPool(() => spawnWorker(started), 2, { prepare: 'heic' });
  await vi.waitUntil(() => started.length === 2);
  await pool.convert(photo);
  expect(started).toHaveLength(3);
  expect(started.at(-1)).toBe(photo.size);
  expect(new Set(started.slice(0, 2)).size).toBe(1);
  expect(started[0]).toBeLessThan(5000);
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
  const pool = createWorkerPool(() => spawnWorker(started, false), 2, { prepare: 'heic' });
  await vi.waitUntil(() => started.length === 2);
  pool.destroy();
  await expect(
    rehearse(
      () => Promise.reject(new Error('the pool is gone')),
      2,
      () => true,
    ),
  ).resolves.toBeUndefined();
});

it('the tiny photo is one that the engine converts', async () => {
  const sizes: { width: number; height: number }[] = [];
  const pool = createLocalPool();
  await rehearse(
    async (tiny) => {
      const { width, height } = await pool.convert(tiny);
      sizes.push({ width, height });
    },
    1,
    () => true,
  );
  expect(sizes).toEqual([{ width: 64, height: 192 }]);
});
