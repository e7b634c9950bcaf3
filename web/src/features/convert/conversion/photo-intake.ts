import type { Inspection } from '@stillpix/engine';
import { createSerial } from '../serial.ts';
import type { ConverterOptions } from '../tools.ts';
import type { AskedOptions } from './asked-options.ts';
import type { LimitAnswer } from './batch-limits.ts';
import { createHeaderReading, type Inspect } from './header-reading.ts';
import { createLiveMovies, isMovie, type ReadMovie } from './live-movies.ts';
import { type Photo, placesLeft } from './photos.ts';
import type { ConversionStore, WaitingFile } from './store.ts';

interface PhotoIntakeParts {
  inspect: Inspect;
  readMovie: ReadMovie;
  askLimits: (question: { action: 'upload'; fileCount: number }) => Promise<LimitAnswer>;
  /** Called before photos are added. */
  beforePhotos: () => void;
}

/** Adds photos within the limits, lets the others wait until there is room, and reads headers. */
export interface PhotoIntake {
  /**
   * Adds photos as far as the limits allow, in order; the others wait. Movies of live photos join
   * their photos.
   */
  add: (files: readonly File[]) => Promise<void>;
  /** Restores the table of another page. */
  restore: (table: {
    photos: readonly Photo[];
    waiting: readonly File[];
    options: ConverterOptions;
  }) => void;
  /** Moves waiting photos onto the table as far as there is room. */
  admitWaiting: () => void;
  /** Removes waiting files. The returned function restores them. */
  dropWaiting: () => () => void;
  /** Keeps a HEIC as stored, or lets Exif turn it. */
  setAsStored: (id: string, asStored: boolean) => void;
  /** Reads headers of photos that were off the table when these would have been read. */
  readMissingHeaders: () => void;
  whenHeadersRead: () => Promise<void>;
  /** Resolves when added movies are with their photos; null if there are none pending. */
  whenMoviesJoined: () => Promise<void> | null;
  dispose: () => void;
}

let lastId = 0;

export function createPhotoIntake(
  store: ConversionStore,
  asked: AskedOptions,
  parts: PhotoIntakeParts,
): PhotoIntake {
  const { read, update, change, tell } = store;
  const headers = createHeaderReading(parts.inspect);
  const movies = createLiveMovies(store, parts.readMovie, () => headers.whenDone());
  let joining: Promise<void> | null = null;
  const serial = createSerial();

  function noteHeader(id: string, header: Inspection): void {
    // While photos convert, the interface does not need headers immediately.
    change({ type: 'inspected', id, header }, read().phase === 'idle' ? 'at-once' : 'soon');
    movies.join();
  }

  async function takeIn(files: readonly File[]): Promise<void> {
    const photos = files.filter((file) => !isMovie(file));
    const came = files.filter(isMovie);
    const taken = photos.length > 0 ? takePhotosIn(photos) : Promise.resolve();
    if (came.length === 0) return taken;
    joining = taken.then(() => movies.add(came));
    try {
      await joining;
    } finally {
      joining = null;
      // Subscribers that wait for this are notified.
      update({}, 'soon');
    }
  }

  async function takePhotosIn(files: readonly File[]): Promise<void> {
    const unfinished = read().photos.filter(({ result }) => result === null).length;
    const fileCount = unfinished + files.length;
    const answer = await parts.askLimits({ action: 'upload', fileCount });
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
    layOut(taken);
    if (taken.length === added.length) return;
    const waiting = [...read().waiting, ...added.slice(places)];
    update({ waiting });
    const counts = { picked: files.length, taken: taken.length, waiting: waiting.length };
    tell({ kind: 'too-many', ...counts, hadWaiting, maxFiles, isPro });
  }

  function layOut(files: readonly WaitingFile[]): void {
    if (files.length === 0) return;
    const isFirst = read().photos.length === 0;
    addPhotos(files);
    tell({ kind: 'added', count: files.length, total: read().photos.length, isFirst });
  }

  function addPhotos(files: readonly WaitingFile[]): void {
    parts.beforePhotos();
    headers.resume();
    change({ type: 'add', files });
    for (const { id, file } of files) {
      headers.add(file, false, (header) => noteHeader(id, header));
    }
  }

  function readMissingHeaders(): void {
    headers.resume();
    for (const { id, file, header, turn } of read().photos) {
      if (header === null) headers.add(file, turn.asStored, (found) => noteHeader(id, found));
    }
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
    add: (files) => serial.run(() => takeIn(files)),
    restore({ photos, waiting, options }) {
      const back = photos.map((photo) => ({ ...photo, id: nextId(), work: null }));
      asked.setOptions(options);
      update({
        photos: [...read().photos, ...back],
        waiting: [...read().waiting, ...waiting.map(toWaiting)],
        options: asked.effective(),
      });
      readMissingHeaders();
      tell({ kind: 'restored', total: back.length });
    },
    admitWaiting,
    dropWaiting() {
      const dropped = read().waiting;
      update({ waiting: [] });
      return () => {
        update({ waiting: [...dropped, ...read().waiting] });
        admitWaiting();
      };
    },
    setAsStored(id, asStored) {
      const photo = store.findPhoto(id);
      if (photo === undefined) return;
      change({ type: 'as-stored', id, asStored });
      headers.add(photo.file, asStored, (header) => noteHeader(id, header));
    },
    readMissingHeaders,
    whenHeadersRead: () => headers.whenDone(),
    whenMoviesJoined: () => joining,
    dispose() {
      headers.stop();
      movies.dispose();
    },
  };
}

/** Unique within a page. */
function nextId(): string {
  lastId += 1;
  return `file-${lastId}`;
}

function toWaiting(file: File): WaitingFile {
  return { id: nextId(), file };
}
