import type { ConverterOptions, ToolKind } from '../tools.ts';
import { type Allowance, type AskedOptions, createAskedOptions } from './asked-options.ts';
import type { LimitAnswer } from './batch-limits.ts';
import { createBatchRuns } from './batch-runs.ts';
import { createClearing } from './clearing.ts';
import type { Inspect } from './header-reading.ts';
import type { ReadMovie } from './live-movies.ts';
import type { HeadStart } from './head-start.ts';
import { createPhotoIntake, type PhotoIntake } from './photo-intake.ts';
import type { CropFraction } from '../geometry/crop.ts';
import type { Convert } from './batch.ts';
import type { Photo } from './photos.ts';
import { type ConversionState, type ConversionStore, createConversionStore } from './store.ts';
import type { TurnStep } from '../geometry/turn.ts';
import { createVideoRecoding, type RecodeVideo, type VideoRecoding } from './video-recoding.ts';

type LimitRequest =
  | { action: 'upload'; fileCount: number }
  | { action: 'convert'; fileCount: number; conversionKey: string };

/** The external parts that a conversion needs: the engine, the server, the clock. */
export interface ConversionParts {
  convert: Convert;
  /** Work done ahead, which `convert` continues. */
  headStart: Pick<HeadStart, 'want' | 'rest' | 'spentOn'>;
  inspect: Inspect;
  readMovie: ReadMovie;
  recodeVideo: RecodeVideo;
  askLimits: (question: LimitRequest) => Promise<LimitAnswer>;
  /** The server counts a batch's report once per key, however often it is sent. */
  newBatchKey: () => string;
  /** How many photos everyone may convert at once. Applies until the server has answered. */
  freeMaxFiles: number;
  /** Returns how many photos may be converted at once without a network. Never rejects. */
  offlineMaxFiles: () => Promise<number>;
  /** Called after a batch. The key is null if the server was not asked. */
  countConverted: (converted: number, conversionKey: string | null) => void;
  rememberOptions: (options: ConverterOptions) => void;
  /** Pauses thumbnails in favor of a batch until the returned function is called. */
  pauseThumbnails: () => () => void;
  releaseEngine: () => void;
  /** Number of photos converted in parallel. */
  parallel: number;
  /** Milliseconds. */
  now: () => number;
}

/** Functions are properties, so that they can be passed individually. */
export interface Conversion
  extends
    Pick<ConversionStore, 'read' | 'subscribe' | 'listen'>,
    Pick<PhotoIntake, 'add' | 'restore' | 'dropWaiting' | 'setAsStored'>,
    Pick<AskedOptions, 'optionsFor' | 'engineOptionsFor' | 'needsConversion'> {
  setOptions: (options: ConverterOptions) => void;
  setAllowance: (allowance: Allowance) => void;
  /** How many photos `start` would convert now, and how many need it in all. */
  countToConvert: () => { now: number; all: number };
  /**
   * Converts photos that were never converted, or only with other options, as many as the limit
   * allows at once. Results stay until new ones are there.
   */
  start: () => Promise<void>;
  retry: (id: string) => Promise<void>;
  cancel: () => void;
  videoRecoding: VideoRecoding;
  crop: (ids: readonly string[], crop: CropFraction | null) => void;
  turn: (ids: readonly string[], step: TurnStep) => void;
  /** Changes options of this photo only. Options equal to the panel's are not stored. */
  changeOwnOptions: (id: string, part: Partial<ConverterOptions>) => void;
  /** Resets the photo to the panel's options. */
  dropOwnOptions: (id: string) => void;
  moveTo: (id: string, index: number) => void;
  /** Marks the results that these photos had when saving began. A newer result stays unsaved. */
  markSaved: (photos: readonly Photo[]) => void;
  /** Removes a photo. The returned function restores it. */
  remove: (id: string) => () => void;
  /** Removes the photos whose results are saved. */
  clearSaved: () => void;
  /** Removes everything; can be undone for some seconds. */
  clear: () => void;
  undoClear: () => void;
  /** What `undoClear` would restore; null if nothing. */
  readCleared: () => Pick<ConversionState, 'photos' | 'waiting'> | null;
  /** Stops everything and releases the engine. Adding a file starts it again. */
  dispose: () => void;
}

