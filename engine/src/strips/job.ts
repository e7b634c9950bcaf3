import { EngineError } from '../errors.ts';
import { jpegEnd } from '../jpeg/header.ts';
import { mimeTypes, type ConvertResult } from '../options.ts';
import { streamEnd } from '../png/stream.ts';
import type { StripPlan, StripResult, StripTask } from './task.ts';

/** A worker's answer to a file that is better converted in strips, by all workers. */
export interface PlannedConversion {
  plan: StripPlan;
  /** The result but for what only the finished picture has. */
  result: Omit<ConvertResult, 'blob'>;
}

/** Has one strip made; rejects with an EngineError, `cancelled` among them once the signal is aborted. */
export type RunTask = (task: StripTask, signal: AbortSignal) => Promise<StripResult>;

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
    const strips = await Promise.all(
      plan.tasks.map(async (task) => {
        const strip = await runTask(task, stop.signal);
        rowsDone += task.rows;
        if (!stop.signal.aborted) {
          onProgress?.(plannedShare + (1 - plannedShare) * (rowsDone / plan.height));
        }
        return strip;
      }),
    );
    const parts = strips.flatMap((strip) => strip.parts);
    const end =
      result.format === 'png'
        ? streamEnd(strips.flatMap(({ checksum }) => checksum ?? []))
        : [jpegEnd];
    const type = mimeTypes[result.format];
    const blob = new Blob([plan.header, ...parts, ...end], { type });
    return { ...result, blob, milliseconds: result.milliseconds + performance.now() - start };
  } catch (error) {
    stop.abort();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
