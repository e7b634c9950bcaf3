import { canceled, EngineError } from '../../errors.ts';
import { mimeTypes, type ConvertResult, type JobOptions } from '../../options.ts';
import {
  type GainMapPlan,
  isLimited,
  type JpegPlan,
  type LimitedPlan,
  type MadeMapPlan,
  mapInStrips,
  type PlannedConversion,
  type StripPlan,
} from '../../strips/tasks/plan.ts';
import type { Chosen } from '../../strips/tasks/size-limit.ts';
import { sizeOf } from './file-parts.ts';
import { joinGainMap, startGainMap, wordsAbout } from './gain-map.ts';
import type { Made } from './limit-runners.ts';
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
    const made = await (isLimited(plan)
      ? makeInLimit(plan, run, runners)
      : makeAsPlanned(plan, run));
    // The number of rows that a map or a limit takes was a guess.
    if ((mapInStrips(plan) || plan.limit) && !run.isStopped) onProgress?.(1);
    const { parts, notes, ...rest } = made;
    const video = plan.kind === 'jpeg' && plan.video ? [plan.video] : [];
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

async function makeInLimit(plan: LimitedPlan, run: StripRun, runners: StripRunners): Promise<Made> {
  const limited = await requireLimit();
  return limited.makeInLimit(plan, {
    collect: run.collect,
    runPart: run.runTask,
    writeScan: run.writeScan,
    writeWebp: run.writeWebp,
    makeStrips: run.makeStrips,
    makeJpeg: run.makeJpeg,
    makeWebp: run.makeWebp,
    makeAlpha: run.makeAlpha,
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
  const { width, height, notes } = plan;
  const made = { width, height, notes, hasGainMap: false };
  switch (plan.kind) {
    case 'png':
      return { ...made, parts: [plan.header, ...(await run.makePng(plan))] };
    case 'webp':
      return { ...made, parts: [await run.makeWebp(plan, plan.frame)] };
    case 'jpeg':
      if (plan.map?.kind === 'strips')
        return { ...made, ...(await makeWithMap(plan, plan.map, run)) };
      if (plan.map) return { ...made, ...(await makeMapToo(plan, plan.map, run)) };
      return { ...made, parts: [plan.header, ...(await run.makeJpeg(plan))] };
  }
}

type MadeJpeg = Pick<Made, 'parts' | 'hasGainMap'> & Partial<Pick<Made, 'notes'>>;

/** Makes a JPEG with the gain map that tone mapping makes. */
async function makeMapToo(plan: JpegPlan, map: MadeMapPlan, run: StripRun): Promise<MadeJpeg> {
  const picture = await run.makeJpeg(plan);
  const bytes = (sizeOf(picture) + plan.header.length) * map.share;
  const made = await run.makeMap({ bytes, most: Math.max(bytes, map.least) });
  return { parts: joinGainMap(map, picture, [made]), hasGainMap: true };
}

/** Makes a JPEG with a gain map in strips of its own. */
async function makeWithMap(plan: JpegPlan, map: GainMapPlan, run: StripRun): Promise<MadeJpeg> {
  const { header } = plan;
  // The map comes first: a picture's last strip keeps all workers busy, a map's does not.
  const mapIn = startGainMap(map, run.makeJpeg);
  const picture = await run.makeJpeg(plan);
  const share = (sizeOf(picture) + header.length) * map.share;
  const room = Math.max(share, map.least) - wordsAbout(map, header);
  const made = await mapIn(room);
  if (!made) {
    const parts = [header, ...picture];
    return { parts, hasGainMap: false, notes: ['gain-map-unusable'] };
  }
  // Converting in one piece makes the map even smaller.
  if (sizeOf(made) > room && map.fitsWhole)
    throw new EngineError('unsupported-feature', 'the gain map is too large for the picture');
  return { parts: joinGainMap(map, picture, made), hasGainMap: true };
}
