import { release } from '../../bytes/release.ts';
import type { Conversion } from '../../convert/pipeline.ts';
import { canceled, EngineError } from '../../errors.ts';
import { mimeTypes, type ConvertResult, type JobOptions, type Note } from '../../options.ts';
import type { ChromaFormat, Planes } from '../../planes/planes.ts';
import { collectStrips, isPart, SampleCollector } from '../../strips/collecting.ts';
import type { Collecting } from '../../strips/frame.ts';
import { plannedShare } from '../../strips/progress.ts';
import type { WriteWebp } from '../../strips/reach-webp.ts';
import type { WriteScan } from '../../strips/scans.ts';
import { joinStrips, sizeOf, type MakeAll, type MakeStrips, type Parts } from './file-parts.ts';
import { joinGainMap, startGainMap, wordsAbout } from './gain-map.ts';
import type { Made } from './make-in-limit.ts';
import type {
  Chosen,
  DarkenedRows,
  PlannedConversion,
  RoomForMap,
  SizeLimit,
  StripOutput,
  StripPlan,
  StripResult,
  StripTask,
  WebpFrame,
} from '../../strips/task.ts';

/**
 * Has one strip of a plan made, and says how much of it is done; rejects with an EngineError,
 * `canceled` among them once the signal is aborted. `decoded` are the strip's planes where it is made of
 * such; they go away with it.
 */
export type RunTask = (
  task: StripTask,
  signal: AbortSignal,
  plan: StripPlan,
  onProgress: (fraction: number) => void,
  decoded?: Planes,
) => Promise<StripResult>;

/** Has scan data written as `WriteScan` says; rejects as `RunTask`. */
export type RunScan = (
  ...asked: [...Parameters<WriteScan>, signal: AbortSignal]
) => ReturnType<WriteScan>;

