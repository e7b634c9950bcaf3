import type { BegunDecoding } from '../../browser/begun-decoding.ts';
import type { Conversion } from '../../convert/pipeline.ts';
import type { ConvertResult, FileOptions, JobOptions } from '../../options.ts';
import { buffersOf, type Planes } from '../../planes/planes.ts';
import type { StripPlan } from '../../strips/tasks/plan.ts';
import { type MadeStrip, type StripResult, wholeOf } from '../../strips/tasks/result.ts';
import type { Chosen } from '../../strips/tasks/size-limit.ts';
import type { StripTask } from '../../strips/tasks/task.ts';
import { convertFile } from '../conversion/convert-file.ts';
import type { RunAlpha, RunMap, Runners, RunScan, RunWebp } from '../conversion/runners.ts';
import { takesFrame } from './begin-decoding.ts';
import type { Result, TaskRequest } from './messages.ts';
import { nextJob, type Task } from './queue.ts';
import { PlanningTask } from './planning-task.ts';
import { requireKind } from './require-kind.ts';
import { SentFile } from './sent-file.ts';
import { runShared } from './share-strip.ts';

/** For reading and sniffing a file. The worker then asks for the time that its plan needs. */
export const firstSeconds = 20;

/** Has a worker run a task, see `WorkerQueue.run`. */
export type RunOnWorker = (task: Task) => Promise<Result>;

type OnProgress = (fraction: number) => void;

type StripRequest = Extract<TaskRequest, { kind: 'strip' }>;

interface FileToConvert {
  file: Blob;
  name: string;
  options: FileOptions;
  /** The file's decoding, if the browser has begun it in the page. */
  begun?: BegunDecoding | null;
}

/**
 * Converts one file. One worker plans it; then all workers make its strips, or one converts it as a
 * whole.
 */
export async function convertOnWorkers(
  run: RunOnWorker,
  asked: FileToConvert,
  hooks: JobOptions = {},
): Promise<ConvertResult> {
  const sent = new SentFile();
  try {
    const runners = new WorkerRunners(run, asked, sent, hooks.signal);
    return await convertFile(runners, hooks, asked.options);
  } finally {
    sent.giveBack();
  }
}

/** Runs the parts of one file's conversion on workers. */
class WorkerRunners implements Runners {
  readonly #run: RunOnWorker;
  readonly #asked: FileToConvert;
  readonly #sent: SentFile;
  readonly #signal: AbortSignal | undefined;
  /** Shared by all tasks of the file. */
  readonly #job = { job: nextJob(), seconds: firstSeconds };
  /** The latest planning task whose worker continued with the first strip. */
  #planning: PlanningTask | null = null;

  constructor(
    run: RunOnWorker,
    asked: FileToConvert,
    sent: SentFile,
    signal: AbortSignal | undefined,
  ) {
    this.#run = run;
    this.#asked = asked;
    this.#sent = sent;
    this.#signal = signal;
  }

