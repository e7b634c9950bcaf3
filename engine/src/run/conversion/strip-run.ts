import { release } from '../../bytes/release.ts';
import type { AlphaPlane } from '../../formats/webp/alpha/alpha-plane.ts';
import type { Size } from '../../geometry.ts';
import type { JobOptions, Note } from '../../options.ts';
import type { ChromaFormat, Planes } from '../../planes/planes.ts';
import {
  collectStrips,
  isPart,
  SampleCollector,
  type CollectedPicture,
} from '../../strips/collecting.ts';
import { plannedShare } from '../../strips/progress.ts';
import type { WriteWebp } from '../../strips/limit/reach-webp.ts';
import type { WriteScan } from '../../strips/scans.ts';
import {
  type CollectedStrips,
  type CollectedTask,
  type Collecting,
  mapInStrips,
  type PngPlan,
  type RoomForMap,
  type StripPlan,
} from '../../strips/tasks/plan.ts';
import {
  type CodedRows,
  codedBytesOf,
  type DarkenedRows,
  noFindings,
  requireResult,
  type StripResult,
} from '../../strips/tasks/result.ts';
import type { StripOutput, StripTask } from '../../strips/tasks/task.ts';
import {
  joinJpeg,
  joinPng,
  type MakeJpeg,
  type MakeStrips,
  type MakeWebp,
  type Parts,
  type Strips,
} from './file-parts.ts';
import type { StripRunners } from './runners.ts';

/** For progress under a size limit: samples are counted, coded, and often coded again. */
const passesInLimit = 3;

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
  /** By strip, or by rows that one has coded itself. */
  readonly #rowsDone = new Map<StripTask | CodedRows, number>();
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
    const passes = plan.limit ? passesInLimit : 1;
    const map = mapInStrips(plan);
    this.#allRows = rowsOf(plan, passes) + (map ? rowsOf(map, 1) : 0);
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
    this.#isFilled ||= strip.isFilled;
    this.#darkened.push(...strip.darkened);
    this.#notes.push(...strip.notes);
    this.#report(task, task.rows);
    return strip;
  };

  #report(made: StripTask | CodedRows, rows: number): void {
    if (this.isStopped) return;
    this.#rowsDone.set(made, rows);
    const done = [...this.#rowsDone.values()].reduce((sum, each) => sum + each, 0) / this.#allRows;
    this.#onProgress?.(plannedShare + (1 - plannedShare) * Math.min(done, 1));
  }

  readonly makeStrips: MakeStrips = (strips, output) =>
    strips.collecting
      ? this.#makeFromSamples(strips, output)
      : Promise.all(strips.tasks.map((task) => this.runTask(task)));

  /** Strips return their samples. Each part cut from these is encoded as soon as it is complete. */
  async #makeFromSamples(
    { tasks, collecting }: CollectedStrips,
    output: StripOutput,
  ): Promise<StripResult[]> {
    const collector = new SampleCollector(collecting, tasks[0]!.quality, tasks.length);
    const codes = output.kind === 'tokens' ? collecting.chroma : null;
    // The collector returns parts in order, whichever strip was the missing one.
    const strips = await Promise.all(
      tasks.map(async (strip, index) => {
        const result = await this.runTask(codes ? withCodes(strip, codes) : strip);
        const whole = collector.add(index, requireResult(result, 'samples').parts);
        return Promise.all(
          whole.map((part) =>
            isPart(part)
              ? this.runTask({ ...part.task, output }, part.planes)
              : this.#takeCoded(part),
          ),
        );
      }),
    );
    return strips.flat();
  }

  /** Adds rows that their strip has coded itself. */
  async #takeCoded(coded: CodedRows): Promise<StripResult> {
    this.#report(coded, coded.to - coded.from);
    return { ...noFindings, kind: 'tokens', parts: [coded.tokens] };
  }

  readonly collect = (
    tasks: readonly CollectedTask[],
    collecting: Collecting,
  ): Promise<CollectedPicture> => collectStrips(tasks, collecting, this.runTask);

  readonly makeJpeg: MakeJpeg = async (strips) => {
    const { chroma } = strips.collecting ?? strips.tasks[0]!;
    return joinJpeg(chroma, await this.makeStrips(strips, { kind: 'tokens' }), this.writeScan);
  };

  readonly makeWebp: MakeWebp = async (strips, frame) => {
    const { width, height } = frame;
    const output = { kind: 'macroblocks', picture: { width, height } } as const;
    const made = await this.makeStrips(strips, output);
    const found = made.find(({ webp }) => webp)?.webp;
    return this.writeWebp(codedBytesOf(made, 'macroblocks'), { ...frame, ...found });
  };

  async makePng({ tasks }: PngPlan): Promise<Parts> {
    return joinPng(await Promise.all(tasks.map((task) => this.runTask(task))));
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

  readonly makeAlpha = (alpha: AlphaPlane, size: Size): Promise<Uint8Array<ArrayBuffer>> =>
    this.#runners.runAlpha(alpha, size, this.#stopper.signal);

  /** Makes the gain map from what tone mapping took away, once all strips are made. */
  readonly makeMap = (room: RoomForMap): Promise<Uint8Array<ArrayBuffer>> =>
    this.#runners.runMap(this.#darkened, room, this.#stopper.signal);
}

/** Lets a strip return tokens instead of samples for MCU rows that lie wholly in it. */
function withCodes(task: CollectedTask, codes: ChromaFormat): CollectedTask {
  if (task.kind !== 'jpeg' || task.output.kind !== 'samples') return task;
  return { ...task, output: { ...task.output, codes } };
}

/**
 * Rows to decode plus rows to encode in some passes. Collected samples are encoded as different
 * rows than they were decoded.
 */
function rowsOf({ tasks, collecting }: Strips, passes: number): number {
  return tasks.reduce((sum, { rows }) => sum + rows, (collecting?.height ?? 0) * passes);
}
