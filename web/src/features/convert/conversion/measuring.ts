import { measureFile } from '../engine.ts';

interface Size {
  width: number;
  height: number;
}

/** Reads the headers of new files one after the other, beside whatever else goes on. */
export function createMeasuring() {
  let controller = new AbortController();
  let last = Promise.resolve();
  async function measure(file: File, onSize: (size: Size) => void): Promise<void> {
    const { signal } = controller;
    const size = signal.aborted ? null : await measureFile(file, signal);
    if (size !== null && !signal.aborted) onSize(size);
  }
  return {
    add(file: File, onSize: (size: Size) => void): void {
      last = last.then(() => measure(file, onSize));
    },
    /** Resolves when every file added so far has been read, or could not be. */
    whenDone: () => last,
    stop: () => controller.abort(),
    resume() {
      if (controller.signal.aborted) controller = new AbortController();
    },
  };
}
