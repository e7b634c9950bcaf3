import { EngineError, type EngineErrorCode } from '../../errors.ts';
import type { ConvertOptions, ConvertResult, JobOptions } from '../../options.ts';
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

type OnProgress = (fraction: number) => void;

/** Never decreases, and is not called once the signal is aborted. */
function growing({ signal, onProgress }: JobOptions): OnProgress {
  let shown = 0;
  return (fraction) => {
    // If strips fail and the file is converted in one piece, progress continues from where it was.
    if (!onProgress || fraction <= shown || signal?.aborted) return;
    shown = fraction;
    try {
      onProgress(fraction);
    } catch (error) {
      reportMistake(error);
    }
  };
}

function hasCode(error: unknown, ...codes: EngineErrorCode[]): boolean {
  return error instanceof EngineError && codes.includes(error.code);
}

async function convertSound(
  runners: Runners,
  signal: AbortSignal | undefined,
  report: OnProgress,
): Promise<ConvertResult> {
  const begun = await runners.start(report);
  if (begun.kind === 'converted') return begun.result;
  report(plannedShare);
  try {
    const hooks = { ...(signal && { signal }), onProgress: report };
    return await convertInStrips(begun.planned, runners, hooks);
  } catch (error) {
    if (!hasCode(error, 'unsupported-feature')) throw error;
    return runners.runWhole(report);
  }
}

/**
 * Converts one file: in strips where that gives what was asked for, else in one piece; of a damaged one what can be
 * read, where that is asked for. `onProgress` only ever grows, and says nothing once the signal is aborted. Rejects as
 * the runners do.
 */
export async function convertFile(
  runners: Runners,
  hooks: JobOptions,
  { salvage = false }: ConvertOptions = {},
): Promise<ConvertResult> {
  const report = growing(hooks);
  try {
    return await convertSound(runners, hooks.signal, report);
  } catch (damage) {
    if (!salvage || !hasCode(damage, 'corrupt-file')) throw damage;
    try {
      return await runners.salvage(report);
    } catch (error) {
      // What is wrong with the file says more than why nothing could be salvaged.
      throw hasCode(error, 'corrupt-file', 'unsupported-feature') ? damage : error;
    }
  }
}
