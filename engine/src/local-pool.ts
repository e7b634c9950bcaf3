import { EngineError } from './errors.ts';
import { inspectFile } from './inspect.ts';
import { runPipeline } from './pipeline.ts';
import type { Pool } from './pool.ts';

function requireAlive(...signals: (AbortSignal | undefined)[]): void {
  if (signals.some((signal) => signal?.aborted)) {
    throw new EngineError('cancelled', 'The conversion was cancelled');
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
      return inTurn(() => runPipeline(input, name, options, hooks), job.signal);
    },
    inspect(input, { name = (input as Partial<File>).name ?? '', ...options } = {}, job = {}) {
      return inTurn(() => inspectFile(input, name, options), job.signal);
    },
    destroy: () => ended.abort(),
  };
}