/** Has strips of macroblocks, which go away with it, joined to a WebP file; rejects as `RunTask`. */
export type RunWebp = (
  strips: Uint8Array<ArrayBuffer>[],
  frame: WebpFrame,
  signal: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer>>;

/** Has a gain map made of what tone mapping has left of light, which goes away with it; rejects as `RunTask`. */
export type RunMap = (
  darkened: DarkenedRows[],
  room: RoomForMap,
  signal: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer>>;

/** How a pool has the parts of a conversion done. */
export interface Runners {
  /** Converts the file in one piece, or answers with a plan for strips; with what was chosen, a plan for that. */
  start: (onProgress: (fraction: number) => void, chosen?: Chosen) => Promise<Conversion>;
  /** Converts the file in one piece. */
  runWhole: (onProgress: (fraction: number) => void) => Promise<ConvertResult>;
  runTask: RunTask;
  runScan: RunScan;
  runWebp: RunWebp;
  runMap: RunMap;
}

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

/** Loads what keeps to a limit of bytes, which most conversions do without. */
export const loadLimit = () => import('./make-in-limit.ts');

/**
 * Rejects with `unsupported-feature`, and so has the picture converted whole, by a worker that has its own code for the
 * limit. Loading again would not help: most browsers remember that a module failed to load.
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

/** Lets a strip give back tokens, not samples, for rows of MCUs that lie wholly in it. */
function withCodes(task: StripTask, codes: ChromaFormat): StripTask {
  if (task.kind !== 'jpeg' || task.output.kind !== 'samples') return task;
  return { ...task, output: { ...task.output, codes } };
}

function macroblocksOf({ width, height }: WebpFrame): StripOutput {
  return { kind: 'macroblocks', picture: { width, height } };
}

/** For progress under a limit of bytes: samples are counted, coded, and often coded once more. */
const passesInLimit = 3;

/**
 * Has all strips made and joins them. The first strip that fails stops the others and fails the
 * picture. `onProgress` gets what is done, from `plannedShare` to 1.
 */
export async function convertInStrips(
  { plan, result, original }: PlannedConversion,
  { start: planAgain, runTask, runScan, runWebp, runMap }: Omit<Runners, 'runWhole'>,
  { signal, onProgress }: JobOptions,
): Promise<ConvertResult> {
  const start = performance.now();
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  signal?.addEventListener('abort', onAbort);
  let isFilled = false;
  const darkened: DarkenedRows[] = [];
  const told: Note[] = [];
  const rowsDone = new Map<StripTask, number>();
  const allRows = rowsOf(plan) + (plan.gainMap ? rowsOf(plan.gainMap) : 0);
  const report = (task: StripTask, rows: number): void => {
    if (stop.signal.aborted) return;
    rowsDone.set(task, rows);
    const done = [...rowsDone.values()].reduce((sum, each) => sum + each, 0) / allRows;
    onProgress?.(plannedShare + (1 - plannedShare) * Math.min(done, 1));
  };
  const runOne = async (task: StripTask, decoded?: Planes): Promise<StripResult> => {
    const onShare = (fraction: number): void => report(task, task.rows * fraction);
    const strip = await runTask(task, stop.signal, plan, onShare, decoded);
    isFilled ||= strip.isFilled ?? false;
    darkened.push(...(strip.darkened ?? []));
    told.push(...(strip.notes ?? []));
    report(task, task.rows);
    return strip;
  };
  const runAll = (tasks: readonly StripTask[]): Promise<StripResult[]> =>
    Promise.all(tasks.map((task) => runOne(task)));
  const written: Uint8Array<ArrayBuffer>[] = [];
  const writeScan: WriteScan = async (tokens, huffman) => {
    const scan = await runScan(tokens, huffman, stop.signal);
    written.push(scan);
    return scan;
  };
  const writeWebp: WriteWebp = async (parts, frame) => {
    const file = await runWebp(parts, frame, stop.signal);
    written.push(file);
    return file;
  };
  const joinAll = async (
    tasks: readonly StripTask[],
    strips: StripResult[],
    webp: WebpFrame | undefined,
  ): Promise<Parts> => {
    if (!webp) return joinStrips(tasks, strips, writeScan);
    const parts = strips.flatMap((strip) => strip.parts) as Uint8Array<ArrayBuffer>[];
    const known = strips.find((strip) => strip.webp)?.webp;
    return [await writeWebp(parts, { ...webp, ...known })];
  };
  const makeStrips: MakeStrips = async ({ tasks, collecting, output }) => {
    const [first] = tasks;
    if (!collecting || first?.kind !== 'jpeg') return { tasks, strips: await runAll(tasks) };
    const collector = new SampleCollector(collecting, first.quality, tasks.length);
    // Parts come in order, each with the strip that was still missing in it.
    const parts: StripTask[] = [];
    const { chroma } = collecting;
    const encode = async (task: StripTask, index: number): Promise<StripResult[]> => {
      const { samples = [], codes } = await runOne(output ? task : withCodes(task, chroma));
      const whole = collector.add(index, { samples, codes }).map((part) => {
        if (!isPart(part)) return { task: { ...task, chroma }, coded: part };
        return { task: { ...part.task, ...(output && { output }) }, planes: part.planes };
      });
      parts.push(...whole.map((part) => part.task));
      return Promise.all(
        whole.map(async (part) => {
          if ('planes' in part) return runOne(part.task, part.planes);
          report(part.task, part.coded.to - part.coded.from);
          return { parts: [part.coded.tokens] };
        }),
      );
    };
    const encoded = await Promise.all(tasks.map(encode));
    return { tasks: parts, strips: encoded.flat() };
  };
  const makeAll: MakeAll = async ({ webp, ...asked }) => {
    const { tasks, strips } = await makeStrips({ ...asked, output: webp && macroblocksOf(webp) });
    return joinAll(tasks, strips, webp);
  };
  const makeMap = (room: RoomForMap) => runMap(darkened, room, stop.signal);
  const replan = async (chosen: Chosen): Promise<StripPlan> => {
    const again = await planAgain(() => {}, chosen);
    if (again.kind === 'planned') return again.planned.plan;
    throw new EngineError('unsupported-feature', 'the file has no plan for strips any more');
  };
  try {
    if (signal?.aborted) throw canceled();
    const { limit, collecting } = plan;
    const made =
      limit && collecting
        ? await (
            await requireLimit()
          ).makeInLimit(plan, limit, collecting, {
            collect: (tasks, inParts) => collectStrips(tasks, inParts, runOne),
            runPart: runOne,
            writeScan,
            writeWebp,
            makeStrips,
            makeAll,
            makeMap,
            replan,
          })
        : await makeAsPlanned(plan, makeAll, makeMap);
    if ((plan.gainMap || limit) && !stop.signal.aborted) onProgress?.(1);
    const video = plan.video ? [plan.video] : [];
    const type = mimeTypes[result.format];
    const { parts, notes, ...rest } = made;
    const blob = new Blob([...parts, ...video], { type });
    // The blob has a copy.
    for (const { buffer } of written) release(buffer);
    const milliseconds = result.milliseconds + performance.now() - start;
    if (original && original.blob.size <= blob.size)
      return { ...result, ...original, milliseconds };
    const filled = isFilled ? (['transparency-filled'] as const) : [];
    return {
      ...result,
      ...rest,
      notes: [...result.notes, ...told, ...filled, ...notes],
      blob,
      milliseconds,
    };
  } catch (error) {
    stop.abort();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Rows to decode and to encode: the same ones, where they are not collected between. */
function rowsOf({
  tasks,
  collecting,
  limit,
}: {
  tasks: readonly StripTask[];
  collecting?: Collecting;
  limit?: SizeLimit;
}): number {
  const passes = limit ? passesInLimit : 1;
  return tasks.reduce((sum, { rows }) => sum + rows, (collecting?.height ?? 0) * passes);
}

/** @param makeMap Gives the map that tone mapping has made, once that is over. */
async function makeAsPlanned(
  plan: StripPlan,
  makeAll: MakeAll,
  makeMap: (room: RoomForMap) => ReturnType<RunMap>,
): Promise<Made> {
  const { width, height, header, gainMap, madeMap, notes = [] } = plan;
  // The map first: a picture's last strip keeps all workers busy, a map's does not.
  const mapIn = gainMap && startGainMap(gainMap, makeAll);
  const picture = await makeAll(plan);
  const size = { width, height };
  if (madeMap) {
    const bytes = (sizeOf(picture) + header.length) * madeMap.share;
    const made = await makeMap({ bytes, most: Math.max(bytes, madeMap.least) });
    return { ...size, parts: joinGainMap(madeMap, picture, [made]), hasGainMap: true, notes };
  }
  if (!gainMap || !mapIn) {
    return { ...size, parts: [header, ...picture], hasGainMap: false, notes };
  }
  const share = (sizeOf(picture) + header.length) * gainMap.share;
  const room = Math.max(share, gainMap.least) - wordsAbout(gainMap, header);
  const map = await mapIn(room);
  // The other way makes it smaller still.
  if (map && sizeOf(map) > room && gainMap.fitsWhole)
    throw new EngineError('unsupported-feature', 'the gain map is too large for the picture');
  if (map)
    return { ...size, parts: joinGainMap(gainMap, picture, map), hasGainMap: true, notes: [] };
  const parts = [header, ...picture];
  return { ...size, parts, hasGainMap: false, notes: ['gain-map-unusable'] };
}
