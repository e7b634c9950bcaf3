import type { Conversion } from '../convert/pipeline.ts';
import { EngineError } from '../errors.ts';
import { jpegEnd } from '../formats/jpeg/header.ts';
import { streamEnd } from '../formats/png/stream.ts';
import { mimeTypes, type ConvertResult, type JobOptions } from '../options.ts';
import { plannedShare } from '../strips/progress.ts';
import type { PlannedConversion, StripPlan, StripResult, StripTask } from '../strips/task.ts';

/**
 * Has one strip of a plan made, and says how much of it is done; rejects with an EngineError,
 * `cancelled` among them once the signal is aborted.
 */
export type RunTask = (
  task: StripTask,
  signal: AbortSignal,
  plan: StripPlan,
  onProgress: (fraction: number) => void,
) => Promise<StripResult>;

/** How a pool has the parts of a conversion done. */
export interface Runners {
  /** Converts the file in one piece, or answers with a plan for strips. */
  start: (onProgress: (fraction: number) => void) => Promise<Conversion>;
  /** Converts the file in one piece. */
  runWhole: (onProgress: (fraction: number) => void) => Promise<ConvertResult>;
  runTask: RunTask;
}

/**
 * Converts one file: in strips where that gives what was asked for, else in one piece. `onProgress` only
 * ever grows, and says nothing once the signal is aborted. Rejects as the runners do.
 */
export async function convertFile(
  { start, runWhole, runTask }: Runners,
  { signal, onProgress }: JobOptions,
): Promise<ConvertResult> {
  let shown = 0;
  const report = (fraction: number): void => {
    // A second start, after strips turned out not to do, counts from where the first one ended.
    if (!onProgress || fraction <= shown || signal?.aborted) return;
    shown = fraction;
    try {
      onProgress(fraction);
    } catch (error) {
      // As from a listener to an event: the caller's own mistake, and no reason to stop.
      queueMicrotask(() => {
        throw error;
      });
    }
  };
  const begun = await start(report);
  if (begun.kind === 'converted') return begun.result;
  try {
    const hooks = { ...(signal && { signal }), onProgress: report };
    return await convertInStrips(begun.planned, runTask, hooks);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'unsupported-feature') throw error;
    return runWhole(report);
  }
}

/**
 * Has all strips made and joins them. The first strip that fails stops the others and fails the
 * picture. `onProgress` gets what is done, from `plannedShare` to 1.
 */
export async function convertInStrips(
  { plan, result }: PlannedConversion,
  runTask: RunTask,
  { signal, onProgress }: JobOptions,
): Promise<ConvertResult> {
  const start = performance.now();
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  signal?.addEventListener('abort', onAbort);
  const rowsDone = plan.tasks.map(() => 0);
  const report = (index: number, rows: number): void => {
    if (stop.signal.aborted) return;
    rowsDone[index] = rows;
    const done = rowsDone.reduce((sum, each) => sum + each, 0) / plan.height;
    onProgress?.(plannedShare + (1 - plannedShare) * done);
  };
  try {
    if (signal?.aborted) throw new EngineError('cancelled', 'The conversion was cancelled');
    const strips = await Promise.all(
      plan.tasks.map(async (task, index) => {
        const onShare = (fraction: number): void => report(index, task.rows * fraction);
        const strip = await runTask(task, stop.signal, plan, onShare);
        report(index, task.rows);
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
