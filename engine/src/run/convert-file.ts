import type { Conversion } from '../convert/pipeline.ts';
import { EngineError } from '../errors.ts';
import { jpegEnd, writeScanHeader } from '../formats/jpeg/header.ts';
import type { HuffmanTables } from '../formats/jpeg/tables.ts';
import { huffmanFor } from '../formats/jpeg/tokens.ts';
import { streamEnd } from '../formats/png/stream.ts';
import { closeHead } from '../gain-map/open-head.ts';
import { mimeTypes, type ConvertResult, type JobOptions, type Note } from '../options.ts';
import type { Planes } from '../planes/planes.ts';
import { joinSamples } from '../strips/collecting.ts';
import type { Collecting } from '../strips/frame.ts';
import { plannedShare } from '../strips/progress.ts';
import type {
  GainMapPlan,
  PlannedConversion,
  StripPlan,
  StripResult,
  StripTask,
} from '../strips/task.ts';

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

/** Has the scan data of a JPEG's strip written from its tokens, which go away with it; rejects as `RunTask`. */
export type RunScan = (
  tokens: Uint8Array<ArrayBuffer>,
  huffman: HuffmanTables,
  signal: AbortSignal,
) => Promise<Uint8Array<ArrayBuffer>>;

/** How a pool has the parts of a conversion done. */
export interface Runners {
  /** Converts the file in one piece, or answers with a plan for strips. */
  start: (onProgress: (fraction: number) => void) => Promise<Conversion>;
  /** Converts the file in one piece. */
  runWhole: (onProgress: (fraction: number) => void) => Promise<ConvertResult>;
  runTask: RunTask;
  runScan: RunScan;
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
      // As from a listener to an event: the caller's own mistake, and no reason to stop.
      queueMicrotask(() => {
        throw error;
      });
    }
  };
  const begun = await runners.start(report);
  if (begun.kind === 'converted') return begun.result;
  try {
    const hooks = { ...(signal && { signal }), onProgress: report };
    return await convertInStrips(begun.planned, runners, hooks);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'unsupported-feature') throw error;
    return runners.runWhole(report);
  }
}

/**
 * Has all strips made and joins them. The first strip that fails stops the others and fails the
 * picture. `onProgress` gets what is done, from `plannedShare` to 1.
 */
export async function convertInStrips(
  { plan, result }: PlannedConversion,
  { runTask, runScan }: Pick<Runners, 'runTask' | 'runScan'>,
  { signal, onProgress }: JobOptions,
): Promise<ConvertResult> {
  const start = performance.now();
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  signal?.addEventListener('abort', onAbort);
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
    report(task, task.rows);
    return strip;
  };
  const runAll = (tasks: readonly StripTask[]): Promise<StripResult[]> =>
    Promise.all(tasks.map((task) => runOne(task)));
  const writeScan: WriteScan = (tokens, huffman) => runScan(tokens, huffman, stop.signal);
  const makeAll: MakeAll = async ({ tasks, collecting }) => {
    const [first] = tasks;
    if (!collecting || first?.kind !== 'jpeg') {
      return joinStrips(tasks, await runAll(tasks), writeScan);
    }
    const samples = (await runAll(tasks)).flatMap((strip) => strip.samples ?? []);
    const parts = joinSamples(samples, collecting, first.quality);
    const encoded = await Promise.all(parts.map(({ task, planes }) => runOne(task, planes)));
    return joinStrips(
      parts.map(({ task }) => task),
      encoded,
      writeScan,
    );
  };
  try {
    if (signal?.aborted) throw new EngineError('canceled', 'The conversion was canceled');
    // The map first: a picture's last strip keeps all workers busy, a map's does not.
    const putMapBehind = plan.gainMap && startGainMap(plan.gainMap, makeAll);
    const parts = [plan.header, ...(await makeAll(plan))];
    const withMap = putMapBehind ? await putMapBehind(parts) : null;
    if (plan.gainMap && !stop.signal.aborted) onProgress?.(1);
    const video = plan.video ? [plan.video] : [];
    const type = mimeTypes[result.format];
    const blob = new Blob([...(withMap ?? parts), ...video], { type });
    const milliseconds = result.milliseconds + performance.now() - start;
    const hasGainMap = withMap !== null;
    const lost: Note[] = plan.gainMap && !withMap ? ['gain-map-unusable'] : [];
    return { ...result, hasGainMap, notes: [...result.notes, ...lost], blob, milliseconds };
  } catch (error) {
    stop.abort();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

type Parts = (Uint8Array<ArrayBuffer> | Blob)[];

/** Makes strips; what comes back is the file behind its header. */
type MakeAll = (plan: {
  tasks: readonly StripTask[];
  collecting?: Collecting | undefined;
}) => Promise<Parts>;

type WriteScan = (
  tokens: Uint8Array<ArrayBuffer>,
  huffman: HuffmanTables,
) => Promise<Uint8Array<ArrayBuffer>>;

/** Rows to decode and to encode: the same ones, where they are not collected between. */
function rowsOf({ tasks, collecting }: Pick<StripPlan, 'tasks' | 'collecting'>): number {
  return tasks.reduce((sum, { rows }) => sum + rows, collecting?.height ?? 0);
}

/** What goes behind a file's header, in order, from what all its strips became. */
export async function joinStrips(
  tasks: readonly StripTask[],
  strips: readonly StripResult[],
  writeScan: WriteScan,
): Promise<Parts> {
  const parts = strips.flatMap((strip) => strip.parts);
  const [first] = tasks;
  if (first?.kind !== 'jpeg') {
    return [...parts, ...streamEnd(strips.flatMap(({ checksum }) => checksum ?? []))];
  }
  const tokens = parts as Uint8Array<ArrayBuffer>[];
  const huffman = huffmanFor(tokens);
  const scans = await Promise.all(tokens.map((each) => writeScan(each, huffman)));
  return [writeScanHeader(first.chroma, huffman), ...scans, jpegEnd];
}

/** Damage and what nobody decodes are no reason to fail: the picture may be whole. */
async function orNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    const code = error instanceof EngineError ? error.code : null;
    if (code === 'corrupt-file' || code === 'unsupported-feature') return null;
    throw error;
  }
}

function sizeOf(parts: Parts): number {
  return parts.reduce((sum, part) => sum + (part instanceof Blob ? part.size : part.length), 0);
}

/**
 * Has a gain map made. What comes back puts it behind the picture, whose first part is its header: at the
 * best quality that is small enough beside it. `null` for a map that is broken.
 */
function startGainMap(
  { tasks, collecting, headers, head, behind, share }: GainMapPlan,
  makeAll: MakeAll,
): (picture: Parts) => Promise<Parts | null> {
  const makeAt = async ({ quality, bytes }: GainMapPlan['headers'][number]): Promise<Parts> => {
    const atQuality = tasks.map((task) => ({ ...task, quality }));
    return [bytes, ...(await makeAll({ tasks: atQuality, collecting }))];
  };
  const first = orNull(makeAt(headers[0]!));
  // Whoever waits for the picture hears of it.
  first.catch(() => {});
  return async ([header, ...rest]) => {
    const words = head.bytes.length - sizeOf([header!]);
    const room = (sizeOf(rest) + sizeOf([header!])) * share - words;
    let map = await first;
    for (const next of headers.slice(1)) {
      if (!map || sizeOf(map) <= room) break;
      map = await orNull(makeAt(next));
    }
    if (!map) return null;
    closeHead(head, head.bytes.length + sizeOf(rest), [sizeOf(map), ...behind]);
    return [head.bytes, ...rest, ...map];
  };
}
