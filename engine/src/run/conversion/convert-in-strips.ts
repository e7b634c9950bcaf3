import { canceled, EngineError } from '../../errors.ts';
import { mimeTypes, type ConvertResult, type JobOptions } from '../../options.ts';
import type { Chosen, PlannedConversion, StripPlan } from '../../strips/task.ts';
import { sizeOf } from './file-parts.ts';
import { joinGainMap, startGainMap, wordsAbout } from './gain-map.ts';
import type { Made } from './make-in-limit.ts';
import type { StripRunners } from './runners.ts';
import { StripRun } from './strip-run.ts';

/** Loads the code for size limits, which most conversions do not need. */
export const loadLimit = () => import('./make-in-limit.ts');

/**
 * Rejects with `unsupported-feature`, so that a worker with its own code for the limit converts the
 * picture as a whole. Loading again would not help: most browsers remember that a module failed to
 * load.
 */
async function requireLimit(): ReturnType<typeof loadLimit> {
  try {
    return await loadLimit();
  } catch (cause) {
    throw new EngineError('unsupported-feature', 'the code for sizes in bytes is missing', {
      cause,
    });
  }
}

/**
 * Has all strips made and joins them. The first strip that fails stops the others and rejects.
 * `onProgress` gets the share that is done, from `plannedShare` to 1.
 */
export async function convertInStrips(
  { plan, result, original }: PlannedConversion,
  runners: StripRunners,
  { signal, onProgress }: JobOptions,
): Promise<ConvertResult> {
  const start = performance.now();
  const run = new StripRun(plan, runners, onProgress);
  const onAbort = (): void => run.stop();
  signal?.addEventListener('abort', onAbort);
  try {
    if (signal?.aborted) throw canceled();
    const made = await (plan.limit && plan.collecting
      ? makeInLimit(plan, run, runners)
      : makeAsPlanned(plan, run));
    // The number of rows that a map or a limit takes was a guess.
    if ((plan.gainMap || plan.limit) && !run.isStopped) onProgress?.(1);
    const { parts, notes, ...rest } = made;
    const video = plan.video ? [plan.video] : [];
    const blob = new Blob([...parts, ...video], { type: mimeTypes[result.format] });
    run.releaseWritten();
    const milliseconds = result.milliseconds + performance.now() - start;
    if (original && original.blob.size <= blob.size)
      return { ...result, ...original, milliseconds };
    const allNotes = [...result.notes, ...run.notes, ...notes];
    return { ...result, ...rest, notes: allNotes, blob, milliseconds };
  } catch (error) {
    run.stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

async function makeInLimit(plan: StripPlan, run: StripRun, runners: StripRunners): Promise<Made> {
  const limited = await requireLimit();
  return limited.makeInLimit(plan, plan.limit!, plan.collecting!, {
    collect: run.collect,
    runPart: run.runTask,
    writeScan: run.writeScan,
    writeWebp: run.writeWebp,
    makeStrips: run.makeStrips,
    makeAll: run.makeAll,
    makeMap: run.makeMap,
    replan: (chosen) => replan(runners, chosen),
  });
}

async function replan(runners: StripRunners, chosen: Chosen): Promise<StripPlan> {
  // Planning again reports nothing, because progress is that of the strips by now.
  const again = await runners.start(() => {}, chosen);
  if (again.kind === 'planned') return again.planned.plan;
  throw new EngineError('unsupported-feature', 'the file has no plan for strips any more');
}

/** Makes a planned picture that has no size limit. */
async function makeAsPlanned(plan: StripPlan, run: StripRun): Promise<Made> {
  const { width, height, header, gainMap, madeMap, notes = [] } = plan;
  // The map comes first: a picture's last strip keeps all workers busy, a map's does not.
  const mapIn = gainMap && startGainMap(gainMap, run.makeAll);
  const picture = await run.makeAll(plan);
  const size = { width, height };
  if (madeMap) {
    const bytes = (sizeOf(picture) + header.length) * madeMap.share;
    const made = await run.makeMap({ bytes, most: Math.max(bytes, madeMap.least) });
    return { ...size, parts: joinGainMap(madeMap, picture, [made]), hasGainMap: true, notes };
  }
  if (!gainMap || !mapIn) {
    return { ...size, parts: [header, ...picture], hasGainMap: false, notes };
  }
  const share = (sizeOf(picture) + header.length) * gainMap.share;
  const room = Math.max(share, gainMap.least) - wordsAbout(gainMap, header);
  const map = await mapIn(room);
  // Converting in one piece makes the map even smaller.
  if (map && sizeOf(map) > room && gainMap.fitsWhole)
    throw new EngineError('unsupported-feature', 'the gain map is too large for the picture');
  if (map)
    return { ...size, parts: joinGainMap(gainMap, picture, map), hasGainMap: true, notes: [] };
  const parts = [header, ...picture];
  return { ...size, parts, hasGainMap: false, notes: ['gain-map-unusable'] };
}
