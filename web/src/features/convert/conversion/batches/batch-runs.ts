import type { AskedOptions } from '../asked-options.ts';
import type { Batch, BatchEntry, Convert } from '../batch.ts';
import { type BatchPermissionParts, requestPermission } from './batch-permission.ts';
import { type BatchSummary, convertBatch } from './convert-batch.ts';
import type { ConvertingAhead } from '../ahead/converting-ahead.ts';
import type { Photo } from '../photos.ts';
import { beginRun } from '../run.ts';
import type { ConversionState, ConversionStore } from '../store.ts';

interface BatchRunsParts extends BatchPermissionParts {
  convert: Convert;
  ahead: Pick<ConvertingAhead, 'spentOn'>;
  /** Called after a batch. The key is null if the server was not asked. */
  countConverted: (converted: number, conversionKey: string | null) => void;
  /** Pauses thumbnails in favor of a batch until the returned function is called. */
  pauseThumbnails: () => () => void;
  whenHeadersRead: () => Promise<void>;
  whenMoviesJoined: () => Promise<void> | null;
  /** Called when the last of several overlapping batches has ended. */
  afterBatches: () => void;
  /** Number of photos converted in parallel. */
  parallel: number;
  /** Milliseconds. */
  now: () => number;
}

/**
 * The batches of a conversion: asks for permission, runs them in parallel, cancels and settles
 * them.
 */
export interface BatchRuns {
  /** Converts as many of the photos as the limit allows at once. */
  start: (photos: readonly Photo[]) => Promise<void>;
  stop: () => void;
  stopOne: (id: string) => void;
  /** The phase of the page when no permission is pending. */
  restPhase: () => ConversionState['phase'];
}

let lastJob = 0;

export function createBatchRuns(
  store: ConversionStore,
  asked: AskedOptions,
  parts: BatchRunsParts,
): BatchRuns {
  const { read, update, tell } = store;
  const batches = new Set<Batch>();
  /** Incremented by each cancellation. Answers to questions asked before it are ignored. */
  let round = 0;

  function restPhase(): ConversionState['phase'] {
    return batches.size > 0 ? 'converting' : 'idle';
  }

  async function start(wanted: readonly Photo[]): Promise<void> {
    const photos = wanted.slice(0, asked.allowance().maxFiles);
    if (photos.length === 0) return;
    const askedIn = round;
    // Shown only if the answer does not come at once, so that it need not wait for a rendering.
    if (read().phase === 'idle') update({ phase: 'checking' }, 'next');
    tell({ kind: 'checking' });
    const { count, conversionKey, restriction } = await requestPermission(photos.length, parts);
    if (round !== askedIn) return;
    if (restriction !== null) tell(restriction);
    if (count === 0) update({ phase: restPhase() });
    else await run(photos.slice(0, count), conversionKey);
  }

  async function run(photos: readonly Photo[], conversionKey: string | null): Promise<void> {
    const resumeThumbnails = parts.pauseThumbnails();
    const askedIn = round;
    const entries = await gatherEntries(photos, store, asked, parts);
    if (round !== askedIn || entries.length === 0) {
      resumeThumbnails();
      update({ phase: restPhase() });
      return;
    }
    const summary = await convertAll(entries);
    resumeThumbnails();

    if (batches.size === 0) {
      const last = read().run;
      update({ phase: 'idle', run: last && { ...last, endedAt: parts.now() } });
    }
    const { converted, failed, shortfalls, isComplete } = summary;
    if (converted > 0) parts.countConverted(converted, conversionKey);
    if (isComplete) tell({ kind: 'finished', converted, failed, shortfalls });
    if (batches.size === 0) parts.afterBatches();
  }

  async function convertAll(entries: readonly BatchEntry[]): Promise<BatchSummary> {
    const startedAt = parts.now() - parts.ahead.spentOn(entries);
    const { batch, summarize } = convertBatch(store, entries, parts.convert, parts.parallel);
    batches.add(batch);
    // Deferred, because while the page renders, workers that have planned a photo get no reply.
    const ids = entries.map(({ id }) => id);
    update({ phase: 'converting', run: beginRun(read().run, ids, startedAt) }, 'shortly');
    tell({ kind: 'started', count: entries.length, options: read().options });
    await batch.finished;
    batches.delete(batch);
    return summarize();
  }

  return {
    start,
    stop() {
      round += 1;
      for (const batch of batches) batch.cancel();
    },
    stopOne(id) {
      for (const batch of batches) batch.cancelOne(id);
    },
    restPhase,
  };
}

/** Waits for what the options need, and leaves out photos that were removed in the meantime. */
async function gatherEntries(
  photos: readonly Photo[],
  { read }: ConversionStore,
  asked: AskedOptions,
  parts: Pick<BatchRunsParts, 'whenHeadersRead' | 'whenMoviesJoined'>,
): Promise<BatchEntry[]> {
  if (photos.some(asked.asksForCrop)) await parts.whenHeadersRead();
  const joining = parts.whenMoviesJoined();
  if (joining) await joining;
  const ids = new Set(photos.map(({ id }) => id));
  const present = read().photos.filter(({ id }) => ids.has(id));
  return present.map((photo) => {
    lastJob += 1;
    const { id, file } = photo;
    return { id, job: lastJob, file, options: asked.engineOptionsFor(photo) };
  });
}
