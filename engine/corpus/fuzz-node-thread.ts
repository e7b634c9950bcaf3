import { parentPort, workerData } from 'node:worker_threads';
import { convert, EngineError, inspect, thumbnail } from '../src/index.ts';
import type { NodeEnding } from './fuzz-node.ts';
import { jobOf, makeMutant } from './mutant.ts';

const files = workerData as Uint8Array[];

async function end(seed: number): Promise<NodeEnding> {
  const { from, bytes } = makeMutant(files, seed);
  const job = jobOf(seed);
  const started = performance.now();
  const ending = (error: string | null, message: string): NodeEnding => {
    return { from, error, message, milliseconds: performance.now() - started };
  };
  try {
    const file = new Blob([bytes]);
    if (job.kind === 'convert') await convert(file, job.options);
    else await (job.kind === 'inspect' ? inspect : thumbnail)(file);
    return ending(null, '');
  } catch (error) {
    if (error instanceof EngineError) return ending(error.code, error.message);
    return ending('stray', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

parentPort?.on('message', (seed: number) => {
  void end(seed).then((answer) => parentPort?.postMessage(answer));
});
