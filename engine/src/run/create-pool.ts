import { inNode } from '../wasm/load.ts';
import type { Pool, PoolOptions } from './pool.ts';
import { withDrawings } from './with-drawings.ts';
import { createWorkerPool } from './worker-pool.ts';

/** Assumed where the browser does not report the number of cores. */
const usualCores = 4;

/** A photo has about this many strips. More workers would cost memory and gain nothing. */
const maxWorkers = 8;

/**
 * A pool of workers. If Node loads the code for browsers and has no web workers, the pool runs its
 * jobs one after another in the calling thread. `node/create-pool.ts` uses threads.
 */
export function createPool(options: PoolOptions = {}): Pool {
  if (inNode) return createLazyLocalPool();
  const cores = navigator.hardwareConcurrency || usualCores;
  const limit = Math.max(1, options.workers ?? Math.min(maxWorkers, cores));
  return withDrawings(
    createWorkerPool(
      () => new Worker(new URL('./workers/worker.ts', import.meta.url), { type: 'module' }),
      limit,
      options,
    ),
  );
}

/**
 * Keeps the pipeline out of the page's script: only Node loads it here, and only once it has a job.
 */
function createLazyLocalPool(): Pool {
  let pool: Promise<Pool> | undefined;
  const start = (): Promise<Pool> =>
    (pool ??= import('#local-pool')
      .then(({ createLocalPool }) => createLocalPool())
      .catch((error: unknown) => {
        // The next job tries again.
        pool = undefined;
        throw error;
      }));
  return {
    convert: async (...job) => (await start()).convert(...job),
    inspect: async (...job) => (await start()).inspect(...job),
    thumbnail: async (...job) => (await start()).thumbnail(...job),
    movie: async (...job) => (await start()).movie(...job),
    decode: async (...job) => (await start()).decode(...job),
    encodeJpeg: async (...job) => (await start()).encodeJpeg(...job),
    metadata: {
      read: async (...job) => (await start()).metadata.read(...job),
      strip: async (...job) => (await start()).metadata.strip(...job),
      copy: async (...job) => (await start()).metadata.copy(...job),
    },
    destroy: () =>
      void start().then(
        (started) => started.destroy(),
        () => {},
      ),
  };
}
