import { availableParallelism } from 'node:os';
import type { Inspection } from '../convert/inspect.ts';
import type { Thumbnail } from '../convert/thumbnail.ts';
import type { Movie } from '../motion/movie.ts';
import type { ConvertResult, JobOptions } from '../options.ts';
import type { NamedConvertOptions, PoolOptions } from '../run/pool.ts';
import { createWorkerPool } from '../run/worker-pool.ts';
import { nameOfInput, readInput, type NodeInput } from './input.ts';
import { requireNodeVersion } from './require-version.ts';
import { ThreadWorker } from './thread-worker.ts';

/** `Pool` of `run/pool.ts` for all that Node has files as. */
export interface NodePool {
  /** Converts one file on all threads. See `Pool.convert`; a stream is read to its end first. */
  convert(
    input: NodeInput,
    options?: NamedConvertOptions,
    job?: JobOptions,
  ): Promise<ConvertResult>;
  /** See `Pool.inspect`. */
  inspect(
    input: NodeInput,
    options?: NamedConvertOptions,
    job?: Pick<JobOptions, 'signal'>,
  ): Promise<Inspection>;
  /** See `Pool.thumbnail`. */
  thumbnail(input: NodeInput, job?: Pick<JobOptions, 'signal'>): Promise<Thumbnail | null>;
  /** See `Pool.movie`. */
  movie(input: NodeInput, job?: Pick<JobOptions, 'signal'>): Promise<Movie | null>;
  /** Ends all threads; whatever is pending rejects with `canceled`. */
  destroy(): void;
}

/**
 * A pool of threads, as many as there are cores unless `workers` says otherwise. All computing happens in
 * them. A pool with nothing to do does not keep the process alive. Throws `unsupported-feature` on
 * Node before 22.
 */
export function createPool({ workers }: Pick<PoolOptions, 'workers'> = {}): NodePool {
  requireNodeVersion();
  const limit = Math.max(1, workers ?? availableParallelism());
  const pool = createWorkerPool(() => new ThreadWorker(), limit);
  const named = (input: NodeInput, options: NamedConvertOptions): NamedConvertOptions => ({
    name: nameOfInput(input),
    ...options,
  });
  return {
    async convert(input, options = {}, job = {}) {
      const file = await readInput(input, job.signal);
      return pool.convert(file, named(input, options), job);
    },
    async inspect(input, options = {}, job = {}) {
      const file = await readInput(input, job.signal);
      return pool.inspect(file, named(input, options), job);
    },
    thumbnail: async (input, job = {}) => pool.thumbnail(await readInput(input, job.signal), job),
    movie: async (input, job = {}) => pool.movie(await readInput(input, job.signal), job),
    destroy: () => pool.destroy(),
  };
}
