import type { ConverterOptions } from '../tools.ts';
import type { ConversionEvent } from './events.ts';
import { type Photo, type PhotosAction, reducePhotos } from './photos.ts';
import type { Run } from './run.ts';

type Phase = 'idle' | 'checking' | 'converting';

export interface ConversionState {
  photos: readonly Photo[];
  /** Files beyond the limit. They are taken in when there is room. */
  waiting: readonly WaitingFile[];
  /** The options in the panel, which are the ones used. */
  options: ConverterOptions;
  phase: Phase;
  /** Null before the first conversion, and after Clear. */
  run: Run | null;
  /** True for some seconds after Clear. */
  canUndoClear: boolean;
}

export interface WaitingFile {
  id: string;
  file: File;
}

/**
 * When subscribers are notified of a change. Each notification renders the list again, and
 * meanwhile workers wait for the page to send them their next task. `next` is after the page's
 * current work. `shortly` is before the delay is noticeable, but after the first tasks were sent.
 * The state itself always changes at once.
 */
type Telling = 'at-once' | 'next' | 'shortly' | 'soon';

/**
 * Milliseconds. `soon` is the interval between two renderings of the list, because faster changes
 * cannot be read.
 */
const delays = { next: 0, shortly: 80, soon: 200 };

/** The state of a conversion, with subscribers to its changes and listeners to its events. */
export interface ConversionStore {
  read: () => ConversionState;
  update: (part: Partial<ConversionState>, telling?: Telling) => void;
  /** Applies an action to the photos. */
  change: (action: PhotosAction, telling?: Telling) => void;
  findPhoto: (id: string) => Photo | undefined;
  subscribe: (listener: () => void) => () => void;
  tell: (event: ConversionEvent) => void;
  /** Listens to events as they happen, to show messages. */
  listen: (hear: (event: ConversionEvent) => void) => () => void;
}

export function createConversionStore(options: ConverterOptions): ConversionStore {
  let state: ConversionState = {
    photos: [],
    waiting: [],
    options,
    phase: 'idle',
    run: null,
    canUndoClear: false,
  };
  const listeners = new Set<() => void>();
  const hearers = new Set<(event: ConversionEvent) => void>();
  /** Events that happened while the page still loaded the code that shows them. */
  const unheard: ConversionEvent[] = [];

  let timer: ReturnType<typeof setTimeout> | null = null;

  function stopTimer(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  function notify(): void {
    stopTimer();
    for (const listener of listeners) listener();
  }

  function update(part: Partial<ConversionState>, telling: Telling = 'at-once'): void {
    state = { ...state, ...part };
    if (telling === 'at-once') return notify();
    if (telling !== 'soon') stopTimer();
    timer ??= setTimeout(notify, delays[telling]);
  }

  return {
    read: () => state,
    update,
    change: (action, telling) => update({ photos: reducePhotos(state.photos, action) }, telling),
    findPhoto: (id) => state.photos.find((photo) => photo.id === id),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(event) {
      if (hearers.size === 0) unheard.push(event);
      for (const hear of hearers) hear(event);
    },
    listen(hear) {
      hearers.add(hear);
      for (const event of unheard.splice(0)) hear(event);
      return () => hearers.delete(hear);
    },
  };
}
