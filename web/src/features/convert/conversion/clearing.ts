import type { ConversionState, ConversionStore } from './store.ts';

const undoSeconds = 10;

/** What was removed from the list. */
type Cleared = Pick<ConversionState, 'photos' | 'waiting' | 'run'>;

/** Removes everything from the list. Can be undone for some seconds. */
export interface Clearing {
  /** Null if nothing can be restored. */
  read: () => Cleared | null;
  clear: (phase: ConversionState['phase']) => void;
  undo: () => void;
  /** Makes the removal final. */
  forget: () => void;
}

export function createClearing(
  { read, update, tell }: ConversionStore,
  /** Milliseconds. */
  now: () => number,
): Clearing {
  let cleared: Cleared | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function forget(): void {
    clearTimeout(timer);
    cleared = null;
    if (read().canUndoClear) update({ canUndoClear: false });
  }

  return {
    read: () => cleared,
    clear(phase) {
      clearTimeout(timer);
      const { photos, waiting, run } = read();
      const isRunning = run !== null && run.endedAt === null;
      cleared = {
        photos: photos.map((photo) => ({ ...photo, work: null })),
        waiting,
        run: isRunning ? { ...run, endedAt: now() } : run,
      };
      update({ photos: [], waiting: [], run: null, phase, canUndoClear: true });
      timer = setTimeout(forget, undoSeconds * 1000);
      tell({ kind: 'cleared' });
    },
    undo() {
      if (cleared === null) return;
      const back = cleared;
      forget();
      update(back);
      tell({ kind: 'clear-undone', total: back.photos.length });
    },
    forget,
  };
}
