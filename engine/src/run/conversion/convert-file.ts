import { EngineError } from '../../errors.ts';
import type { ConvertResult, JobOptions } from '../../options.ts';
import { plannedShare } from '../../strips/progress.ts';
import { convertInStrips } from './convert-in-strips.ts';
import type { Runners } from './runners.ts';

/**
 * Reports what the caller's own `onProgress` has thrown, as browsers do for a listener that throws; the conversion goes
 * on. Node has no `reportError`, and an uncaught error would end its process, so there it is printed.
 */
function reportMistake(error: unknown): void {
  // eslint-disable-next-line no-console -- nothing else is heard and goes on
  const { reportError: report = console.error } = globalThis as Partial<typeof globalThis>;
  report(error);
}

/**
 * Converts one file: in strips where that gives what was asked for, else in one piece. `onProgress` only
 * ever grows, and says nothing once the signal is aborted. Rejects as the runners do.
 */
export async function convertFile(
  runners: Runners,
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
      reportMistake(error);
    }
  };
  const begun = await runners.start(report);
  if (begun.kind === 'converted') return begun.result;
  report(plannedShare);
  try {
    const hooks = { ...(signal && { signal }), onProgress: report };
    return await convertInStrips(begun.planned, runners, hooks);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'unsupported-feature') throw error;
    return runners.runWhole(report);
  }
}
