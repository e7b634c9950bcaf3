import { EngineError } from './errors.ts';
import { inspectFile } from './inspect.ts';
import type { ConvertOptions, ConvertResult } from './options.ts';
import { runPipeline, startPipeline, type Hooks } from './pipeline.ts';
import type { Pool } from './pool.ts';
import { convertInStrips, type RunTask } from './strips/job.ts';
import { makeStrip } from './strips/tools.ts';

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
      const result = await run();
      requireAlive(ended.signal, signal);
      return result;
    });
    last = turn.catch(() => {});
    return turn;
  };
  return {
    convert(input, { name = (input as Partial<File>).name ?? '', ...options } = {}, job = {}) {
      const hooks = job.onProgress ? { onProgress: job.onProgress } : {};
      return inTurn(() => convertHere(input, name, options, hooks), job.signal);
    },
    inspect(input, { name = (input as Partial<File>).name ?? '', ...options } = {}, job = {}) {
      return inTurn(() => inspectFile(input, name, options), job.signal);
    },
    destroy: () => ended.abort(),
  };
}
