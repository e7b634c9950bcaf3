import { release } from '../../bytes/release.ts';
import type { JobOptions, Note } from '../../options.ts';
import type { ChromaFormat, Planes } from '../../planes/planes.ts';
import type { CodedRows } from '../../strips/code-rows.ts';
import {
  collectStrips,
  isPart,
  SampleCollector,
  type CollectedPicture,
} from '../../strips/collecting.ts';
import type { Collecting } from '../../strips/frame.ts';
import type { StripPart } from '../../strips/parts.ts';
import { plannedShare } from '../../strips/progress.ts';
import type { WriteWebp } from '../../strips/limit/reach-webp.ts';
import type { WriteScan } from '../../strips/scans.ts';
import {
  codedBytesOf,
  type DarkenedRows,
  type McuStripTask,
  type RoomForMap,
  type SizeLimit,
  type StripOutput,
  type StripPlan,
  type StripResult,
  type StripTask,
  type WebpFrame,
} from '../../strips/task.ts';
import { joinStrips, type MakeAll, type MakeStrips, type Parts } from './file-parts.ts';
import type { StripRunners } from './runners.ts';

/** For progress under a size limit: samples are counted, coded, and often coded again. */
const passesInLimit = 3;

type MadeStrips = Awaited<ReturnType<MakeStrips>>;

/**
 * One file that is made in strips: runs its tasks, reports progress, keeps what strips return
 * besides bytes, and joins the results. Its functions are passed on individually.
 */
export class StripRun {
  readonly #plan: StripPlan;
  readonly #runners: StripRunners;
  readonly #onProgress: JobOptions['onProgress'];
  readonly #stopper = new AbortController();
  readonly #allRows: number;
  readonly #rowsDone = new Map<StripTask, number>();
  readonly #notes: Note[] = [];
  #isFilled = false;
  /** What tone mapping took away, of all strips. */
  readonly #darkened: DarkenedRows[] = [];
  /** Output of joining. It can be released once the file's blob has a copy. */
  readonly #written: Uint8Array<ArrayBuffer>[] = [];

  constructor(plan: StripPlan, runners: StripRunners, onProgress: JobOptions['onProgress']) {
    this.#plan = plan;
    this.#runners = runners;
    this.#onProgress = onProgress;
    this.#allRows = rowsOf(plan) + (plan.gainMap ? rowsOf(plan.gainMap) : 0);
  }

  /** Cancels everything that is running. No progress is reported afterwards. */
  stop(): void {
    this.#stopper.abort();
  }

  get isStopped(): boolean {
    return this.#stopper.signal.aborted;
  }

  /** Notes on the picture that strips returned. */
  get notes(): Note[] {
    return this.#isFilled ? [...this.#notes, 'transparency-filled'] : this.#notes;
  }

