import type { BegunDecoding } from '../browser/begun-decoding.ts';
import { EngineError } from '../errors.ts';
import { release } from '../bytes/release.ts';
import { sniffLength } from '../formats/sniff.ts';
import type { ConvertResult, FileOptions, JobOptions } from '../options.ts';
import { buffersOf } from '../planes/planes.ts';
import type { StripResult, StripTask } from '../strips/task.ts';
import { TrustStore } from '../tiles/trust-store.ts';
import { loadWasm } from '../wasm/load.ts';
import { withCodedData } from './coded-data.ts';
import { convertFile, loadLimit, type Runners } from './convert-file.ts';
import { beginAhead, takesFrame } from './head-starts.ts';
import { nameOf } from './input.ts';
import type { Result } from './messages.ts';
import type { MetadataEdit } from '../samples/file-metadata.ts';
import type { DecodedAs, DecodeOptions } from '../samples/samples.ts';
import type { Pool, PoolOptions, ShortJobOptions } from './pool.ts';
import { nextJob, WorkerQueue, type Task, type WorkerLike } from './queue.ts';
import { copySamples } from './sample-message.ts';
import { runShared } from './share-strip.ts';
import { WasmSupply } from './wasm-supply.ts';

/** Workers that start before there is anything to do. */
const warmWorkers = 2;

/** Reading and sniffing a file; the worker then asks for the time its plan needs. */
const firstSeconds = 20;

/** A pool of up to `limit` workers of whichever kind `spawn` makes. */
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
  const run: RunOnWorker = (task) => {
    isAsked = true;
    return queue.run(task);
  };
  if (prepare) {
    // Whatever is asked meanwhile goes before the rest of a round.
    const runLast = (task: Omit<Task, 'job'>) => queue.run({ ...task, job: Infinity });
    const convert = (photo: Blob) => convertOnWorkers(runLast, photo, '', {}, {}, null);
    const look = (kind: 'inspect' | 'thumbnail') => (file: Blob) =>
      runLast({ request: { kind, file, name: '', options: {} }, seconds: firstSeconds });
    const workers = Math.min(warmWorkers, limit);
    const rehearseAll = async () => {
      const { rehearse } = await import('./rehearse.ts');
      const rehearsed = { convert, inspect: look('inspect'), thumbnail: look('thumbnail') };
      await rehearse(rehearsed, workers, () => !isAsked);
    };
    const supplied = supply.prepare(prepare, trust.known);
    // Where the network is gone, nothing is rehearsed.
    if (prepare === 'heic') supplied.then(rehearseAll).catch(() => {});
  }
  const edit = async (file: Blob, asked: MetadataEdit, job: ShortJobOptions): Promise<Blob> => {
    nameOf(file);
    const request = { kind: 'edit-metadata', file, edit: asked } as const;
    const task = { request, seconds: firstSeconds, job: nextJob(), ...job };
    return requireKind(await run(task), 'edited').blob;
  };
  return {
    async convert(input, { name, ...rest } = {}, job = {}) {
      const ownName = nameOf(input);
      const start = readStart(input);
      void supply.order(start, rest, trust.known);
      // Whether that came is seen when it is needed.
      if (rest.targetBytes !== undefined) loadLimit().catch(() => {});
      // Workers that are there ask for it as soon, and several at once would hold much memory.
      const begun = queue.isFresh ? beginAhead(input, start, rest) : null;
      try {
        return await convertOnWorkers(run, input, name ?? ownName, rest, job, begun);
      } finally {
        begun?.close();
      }
    },
    async inspect(input, { name, ...rest } = {}, job = {}) {
      const ownName = nameOf(input);
      const request = {
        kind: 'inspect',
        file: input,
        name: name ?? ownName,
        options: rest,
      } as const;
      // Somebody waits for a header that takes milliseconds.
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
      // A few tiles are decoded sooner than another worker would be ready; what takes longer is ended all the same.
      const short = options?.as === 'planes' && options.tiles !== undefined;
      const task = { request, seconds: firstSeconds, job: nextJob(), short, ...job };
      const { samples } = requireKind(await run(task), 'decoded');
      return samples as DecodedAs<Options>;
    },
    async encodeJpeg(samples, options = {}, job = {}) {
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

async function readStart(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, sniffLength).arrayBuffer());
}

function isKind<K extends Result['kind']>(
  result: Result,
  kind: K,
): result is Extract<Result, { kind: K }> {
  return result.kind === kind;
}

/** A worker's answer is of the kind that was asked for. */
function requireKind<K extends Result['kind']>(
  result: Result,
  kind: K,
): Extract<Result, { kind: K }> {
  if (isKind(result, kind)) return result;
  throw new EngineError('worker-crashed', `The worker answered ${result.kind}, not ${kind}`);
}

