import { EngineError } from '../../errors.ts';
import type { ConvertResult, JobOptions } from '../../options.ts';
import { plannedShare } from '../../strips/progress.ts';
import { convertInStrips } from './convert-in-strips.ts';
import type { Runners } from './runners.ts';

/**
 * Reports what the caller's own `onProgress` threw, as browsers do for listeners that throw. The
 * conversion goes on. Node has no `reportError`, and an uncaught error would end its process, so
 * there it is printed.
 */
function reportMistake(error: unknown): void {
  // eslint-disable-next-line no-console -- the only way to report the error without stopping
  const { reportError: report = console.error } = globalThis as Partial<typeof globalThis>;
  report(error);
}

/**
 * Converts one file: in strips if these can do what was asked for, otherwise in one piece.
 * `onProgress` never decreases, and is not called once the signal is aborted. Rejects as the
 * runners do.
 */
export async function convertFile(
  runners: Runners,
  { signal, onProgress }: JobOptions,
): Promise<ConvertResult> {
  let shown = 0;
  const report = (fraction: number): void => {
    // If strips fail and the file is converted in one piece, progress continues from where it was.
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
