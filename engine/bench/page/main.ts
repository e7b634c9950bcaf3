import type {
  ContenderName,
  Laboratory,
  Outcome,
  StageTimes,
  StartTimes,
  Task,
} from '../laboratory.ts';
import type { Pool } from '../../src/index.ts';
import { addEnding, emptyReport } from '../../corpus/fuzz-report.ts';
import { conversionOf, jobOf, makeMutant, type MutantJob } from '../../corpus/mutant.ts';
import { contenders, type Contender } from './contenders.ts';

let pool: Pool | undefined;

/** The engine's code is part of what a cold start costs, so it loads when it is first used. */
async function openPool(workers = 2): Promise<Pool> {
  const { createPool } = await import('../../src/index.ts');
  pool ??= createPool({ workers });
  return pool;
}

function closePool(): void {
  pool?.destroy();
  pool = undefined;
}

async function fetchFile(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return response.blob();
}

const hung = Symbol('hung');

/** Settles with `hung` when the promise has not settled in time. */
function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | typeof hung> {
  const { promise: late, resolve } = Promise.withResolvers<typeof hung>();
  const timer = setTimeout(() => resolve(hung), milliseconds);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function attempt(blob: Blob, task: Task): Promise<Outcome> {
  const { EngineError } = await import('../../src/index.ts');
  const engine = await openPool();
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  try {
    const result = await within(
      task.limitMs,
      engine.convert(blob, { ...task.options, ...(task.name ? { name: task.name } : {}) }),
    );
    if (result === hung) {
      closePool();
      return { kind: 'hung', milliseconds: elapsed() };
    }
    const milliseconds = elapsed();
    if (task.saveAs) await fetch(`/results/${task.saveAs}`, { method: 'POST', body: result.blob });
    const { width, height, notes, input } = result;
    return { kind: 'picture', milliseconds, width, height, notes, input, bytes: result.blob.size };
  } catch (error) {
    const milliseconds = elapsed();
    if (!(error instanceof EngineError)) {
      return { kind: 'stray', milliseconds, message: String(error) };
    }
    const { code, feature, fits, message } = error;
    return {
      kind: 'error',
      milliseconds,
      code,
      feature: feature ?? null,
      fits: fits ?? null,
      message,
    };
  }
}

let held: ArrayBuffer | undefined;
const loaded = new Map<ContenderName, Contender>();

function requireHeld(): ArrayBuffer {
  if (!held) throw new Error('hold a file first');
  return held;
}

/** Each copy is a blob of its own, so that nobody can answer from memory. */
function copiesOfHeld(count: number): Blob[] {
  const bytes = requireHeld();
  return Array.from({ length: count }, () => new Blob([bytes]));
}

/** The engine takes all files at once; the others work on one thread, and are given one at a time. */
async function convertCopies(name: ContenderName, copies: Blob[]): Promise<Blob | undefined> {
  const contender = loaded.get(name) ?? (await contenders[name]());
  loaded.set(name, contender);
  if (name === 'stillpix') return (await Promise.all(copies.map(contender))).at(-1);
  let last: Blob | undefined;
  for (const copy of copies) last = await contender(copy);
  return last;
}

/** How a job on a mutant ended: `error` is null when it gave what was asked. */
async function endOf(blob: Blob, job: MutantJob, limitMs: number) {
  if ('options' in job) {
    const { file, options } = conversionOf(blob, job);
    const outcome = await attempt(file, { url: '', options, limitMs });
    const { kind, milliseconds } = outcome;
    const error = kind === 'picture' ? null : kind === 'error' ? outcome.code : kind;
    return { error, milliseconds, message: 'message' in outcome ? outcome.message : '' };
  }
  const engine = await openPool();
  const { EngineError } = await import('../../src/index.ts');
  const started = performance.now();
  const ended = (error: string | null, message = '') => {
    return { error, milliseconds: performance.now() - started, message };
  };
  try {
    const answer = await within<unknown>(limitMs, engine[job.kind](blob));
    if (answer !== hung) return ended(null);
    closePool();
    return ended('hung');
  } catch (error) {
    return error instanceof EngineError
      ? ended(error.code, error.message)
      : ended('stray', String(error));
  }
}

let fuzzed: { url: string; bytes: Uint8Array }[] = [];

const laboratory: Laboratory = {
  async convert(task) {
    return attempt(await fetchFile(task.url), task);
  },
  async probe(url, limitMs) {
    return attempt(await fetchFile(url), { url, limitMs, options: {} });
  },
  async loadForFuzzing(urls) {
    const blobs = await Promise.all(urls.map(fetchFile));
    const buffers = await Promise.all(blobs.map((blob) => blob.arrayBuffer()));
    fuzzed = urls.map((url, index) => ({
      url,
      bytes: new Uint8Array(buffers[index] ?? new ArrayBuffer(0)),
    }));
    // The first mutant is not charged for loading the code.
    await openPool();
  },
  async fuzz({ first, count, limitMs }) {
    const report = emptyReport();
    const files = fuzzed.map(({ bytes }) => bytes);
    let next = first;
    const lane = async () => {
      while (next < first + count) {
        const seed = next++;
        const { from, bytes } = makeMutant(files, seed);
        const job = jobOf(seed, fuzzed[from]?.url ?? '');
        // Longer than the limit, so that a slow answer can be told from none.
        const ending = await endOf(new Blob([bytes]), job, limitMs * 3);
        addEnding(report, seed, fuzzed[from]?.url ?? '', { job, ...ending }, limitMs);
      }
    };
    await Promise.all([lane(), lane()]);
    return report;
  },
  async cancelAfter({ url, options }, milliseconds) {
    const blob = await fetchFile(url);
    const engine = await openPool();
    const controller = new AbortController();
    let since = performance.now();
    setTimeout(() => {
      since = performance.now();
      controller.abort();
    }, milliseconds);
    const ending = await engine.convert(blob, options, { signal: controller.signal }).then(
      () => 'picture',
      (error: { code?: string }) => error.code ?? 'stray',
    );
    return { ending, milliseconds: performance.now() - since };
  },
  closePool,
  async open(workers) {
    closePool();
    const opened = await openPool(workers);
    loaded.set('stillpix', async (picture) => (await opened.convert(picture)).blob);
  },
  async prepare() {
    const { createPool } = await import('../../src/index.ts');
    const prepared = createPool({ prepare: 'heic' });
    loaded.set('stillpix', async (picture) => (await prepared.convert(picture)).blob);
  },
  async hold(url) {
    held = await (await fetchFile(url)).arrayBuffer();
    return held.byteLength;
  },
  async save(name, saveAs) {
    const body = await convertCopies(name, copiesOfHeld(1));
    await fetch(`/results/${saveAs}`, { method: 'POST', body: body ?? null });
  },
  async start() {
    const [copy] = copiesOfHeld(1);
    const began = performance.now();
    const elapsed = () => performance.now() - began;
    const { createPool } = await import('../../src/index.ts');
    const times: StartTimes = { script: elapsed(), planned: 0, firstPart: 0, done: 0 };
    const onProgress = () => {
      if (times.planned === 0) times.planned = elapsed();
      else if (times.firstPart === 0) times.firstPart = elapsed();
    };
    await createPool().convert(copy!, {}, { onProgress });
    return { ...times, done: elapsed() };
  },
  stages(rounds) {
    const bytes = new Uint8Array(requireHeld());
    const worker = new Worker(new URL('./stage-worker.ts', import.meta.url), { type: 'module' });
    const { promise, resolve, reject } = Promise.withResolvers<StageTimes>();
    worker.addEventListener('message', ({ data }: MessageEvent<StageTimes | string>) => {
      if (typeof data === 'string') reject(new Error(data));
      else resolve(data);
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.postMessage({ bytes, rounds });
    return promise.finally(() => worker.terminate());
  },
  async measure(name, count) {
    const copies = copiesOfHeld(count);
    const started = performance.now();
    const last = await convertCopies(name, copies);
    const milliseconds = performance.now() - started;
    const [, format = 'jpeg'] = /to (png|webp)/.exec(name) ?? [];
    const type = `image/${format}`;
    if (!last || last.type !== type) throw new Error(`${name} gave ${last?.type ?? 'nothing'}`);
    return { milliseconds, bytes: last.size };
  },
};

Object.assign(globalThis, { laboratory });