/** Has a worker do a task, see `WorkerQueue.run`. */
type RunOnWorker = (task: Task) => Promise<Result>;

/** Waits for a strip that is under way; `null` where another worker had to try again, and only planned. */
type FollowStrip = (onProgress: (fraction: number) => void) => Promise<StripResult | null>;

/** One file: planned by one worker, then made in strips by all, or else wholly by one. */
async function convertOnWorkers(
  run: RunOnWorker,
  file: Blob,
  name: string,
  options: FileOptions,
  hooks: JobOptions,
  begun: BegunDecoding | null,
): Promise<ConvertResult> {
  const shared = { job: nextJob(), seconds: firstSeconds };
  const { signal } = hooks;
  const headStartOf = (task: StripTask): BegunDecoding | null => {
    if (begun?.isUnderWay && takesFrame(task)) return begun;
    begun?.close();
    return null;
  };
  /** The whole file, where the worker that planned sent it. */
  const sent: { bytes?: Uint8Array<ArrayBuffer> } = {};
  /** The strip that the worker that planned went on with. */
  let first: { task: StripTask; follow: FollowStrip } | null = null;
  const runners: Runners = {
    async start(onProgress, chosen) {
      const request = { kind: 'start', file, name, options, ...(chosen && { chosen }) } as const;
      let report = onProgress;
      const answer = await new Promise<Result>((resolve, reject) => {
        const ended = run({
          ...{ request, ...shared, signal },
          onProgress: (fraction) => report(fraction),
          onPlanned(planned) {
            const follow: FollowStrip = async (onShare) => {
              report = onShare;
              const made = await ended;
              return isKind(made, 'strip') ? made.strip : null;
            };
            first = { task: planned.planned.plan.tasks[0]!, follow };
            resolve(planned);
          },
        });
        ended.then(resolve, reject);
      });
      if (answer.kind !== 'planned') return requireKind(answer, 'converted');
      if (answer.bytes) sent.bytes = answer.bytes;
      return answer;
    },
    async runWhole(onProgress) {
      const request = { kind: 'convert', file, name, options } as const;
      const answer = await run({ request, ...shared, signal, onProgress });
      return requireKind(answer, 'converted').result;
    },
    async runTask(task, strips, { tasks }, onShare, decoded) {
      const strip = task === first?.task ? await first.follow(onShare) : null;
      if (strip) return strip;
      const ahead = decoded ? null : headStartOf(task);
      const { task: own, transfer } =
        sent.bytes && !decoded ? withCodedData(task, sent.bytes) : { task, transfer: [] };
      const request = {
        ...({ kind: 'strip', file, task: own, isBegun: ahead !== null } as const),
        ...(decoded && { planes: decoded }),
      };
      const runIt = async (more: Partial<Task>): Promise<StripResult> => {
        const answer = await run({ request, transfer, ...shared, signal: strips, ...more });
        return requireKind(answer, 'strip').strip;
      };
      if (decoded) return runIt({ transfer: buffersOf(decoded), short: true, ahead: true });
      // A picture of one tile is one long task.
      const short = tasks.length > 1;
      return runShared(
        task.rows,
        (onPart, onProgress) => runIt({ short, begun: ahead, onPart, onProgress }),
        ({ task: part, planes }) => {
          const encoding = { ...request, isBegun: false, task: part, planes };
          return runIt({ request: encoding, transfer: buffersOf(planes), short: true });
        },
        onShare,
      );
    },
    async runScan(tokens, huffman, ended) {
      const request = { kind: 'scan', tokens, huffman } as const;
      const transfer = tokens.map(({ buffer }) => buffer);
      const answer = await run({ request, ...shared, signal: ended, transfer, short: true });
      return requireKind(answer, 'scan').scan;
    },
    async runWebp(strips, about, ended) {
      const request = { kind: 'webp', strips, about } as const;
      const transfer = strips.map(({ buffer }) => buffer);
      const answer = await run({ request, ...shared, signal: ended, transfer, short: true });
      return requireKind(answer, 'webp').file;
    },
    async runMap(darkened, room, ended) {
      const request = { kind: 'gain-map', darkened, room } as const;
      const transfer = darkened.map(({ samples }) => samples.data.buffer);
      const answer = await run({ request, ...shared, signal: ended, transfer, short: true });
      return requireKind(answer, 'gain-map').map;
    },
  };
  try {
    return await convertFile(runners, hooks);
  } finally {
    if (sent.bytes) release(sent.bytes.buffer);
  }
}
