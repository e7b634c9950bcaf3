// For pictures whose strips return their samples before anything is encoded. Collects the samples
// and cuts them into parts that any worker can encode.
import { release } from '../bytes/release.ts';
import { buffersOf, type Planes } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import { partRowsOf } from '../tiles/coded-tile.ts';
import { noTurn } from '../transform/orient.ts';
import { OpenSums, RowJoiner, type ResampledRows } from '../transform/resampled-rows.ts';
import { componentsOf, jpegColor } from './frame.ts';
import { noData, type StripPart } from './parts.ts';
import type { CollectedTask, Collecting } from './tasks/plan.ts';
import {
  type CodedRows,
  type CountedRows,
  requireResult,
  type SampleRows,
  type StripFindings,
  type StripResult,
} from './tasks/result.ts';

/** Joins the planes that all strips returned, without gaps. */
export function joinPlanes(
  results: readonly ResampledRows[][],
  { width, height, chroma, resampling }: Collecting,
): { data: Uint8Array<ArrayBuffer>; stride: number }[] {
  return componentsOf(chroma).map(({ across, down }, component) => {
    const target = { width: Math.ceil(width / across), height: Math.ceil(height / down) };
    const joiner = new RowJoiner(resampling?.[component] ?? { target, light: false });
    for (const rows of results) joiner.add(rows[component]!);
    return { data: joiner.finish(), stride: target.width };
  });
}

/** Taller parts would be too few to share, and each would take much memory. */
const maxPartRows = 1024;

/** Complete rows of a plane that are not given out yet. */
interface PendingRows {
  first: number;
  data: Uint8Array<ArrayBuffer>;
}

/** A component of the collected picture. */
interface CollectedPlane {
  width: number;
  height: number;
  /** Luma rows per row of this component. */
  down: number;
  open: OpenSums;
  /** Number of complete rows from the top. */
  whole: number;
  /** In order from the top. */
  pending: PendingRows[];
}

/**
 * Collects what strips return and cuts it, from top to bottom, into parts as soon as these are
 * complete. Holds only what is not given out yet.
 */
export class SampleCollector {
  readonly #collecting: Collecting;
  readonly #quality: number;
  readonly #strips: number;
  readonly #partRows: number;
  readonly #mcuHeight: number;
  /** By strip index. */
  readonly #waiting = new Map<number, readonly SampleRows[]>();
  readonly #planes: CollectedPlane[];
  #added = 0;
  /** Number of parts given out, and of luma rows in them. */
  #parts = 0;
  #top = 0;

  /** `strips` is their total number. */
  constructor(collecting: Collecting, quality: number, strips: number) {
    const { width, height, chroma, resampling } = collecting;
    this.#collecting = collecting;
    this.#quality = quality;
    this.#strips = strips;
    this.#partRows = partRowsOf(height);
    this.#mcuHeight = 8 * samplingOf(chroma).down;
    this.#planes = componentsOf(chroma).map(({ across, down }, component) => {
      const [columns, rows] = [Math.ceil(width / across), Math.ceil(height / down)];
      const light = resampling?.[component]?.light ?? false;
      const open = new OpenSums(columns, light);
      return { width: columns, height: rows, down, open, whole: 0, pending: [] };
    });
  }

  /**
   * Adds what strip `index` returned. Strips may come in any order. Returns the parts that are
   * complete now, with rows that are coded already in their places among them.
   */
  add(index: number, given: readonly SampleRows[]): (StripPart | CodedRows)[] {
    this.#waiting.set(index, given);
    const parts: (StripPart | CodedRows)[] = [];
    for (;;) {
      const next = this.#waiting.get(this.#added);
      if (!next) return parts;
      this.#waiting.delete(this.#added++);
      const isLast = this.#added === this.#strips;
      next.forEach(({ rows, coded }, at) => {
        const ends = isLast && !coded && at === next.length - 1;
        parts.push(...this.#take(rows, ends));
        if (coded) parts.push(...this.#cutTo(coded.from), this.#passOver(coded));
      });
      if (isLast) parts.push(...this.#cutTo(this.#collecting.height));
    }
  }

  #take(rows: readonly ResampledRows[], isLast: boolean): StripPart[] {
    this.#planes.forEach((plane, component) => {
      const { first, data, open } = rows[component]!;
      plane.open.add(open);
      if (data.length === 0) return;
      plane.pending.push({ first, data });
      // Rows above do not depend on later strips.
      plane.whole = first + data.length / plane.width;
    });
    if (isLast) for (const plane of this.#planes) plane.whole = plane.height;
    const end = this.#findPart(rows);
    if (end !== null) {
      return [
        this.#partOf(
          end - this.#top,
          this.#planes.map(({ pending }) => pending.pop()!.data),
        ),
      ];
    }
    const parts: StripPart[] = [];
    while (this.#top + this.#partRows <= this.#wholeRows()) {
      parts.push(...this.#cutTo(this.#top + this.#partRows));
    }
    return parts;
  }

  /** Luma rows that are complete in all components. */
  #wholeRows(): number {
    const { height } = this.#collecting;
    return Math.min(...this.#planes.map(({ whole, down }) => whole * down), height);
  }

  /**
   * The luma row at which the latest rows end, if they form a part as they are: complete MCU rows
   * that continue the last part. Otherwise `null`.
   */
  #findPart(rows: readonly ResampledRows[]): number | null {
    const { width, height, resampling } = this.#collecting;
    const { first, data } = rows[0]!;
    const end = first + data.length / width;
    const isNext = first === this.#top && this.#planes.every(({ pending }) => pending.length <= 1);
    const isWhole = end > first && (end % this.#mcuHeight === 0 || end === height);
    return !resampling && isNext && isWhole && end - first <= maxPartRows ? end : null;
  }

  /** Continues below rows that are coded already. */
  #passOver(coded: CodedRows): CodedRows {
    this.#top = coded.to;
    for (const plane of this.#planes) plane.whole = Math.ceil(coded.to / plane.down);
    return coded;
  }

  /**
   * Cuts parts from the end of the last one down to row `end`, above which everything is complete.
   */
  #cutTo(end: number): StripPart[] {
    const parts: StripPart[] = [];
    while (this.#top < end) {
      const rows = Math.min(this.#partRows, end - this.#top);
      parts.push(this.#partOf(rows, this.#join(this.#top, this.#top + rows)));
    }
    return parts;
  }

  /** Joins a range of luma rows and their chroma rows into copies. */
  #join(top: number, end: number): Uint8Array<ArrayBuffer>[] {
    return this.#planes.map(({ width, down, open, pending }) => {
      const [from, to] = [top / down, Math.ceil(end / down)];
      const joined = new Uint8Array((to - from) * width);
      while (pending.length > 0) {
        const { first, data } = pending[0]!;
        const rows = data.length / width;
        const start = Math.max(first, from);
        const stop = Math.min(first + rows, to);
        if (start < stop) {
          const part = data.subarray((start - first) * width, (stop - first) * width);
          joined.set(part, (start - from) * width);
        }
        if (first + rows > to) break;
        pending.shift();
        release(data.buffer);
      }
      open.write(to, (row) => joined.subarray((row - from) * width, (row - from + 1) * width));
      return joined;
    });
  }

  #partOf(rows: number, planes: Uint8Array<ArrayBuffer>[]): StripPart {
    const { width, height, chroma } = this.#collecting;
    const strides = this.#planes.map((plane) => plane.width);
    const part = { width, height: rows, chroma, bitDepth: 8, chromaBitDepth: 8, planes, strides };
    const top = this.#top;
    this.#top += rows;
    const last = this.#top === height;
    return partOf({ ...part, color: jpegColor }, this.#parts++, top, this.#quality, last);
  }
}

