import { EngineError, toEngineError } from './errors.ts';
import { nameOf } from './input.ts';
import { inspectFile } from './inspect.ts';
import type { ConvertOptions, ConvertResult } from './options.ts';
import { runPipeline, startPipeline, type Hooks } from './pipeline.ts';
import type { Pool } from './pool.ts';
import { convertInStrips, type RunTask } from './strips/job.ts';
import { makeStrip } from './strips/tools.ts';
import { readThumbnail } from './thumbnail.ts';

function requireAlive(...signals: (AbortSignal | undefined)[]): void {
  if (signals.some((signal) => signal?.aborted)) {
    throw new EngineError('cancelled', 'The conversion was cancelled');
  }
}

/** Like a pool of workers does it, strip after strip in this thread. */
async function convertHere(
  file: Blob,
  name: string,
  options: ConvertOptions,
  hooks: Hooks,
): Promise<ConvertResult> {
  const planned = await startPipeline(file, name, options, hooks, true);
  if (!('plan' in planned)) return planned;
  // One encoder makes all strips, so they take turns.
  let last: Promise<unknown> = Promise.resolve();
  const runTask: RunTask = (task, signal) => {
    const turn = last.then(() => {
      requireAlive(signal);
      return makeStrip(task, file, () => {});
    });
    last = turn.catch(() => {});
    return turn;
  };
  try {
    return await convertInStrips(planned, runTask, hooks);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'unsupported-feature') throw error;
    return runPipeline(file, name, options, hooks);
  }
}

/** A pool for Node, where there are no workers of the web's kind: jobs run in this thread, in turn. */
export function createLocalPool(): Pool {
  const ended = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const turn = last.then(async () => {
      requireAlive(ended.signal, signal);
      const result = await run().catch((error: unknown) => {
        throw toEngineError(error, 'corrupt-file');
      });
      requireAlive(ended.signal, signal);
      return result;
    });
    last = turn.catch(() => {});
    return turn;
  };
  return {
    async convert(input, { name, ...options } = {}, job = {}) {
      const ownName = nameOf(input);
      const hooks = job.onProgress ? { onProgress: job.onProgress } : {};
      return inTurn(() => convertHere(input, name ?? ownName, options, hooks), job.signal);
    },
    async inspect(input, { name, ...options } = {}, job = {}) {
      const ownName = nameOf(input);
      return inTurn(() => inspectFile(input, name ?? ownName, options), job.signal);
    },
    async thumbnail(input, job = {}) {
      nameOf(input);
      return inTurn(() => readThumbnail(input), job.signal);
    },
    destroy: () => ended.abort(),
  };
}
