export interface Serial {
  /** Runs the work when all work given before has ended, whether it succeeded or not. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Resolves when all work given so far has ended. Never rejects. */
  whenDone: () => Promise<void>;
}

/** Runs one piece of work at a time, in order. */
export function createSerial(): Serial {
  let tail = Promise.resolve();
  return {
    run(work) {
      const running = tail.then(work);
      tail = endOf(running);
      return running;
    },
    whenDone: () => tail,
  };
}

async function endOf(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch {
    // Its caller gets the error.
  }
}
