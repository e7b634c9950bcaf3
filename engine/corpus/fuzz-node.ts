import { Worker } from 'node:worker_threads';
import { addEnding, emptyReport, type FuzzReport } from './fuzz-report.ts';
import { jobOf } from './mutant.ts';

/** To the thread: start on a mutant. From it: how the mutant ended. */
export interface NodeEnding {
  from: number;
  error: string | null;
  message: string;
  milliseconds: number;
}

/** Runs mutants through the engine in a thread of Node; one that hangs costs the thread, not the run. */
class FuzzThread {
  readonly #files: Uint8Array[];
  readonly #names: string[];
  #worker: Worker | null = null;
  #settle: (ending: NodeEnding) => void = () => {};

  constructor(files: Uint8Array[], names: string[]) {
    this.#files = files;
    this.#names = names;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./fuzz-node-thread.ts', import.meta.url), {
      workerData: { files: this.#files, names: this.#names },
    });
    worker.on('message', (ending: NodeEnding) => this.#settle(ending));
    worker.on('error', (error) => this.#fail('stray', String(error)));
    return worker;
  }

  #fail(error: string, message: string): void {
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
    this.#settle({ from: -1, error, message, milliseconds: 0 });
  }

  async run(seed: number, limitMs: number): Promise<NodeEnding> {
    this.#worker ??= this.#start();
    const { promise, resolve } = Promise.withResolvers<NodeEnding>();
    this.#settle = resolve;
    const timer = setTimeout(() => this.#fail('hung', `no answer in ${limitMs} ms`), limitMs);
    this.#worker.postMessage(seed);
    const ending = await promise;
    clearTimeout(timer);
    return ending;
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
  }
}

export async function fuzzInNode(
  files: Uint8Array[],
  names: string[],
  range: { first: number; count: number; limitMs: number },
): Promise<FuzzReport> {
  const report = emptyReport();
  const thread = new FuzzThread(files, names);
  try {
    for (let seed = range.first; seed < range.first + range.count; seed++) {
      const ending = await thread.run(seed, range.limitMs);
      const file = names[ending.from] ?? 'unknown';
      addEnding(report, seed, file, { job: jobOf(seed, file), ...ending }, range.limitMs);
    }
  } finally {
    await thread.end();
  }
  return report;
}
