import type { AskedOptions } from '../asked-options.ts';
import type { LimitAnswer } from '../batch-limits.ts';
import { placesLeft } from '../photos.ts';
import type { ConversionStore, WaitingFile } from '../store.ts';

interface LimitedAddingParts {
  askLimits: (question: { action: 'upload'; fileCount: number }) => Promise<LimitAnswer>;
  /** Adds photos to the list, whatever the limits. */
  addPhotos: (files: readonly WaitingFile[]) => void;
}

/** Adds photos within the limits, and lets the others wait until there is room. */
export interface LimitedAdding {
  add: (files: readonly File[]) => Promise<void>;
  /** Moves waiting photos into the list as far as there is room. */
  admitWaiting: () => void;
  /** Removes waiting files. The returned function restores them. */
  dropWaiting: () => () => void;
}

export function createLimitedAdding(
  { read, update, tell }: ConversionStore,
  asked: AskedOptions,
  { askLimits, addPhotos }: LimitedAddingParts,
): LimitedAdding {
  async function add(files: readonly File[]): Promise<void> {
    const unfinished = read().photos.filter(({ result }) => result === null).length;
    const fileCount = unfinished + files.length;
    const answer = await askLimits({ action: 'upload', fileCount });
    const isKnown = answer.kind === 'allowed' || answer.kind === 'refused';
    const { maxFiles, isPro } = isKnown ? answer : asked.allowance();
    if (isKnown) {
      asked.setAllowance({ maxFiles, isPro });
      update({ options: asked.effective() });
    }
    const added = files.map(toWaiting);
    if (answer.kind === 'refused' && answer.reason !== 'too-many-files') {
      update({ waiting: [...read().waiting, ...added] });
      tell({ ...answer, kind: 'refused', action: 'add' });
      return;
    }
    // Photos that wait already come first.
    const hadWaiting = read().waiting.length > 0;
    const places = hadWaiting ? 0 : placesLeft(read().photos, maxFiles);
    const taken = added.slice(0, places);
    addTaken(taken);
    if (taken.length === added.length) return;
    const waiting = [...read().waiting, ...added.slice(places)];
    update({ waiting });
    const counts = { picked: files.length, taken: taken.length, waiting: waiting.length };
    tell({ kind: 'too-many', ...counts, hadWaiting, maxFiles, isPro });
  }

  function addTaken(files: readonly WaitingFile[]): void {
    if (files.length === 0) return;
    const isFirst = read().photos.length === 0;
    addPhotos(files);
    tell({ kind: 'added', count: files.length, total: read().photos.length, isFirst });
  }

  function admitWaiting(): void {
    const places = placesLeft(read().photos, asked.allowance().maxFiles);
    const admitted = read().waiting.slice(0, places);
    if (admitted.length === 0) return;
    update({ waiting: read().waiting.slice(places) });
    addPhotos(admitted);
    tell({ kind: 'admitted', count: admitted.length, waiting: read().waiting.length });
  }

  return {
    add,
    admitWaiting,
    dropWaiting() {
      const dropped = read().waiting;
      update({ waiting: [] });
      return () => {
        update({ waiting: [...dropped, ...read().waiting] });
        admitWaiting();
      };
    },
  };
}

let lastId = 0;

/** Unique within a page. */
export function nextId(): string {
  lastId += 1;
  return `file-${lastId}`;
}

export function toWaiting(file: File): WaitingFile {
  return { id: nextId(), file };
}
