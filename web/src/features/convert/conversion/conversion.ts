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

/** Everything outside that a conversion needs: the engine, the server, the clock. */
export interface ConversionParts {
  convert: Convert;
  /** Of what `convert` goes on with. */
  headStart: Pick<HeadStart, 'want' | 'rest' | 'spentOn'>;
  inspect: Inspect;
  readMovie: ReadMovie;
  recodeVideo: RecodeVideo;
  askLimits: (question: LimitRequest) => Promise<LimitAnswer>;
  /** A batch's report counts once under its key, however often it is sent. */
  newBatchKey: () => string;
  /** Photos that everyone may convert at once: what holds until the server has answered. */
  freeMaxFiles: number;
  /** Asks how many photos may be converted at once without a network. Never rejects. */
  offlineMaxFiles: () => Promise<number>;
  /** Called after a batch; the key is null where the server was not asked. */
  countConverted: (converted: number, conversionKey: string | null) => void;
  rememberOptions: (options: ConverterOptions) => void;
  /** Leaves the processor to a batch until the returned function is called. */
  holdThumbnails: () => () => void;
  releaseEngine: () => void;
  /** Photos converted side by side. */
  parallel: number;
  /** Milliseconds. */
  now: () => number;
}

/** Functions as properties, so that they can be handed on by themselves. */
export interface Conversion
  extends
    Pick<ConversionStore, 'read' | 'subscribe' | 'listen'>,
    Pick<PhotoIntake, 'add' | 'restore' | 'dropWaiting' | 'setAsStored'>,
    Pick<AskedOptions, 'optionsFor' | 'engineOptionsFor' | 'needsConversion'> {
  setOptions: (options: ConverterOptions) => void;
  setAllowance: (allowance: Allowance) => void;
  /** How many photos `start` would convert now, and how many more need it. */
  countToConvert: () => { now: number; all: number };
  /**
   * Converts what was never converted, or with other options than those asked for now, as many as
   * the limit allows at once. Results stay until new ones are there.
   */
  start: () => Promise<void>;
  retry: (id: string) => Promise<void>;
  cancel: () => void;
  videoRecoding: VideoRecoding;
  crop: (ids: readonly string[], crop: CropFraction | null) => void;
  turn: (ids: readonly string[], step: TurnStep) => void;
  /** These options for this photo only, beside those it has of its own; like the panel's, they are not. */
  changeOwnOptions: (id: string, part: Partial<ConverterOptions>) => void;
  /** All as the panel has them. */
  dropOwnOptions: (id: string) => void;
  moveTo: (id: string, index: number) => void;
  /** The results that these photos had when saving began: a newer one is not saved by that. */
  markSaved: (photos: readonly Photo[]) => void;
  /** Takes a photo off until the returned function is called. */
  remove: (id: string) => () => void;
  /** Takes photos off whose results are saved. */
  clearSaved: () => void;
  /** Takes everything off; can be undone for some seconds. */
  clear: () => void;
  undoClear: () => void;
  /** What `undoClear` would bring back; null where it brings nothing. */
  readCleared: () => Pick<ConversionState, 'photos' | 'waiting'> | null;
  /** Ends what runs and lets the engine go; what is added later starts it again. */
  dispose: () => void;
}

/**
 * The heart of the converter, without React: which photos are on the table, what is asked of them,
 * what the limits allow, the batches that run, and the results. Made once for a page.
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

  /** Whoever drops photos most likely has them converted as they are; but not to resize them. */
  const mostlyAsIs = tool !== 'resize-crop';

  function wantFresh(): void {
    const { photos, phase } = read();
    // What runs takes what was begun for it.
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
