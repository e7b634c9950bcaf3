import type { ConvertOptions, ConvertResult, JobOptions } from '@stillpix/engine';
import {
  allowedQuality,
  type ConverterOptions,
  type ToolKind,
  toConvertOptions,
} from '../tools.ts';
import { type Batch, type BatchEntry, startBatch } from './batch.ts';
import type { Verdict } from './batch-limits.ts';
import type { ConversionEvent } from './events.ts';
import { keptPart } from './kept-part.ts';
import { createMeasuring, type Measure } from './measuring.ts';
import {
  type CropFraction,
  type Photo,
  type PhotosAction,
  placesLeft,
  reducePhotos,
} from './photos.ts';
import { createProgressCollector } from './progress-collector.ts';
import { beginRun, type Run, settleOne } from './run.ts';

export type Phase = 'idle' | 'checking' | 'converting';

export interface ConversionState {
  photos: readonly Photo[];
  /** What the panel shows, and so what is used. */
  options: ConverterOptions;
  phase: Phase;
  /** Null before the first conversion, and after Clear. */
  run: Run | null;
}

/** What the visitor may do, as the server last said. */
export interface Allowance {
  isPro: boolean;
  maxFiles: number;
}

type LimitQuestion =
  | { action: 'upload'; fileCount: number }
  | { action: 'convert'; fileCount: number; conversionKey: string };

