import { createSerial } from '../../serial.ts';
import type { ConverterOptions } from '../../tools.ts';
import type { AskedOptions } from '../asked-options.ts';
import type { LimitAnswer } from '../batch-limits.ts';
import type { Inspect } from './header-reading.ts';
import { createLimitedAdding, type LimitedAdding, nextId, toWaiting } from './limited-adding.ts';
import { createLiveMovies, isMovie, type ReadMovie } from './live-movies.ts';
import { createPhotoHeaders, type PhotoHeaders } from './photo-headers.ts';
import type { Photo } from '../photos.ts';
import type { ConversionStore, WaitingFile } from '../store.ts';

interface PhotoIntakeParts {
  inspect: Inspect;
  readMovie: ReadMovie;
  askLimits: (question: { action: 'upload'; fileCount: number }) => Promise<LimitAnswer>;
  /** Called before photos are added. */
  beforePhotos: () => void;
}

/** Adds photos and their movies within the limits, and reads headers. */
export interface PhotoIntake
  extends Pick<LimitedAdding, 'admitWaiting' | 'dropWaiting'>, Pick<PhotoHeaders, 'setAsStored'> {
  /**
   * Adds photos as far as the limits allow, in order; the others wait. Movies of live photos join
   * their photos.
   */
  add: (files: readonly File[]) => Promise<void>;
  /** Restores the list of another page. */
  restore: (list: {
    photos: readonly Photo[];
    waiting: readonly File[];
    options: ConverterOptions;
  }) => void;
  readMissingHeaders: () => void;
  whenHeadersRead: () => Promise<void>;
  /** Resolves when added movies are with their photos; null if there are none pending. */
  whenMoviesJoined: () => Promise<void> | null;
  dispose: () => void;
}

export function createPhotoIntake(
  store: ConversionStore,
  asked: AskedOptions,
  parts: PhotoIntakeParts,
): PhotoIntake {
  const { read, update, change, tell } = store;
  const headers = createPhotoHeaders(store, parts.inspect, () => movies.join());
  const movies = createLiveMovies(store, parts.readMovie, headers.whenDone);
  const limited = createLimitedAdding(store, asked, { askLimits: parts.askLimits, addPhotos });
  let joining: Promise<void> | null = null;
  const serial = createSerial();

  function addPhotos(files: readonly WaitingFile[]): void {
    parts.beforePhotos();
    change({ type: 'add', files });
    headers.readNew(files);
  }

  async function addWithMovies(files: readonly File[]): Promise<void> {
    const photos = files.filter((file) => !isMovie(file));
    const came = files.filter(isMovie);
    const added = photos.length > 0 ? limited.add(photos) : Promise.resolve();
    if (came.length === 0) return added;
    joining = added.then(() => movies.add(came));
    try {
      await joining;
    } finally {
      joining = null;
      // Subscribers that wait for this are notified.
      update({}, 'soon');
    }
  }

  return {
    add: (files) => serial.run(() => addWithMovies(files)),
    restore({ photos, waiting, options }) {
      const back = photos.map((photo) => ({ ...photo, id: nextId(), work: null }));
      asked.setOptions(options);
      update({
        photos: [...read().photos, ...back],
        waiting: [...read().waiting, ...waiting.map(toWaiting)],
        options: asked.effective(),
      });
      headers.readMissing();
      tell({ kind: 'restored', total: back.length });
    },
    admitWaiting: limited.admitWaiting,
    dropWaiting: limited.dropWaiting,
    setAsStored: headers.setAsStored,
    readMissingHeaders: headers.readMissing,
    whenHeadersRead: headers.whenDone,
    whenMoviesJoined: () => joining,
    dispose() {
      headers.stop();
      movies.dispose();
    },
  };
}