/** A picture whose quality and size are searched for to fit a limit in bytes. */
export interface CollectedPicture {
  collecting: Collecting;
  /** From top to bottom; `null` if there are too many samples to keep. */
  parts: StripPart[] | null;
  /** Symbols counted on the way. */
  counted: CountedRows[];
  /** What its strip has found, if a picture is made as a whole. */
  found?: Pick<StripFindings, 'webp' | 'alpha'>;
}

/** Releases the memory of samples that are no longer needed. */
export function releaseParts(parts: readonly StripPart[] | null): void {
  for (const { planes } of parts ?? []) buffersOf(planes).forEach(release);
}

/** Has strips made that return samples, perhaps with counts, and collects these. */
export async function collectStrips(
  tasks: readonly CollectedTask[],
  collecting: Collecting,
  run: (task: CollectedTask) => Promise<StripResult>,
): Promise<CollectedPicture> {
  const collector = new SampleCollector(collecting, tasks[0]!.quality, tasks.length);
  const parts: StripPart[] = [];
  const counted: CountedRows[][] = [];
  let found: NonNullable<CollectedPicture['found']> = { webp: null, alpha: null };
  await Promise.all(
    tasks.map(async (task, index) => {
      const given = requireResult(await run(task), 'samples');
      counted[index] = given.counts;
      if (given.webp) found = { webp: given.webp, alpha: given.alpha };
      parts.push(...collector.add(index, given.parts).filter(isPart));
    }),
  );
  return { collecting, parts, counted: counted.flat(), found };
}

/** Joins what all strips returned, and cuts it into parts from top to bottom. */
export function joinSamples(
  results: readonly ResampledRows[][],
  collecting: Collecting,
  quality: number,
): StripPart[] {
  const given = results.map((rows) => ({ rows, coded: null }));
  return new SampleCollector(collecting, quality, 1).add(0, given).filter(isPart);
}

/** Whether it still has to be coded. */
export function isPart(part: StripPart | CodedRows): part is StripPart {
  return 'planes' in part;
}

/** Wraps planes of JPEG samples in a part that is encoded like any other. */
function partOf(
  planes: Planes,
  index: number,
  top: number,
  quality: number,
  last: boolean,
): StripPart {
  const { width, height: rows, chroma } = planes;
  const whole = { x: 0, y: 0, width, height: rows };
  return {
    index,
    planes,
    task: {
      kind: 'jpeg',
      output: { kind: 'tokens' },
      quality,
      table: null,
      toSrgb: null,
      width,
      rows,
      chroma,
      bitDepth: 8,
      turn: noTurn,
      nclx: null,
      // The codec does not matter any more.
      tiles: [
        { codec: 'hevc', configuration: noData, data: noData, width, height: rows, gray: false },
      ],
      pieces: [{ tile: 0, from: whole, to: { x: 0, y: 0 } }],
      firstMcuRow: top / (8 * samplingOf(chroma).down),
      last,
    },
  };
}
