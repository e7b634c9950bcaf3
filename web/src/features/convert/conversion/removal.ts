import type { BatchRuns } from './batches/batch-runs.ts';
import type { Clearing } from './clearing.ts';
import type { PhotoIntake } from './adding/photo-intake.ts';
import type { ConversionStore } from './store.ts';
import type { VideoRecoding } from './batches/video-recoding.ts';

/** Removes photos with the work on them, and can undo it. */
export interface Removal {
  /** Removes a photo. The returned function restores it. */
  remove: (id: string) => () => void;
  /** Removes the photos whose results are saved. */
  clearSaved: () => void;
  /** Removes everything; can be undone for some seconds. */
  clear: () => void;
  undoClear: () => void;
}

interface RemovalParts {
  clearing: Clearing;
  intake: Pick<PhotoIntake, 'admitWaiting' | 'readMissingHeaders'>;
  batches: BatchRuns;
  videoRecoding: VideoRecoding & { dispose: () => void };
}

export function createRemoval(
  { read, change, tell }: ConversionStore,
  { clearing, intake, batches, videoRecoding }: RemovalParts,
): Removal {
  return {
    remove(id) {
      batches.stopOne(id);
      videoRecoding.cancel(id);
      const at = read().photos.findIndex((photo) => photo.id === id);
      const photo = read().photos[at];
      if (photo === undefined) return () => {};
      change({ type: 'remove', ids: [id] });
      tell({ kind: 'removed', name: photo.file.name });
      intake.admitWaiting();
      return () => {
        change({ type: 'put-back', photo: { ...photo, work: null }, at });
        intake.readMissingHeaders();
      };
    },
    clearSaved() {
      const saved = read().photos.filter(({ work, result }) => work === null && result?.saved);
      change({ type: 'remove', ids: saved.map(({ id }) => id) });
      intake.admitWaiting();
    },
    clear() {
      batches.stop();
      videoRecoding.dispose();
      clearing.clear(batches.restPhase());
    },
    undoClear() {
      clearing.undo();
      intake.readMissingHeaders();
    },
  };
}
