import type { ConvertOptions, Inspection } from '@stillpix/engine';
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
import { createHeaderReading, type Inspect } from './header-reading.ts';
import {
  type CropFraction,
  type Photo,
  type PhotosAction,
  placesLeft,
  reducePhotos,
} from './photos.ts';
import { createProgressCollector } from './progress-collector.ts';
import type { Convert } from './reach-target.ts';
import { type TurnStep, turnSize } from './turn.ts';
import { beginRun, type Run, settleOne } from './run.ts';

type Phase = 'idle' | 'checking' | 'converting';

export interface ConversionState {
  photos: readonly Photo[];
  /** Came in beyond the limit; taken in as room comes. */
  waiting: readonly WaitingFile[];
  /** What the panel shows, and so what is used. */
  options: ConverterOptions;
  phase: Phase;
  /** Null before the first conversion, and after Clear. */
  run: Run | null;
  /** For some seconds after Clear. */
  canUndoClear: boolean;
}

interface WaitingFile {
  id: string;
  file: File;
}

/** What the visitor may do, as the server last said. */
interface Allowance {
  isPro: boolean;
  maxFiles: number;
}

type LimitQuestion =
  | { action: 'upload'; fileCount: number }
  | { action: 'convert'; fileCount: number; conversionKey: string };

/** Everything outside that a conversion needs: the engine, the server, the clock. */
export interface ConversionParts {
  convert: Convert;
  inspect: Inspect;
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
  /** Takes files in as far as the limits allow, in the order they came; the others wait. */
  add: (files: readonly File[]) => Promise<void>;
  /** Lays out what another page had on its table. */
  restore: (table: {
    photos: readonly Photo[];
    waiting: readonly File[];
    options: ConverterOptions;
  }) => void;
  /** Gives up on files that wait. */
  dropWaiting: () => void;
  /** Whether `start` would convert this photo. */
  needsConversion: (photo: Photo) => boolean;
  /** How many photos `start` would convert now, and how many more need it. */
  countToConvert: () => { now: number; all: number };
  /**
   * Converts what was never converted, or with other options than those asked for now, as many as
   * the limit allows at once. Results stay until new ones are there.
   */
  start: () => Promise<void>;
  retry: (id: string) => Promise<void>;
  cancel: () => void;
  crop: (ids: readonly string[], crop: CropFraction | null) => void;
  turn: (ids: readonly string[], step: TurnStep) => void;
  /** Leaves a HEIC as it is stored that would be turned by Exif, or not. */
  setAsStored: (id: string, asStored: boolean) => void;
  /** Options for this photo only; null: those of the panel. */
  setOwnOptions: (id: string, own: Partial<ConverterOptions> | null) => void;
  optionsFor: (photo: Photo) => ConverterOptions;
  /** What the engine is asked for this photo, with some options replaced. */
  engineOptionsFor: (photo: Photo, over?: Partial<ConverterOptions>) => ConvertOptions;
  moveTo: (id: string, index: number) => void;
  markSaved: (ids: readonly string[]) => void;
  remove: (id: string) => void;
  /** Takes photos off whose results are saved. */
  clearSaved: () => void;
  /** Takes everything off; can be undone for `undoSeconds`. */
  clear: () => void;
  undoClear: () => void;
  /** Ends what runs and lets the engine go; what is added later starts it again. */
  dispose: () => void;
}

