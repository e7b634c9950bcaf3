import type { ConvertResult, JobOptions, NamedConvertOptions } from '@stillpix/engine';
import { type Failure, toFailure } from './failure.ts';

export type Convert = (
  file: File,
  options: NamedConvertOptions,
  job: JobOptions,
) => Promise<ConvertResult>;

export interface BatchEntry {
  id: string;
  /** See `Photo`. */
  job: number;
  file: File;
  options: NamedConvertOptions;
}

export interface BatchEvents {
  onStart: (entry: BatchEntry) => void;
  /** Called with a fraction from 0 to 1. */
  onProgress: (entry: BatchEntry, fraction: number) => void;
  onDone: (entry: BatchEntry, result: ConvertResult) => void;
  onFailed: (entry: BatchEntry, failure: Failure) => void;
  onCanceled: (entry: BatchEntry) => void;
}

export interface Batch {
  /** Resolves with the number of converted files once every entry has settled. Never rejects. */
  finished: Promise<number>;
  cancel: () => void;
  /** Cancels one file; the others continue. */
  cancelOne: (id: string) => void;
}

/** Requirement C7: groups of min(4, cores or 2) files convert in parallel. */
export function parallelFiles(cores: number | undefined): number {
  return Math.min(4, cores || 2);
}

export function startBatch(
  entries: readonly BatchEntry[],
  convert: Convert,
  parallel: number,
  events: BatchEvents,
): Batch {
  const waiting = [...entries];
  const controllers = new Map<string, AbortController>();
  const left = new Set<string>();
  let converted = 0;
  let canceled = false;

  async function runOne(entry: BatchEntry): Promise<void> {
    const controller = new AbortController();
    controllers.set(entry.id, controller);
    events.onStart(entry);
    try {
      const job = {
        signal: controller.signal,
        onProgress: (fraction: number) => {
          if (!controller.signal.aborted) events.onProgress(entry, fraction);
        },
      };
      const result = await convert(entry.file, entry.options, job);
      // A result that arrives after canceling is discarded like an unfinished one.
      if (controller.signal.aborted) events.onCanceled(entry);
      else {
        converted += 1;
        events.onDone(entry, result);
      }
    } catch (thrown) {
      if (controller.signal.aborted) events.onCanceled(entry);
      else events.onFailed(entry, toFailure(thrown));
    } finally {
      controllers.delete(entry.id);
    }
  }

  async function runLane(): Promise<void> {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      if (canceled) return;
      if (!left.has(entry.id)) await runOne(entry);
    }
  }

  const lanes = Array.from({ length: Math.min(parallel, entries.length) }, runLane);
  return {
    finished: Promise.all(lanes).then(() => converted),
    cancel() {
      canceled = true;
      for (const controller of controllers.values()) controller.abort();
    },
    cancelOne(id) {
      left.add(id);
      controllers.get(id)?.abort();
    },
  };
}