  /** Releases the memory of joined output once the file has a copy. */
  releaseWritten(): void {
    for (const { buffer } of this.#written) release(buffer);
  }

  readonly runTask = async (task: StripTask, decoded?: Planes): Promise<StripResult> => {
    const onShare = (fraction: number): void => this.#report(task, task.rows * fraction);
    const { signal } = this.#stopper;
    const strip = await this.#runners.runTask(task, signal, this.#plan, onShare, decoded);
    this.#isFilled ||= strip.isFilled ?? false;
    this.#darkened.push(...(strip.darkened ?? []));
    this.#notes.push(...(strip.notes ?? []));
    this.#report(task, task.rows);
    return strip;
  };

  #report(task: StripTask, rows: number): void {
    if (this.isStopped) return;
    this.#rowsDone.set(task, rows);
    const done = [...this.#rowsDone.values()].reduce((sum, each) => sum + each, 0) / this.#allRows;
    this.#onProgress?.(plannedShare + (1 - plannedShare) * Math.min(done, 1));
  }

  readonly makeStrips: MakeStrips = async ({ tasks, collecting, output }) => {
    const [first] = tasks;
    if (collecting && first?.kind === 'jpeg') {
      return this.#makeFromSamples(tasks, collecting, first.quality, output);
    }
    return { tasks, strips: await Promise.all(tasks.map((task) => this.runTask(task))) };
  };

  /** Strips return their samples. Each part cut from these is encoded as soon as it is complete. */
  async #makeFromSamples(
    tasks: readonly StripTask[],
    collecting: Collecting,
    quality: number,
    output: StripOutput | undefined,
  ): Promise<MadeStrips> {
    const collector = new SampleCollector(collecting, quality, tasks.length);
    const { chroma } = collecting;
    // The collector returns parts in order, whichever strip was the missing one.
    const encoded: StripTask[] = [];
    const encode = (part: StripPart | CodedRows, strip: StripTask): Promise<StripResult> => {
      const task = isPart(part)
        ? { ...part.task, ...(output && { output }) }
        : { ...strip, chroma };
      encoded.push(task);
      return isPart(part) ? this.runTask(task, part.planes) : this.#takeCoded(task, part);
    };
    const strips = await Promise.all(
      tasks.map(async (strip, index) => {
        const { samples = [], codes } = await this.runTask(
          output ? strip : withCodes(strip, chroma),
        );
        const whole = collector.add(index, { samples, codes });
        return Promise.all(whole.map((part) => encode(part, strip)));
      }),
    );
    return { tasks: encoded, strips: strips.flat() };
  }

  /** Adds rows that their strip has coded itself. */
  async #takeCoded(task: StripTask, { from, to, tokens }: CodedRows): Promise<StripResult> {
    this.#report(task, to - from);
    return { parts: [tokens] };
  }

  readonly collect = (
    tasks: readonly McuStripTask[],
    collecting: Collecting,
  ): Promise<CollectedPicture> => collectStrips(tasks, collecting, this.runTask);

  readonly makeAll: MakeAll = async ({ webp, ...asked }) => {
    const output = webp && macroblocksOf(webp);
    const { tasks, strips } = await this.makeStrips({ ...asked, output });
    return webp ? this.#joinWebp(strips, webp) : joinStrips(tasks, strips, this.writeScan);
  };

  async #joinWebp(strips: readonly StripResult[], webp: WebpFrame): Promise<Parts> {
    const known = strips.find((strip) => strip.webp)?.webp;
    return [await this.writeWebp(codedBytesOf(strips), { ...webp, ...known })];
  }

  readonly writeScan: WriteScan = async (tokens, huffman) => {
    const scan = await this.#runners.runScan(tokens, huffman, this.#stopper.signal);
    this.#written.push(scan);
    return scan;
  };

  readonly writeWebp: WriteWebp = async (strips, frame) => {
    const file = await this.#runners.runWebp(strips, frame, this.#stopper.signal);
    this.#written.push(file);
    return file;
  };

  /** Makes the gain map from what tone mapping took away, once all strips are made. */
  readonly makeMap = (room: RoomForMap): Promise<Uint8Array<ArrayBuffer>> =>
    this.#runners.runMap(this.#darkened, room, this.#stopper.signal);
}

/** Lets a strip return tokens instead of samples for MCU rows that lie wholly in it. */
function withCodes(task: StripTask, codes: ChromaFormat): StripTask {
  if (task.kind !== 'jpeg' || task.output.kind !== 'samples') return task;
  return { ...task, output: { ...task.output, codes } };
}

function macroblocksOf({ width, height }: WebpFrame): StripOutput {
  return { kind: 'macroblocks', picture: { width, height } };
}

/**
 * Rows to decode plus rows to encode. Collected samples are encoded as different rows than they
 * were decoded.
 */
function rowsOf({
  tasks,
  collecting,
  limit,
}: {
  tasks: readonly StripTask[];
  collecting?: Collecting;
  limit?: SizeLimit;
}): number {
  const passes = limit ? passesInLimit : 1;
  return tasks.reduce((sum, { rows }) => sum + rows, (collecting?.height ?? 0) * passes);
}
