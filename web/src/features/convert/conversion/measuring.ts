interface Size {
  width: number;
  height: number;
}

/** Pixels of the upright picture by its header; null where there is no reading it. */
export type Measure = (file: File, signal: AbortSignal) => Promise<Size | null>;

/** Reads the headers of new files one after the other, beside whatever else goes on. */
export function createMeasuring(measure: Measure) {
  let controller = new AbortController();
  let last = Promise.resolve();
  async function measureOne(file: File, onSize: (size: Size) => void): Promise<void> {
    const { signal } = controller;
    const size = signal.aborted ? null : await measure(file, signal);
    if (size !== null && !signal.aborted) onSize(size);
  }
  return {
    add(file: File, onSize: (size: Size) => void): void {
      last = last.then(() => measureOne(file, onSize));
    },
    /** Resolves when every file added so far has been read, or could not be. */
    whenDone: () => last,
    stop: () => controller.abort(),
    resume() {
      if (controller.signal.aborted) controller = new AbortController();
    },
  };
}