const undoSeconds = 10;

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
    waiting: [],
    options: effective(),
    phase: 'idle',
    run: null,
    canUndoClear: false,
  };
  let cleared: Pick<ConversionState, 'photos' | 'waiting' | 'run'> | null = null;
  let undoTimer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const hearers = new Set<(event: ConversionEvent) => void>();
  /** Happened while the page still fetched what speaks of it. */
  const unheard: ConversionEvent[] = [];
  const batches = new Set<Batch>();
  const headers = createHeaderReading(parts.inspect);
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

  function noteHeader(id: string, header: Inspection): void {
    move({ type: 'inspected', id, header });
  }

  function tell(event: ConversionEvent): void {
    if (hearers.size === 0) unheard.push(event);
    for (const hear of hearers) hear(event);
  }

  /** A quality that only Pro may set is not applied without it. */
  function effective(): ConverterOptions {
    return { ...asked, quality: allowedQuality(tool, asked.quality, allowance.isPro) };
  }

  function optionsFor(photo: Photo): ConverterOptions {
    if (photo.own === null) return state.options;
    const { quality, ...own } = { ...state.options, ...photo.own };
    return { ...own, quality: allowedQuality(tool, quality, allowance.isPro) };
  }

  function optionsOf(photo: Photo): ConvertOptions {
    return toConvertOptions(tool, optionsFor(photo), photo);
  }

  function needsConversion(photo: Photo): boolean {
    return (
      photo.work === null && photo.triedWith !== keyOf(optionsOf(photo), optionsFor(photo).shrink)
    );
  }

  async function takeIn(files: readonly File[]): Promise<void> {
    const unfinished = state.photos.filter(({ result }) => result === null).length;
    const fileCount = unfinished + files.length;
    const verdict = await parts.askLimits({ action: 'upload', fileCount });
    const said = verdict.kind === 'allowed' || verdict.kind === 'refused';
    const { maxFiles, isPro } = said ? verdict : allowance;
    if (said) allowance = { maxFiles, isPro };
    const added = files.map(toWaiting);
    if (verdict.kind === 'refused' && verdict.reason !== 'too-many-files') {
      update({ waiting: [...state.waiting, ...added] });
      tell({ ...verdict, kind: 'refused', action: 'add' });
      return;
    }
    // Who waits already comes first.
    const places = state.waiting.length > 0 ? 0 : placesLeft(state.photos, maxFiles);
    layOut(added.slice(0, places));
    const waiting = added.slice(places);
    if (waiting.length === 0) return;
    update({ waiting: [...state.waiting, ...waiting] });
    tell({ kind: 'too-many', picked: files.length, waiting: waiting.length, maxFiles, isPro });
  }

  function layOut(files: readonly WaitingFile[]): void {
    if (files.length === 0) return;
    const isFirst = state.photos.length === 0;
    takeOnTable(files);
    tell({ kind: 'added', count: files.length, total: state.photos.length, isFirst });
  }

  function takeOnTable(files: readonly WaitingFile[]): void {
    forgetCleared();
    headers.resume();
    move({ type: 'add', files });
    for (const { id, file } of files) {
      headers.add(file, false, (header) => noteHeader(id, header));
    }
  }

  /** Those who wait come in as room comes. */
  function admitWaiting(): void {
    const places = placesLeft(state.photos, allowance.maxFiles);
    const admitted = state.waiting.slice(0, places);
    if (admitted.length === 0) return;
    update({ waiting: state.waiting.slice(places) });
    takeOnTable(admitted);
    tell({ kind: 'admitted', count: admitted.length, waiting: state.waiting.length });
  }

  function forgetCleared(): void {
    clearTimeout(undoTimer);
    cleared = null;
    if (state.canUndoClear) update({ canUndoClear: false });
  }

  function asksForCrop(photo: Photo): boolean {
    const { cropWidth, cropHeight } = optionsFor(photo);
    return photo.crop !== null || cropWidth !== null || cropHeight !== null;
  }

  function restPhase(): Phase {
    return batches.size > 0 ? 'converting' : 'idle';
  }

  async function start(wanted: readonly Photo[]): Promise<void> {
    let photos = wanted.slice(0, allowance.maxFiles);
    if (photos.length === 0) return;
    const askedIn = round;
    if (state.phase === 'idle') update({ phase: 'checking' });
    tell({ kind: 'checking' });
    const conversionKey = parts.newBatchKey();
    const ask = () =>
      parts.askLimits({ action: 'convert', fileCount: photos.length, conversionKey });
    let verdict = await ask();
    // What was allowed when the page asked last may be less by now.
    if (
      verdict.kind === 'refused' &&
      verdict.reason === 'too-many-files' &&
      verdict.maxFiles < photos.length
    ) {
      photos = photos.slice(0, verdict.maxFiles);
      verdict = await ask();
    }
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
    if (photos.some(asksForCrop)) await headers.whenDone();
    const ids = new Set(photos.map(({ id }) => id));
    const entries = state.photos
      .filter(({ id }) => ids.has(id))
      .map((photo): BatchEntry => {
        lastJob += 1;
        const { id, file } = photo;
        const { shrink } = optionsFor(photo);
        return { id, job: lastJob, file, options: optionsOf(photo), shrink };
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
      onDone({ id, job, file, options, shrink }, converted) {
        const photo = state.photos.find((each) => each.id === id);
        const size = photo?.dimensions ? turnSize(photo.dimensions, photo.turn) : null;
        const kept = keptPart(options, size, converted);
        move({
          type: 'done',
          job,
          result: {
            converted,
            kept,
            madeWith: keyOf(options, shrink),
            shrunk: converted.shrunk ?? false,
            saved: false,
          },
        });
        settle(id, 'converted');
        tell({ kind: 'photo-done', name: file.name, settled, total: entries.length });
      },
      onFailed({ id, job, file, options, shrink }, failure) {
        move({ type: 'failed', job, failure, triedWith: keyOf(options, shrink) });
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
    if (batches.size === 0) admitWaiting();
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
      admitWaiting();
    },
    add(files) {
      lastAdded = lastAdded.then(() => takeIn(files));
      return lastAdded;
    },
    restore({ photos, waiting, options }) {
      const back = photos.map((photo) => ({ ...photo, id: nextId(), work: null }));
      asked = options;
      update({
        photos: [...state.photos, ...back],
        waiting: [...state.waiting, ...waiting.map(toWaiting)],
        options: effective(),
      });
      headers.resume();
      for (const { id, file, header, turn } of back) {
        if (header === null) headers.add(file, turn.asStored, (read) => noteHeader(id, read));
      }
      tell({ kind: 'restored', total: back.length });
    },
    dropWaiting: () => update({ waiting: [] }),
    needsConversion,
    countToConvert() {
      const all = state.photos.filter(needsConversion).length;
      return { now: Math.min(all, allowance.maxFiles), all };
    },
    start: () => start(state.photos.filter(needsConversion)),
    retry: (id) => start(state.photos.filter((photo) => photo.id === id && photo.work === null)),
    cancel() {
      stopBatches();
      update({ phase: restPhase() });
      tell({ kind: 'cancelled' });
    },
    crop: (ids, crop) => move({ type: 'cropped', ids, crop }),
    turn: (ids, step) => move({ type: 'turned', ids, step }),
    setAsStored(id, asStored) {
      const photo = state.photos.find((each) => each.id === id);
      if (photo === undefined) return;
      move({ type: 'as-stored', id, asStored });
      headers.add(photo.file, asStored, (header) => noteHeader(id, header));
    },
    setOwnOptions: (id, own) => move({ type: 'own-options', id, own }),
    optionsFor,
    engineOptionsFor: (photo, over = {}) =>
      toConvertOptions(tool, { ...optionsFor(photo), ...over }, photo),
    moveTo: (id, to) => move({ type: 'moved', id, to }),
    markSaved: (ids) => move({ type: 'saved', ids }),
    remove(id) {
      const photo = state.photos.find((each) => each.id === id);
      if (photo === undefined) return;
      for (const batch of batches) batch.cancelOne(id);
      move({ type: 'remove', ids: [id] });
      tell({ kind: 'removed', name: photo.file.name });
      admitWaiting();
    },
    clearSaved() {
      const saved = state.photos.filter(({ work, result }) => work === null && result?.saved);
      move({ type: 'remove', ids: saved.map(({ id }) => id) });
      admitWaiting();
    },
    clear() {
      stopBatches();
      clearTimeout(undoTimer);
      const { photos, waiting, run: lastRun } = state;
      const isRunning = lastRun !== null && lastRun.endedAt === null;
      cleared = {
        photos: photos.map((photo) => ({ ...photo, work: null })),
        waiting,
        run: isRunning ? { ...lastRun, endedAt: parts.now() } : lastRun,
      };
      update({ photos: [], waiting: [], run: null, phase: restPhase(), canUndoClear: true });
      undoTimer = setTimeout(forgetCleared, undoSeconds * 1000);
      tell({ kind: 'cleared' });
    },
    undoClear() {
      if (cleared === null) return;
      const back = cleared;
      forgetCleared();
      update(back);
      tell({ kind: 'clear-undone', total: back.photos.length });
    },
    dispose() {
      forgetCleared();
      headers.stop();
      stopBatches();
      parts.releaseEngine();
    },
  };
}

/** Never used twice on a page. */
function nextId(): string {
  lastId += 1;
  return `file-${lastId}`;
}

function toWaiting(file: File): WaitingFile {
  return { id: nextId(), file };
}

/** One string for a set of options, so that two can be compared. */
function keyOf(options: ConvertOptions, shrink = false): string {
  return JSON.stringify({ ...options, shrink: shrink && options.targetBytes !== undefined });
}