  async start(onProgress: OnProgress, chosen?: Chosen): Promise<Conversion> {
    const { file, name, options, begun } = this.#asked;
    const request = { kind: 'start', file, name, options, chosen, isBegun: !!begun } as const;
    const task = { request, ...this.#job, signal: this.#signal };
    const planning = new PlanningTask(this.#run, task, onProgress);
    const answer = await planning.answer;
    if (planning.firstStrip) this.#planning = planning;
    if (answer.kind !== 'planned') return requireKind(answer, 'converted');
    if (answer.bytes) this.#sent.keep(answer.bytes);
    return answer;
  }

  runWhole(onProgress: OnProgress): Promise<ConvertResult> {
    return this.#convert('convert', onProgress);
  }

  salvage(onProgress: OnProgress): Promise<ConvertResult> {
    return this.#convert('salvage', onProgress);
  }

  async #convert(kind: 'convert' | 'salvage', onProgress: OnProgress): Promise<ConvertResult> {
    const { file, name, options } = this.#asked;
    const request = { kind, file, name, options } as const;
    const { result } = await this.#ask('converted', {
      request,
      signal: this.#signal,
      onProgress,
    });
    return result;
  }

  async runTask(
    task: StripTask,
    signal: AbortSignal,
    plan: StripPlan,
    onProgress: OnProgress,
    decoded?: Planes,
  ): Promise<StripResult> {
    // Goes first, because planes take much memory until they are encoded.
    if (decoded) return wholeOf(await this.#encode(task, decoded, signal, { ahead: true }));
    const planning = this.#planning?.firstStrip === task ? this.#planning : null;
    const { task: supplied, transfer } = this.#sent.supply(task, plan, planning !== null);
    const begun = this.#begunDecodingFor(task);
    // A picture of one tile is one long task.
    const short = plan.tasks.length > 1;
    return runShared(
      task.rows,
      async (onPart, onShare) => {
        const followed = await planning?.follow(onPart, onShare);
        if (followed) return followed;
        const more = { transfer, signal, short, begun, onPart, onProgress: onShare };
        return this.#makeStrip({ task: supplied, isBegun: begun !== null }, more);
      },
      ({ task: part, planes }) => this.#encode(part, planes, signal),
      onProgress,
    );
  }

  async runScan(...[tokens, huffman, signal]: Parameters<RunScan>): ReturnType<RunScan> {
    const request = { kind: 'scan', tokens, huffman } as const;
    const transfer = tokens.map(({ buffer }) => buffer);
    return (await this.#ask('scan', { request, transfer, signal, short: true })).scan;
  }

  async runWebp(...[strips, about, signal]: Parameters<RunWebp>): ReturnType<RunWebp> {
    const request = { kind: 'webp', strips, about } as const;
    const transfer = strips.map(({ buffer }) => buffer);
    return (await this.#ask('webp', { request, transfer, signal, short: true })).file;
  }

  async runAlpha(...[alpha, size, signal]: Parameters<RunAlpha>): ReturnType<RunAlpha> {
    const { width, height } = size;
    const request = { kind: 'alpha', alpha, size: { width, height } } as const;
    return (await this.#ask('alpha', { request, signal, short: true })).alpha;
  }

  async runMap(...[darkened, room, signal]: Parameters<RunMap>): ReturnType<RunMap> {
    const request = { kind: 'gain-map', darkened, room } as const;
    const transfer = darkened.map(({ samples }) => samples.data.buffer);
    return (await this.#ask('gain-map', { request, transfer, signal, short: true })).map;
  }

  /**
   * The browser's decoding of the file, if the task uses its frame. No other task needs it then.
   */
  #begunDecodingFor(task: StripTask): BegunDecoding | null {
    const { begun = null } = this.#asked;
    if (begun?.isUnderWay && takesFrame(task)) return begun;
    begun?.close();
    return null;
  }

  /** Encodes a strip, or a part of one, from decoded planes. */
  #encode(
    task: StripTask,
    planes: Planes,
    signal: AbortSignal,
    more: Partial<Task> = {},
  ): Promise<MadeStrip> {
    const transfer = buffersOf(planes);
    return this.#makeStrip(
      { task, planes, isBegun: false },
      { transfer, signal, short: true, ...more },
    );
  }

  async #makeStrip(
    strip: Pick<StripRequest, 'task' | 'planes' | 'isBegun'>,
    more: Partial<Task>,
  ): Promise<MadeStrip> {
    const request = { kind: 'strip', file: this.#asked.file, ...strip } as const;
    return (await this.#ask('strip', { request, ...more })).strip;
  }

  async #ask<Kind extends Result['kind']>(
    kind: Kind,
    task: Partial<Task> & Pick<Task, 'request'>,
  ): Promise<Extract<Result, { kind: Kind }>> {
    return requireKind(await this.#run({ ...this.#job, ...task }), kind);
  }
}
