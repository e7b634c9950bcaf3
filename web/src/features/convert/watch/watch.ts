import type { ConvertedPicture } from '@stillpix/engine';
import { type Failure, toFailure } from '../conversion/failure.ts';
import type { LimitAnswer } from '../conversion/batch-limits.ts';
import { isDoubtful } from '../conversion/summary.ts';
import { findRefusal, type Refusal } from '../accept.ts';
import type { NamedBlob } from '../results/save.ts';

/** Why watching has stopped by itself. */
type WatchEnd = 'not-pro' | 'folder-gone';

/** What a result's notes say, and what their words need. */
type NotedResult = Pick<ConvertedPicture, 'notes' | 'width' | 'height' | 'missing'>;

type Outcome =
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'noted'; result: NotedResult };

/** What the visitor has to know of one file. */
export type Report = Outcome & { id: number; name: string };

export interface WatchState {
  converted: number;
  /** The newest first, limited to a readable number. */
  reports: readonly Report[];
  ended: WatchEnd | null;
}

export const nothingYet: WatchState = { converted: 0, reports: [], ended: null };

interface WatchedResult extends NotedResult {
  files: readonly NamedBlob[];
}

export interface WatchParts {
  /**
   * Files in the watched folder that may be pictures, also those that are too large. Rejects if the
   * folder cannot be read.
   */
  list: () => Promise<readonly File[]>;
  /** Converts one photo; `number` counts from 1. */
  convert: (file: File, number: number) => Promise<WatchedResult>;
  /** Writes into the other folder. Rejects if it cannot be written to. */
  save: (results: readonly NamedBlob[]) => Promise<void>;
  ask: (fileCount: number, conversionKey: string) => Promise<LimitAnswer>;
  newBatchKey: () => string;
  countConverted: (converted: number, conversionKey: string | null) => void;
  /** Whether the server's signed statement, which works without a network, grants Pro. */
  isEntitled: () => boolean;
  /** How many photos the server allows at once. */
  maxFiles: number;
  onChange: (state: WatchState) => void;
}

const keptReports = 5;

/**
 * Adds a report. What is only good to know is said once, of the newest photo, so that it does not
 * push out what is wrong.
 */
function withReport(reports: readonly Report[], added: Report): Report[] {
  const others = reports.filter((each) => !saysTheSame(each, added));
  return [added, ...others].slice(0, keptReports);
}

function saysTheSame(one: Report, other: Report): boolean {
  return (
    one.kind === 'noted' &&
    other.kind === 'noted' &&
    !isDoubtful(one.result.notes) &&
    one.result.notes.join() === other.result.notes.join()
  );
}

/** A file that is written again counts as another photo. */
const keyOf = ({ name, size, lastModified }: File) => `${size} ${lastModified} ${name}`;

/** Which files of a folder were there in the last scan, and which are done with. */
function createSeenFiles(takesPresent: boolean) {
  const handled = new Set<string>();
  let before: ReadonlySet<string> | null = null;
  return {
    markHandled: (file: File) => void handled.add(keyOf(file)),
    /** Files that are new, and are the same as in the last scan. */
    takeSettled(files: readonly File[]): File[] {
      const now = new Set(files.map(keyOf));
      if (before === null && !takesPresent) for (const key of now) handled.add(key);
      const settled = files.filter((file) => {
        const key = keyOf(file);
        return !handled.has(key) && before?.has(key) === true;
      });
      before = now;
      return settled;
    },
  };
}

/**
 * Watches a folder, one scan at a time. Files that are new, and have the same size in two scans,
 * are converted and saved. The server is asked about each group of photos, as for a batch on the
 * list.
 *
 * @param takesPresent Whether files in the first scan count as new.
 */
export function createWatch(parts: WatchParts, takesPresent: boolean) {
  let state = nothingYet;
  let reported = 0;
  const seen = createSeenFiles(takesPresent);

  /** After it was stopped, nothing is reported. */
  function update(part: Partial<WatchState>, signal: AbortSignal): void {
    if (signal.aborted) return;
    state = { ...state, ...part };
    parts.onChange(state);
  }

  function report(file: File, outcome: Outcome, signal: AbortSignal): void {
    reported += 1;
    const added = { id: reported, name: file.name, ...outcome };
    update({ reports: withReport(state.reports, added) }, signal);
  }

  async function isAllowed(fileCount: number, conversionKey: string): Promise<boolean | 'later'> {
    const answer = await parts.ask(fileCount, conversionKey);
    if (answer.kind === 'unknown') return 'later';
    return answer.kind === 'offline'
      ? parts.isEntitled()
      : answer.kind === 'allowed' && answer.isPro;
  }

  async function convertOne(file: File, signal: AbortSignal): Promise<boolean> {
    let result: WatchedResult;
    try {
      result = await parts.convert(file, state.converted + 1);
    } catch (thrown) {
      report(file, { kind: 'failed', failure: toFailure(thrown) }, signal);
      return false;
    }
    // A result that arrives after stopping is discarded like an unfinished one.
    if (signal.aborted) return false;
    const { files, ...noted } = result;
    await parts.save(files);
    update({ converted: state.converted + 1 }, signal);
    if (noted.notes.length > 0) report(file, { kind: 'noted', result: noted }, signal);
    return true;
  }

  async function convertAll(files: readonly File[], signal: AbortSignal): Promise<void> {
    const conversionKey = parts.newBatchKey();
    const allowed = await isAllowed(files.length, conversionKey);
    if (allowed === 'later') return;
    if (!allowed) {
      update({ ended: 'not-pro' }, signal);
      return;
    }
    let converted = 0;
    for (const file of files) {
      if (signal.aborted) break;
      seen.markHandled(file);
      if (await convertOne(file, signal)) converted += 1;
    }
    if (converted > 0) parts.countConverted(converted, conversionKey);
  }

  /** Reports the others. */
  function keepAccepted(files: readonly File[], signal: AbortSignal): File[] {
    return files.filter((file) => {
      const refusal = findRefusal(file);
      if (refusal === null) return true;
      seen.markHandled(file);
      report(file, { kind: 'refused', refusal }, signal);
      return false;
    });
  }

  /** Never rejects. Does nothing once watching has ended. */
  return async function look(signal: AbortSignal): Promise<void> {
    if (state.ended !== null) return;
    try {
      const settled = seen.takeSettled(await parts.list());
      const group = keepAccepted(settled, signal).slice(0, parts.maxFiles);
      if (group.length > 0 && !signal.aborted) await convertAll(group, signal);
    } catch {
      update({ ended: 'folder-gone' }, signal);
    }
  };
}
