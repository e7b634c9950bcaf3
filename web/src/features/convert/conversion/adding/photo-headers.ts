import type { Inspection } from '@stillpix/engine';
import { createHeaderReading, type Inspect } from './header-reading.ts';
import type { ConversionStore, WaitingFile } from '../store.ts';

/** Reads the headers of the photos in the list, and notes them there. */
export interface PhotoHeaders {
  /** Reads those of photos that were just added. */
  readNew: (files: readonly WaitingFile[]) => void;
  /** Reads those of photos that were not in the list when these would have been read. */
  readMissing: () => void;
  /** Keeps a HEIC as stored, or lets Exif turn it. */
  setAsStored: (id: string, asStored: boolean) => void;
  /** Resolves when the header of every photo so far has been read, or has failed. */
  whenDone: () => Promise<void>;
  stop: () => void;
}

export function createPhotoHeaders(
  { read, change, findPhoto }: Pick<ConversionStore, 'read' | 'change' | 'findPhoto'>,
  inspect: Inspect,
  afterHeader: () => void,
): PhotoHeaders {
  const reading = createHeaderReading(inspect);

  function readOne({ id, file }: WaitingFile, asStored: boolean): void {
    reading.add(file, asStored, (header) => note(id, header));
  }

  function note(id: string, header: Inspection): void {
    // While photos convert, the interface does not need headers immediately.
    change({ type: 'inspected', id, header }, read().phase === 'idle' ? 'at-once' : 'soon');
    afterHeader();
  }

  return {
    readNew(files) {
      reading.resume();
      for (const file of files) readOne(file, false);
    },
    readMissing() {
      reading.resume();
      for (const photo of read().photos) {
        if (photo.header === null) readOne(photo, photo.turn.asStored);
      }
    },
    setAsStored(id, asStored) {
      const photo = findPhoto(id);
      if (photo === undefined) return;
      change({ type: 'as-stored', id, asStored });
      readOne(photo, asStored);
    },
    whenDone: () => reading.whenDone(),
    stop: reading.stop,
  };
}
