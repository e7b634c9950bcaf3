import type { Photo } from '../photos.ts';
import type { ConversionStore } from '../store.ts';

/** The video of a live or motion photo as H.264. */
export type RecodeVideo = (
  photo: Photo,
  job: { signal: AbortSignal; onProgress: (fraction: number) => void },
) => Promise<File>;

/** Recodes the videos of photos one at a time, and can undo it. */
export interface VideoRecoding {
  /** Recodes the photo's video, then converts the photo with it. */
  start: (id: string) => Promise<void>;
  cancel: (id: string) => void;
  /** Restores the photo's original video. */
  undo: (id: string) => void;
}

export function createVideoRecoding(
  { change, findPhoto }: Pick<ConversionStore, 'change' | 'findPhoto'>,
  recode: RecodeVideo,
  convertAgain: (photo: Photo) => void,
): VideoRecoding & { dispose: () => void } {
  const running = new Map<string, AbortController>();

  function cancel(id: string): void {
    running.get(id)?.abort();
    running.delete(id);
    change({ type: 'recoding', id, recoding: null });
  }

  function give(id: string, video: File | null): void {
    change({ type: 'recoded', id, video });
    const photo = findPhoto(id);
    if (photo) convertAgain(photo);
  }

  return {
    async start(id) {
      const photo = findPhoto(id);
      if (photo === undefined || running.has(id)) return;
      const controller = new AbortController();
      const { signal } = controller;
      running.set(id, controller);
      change({ type: 'recoding', id, recoding: 0 });
      try {
        const video = await recode(photo, {
          signal,
          onProgress: (fraction) => {
            if (!signal.aborted) change({ type: 'recoding', id, recoding: fraction * 100 }, 'soon');
          },
        });
        if (!signal.aborted) give(id, video);
      } catch {
        if (!signal.aborted) change({ type: 'recoding', id, recoding: 'failed' });
      } finally {
        if (running.get(id) === controller) running.delete(id);
      }
    },
    cancel,
    undo: (id) => give(id, null),
    dispose() {
      for (const id of running.keys()) cancel(id);
    },
  };
}
