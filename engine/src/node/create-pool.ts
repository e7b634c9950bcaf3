import { availableParallelism } from 'node:os';
import type { NamedConvertOptions, Pool, PoolOptions } from '../run/pool.ts';
import { createWorkerPool } from '../run/worker-pool.ts';
import { nameOfInput, readInput, type NodeInput } from './input.ts';
import { requireNodeVersion } from './require-version.ts';
import { ThreadWorker } from './thread-worker.ts';

/** `Pool` of `run/pool.ts` for all that Node has files as. All of it is read into memory first. */
export type NodePool = Pool<NodeInput>;

/**
 * A pool of threads, as many as there are cores unless `workers` says otherwise. All computing happens in
 * them. A pool with nothing to do does not keep the process alive. Throws `unsupported-feature` on
 * Node before 22.
 */
export function createPool({ workers }: Pick<PoolOptions, 'workers'> = {}): NodePool {
  requireNodeVersion();
  const limit = Math.max(1, workers ?? availableParallelism());
  const pool = createWorkerPool(() => new ThreadWorker(), limit);
  const readOptions = async (
    input: NodeInput,
    options: NamedConvertOptions | undefined,
    signal: AbortSignal | undefined,
  ): Promise<NamedConvertOptions> => {
    const named = { name: nameOfInput(input), ...options };
    const { liveMovie } = named;
    // What is no Blob is refused with the other options.
    if (!(liveMovie instanceof Blob)) return named;
    return { ...named, liveMovie: await readInput(liveMovie, signal) };
  };
  return {
    async convert(input, options, job) {
      const file = await readInput(input, job?.signal);
      return pool.convert(file, await readOptions(input, options, job?.signal), job);
    },
    async inspect(input, options, job) {
      const file = await readInput(input, job?.signal);
      return pool.inspect(file, await readOptions(input, options, job?.signal), job);
    },
    thumbnail: async (input, job) => pool.thumbnail(await readInput(input, job?.signal), job),
    movie: async (input, job) => pool.movie(await readInput(input, job?.signal), job),
    decode: async (input, options, job) =>
      pool.decode(await readInput(input, job?.signal), options, job),
    encodeJpeg: (...asked) => pool.encodeJpeg(...asked),
    metadata: {
      read: async (input, job) => pool.metadata.read(await readInput(input, job?.signal), job),
      strip: async (input, what, job) =>
        pool.metadata.strip(await readInput(input, job?.signal), what, job),
      async copy(from, to, job) {
        const [giver, taker] = [
          await readInput(from, job?.signal),
          await readInput(to, job?.signal),
        ];
        return pool.metadata.copy(giver, taker, job);
      },
    },
    destroy: () => pool.destroy(),
  };
}
