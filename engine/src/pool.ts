import type { Inspection } from './inspect.ts';
import type { ConvertOptions, ConvertResult, JobOptions } from './options.ts';
import { inNode } from './wasm.ts';
import { WorkerQueue } from './worker-queue.ts';

export interface PoolOptions {
  /** How many workers at most. Default: the number of cores, but not more than 4. */
  workers?: number;
}

/** The name decides nothing but the note `name-does-not-match-content`. Default: the file's own. */
export type NamedConvertOptions = ConvertOptions & { name?: string };

export interface Pool {
  /**
   * Converts one file. Rejects with an EngineError, never with anything else.
   * Many calls may be made at once: files beyond the number of workers wait in order.
   */
  convert(input: Blob, options?: NamedConvertOptions, job?: JobOptions): Promise<ConvertResult>;
  /** Reads the file's header and plans the conversion these options ask for. Rejects with an EngineError. */
  inspect(
    input: Blob,
    options?: NamedConvertOptions,
    job?: Pick<JobOptions, 'signal'>,
  ): Promise<Inspection>;
  /** Ends all workers; whatever is pending rejects with `cancelled`. */
  destroy(): void;
}

/** Workers that start before there is anything to do. */
const warmWorkers = 2;

/** Files that convert at the same time at most, whatever the number of cores. */
const parallelFiles = 4;

/** Reading and sniffing a file; the worker then asks for the time its plan needs. */
const firstSeconds = 20;

/**
 * A pool of workers. In Node, where there are no workers of the web's kind, the pool runs its jobs
 * in the calling thread, one after the other.
 */
export function createPool(options: PoolOptions = {}): Pool {
  if (inNode) return createLazyLocalPool();
  const cores = navigator.hardwareConcurrency || 2;
  const limit = Math.max(1, options.workers ?? Math.min(parallelFiles, cores));
  const queue = new WorkerQueue(
    () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    limit,
  );
  queue.warmUp(warmWorkers);
  return {
    async convert(input, { name = (input as Partial<File>).name ?? '', ...rest } = {}, job = {}) {
      const request = { kind: 'convert', file: input, name, options: rest } as const;
      return (await queue.run({ request, seconds: firstSeconds, ...job })) as ConvertResult;
    },
    async inspect(input, { name = (input as Partial<File>).name ?? '', ...rest } = {}, job = {}) {
      const request = { kind: 'inspect', file: input, name, options: rest } as const;
      return (await queue.run({ request, seconds: firstSeconds, ...job })) as Inspection;
    },
    destroy: () => queue.destroy(),
  };
}

/** Keeps the pipeline out of the page's own script: only Node asks for it here. */
function createLazyLocalPool(): Pool {
  const pool = import('./local-pool.ts').then(({ createLocalPool }) => createLocalPool());
  return {
    convert: async (...job) => (await pool).convert(...job),
    inspect: async (...job) => (await pool).inspect(...job),
    destroy: () => void pool.then((started) => started.destroy()),
  };
}

let defaultPool: Pool | undefined;

/** Converts one file on a pool of the engine's own. See `Pool.convert`. */
export function convert(
  input: Blob,
  options?: NamedConvertOptions,
  job?: JobOptions,
): Promise<ConvertResult> {
  defaultPool ??= createPool();
  return defaultPool.convert(input, options, job);
}

/** Reads one file's header on a pool of the engine's own. See `Pool.inspect`. */
export function inspect(
  input: Blob,
  options?: NamedConvertOptions,
  job?: Pick<JobOptions, 'signal'>,
): Promise<Inspection> {
  defaultPool ??= createPool();
  return defaultPool.inspect(input, options, job);
}
