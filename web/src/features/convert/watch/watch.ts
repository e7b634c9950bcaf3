import { type Failure, toFailure } from '../conversion/failure.ts';
import type { LimitAnswer } from '../conversion/batch-limits.ts';
import type { NamedBlob } from '../results/save.ts';

/** Why watching has stopped by itself. */
type WatchEnd = 'not-pro' | 'folder-gone';

export interface WatchState {
  converted: number;
  /** The newest first; few enough to be read. */
  failures: readonly { name: string; failure: Failure }[];
  ended: WatchEnd | null;
}

export interface WatchParts {
  /** What is in the watched folder and may be a picture. Rejects when the folder cannot be read. */
  list: () => Promise<readonly File[]>;
  /** What one photo becomes; `number` counts from 1. */
  convert: (file: File, number: number) => Promise<readonly NamedBlob[]>;
  /** Writes into the other folder. Rejects when it cannot be written to. */
  save: (results: readonly NamedBlob[]) => Promise<void>;
  ask: (fileCount: number, conversionKey: string) => Promise<LimitAnswer>;
  newBatchKey: () => string;
  countConverted: (converted: number, conversionKey: string | null) => void;
  /** Whether the server's signed word, which works without a network, says Pro. */
  isEntitled: () => boolean;
  /** Photos that the server lets convert at once. */
  maxFiles: number;
  onChange: (state: WatchState) => void;
}

const keptFailures = 5;

/** A file that is written to anew is another photo. */
const keyOf = ({ name, size, lastModified }: File) => `${size} ${lastModified} ${name}`;

/**
 * Watches a folder, one look at a time: what is new, and no longer grows from one look to the next, is
 * converted and saved. Each group of photos is asked for at the server, as a batch on the table is.
 *
 * @param takesPresent Whether what is there at the first look counts as new.
 */
export function createWatch(parts: WatchParts, takesPresent: boolean) {
  let state: WatchState = { converted: 0, failures: [], ended: null };
  const handled = new Set<string>();
  let before: ReadonlySet<string> | null = null;

  /** Whoever has stopped it is told nothing more. */
  function update(part: Partial<WatchState>, signal: AbortSignal): void {
    if (signal.aborted) return;
    state = { ...state, ...part };
    parts.onChange(state);
  }

  async function isAllowed(fileCount: number, conversionKey: string): Promise<boolean | 'later'> {
    const answer = await parts.ask(fileCount, conversionKey);
    if (answer.kind === 'unknown') return 'later';
    return answer.kind === 'offline'
      ? parts.isEntitled()
      : answer.kind === 'allowed' && answer.isPro;
  }

  async function convertOne(file: File, signal: AbortSignal): Promise<boolean> {
    let results: readonly NamedBlob[];
    try {
      results = await parts.convert(file, state.converted + 1);
    } catch (thrown) {
      const failed = { name: file.name, failure: toFailure(thrown) };
      update({ failures: [failed, ...state.failures].slice(0, keptFailures) }, signal);
      return false;
    }
    // A result that crossed the stopping on its way is as unwanted as an unfinished one.
    if (signal.aborted) return false;
    await parts.save(results);
    update({ converted: state.converted + 1 }, signal);
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
      handled.add(keyOf(file));
      if (await convertOne(file, signal)) converted += 1;
    }
    if (converted > 0) parts.countConverted(converted, conversionKey);
  }

  /** Never rejects; does nothing once watching has ended. */
  return async function look(signal: AbortSignal): Promise<void> {
    if (state.ended !== null) return;
    try {
      const files = await parts.list();
      const now = new Set(files.map(keyOf));
      if (before === null && !takesPresent) for (const key of now) handled.add(key);
      const settled = files.filter((file) => {
        const key = keyOf(file);
        return !handled.has(key) && before?.has(key) === true;
      });
      before = now;
      const group = settled.slice(0, parts.maxFiles);
      if (group.length > 0 && !signal.aborted) await convertAll(group, signal);
    } catch {
      update({ ended: 'folder-gone' }, signal);
    }
  };
}