/**
 * The core of the converter, without React: the photos on the table, their options, the limits, the
 * running batches, and the results. Created once per page.
 */
export function createConversion(
  tool: ToolKind,
  initialOptions: ConverterOptions,
  parts: ConversionParts,
): Conversion {
  const asked = createAskedOptions(tool, initialOptions, {
    isPro: false,
    maxFiles: parts.freeMaxFiles,
  });
  const store = createConversionStore(asked.effective());
  const { read, update, change, findPhoto, tell } = store;
  const clearing = createClearing(store, parts.now);
  const intake = createPhotoIntake(store, asked, {
    ...parts,
    beforePhotos: clearing.forget,
  });
  const batches = createBatchRuns(store, asked, {
    ...parts,
    whenHeadersRead: intake.whenHeadersRead,
    whenMoviesJoined: intake.whenMoviesJoined,
    afterBatches: intake.admitWaiting,
  });

  /**
   * Visitors who drop photos mostly convert them with the current options, except when resizing.
   */
  const mostlyAsIs = tool !== 'resize-crop';

  function wantFresh(): void {
    const { photos, phase } = read();
    // Running batches use what was begun for them.
    if (phase !== 'idle') return;
    const isSettled = mostlyAsIs && intake.whenMoviesJoined() === null;
    const fresh = isSettled ? photos.filter(isFresh) : [];
    const next = fresh.slice(0, asked.allowance().maxFiles);
    parts.headStart.want(
      next.map((photo) => ({ file: photo.file, options: asked.engineOptionsFor(photo) })),
      intake.whenHeadersRead(),
    );
  }

  function isFresh(photo: Photo): boolean {
    return photo.work === null && photo.triedWith === null && !asked.asksForCrop(photo);
  }

  store.subscribe(wantFresh);

  const videoRecoding = createVideoRecoding(store, parts.recodeVideo, (photo) => {
    if (photo.work === null) void batches.start([photo]);
  });

  return {
    read,
    videoRecoding,
    subscribe: store.subscribe,
    listen: store.listen,
    add: intake.add,
    restore: intake.restore,
    dropWaiting: intake.dropWaiting,
    setAsStored: intake.setAsStored,
    optionsFor: asked.optionsFor,
    engineOptionsFor: asked.engineOptionsFor,
    needsConversion: asked.needsConversion,
    setOptions(options) {
      asked.setOptions(options);
      update({ options: asked.effective() });
      parts.rememberOptions(options);
    },
    setAllowance(allowance) {
      asked.setAllowance(allowance);
      update({ options: asked.effective() });
      intake.admitWaiting();
    },
    countToConvert() {
      const all = read().photos.filter(asked.needsConversion).length;
      return { now: Math.min(all, asked.allowance().maxFiles), all };
    },
    start: () => batches.start(read().photos.filter(asked.needsConversion)),
    retry: (id) =>
      batches.start(read().photos.filter((photo) => photo.id === id && photo.work === null)),
    cancel() {
      parts.headStart.rest();
      batches.stop();
      update({ phase: batches.restPhase() });
      tell({ kind: 'canceled' });
    },
    crop: (ids, crop) => change({ type: 'cropped', ids, crop }),
    turn: (ids, step) => change({ type: 'turned', ids, step }),
    changeOwnOptions(id, part) {
      const photo = findPhoto(id);
      if (photo) change({ type: 'own-options', id, own: asked.withOwn(photo, part) });
    },
    dropOwnOptions: (id) => change({ type: 'own-options', id, own: null }),
    moveTo: (id, to) => change({ type: 'moved', id, to }),
    markSaved(photos) {
      const results = photos.flatMap(({ result }) => (result === null ? [] : [result.converted]));
      change({ type: 'saved', results });
    },
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
    readCleared: clearing.read,
    dispose() {
      clearing.forget();
      intake.dispose();
      batches.stop();
      videoRecoding.dispose();
      parts.headStart.rest();
      parts.releaseEngine();
    },
  };
}
