import type { Inspection } from '@stillpix/engine';
import { createSerial } from '../../serial.ts';

/** Reads a file's header; null if it cannot be read. */
export type Inspect = (
  file: File,
  asStored: boolean,
  signal: AbortSignal,
) => Promise<Inspection | null>;

/** Reads the headers of new files one after another, in parallel to other work. */
export function createHeaderReading(inspect: Inspect) {
  let controller = new AbortController();
  const serial = createSerial();
  async function readOne(
    file: File,
    asStored: boolean,
    onHeader: (header: Inspection) => void,
  ): Promise<void> {
    const { signal } = controller;
    const header = signal.aborted ? null : await inspect(file, asStored, signal);
    if (header !== null && !signal.aborted) onHeader(header);
  }
  return {
    add(file: File, asStored: boolean, onHeader: (header: Inspection) => void): void {
      void serial.run(() => readOne(file, asStored, onHeader));
    },
    /** Resolves when the header of every file added so far has been read, or has failed. */
    whenDone: serial.whenDone,
    stop: () => controller.abort(),
    resume() {
      if (controller.signal.aborted) controller = new AbortController();
    },
  };
}