/** Everything outside that a conversion needs: the engine, the server, the clock. */
export interface ConversionParts {
  convert: (file: File, options: ConvertOptions, job: JobOptions) => Promise<ConvertResult>;
  measure: Measure;
  askLimits: (question: LimitQuestion) => Promise<Verdict>;
  newBatchKey: () => string;
  /** Photos that may be converted at once without a network. */
  offlineMaxFiles: number;
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
export interface Conversion {
  read: () => ConversionState;
  subscribe: (listener: () => void) => () => void;
  /** Hears what happens, as it happens: for what is said about it. */
  listen: (hear: (event: ConversionEvent) => void) => () => void;
  setOptions: (options: ConverterOptions) => void;
  setAllowance: (allowance: Allowance) => void;
  /** Takes files in as far as the limits allow, in the order they came. */
  add: (files: readonly File[]) => Promise<void>;
  /** Takes files in without asking. */
  layOut: (files: readonly File[]) => void;
  /** Whether `start` would convert this photo. */
  needsConversion: (photo: Photo) => boolean;
  /** Converts all that was never converted, or with other options than those asked for now. */
  start: () => Promise<void>;
  retry: (id: string) => Promise<void>;
  cancel: () => void;
  crop: (ids: readonly string[], crop: CropFraction | null) => void;
  measured: (id: string, size: { width: number; height: number }) => void;
  remove: (id: string) => void;
  clear: () => void;
  /** Ends what runs and lets the engine go; what is added later starts it again. */
  dispose: () => void;
}

let lastJob = 0;
let lastId = 0;

/**
 * The heart of the converter, without React: which photos are on the table, what is asked of them,
 * what the limits allow, the batches that run, and the results. Made once for a page.
 */
export function createConversion(
  tool: ToolKind,
  initialOptions: ConverterOptions,
  parts: ConversionParts,
): Conversion {
  let asked = initialOptions;
  let allowance: Allowance = { isPro: false, maxFiles: parts.offlineMaxFiles };
  let state: ConversionState = {
    photos: [],
    options: effective(),
    phase: 'idle',
    run: null,
  };
  const listeners = new Set<() => void>();
  const hearers = new Set<(event: ConversionEvent) => void>();
  /** Happened while the page still fetched what speaks of it. */
  const unheard: ConversionEvent[] = [];
  const batches = new Set<Batch>();
  const measuring = createMeasuring(parts.measure);
  /** Grows with each cancelling: an answer to a question asked before it comes too late. */
  let round = 0;
  let lastAdded: Promise<void> = Promise.resolve();

  function update(part: Partial<ConversionState>): void {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  function move(action: PhotosAction): void {
    update({ photos: reducePhotos(state.photos, action) });
  }

  function tell(event: ConversionEvent): void {
    if (hearers.size === 0) unheard.push(event);
    for (const hear of hearers) hear(event);
  }

  /** A quality that only Pro may set is not applied without it. */
  function effective(): ConverterOptions {
    return { ...asked, quality: allowedQuality(tool, asked.quality, allowance.isPro) };
  }

  function optionsOf(photo: Photo): ConvertOptions {
    return toConvertOptions(tool, state.options, photo);
  }

  function needsConversion(photo: Photo): boolean {
    return photo.work === null && photo.triedWith !== keyOf(optionsOf(photo));
  }

  async function takeIn(files: readonly File[]): Promise<void> {
    const unfinished = state.photos.filter(({ result }) => result === null).length;
    const fileCount = unfinished + files.length;
    const verdict = await parts.askLimits({ action: 'upload', fileCount });
    const said = verdict.kind === 'allowed' || verdict.kind === 'refused';
    const { maxFiles, isPro } = said ? verdict : allowance;
    if (verdict.kind === 'refused' && verdict.reason !== 'too-many-files') {
      tell({ ...verdict, kind: 'refused', action: 'add' });
      return;
    }
    const places = placesLeft(state.photos, maxFiles);
    if (files.length > places) tell({ kind: 'too-many', files, places, maxFiles, isPro });
    else layOut(files);
  }

  function layOut(files: readonly File[]): void {
    if (files.length === 0) return;
    const isFirst = state.photos.length === 0;
    measuring.resume();
    const added = files.map((file) => {
      lastId += 1;
      return { id: `file-${lastId}`, file };
    });
    move({ type: 'add', files: added });
    for (const { id, file } of added) {
      measuring.add(file, (size) => move({ type: 'measured', id, ...size }));
    }
    tell({ kind: 'added', count: files.length, total: state.photos.length, isFirst });
  }

  function restPhase(): Phase {
    return batches.size > 0 ? 'converting' : 'idle';
  }

  async function start(photos: readonly Photo[]): Promise<void> {
    if (photos.length === 0) return;
    const askedIn = round;
    if (state.phase === 'idle') update({ phase: 'checking' });
    const conversionKey = parts.newBatchKey();
    const question = { action: 'convert', fileCount: photos.length, conversionKey } as const;
    const verdict = await parts.askLimits(question);
    if (round !== askedIn) return;
    const allowed = judge(verdict, photos.length);
    if (allowed === 0) update({ phase: restPhase() });
    else await run(photos.slice(0, allowed), verdict.kind === 'allowed' ? conversionKey : null);
  }

  /** How many of the photos may be converted now; says so where it is not all of them. */
  function judge(verdict: Verdict, count: number): number {
    switch (verdict.kind) {
      case 'allowed':
        return count;
      case 'offline':
        tell({ kind: 'offline', maxFiles: parts.offlineMaxFiles });
        return Math.min(count, parts.offlineMaxFiles);
      case 'unknown':
        tell({ kind: 'limits-unknown' });
        return 0;
      case 'refused':
        tell({ ...verdict, kind: 'refused', action: 'convert' });
        return 0;
    }
  }

  async function run(photos: readonly Photo[], conversionKey: string | null): Promise<void> {
    const goOnWithThumbnails = parts.holdThumbnails();
    const askedIn = round;
    // A crop is drawn in parts of the picture and asked for in pixels.
    if (tool === 'resize-crop') await measuring.whenDone();
    const ids = new Set(photos.map(({ id }) => id));
    const entries = state.photos
      .filter(({ id }) => ids.has(id))
      .map((photo): BatchEntry => {
        lastJob += 1;
        return { id: photo.id, job: lastJob, file: photo.file, options: optionsOf(photo) };
      });
    if (round !== askedIn || entries.length === 0) {
      goOnWithThumbnails();
      update({ phase: restPhase() });
      return;
    }
    const progress = createProgressCollector((reports) => move({ type: 'progress', reports }));
    let settled = 0;
    let failed = 0;
    const settle = (id: string, end: 'converted' | 'failed') => {
      settled += 1;
      if (end === 'failed') failed += 1;
      if (state.run !== null) update({ run: settleOne(state.run, id, end) });
    };
    update({
      phase: 'converting',
      run: beginRun(
        state.run,
        entries.map(({ id }) => id),
        parts.now(),
      ),
    });
    tell({ kind: 'started', count: entries.length, options: state.options });

    const batch = startBatch(entries, parts.convert, parts.parallel, {
      onStart: ({ id, job }) => move({ type: 'start', id, job }),
      onProgress: ({ job }, fraction) => progress.report(job, fraction),
      onDone({ id, job, file, options }, converted) {
        const size = state.photos.find((photo) => photo.id === id)?.dimensions ?? null;
        const kept = keptPart(options, size, converted);
        move({ type: 'done', job, result: { converted, kept, madeWith: keyOf(options) } });
        settle(id, 'converted');
        tell({ kind: 'photo-done', name: file.name, settled, total: entries.length });
      },
      onFailed({ id, job, file, options }, failure) {
        move({ type: 'failed', job, failure, triedWith: keyOf(options) });
        settle(id, 'failed');
        tell({ kind: 'photo-failed', name: file.name, failure });
      },
      onCancelled: ({ job }) => move({ type: 'cancelled', job }),
    });
    batches.add(batch);
    const converted = await batch.finished;
    batches.delete(batch);
    progress.stop();
    goOnWithThumbnails();

    if (batches.size === 0) {
      const ended = state.run && { ...state.run, endedAt: parts.now() };
      update({ phase: 'idle', run: ended });
    }
    if (converted > 0) parts.countConverted(converted, conversionKey);
    if (settled === entries.length) tell({ kind: 'finished', converted, failed });
  }

  function stopBatches(): void {
    round += 1;
    for (const batch of batches) batch.cancel();
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listen(hear) {
      hearers.add(hear);
      for (const event of unheard.splice(0)) hear(event);
      return () => hearers.delete(hear);
    },
    setOptions(options) {
      asked = options;
      update({ options: effective() });
      parts.rememberOptions(options);
    },
    setAllowance(next) {
      allowance = next;
      update({ options: effective() });
    },
    add(files) {
      lastAdded = lastAdded.then(() => takeIn(files));
      return lastAdded;
    },
    layOut,
    needsConversion,
    start: () => start(state.photos.filter(needsConversion)),
    retry: (id) => start(state.photos.filter((photo) => photo.id === id && photo.work === null)),
    cancel() {
      stopBatches();
      update({ phase: restPhase() });
      tell({ kind: 'cancelled' });
    },
    crop: (ids, crop) => move({ type: 'cropped', ids, crop }),
    measured: (id, size) => move({ type: 'measured', id, ...size }),
    remove(id) {
      const photo = state.photos.find((each) => each.id === id);
      if (photo === undefined) return;
      for (const batch of batches) batch.cancelOne(id);
      move({ type: 'remove', ids: [id] });
      tell({ kind: 'removed', name: photo.file.name });
    },
    clear() {
      stopBatches();
      update({ photos: [], run: null, phase: restPhase() });
      tell({ kind: 'cleared' });
    },
    dispose() {
      measuring.stop();
      stopBatches();
      parts.releaseEngine();
    },
  };
}

/** One string for a set of options, so that two can be compared. */
function keyOf(options: ConvertOptions): string {
  return JSON.stringify(options);
}
