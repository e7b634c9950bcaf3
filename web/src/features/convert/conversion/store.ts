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

/** The state of a conversion, who is told of its changes, and who hears what happens. */
export interface ConversionStore {
  read: () => ConversionState;
  update: (part: Partial<ConversionState>) => void;
  /** Does one thing to the photos. */
  change: (action: PhotosAction) => void;
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

  function update(part: Partial<ConversionState>): void {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  return {
    read: () => state,
    update,
    change: (action) => update({ photos: reducePhotos(state.photos, action) }),
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
