import { EngineError } from '../errors.ts';
import { jpegEnd } from '../jpeg/header.ts';
import type { ConvertResult } from '../options.ts';
import type { StripPlan, StripTask } from './task.ts';

/** A worker's answer to a file that is better converted in strips, by all workers. */
export interface PlannedConversion {
  plan: StripPlan;
  /** The result but for what only the finished picture has. */
  result: Omit<ConvertResult, 'blob'>;
}

/** Has one strip made; rejects with an EngineError, `cancelled` among them once the signal is aborted. */
export type RunTask = (task: StripTask, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>[]>;

/** The share of the work that is behind a file when its plan is made. */
export const plannedShare = 0.05;

/**
 * Has all strips made and joins them. The first strip that fails stops the others and fails the
 * picture. `onProgress` gets what is done, from `plannedShare` to 1.
 */
export async function convertInStrips(
  { plan, result }: PlannedConversion,
  runTask: RunTask,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (fraction: number) => void },
): Promise<ConvertResult> {
  const start = performance.now();
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  signal?.addEventListener('abort', onAbort);
  let rowsDone = 0;
  try {
    if (signal?.aborted) throw new EngineError('cancelled', 'The conversion was cancelled');
    const parts = await Promise.all(
      plan.tasks.map(async (task) => {
        const part = await runTask(task, stop.signal);
        rowsDone += task.rows;
        if (!stop.signal.aborted) {
          onProgress?.(plannedShare + (1 - plannedShare) * (rowsDone / plan.height));
        }
        return part;
      }),
    );
    const blob = new Blob([plan.header, ...parts.flat(), jpegEnd], { type: 'image/jpeg' });
    return { ...result, blob, milliseconds: result.milliseconds + performance.now() - start };
  } catch (error) {
    stop.abort();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
