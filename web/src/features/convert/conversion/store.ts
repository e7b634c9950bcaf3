import type { ConverterOptions } from '../tools.ts';
import type { ConversionEvent } from './events.ts';
import { type Photo, type PhotosAction, reducePhotos } from './photos.ts';
import type { Run } from './run.ts';

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

export interface WaitingFile {
  id: string;
  file: File;
}

/**
 * When subscribers are told of a change, and of several together: each time the list is drawn anew, while the
 * workers wait for the page to hand them their next piece. `next` is once the page has done what it is at, `shortly`
 * before anybody feels a wait, with their first pieces handed out. The state itself always changes at once.
 */
type Telling = 'at-once' | 'next' | 'shortly' | 'soon';

/** Milliseconds; `soon` is those between two drawings of the list: what changes faster cannot be read. */
const delays = { next: 0, shortly: 80, soon: 200 };

/** The state of a conversion, who is told of its changes, and who hears what happens. */
export interface ConversionStore {
  read: () => ConversionState;
  update: (part: Partial<ConversionState>, telling?: Telling) => void;
  /** Does one thing to the photos. */
  change: (action: PhotosAction, telling?: Telling) => void;
  findPhoto: (id: string) => Photo | undefined;
  subscribe: (listener: () => void) => () => void;
  tell: (event: ConversionEvent) => void;
  /** Hears what happens, as it happens: for what is said about it. */
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
  /** Happened while the page still fetched what speaks of it. */
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
