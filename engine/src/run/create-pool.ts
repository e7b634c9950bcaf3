import { inNode } from '../wasm/load.ts';
import type { Pool, PoolOptions } from './pool.ts';
import { createWorkerPool } from './worker-pool.ts';

/** Where the browser does not say how many cores there are. */
const usualCores = 4;

/** A photo makes about so many strips; more workers would cost memory and gain nothing. */
const maxWorkers = 8;

/**
 * A pool of workers. Where Node loads what is meant for browsers, without workers of the web's kind, the
 * pool runs its jobs in the calling thread, one after the other; `node/create-pool.ts` has threads.
 */
export function createPool(options: PoolOptions = {}): Pool {
  if (inNode) return createLazyLocalPool();
  const cores = navigator.hardwareConcurrency || usualCores;
  const limit = Math.max(1, options.workers ?? Math.min(maxWorkers, cores));
  return createWorkerPool(
    () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    limit,
    options,
  );
}

/** Keeps the pipeline out of the page's own script: only Node asks for it here. */
function createLazyLocalPool(): Pool {
  const pool = import('#local-pool').then(({ createLocalPool }) => createLocalPool());
  return {
    convert: async (...job) => (await pool).convert(...job),
    inspect: async (...job) => (await pool).inspect(...job),
    thumbnail: async (...job) => (await pool).thumbnail(...job),
    movie: async (...job) => (await pool).movie(...job),
    decode: async (...job) => (await pool).decode(...job),
    encodeJpeg: async (...job) => (await pool).encodeJpeg(...job),
    metadata: {
      read: async (...job) => (await pool).metadata.read(...job),
      strip: async (...job) => (await pool).metadata.strip(...job),
      copy: async (...job) => (await pool).metadata.copy(...job),
    },
    destroy: () => void pool.then((started) => started.destroy()),
  };
}
