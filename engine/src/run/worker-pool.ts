import { sniffLength } from '../formats/sniff.ts';
import type { JobOptions } from '../options.ts';
import type { MetadataEdit } from '../samples/file-metadata.ts';
import type { DecodedAs, DecodeOptions } from '../samples/samples.ts';
import { TrustStore } from '../tiles/trust-store.ts';
import { loadWasm } from '../wasm/load.ts';
import { loadLimit } from './conversion/convert-in-strips.ts';
import { convertOnWorkers, firstSeconds, type RunOnWorker } from './workers/convert-on-workers.ts';
import { beginDecoding } from './workers/begin-decoding.ts';
import { nameOf } from './conversion/input.ts';
import type { Pool, PoolOptions, ShortJobOptions } from './pool.ts';
import { nextJob, WorkerQueue, type Task, type WorkerLike } from './workers/queue.ts';
import { requireKind } from './workers/require-kind.ts';
import { copySamples } from './workers/sample-message.ts';
import { WasmSupply } from './workers/wasm-supply.ts';

/** Workers that start before there is any work. */
const warmWorkers = 2;

/** Creates a pool of up to `limit` workers of the kind that `spawn` makes. */
export function createWorkerPool(
  spawn: () => WorkerLike,
  limit: number,
  { decoderMemory, onRequests, prepare }: Omit<PoolOptions, 'workers'> = {},
): Pool {
  const trust = new TrustStore(decoderMemory ?? null, navigator.userAgent);
  const queue = new WorkerQueue(spawn, limit, trust, onRequests);
  const supply = new WasmSupply(loadWasm, (message) => queue.passOn(message));
  queue.warmUp(warmWorkers);
  let isAsked = false;
  let hasConverted = false;
  const run: RunOnWorker = (task) => {
    isAsked = true;
    return queue.run(task);
  };
  if (prepare) {
    const supplied = supply.prepare(prepare, trust.known);
    const workers = Math.min(warmWorkers, limit);
    // Without a network, nothing is prepared.
    if (prepare === 'heic') {
      supplied.then(() => prepareForHeic(queue, workers, () => !isAsked)).catch(() => {});
    }
  }
  const edit = async (file: Blob, asked: MetadataEdit, job: ShortJobOptions): Promise<Blob> => {
    nameOf(file);
    const request = { kind: 'edit-metadata', file, edit: asked } as const;
    const task = { request, seconds: firstSeconds, job: nextJob(), ...job };
    return requireKind(await run(task), 'edited').blob;
  };
  return {
    async convert(input, options, job) {
      const { name, ...rest } = options ?? {};
      const ownName = nameOf(input);
      // Deferred, so that the worker is asked first: its part takes longer.
      const start = Promise.resolve().then(() => readStart(input));
      void supply.order(start, rest, trust.known);
      // A failure matters only when the code is needed, and is reported then.
      if (rest.targetBytes !== undefined) loadLimit().catch(() => {});
      // Only before the first conversion: later, workers ask the browser just as early, and many
      // frames take much memory.
      const begun = hasConverted ? null : beginDecoding(input, start, rest);
      hasConverted = true;
      try {
        const asked = { file: input, name: name ?? ownName, options: rest, begun };
        return await convertOnWorkers(run, asked, job ?? {});
      } finally {
        begun?.close();
      }
    },
    async inspect(input, options, job) {
      const { name, ...rest } = options ?? {};
      const ownName = nameOf(input);
      const request = {
        kind: 'inspect',
        file: input,
        name: name ?? ownName,
        options: rest,
      } as const;
      // Goes first, because a caller waits for a header that takes milliseconds.
      const first = { request, seconds: firstSeconds, job: 0, ...job };
      return requireKind(await run(first), 'inspected').inspection;
    },
    async thumbnail(input, job = {}) {
      nameOf(input);
      const request = { kind: 'thumbnail', file: input } as const;
      const first = { request, seconds: firstSeconds, job: 0, short: true, ...job };
      return requireKind(await run(first), 'thumbnail').thumbnail;
    },
    async movie(input, job = {}) {
      nameOf(input);
      const request = { kind: 'movie', file: input } as const;
      const first = { request, seconds: firstSeconds, job: 0, short: true, ...job };
      return requireKind(await run(first), 'movie').movie;
    },
    async decode<Options extends DecodeOptions>(
      input: Blob,
      options?: Options,
      job: JobOptions = {},
    ) {
      nameOf(input);
      const request = { kind: 'decode', file: input, options: options ?? {} } as const;
      // A few tiles are done before a new worker would be ready, so a canceled job may finish them
      // within a short grace period.
      const short = options?.as === 'planes' && options.tiles !== undefined;
      const task = { request, seconds: firstSeconds, job: nextJob(), short, ...job };
      const { samples } = requireKind(await run(task), 'decoded');
      return samples as DecodedAs<Options>;
    },
    async encodeJpeg(samples, asked, job) {
      const options = asked ?? {};
      const message = copySamples(samples);
      const request = { kind: 'encode', samples: message.samples, options } as const;
      const { transfer } = message;
      const task = { request, transfer, seconds: firstSeconds, job: nextJob(), ...job };
      return requireKind(await run(task), 'encoded').blob;
    },
    metadata: {
      async read(input, job = {}) {
        nameOf(input);
        const request = { kind: 'read-metadata', file: input } as const;
        const first = { request, seconds: firstSeconds, job: 0, short: true, ...job };
        return requireKind(await run(first), 'metadata').metadata;
      },
      strip: (input, what = 'all', job = {}) => edit(input, { kind: 'strip', what }, job),
      async copy(from, to, job = {}) {
        nameOf(from);
        return edit(to, { kind: 'copy', from }, job);
      },
    },
    destroy: () => queue.destroy(),
  };
}

async function prepareForHeic(
  queue: WorkerQueue,
  workers: number,
  isFresh: () => boolean,
): Promise<void> {
  const { prepareWorkers } = await import('./prepare-workers.ts');
  // The highest job number, so that all other calls go first.
  const runLast = (task: Omit<Task, 'job'>) => queue.run({ ...task, job: Infinity });
  const convert = (photo: Blob) =>
    convertOnWorkers(runLast, { file: photo, name: '', options: {} });
  const look = (kind: 'inspect' | 'thumbnail') => (file: Blob) =>
    runLast({ request: { kind, file, name: '', options: {} }, seconds: firstSeconds });
  const calls = { convert, inspect: look('inspect'), thumbnail: look('thumbnail') };
  await prepareWorkers(calls, workers, isFresh);
}

async function readStart(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, sniffLength).arrayBuffer());
}
