import type { BegunDecoding } from '../../browser/begun-decoding.ts';
import { release } from '../../bytes/release.ts';
import type { ConvertResult, FileOptions, JobOptions } from '../../options.ts';
import { buffersOf } from '../../planes/planes.ts';
import type { StripPart } from '../../strips/parts.ts';
import type { SharedStripTask, StripPlan, StripResult, StripTask } from '../../strips/task.ts';
import { viewCodedData, withCodedData } from './coded-data.ts';
import { convertFile, type Runners } from '../conversion/convert-file.ts';
import { takesFrame } from './head-starts.ts';
import type { Result } from './messages.ts';
import { nextJob, type Task } from './queue.ts';
import { isKind, requireKind } from './require-kind.ts';
import { runShared } from './share-strip.ts';

/** Reading and sniffing a file; the worker then asks for the time its plan needs. */
export const firstSeconds = 20;

/** Has a worker do a task, see `WorkerQueue.run`. */
export type RunOnWorker = (task: Task) => Promise<Result>;

type OnPart = (part: StripPart<SharedStripTask>) => void;

/**
 * Waits for a strip that is under way, and hears of it; `null` where another worker had to try again, and only
 * planned.
 */
type FollowStrip = (
  onPart: OnPart,
  onProgress: (fraction: number) => void,
) => Promise<StripResult | null>;

interface FileToConvert {
  file: Blob;
  name: string;
  options: FileOptions;
  /** The file, where the browser has begun to decode it in the page. */
  begun?: BegunDecoding | null;
}

/** One file: planned by one worker, then made in strips by all, or else wholly by one. */
export async function convertOnWorkers(
  run: RunOnWorker,
  { file, name, options, begun = null }: FileToConvert,
  hooks: JobOptions = {},
): Promise<ConvertResult> {
  const shared = { job: nextJob(), seconds: firstSeconds };
  const { signal } = hooks;
  const headStartOf = (task: StripTask): BegunDecoding | null => {
    if (begun?.isUnderWay && takesFrame(task)) return begun;
    begun?.close();
    return null;
  };
  /** The whole file, where the worker that planned sent it, until all tasks of the plan have what they need of it. */
  const sent: { bytes?: Uint8Array<ArrayBuffer> } = {};
  const giveBack = (): void => {
    if (sent.bytes) release(sent.bytes.buffer);
    delete sent.bytes;
  };
  /** The strip that the worker that planned went on with. */
  let first: { task: StripTask; follow: FollowStrip } | null = null;
  let supplied = 0;
  /** A task with its part of the file, where that was sent; one task alone gets all of it. */
  const supply = (
    task: StripTask,
    { tasks, gainMap }: StripPlan,
  ): ReturnType<typeof withCodedData<StripTask>> => {
    const { bytes } = sent;
    const count = tasks.length + (gainMap?.tasks.length ?? 0);
    if (!bytes) return { task, transfer: [] };
    if (count === 1) {
      delete sent.bytes;
      return { task: viewCodedData(task, bytes), transfer: [bytes.buffer] };
    }
    const given = task === first?.task ? { task, transfer: [] } : withCodedData(task, bytes);
    supplied++;
    if (supplied === count) giveBack();
    return given;
  };
  const runners: Runners = {
    async start(onProgress, chosen) {
      const isBegun = begun !== null;
      const request = { kind: 'start', file, name, options, chosen, isBegun } as const;
      let report = onProgress;
      // Until somebody follows the strip.
      const early: Parameters<OnPart>[0][] = [];
      let takePart: OnPart = (part) => void early.push(part);
      const answer = await new Promise<Result>((resolve, reject) => {
        const ended = run({
          request,
          ...shared,
          signal,
          onProgress: (fraction) => report(fraction),
          onPart: (part) => takePart(part),
          onPlanned(planned) {
            const follow: FollowStrip = async (onPart, onShare) => {
              report = onShare;
              takePart = onPart;
              early.forEach(onPart);
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
    async runTask(task, strips, plan, onShare, decoded) {
      const { task: own, transfer } = decoded ? { task, transfer: [] } : supply(task, plan);
      const ahead = decoded ? null : headStartOf(task);
      const request = {
        kind: 'strip' as const,
        file,
        task: own,
        isBegun: ahead !== null,
        ...(decoded && { planes: decoded }),
      };
      const runIt = async (more: Partial<Task>): Promise<StripResult> => {
        const answer = await run({ request, transfer, ...shared, signal: strips, ...more });
        return requireKind(answer, 'strip').strip;
      };
      if (decoded) return runIt({ transfer: buffersOf(decoded), short: true, ahead: true });
      // A picture of one tile is one long task.
      const short = plan.tasks.length > 1;
      const followed = task === first?.task ? first : null;
      return runShared(
        task.rows,
        async (onPart, onProgress) => {
          const made = await followed?.follow(onPart, onProgress);
          return made ?? runIt({ short, begun: ahead, onPart, onProgress });
        },
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
    giveBack();
  }
}
