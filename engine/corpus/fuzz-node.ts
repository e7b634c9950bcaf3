import { Worker } from 'node:worker_threads';
import { addEnding, emptyReport, type FuzzReport } from './fuzz-report.ts';

/** To the thread: start on a mutant. From it: how the mutant ended. */
export interface NodeEnding {
  seed: number;
  from: number;
  error: string | null;
  message: string;
  milliseconds: number;
}

/** Runs mutants through the engine in a thread of Node; one that hangs costs the thread, not the run. */
class FuzzThread {
  readonly #files: Uint8Array[];
  #worker: Worker | null = null;

  constructor(files: Uint8Array[]) {
    this.#files = files;
  }

  run(seed: number, limitMs: number): Promise<NodeEnding> {
    this.#worker ??= new Worker(new URL('./fuzz-node-thread.ts', import.meta.url), {
      workerData: this.#files,
    });
    const worker = this.#worker;
    return new Promise((resolve) => {
      const settle = (ending: NodeEnding) => {
        clearTimeout(timer);
        worker.removeAllListeners();
        resolve(ending);
      };
      const fail = (error: string, message: string) => {
        this.#worker = null;
        void worker.terminate();
        settle({ seed, from: -1, error, message, milliseconds: limitMs });
      };
      const timer = setTimeout(() => fail('hung', `no answer in ${limitMs} ms`), limitMs);
      worker.once('message', settle);
      worker.once('error', (error) => fail('stray', String(error)));
      worker.once('exit', (code) => fail('stray', `the thread ended with ${code}`));
      worker.postMessage(seed);
    });
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
  const thread = new FuzzThread(files);
  try {
    for (let seed = range.first; seed < range.first + range.count; seed++) {
      const ending = await thread.run(seed, range.limitMs);
      addEnding(report, seed, names[ending.from] ?? 'unknown', ending, range.limitMs);
    }
  } finally {
    await thread.end();
  }
  return report;
}
