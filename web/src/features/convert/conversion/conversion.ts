import type { ConverterOptions, ToolKind } from '../tools.ts';
import { type Allowance, type AskedOptions, createAskedOptions } from './asked-options.ts';
import type { LimitAnswer } from './batch-limits.ts';
import { createBatchRuns } from './batches/batch-runs.ts';
import { createClearing } from './clearing.ts';
import type { Inspect } from './adding/header-reading.ts';
import type { ReadMovie } from './adding/live-movies.ts';
import type { ConvertingAhead } from './ahead/converting-ahead.ts';
import { createPhotoEdits, type PhotoEdits } from './photo-edits.ts';
import { createPhotoIntake, type PhotoIntake } from './adding/photo-intake.ts';
import type { Convert } from './batch.ts';
import { createRemoval, type Removal } from './removal.ts';
import { type ConversionState, type ConversionStore, createConversionStore } from './store.ts';
import {
  createVideoRecoding,
  type RecodeVideo,
  type VideoRecoding,
} from './batches/video-recoding.ts';
import { wantAhead } from './ahead/want-ahead.ts';

type LimitRequest =
  | { action: 'upload'; fileCount: number }
  | { action: 'convert'; fileCount: number; conversionKey: string };

/** The external parts that a conversion needs: the engine, the server, the clock. */
export interface ConversionParts {
  convert: Convert;
  /** Work done ahead, which `convert` continues. */
  ahead: Pick<ConvertingAhead, 'want' | 'rest' | 'spentOn'>;
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
    Pick<AskedOptions, 'optionsFor' | 'engineOptionsFor' | 'needsConversion'>,
    PhotoEdits,
    Removal {
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
  /** What `undoClear` would restore; null if nothing. */
  readCleared: () => Pick<ConversionState, 'photos' | 'waiting'> | null;
  /** Stops everything and releases the engine. Adding a file starts it again. */
  dispose: () => void;
}

/**
 * The core of the converter, without React: the photos in the list, their options, the limits, the
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
  const { read, update, tell } = store;
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

  wantAhead(tool, store, asked, intake, parts.ahead);

  const videoRecoding = createVideoRecoding(store, parts.recodeVideo, (photo) => {
    if (photo.work === null) void batches.start([photo]);
  });

  return {
    ...createPhotoEdits(store, asked),
    ...createRemoval(store, { clearing, intake, batches, videoRecoding }),
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
      parts.ahead.rest();
      batches.stop();
      update({ phase: batches.restPhase() });
      tell({ kind: 'canceled' });
    },
    readCleared: clearing.read,
    dispose() {
      clearing.forget();
      intake.dispose();
      batches.stop();
      videoRecoding.dispose();
      parts.ahead.rest();
      parts.releaseEngine();
    },
  };
}
