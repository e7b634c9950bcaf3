import type { ConvertResult } from '@stillpix/engine';
import { keptPart } from '../../geometry/kept-part.ts';
import { turnSize } from '../../geometry/turn.ts';
import { keyOf } from '../asked-options.ts';
import {
  type Batch,
  type BatchEntry,
  type BatchEvents,
  type Convert,
  startBatch,
} from '../batch.ts';
import type { PhotoResult } from '../photos.ts';
import { settleOne } from '../run.ts';
import type { ConversionStore } from '../store.ts';
import { countShortfalls, type Shortfalls } from '../summary.ts';

/** What has become of a batch. */
export interface BatchSummary {
  converted: number;
  failed: number;
  /** How many of the converted ones lack something. */
  shortfalls: Shortfalls;
  /** False if some were canceled. */
  isComplete: boolean;
}

/** A batch that runs, and what has become of its photos so far. */
interface RecordedBatch {
  batch: Batch;
  summarize: () => BatchSummary;
}

/** Converts photos, and notes in the state and in events what becomes of each. */
export function convertBatch(
  store: ConversionStore,
  entries: readonly BatchEntry[],
  convert: Convert,
  parallel: number,
): RecordedBatch {
  const results: ConvertResult[] = [];
  let failed = 0;
  const { change, tell } = store;

  const events: BatchEvents = {
    onStart: ({ id, job }) => change({ type: 'start', id, job }, 'soon'),
    onProgress: ({ job }, fraction) => change({ type: 'progress', job, fraction }, 'soon'),
    onDone(entry, converted) {
      change({ type: 'done', job: entry.job, result: toResult(store, entry, converted) }, 'soon');
      noteInRun(store, entry.id, 'converted');
      results.push(converted);
      const settled = results.length + failed;
      tell({ kind: 'photo-done', name: entry.file.name, settled, total: entries.length });
    },
    onFailed({ id, job, file, options }, failure) {
      change({ type: 'failed', job, failure, triedWith: keyOf(options) }, 'soon');
      noteInRun(store, id, 'failed');
      failed += 1;
      tell({ kind: 'photo-failed', name: file.name, failure });
    },
    onCanceled: ({ job }) => change({ type: 'canceled', job }),
  };

  return {
    batch: startBatch(entries, convert, parallel, events),
    summarize: () => ({
      converted: results.length,
      failed,
      shortfalls: countShortfalls(results),
      isComplete: results.length + failed === entries.length,
    }),
  };
}

function noteInRun(
  { read, update }: ConversionStore,
  id: string,
  end: 'converted' | 'failed',
): void {
  const { run } = read();
  if (run !== null) update({ run: settleOne(run, id, end) }, 'soon');
}

function toResult(
  { findPhoto }: ConversionStore,
  { id, options }: BatchEntry,
  converted: ConvertResult,
): PhotoResult {
  const photo = findPhoto(id);
  const size = photo?.dimensions ? turnSize(photo.dimensions, photo.turn) : null;
  return { converted, kept: keptPart(options, size), madeWith: keyOf(options), saved: false };
}
