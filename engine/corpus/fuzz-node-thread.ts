import { parentPort, workerData } from 'node:worker_threads';
import { createPool, EngineError } from '../src/index.ts';
import type { NodeEnding } from './fuzz-node.ts';
import { conversionOf, jobOf, makeMutant } from './mutant.ts';

const { files, names } = workerData as { files: Uint8Array[]; names: string[] };
const pool = createPool();

async function end(seed: number): Promise<NodeEnding> {
  const { from, bytes } = makeMutant(files, seed);
  const job = jobOf(seed, names[from] ?? '');
  const started = performance.now();
  const ending = (error: string | null, message: string): NodeEnding => {
    return { from, error, message, milliseconds: performance.now() - started };
  };
  try {
    const mutant = new Blob([bytes]);
    if ('options' in job) {
      const { file, options } = conversionOf(mutant, job);
      await pool.convert(file, options);
    } else await pool[job.kind](mutant);
    return ending(null, '');
  } catch (error) {
    if (error instanceof EngineError) return ending(error.code, error.message);
    return ending('stray', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

parentPort?.on('message', (seed: number) => {
  void end(seed).then((answer) => parentPort?.postMessage(answer));
});
