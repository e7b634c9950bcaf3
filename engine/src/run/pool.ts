import type { Inspection } from '../convert/inspect.ts';
import { nameOf } from './input.ts';
import type { ConvertOptions, ConvertResult, JobOptions } from '../options.ts';
import { convertFile, type PlannedConversion, type Runners } from './convert-file.ts';
import { buffersOf } from '../planes/planes.ts';
import { runShared } from './share-strip.ts';
import type { StripResult } from '../strips/task.ts';
import type { Thumbnail } from '../convert/thumbnail.ts';
import { inNode, loadWasm } from '../wasm/load.ts';
import { WasmSupply } from './wasm-supply.ts';
import { VerdictStore, type TextStorage } from '../tiles/trust-store.ts';
import { nextJob, WorkerQueue, type Task } from './queue.ts';

export interface PoolOptions {
  /** How many workers at most. Default: the number of cores, 4 where the browser hides it, never above 8. */
  workers?: number;
  /**
   * A place for what the workers find out about the video decoders of this version of the browser, a
   * short text, so that the next visit need not find it out again. Without one it is forgotten with
   * the pool.
   */
  decoderMemory?: TextStorage;
}

/** The name decides nothing but the note `name-does-not-match-content`. Default: the file's own. */
export type NamedConvertOptions = ConvertOptions & { name?: string };

export interface Pool {
  /**
   * Converts one file. Rejects with an EngineError, never with anything else.
   * Many calls may be made at once: files beyond the number of workers wait in order.
   */
  convert(input: Blob, options?: NamedConvertOptions, job?: JobOptions): Promise<ConvertResult>;
  /** Reads the file's header and plans the conversion these options ask for. Rejects with an EngineError. */
  inspect(
    input: Blob,
    options?: NamedConvertOptions,
    job?: Pick<JobOptions, 'signal'>,
  ): Promise<Inspection>;
  /**
   * The small picture that a camera put into the file, as an upright JPEG in sRGB: the `thmb` item of
   * HEIC, or the one in Exif. `null` when there is none that can be decoded. Reads the header and that
   * small picture only, so it comes long before a conversion. Rejects with an EngineError.
   */
  thumbnail(input: Blob, job?: Pick<JobOptions, 'signal'>): Promise<Thumbnail | null>;
  /** Ends all workers; whatever is pending rejects with `cancelled`. */
  destroy(): void;
}

/** Workers that start before there is anything to do. */
const warmWorkers = 2;

/** Where the browser does not say how many cores there are. */
const usualCores = 4;

/** A photo makes about so many strips; more workers would cost memory and gain nothing. */
const mostWorkers = 8;

/** Reading and sniffing a file; the worker then asks for the time its plan needs. */
const firstSeconds = 20;

/**
 * A pool of workers. In Node, where there are no workers of the web's kind, the pool runs its jobs
 * in the calling thread, one after the other.
 */
export function createPool(options: PoolOptions = {}): Pool {
  if (inNode) return createLazyLocalPool();
  const cores = navigator.hardwareConcurrency || usualCores;
  const limit = Math.max(1, options.workers ?? Math.min(mostWorkers, cores));
  const verdicts = new VerdictStore(options.decoderMemory ?? null, navigator.userAgent);
  const queue = new WorkerQueue(
    () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    limit,
    verdicts,
  );
  const supply = new WasmSupply(loadWasm, (delivery) => queue.deliver(delivery));
  queue.warmUp(warmWorkers);
  return {
    async convert(input, { name, ...rest } = {}, job = {}) {
      const ownName = nameOf(input);
      void supply.order(input, rest, verdicts.known);
      return convertOnQueue(queue, input, name ?? ownName, rest, job);
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
      return (await queue.run(first)) as Inspection;
    },
    async thumbnail(input, job = {}) {
      nameOf(input);
      const request = { kind: 'thumbnail', file: input } as const;
      const first = { request, seconds: firstSeconds, job: 0, short: true, ...job };
      return (await queue.run(first)) as Thumbnail | null;
    },
    destroy: () => queue.destroy(),
  };
}

/** One file: planned by one worker, then made in strips by all, or else wholly by one. */
async function convertOnQueue(
  queue: WorkerQueue,
  file: Blob,
  name: string,
  options: ConvertOptions,
  hooks: JobOptions,
): Promise<ConvertResult> {
  const shared = { job: nextJob(), seconds: firstSeconds };
  const { signal } = hooks;
  const runners: Runners = {
    async runWhole(inStrips, onProgress) {
      const request = { kind: 'convert', file, name, options, inStrips } as const;
      const answer = await queue.run({ request, ...shared, signal, onProgress });
      return answer as ConvertResult | PlannedConversion;
    },
    async runTask(task, strips, { tasks }, onShare) {
      const request = { kind: 'strip', file, task } as const;
      const run = async (more: Partial<Task>): Promise<StripResult> => {
        const strip = await queue.run({ request, ...shared, signal: strips, ...more });
        return strip as StripResult;
      };
      // A picture of one tile is one long task.
      const short = tasks.length > 1;
      return runShared(
        task.rows,
        (onPart, onProgress) => run({ short, onPart, onProgress }),
        ({ task: part, planes }) => {
          const encoding = { ...request, task: part, planes };
          return run({ request: encoding, transfer: buffersOf(planes), short: true });
        },
        onShare,
      );
    },
  };
  return convertFile(runners, hooks);
}

/** Keeps the pipeline out of the page's own script: only Node asks for it here. */
function createLazyLocalPool(): Pool {
  const pool = import('#local-pool').then(({ createLocalPool }) => createLocalPool());
  return {
    convert: async (...job) => (await pool).convert(...job),
    inspect: async (...job) => (await pool).inspect(...job),
    thumbnail: async (...job) => (await pool).thumbnail(...job),
    destroy: () => void pool.then((started) => started.destroy()),
  };
}

let defaultPool: Pool | undefined;

/** Converts one file on a pool of the engine's own. See `Pool.convert`. */
export function convert(
  input: Blob,
  options?: NamedConvertOptions,
  job?: JobOptions,
): Promise<ConvertResult> {
  defaultPool ??= createPool();
  return defaultPool.convert(input, options, job);
}

/** Reads one file's header on a pool of the engine's own. See `Pool.inspect`. */
export function inspect(
  input: Blob,
  options?: NamedConvertOptions,
  job?: Pick<JobOptions, 'signal'>,
): Promise<Inspection> {
  defaultPool ??= createPool();
  return defaultPool.inspect(input, options, job);
}

/** The small picture inside one file, on a pool of the engine's own. See `Pool.thumbnail`. */
export function thumbnail(
  input: Blob,
  job?: Pick<JobOptions, 'signal'>,
): Promise<Thumbnail | null> {
  defaultPool ??= createPool();
  return defaultPool.thumbnail(input, job);
}
