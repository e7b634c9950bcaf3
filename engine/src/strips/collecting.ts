// Pictures whose strips give their samples back before anything is encoded: these come together here, and are
// cut into parts that any worker encodes.
import { release } from '../bytes/release.ts';
import { buffersOf, type Planes } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import { partRowsOf } from '../tiles/coded-tile.ts';
import { noTurn } from '../transform/orient.ts';
import { OpenSums, RowJoiner, type ResampledRows } from '../transform/resampled-rows.ts';
import type { CodedRows } from './code-rows.ts';
import { componentsOf, jpegColor, type Collecting } from './frame.ts';
import { noData, type StripPart } from './parts.ts';
import type { CountedRows, McuStripTask, StripResult } from './task.ts';

/** Puts together what all strips gave back: each plane without gaps. */
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

/** Higher parts would be too few to share, and take much memory each. */
const maxPartRows = 1024;

/** Rows of a plane that came together, and are not given out yet. */
interface PendingRows {
  first: number;
  data: Uint8Array<ArrayBuffer>;
}

/** A component of what comes together. */
interface CollectedPlane {
  width: number;
  height: number;
  /** Rows of luma for one of its own. */
  down: number;
  open: OpenSums;
  /** Its rows that are whole. */
  whole: number;
  /** In order. */
  pending: PendingRows[];
}

/** What a strip gave back of its samples, see `StripResult`. */
export interface GivenBack {
  samples: readonly ResampledRows[][];
  codes?: readonly (CodedRows | null)[] | undefined;
}

/**
 * Puts together what strips give back, and cuts it into parts, from top to bottom, as soon as these are whole.
 * Of the picture it holds no more than what is not given out yet.
 */
export class SampleCollector {
  readonly #collecting: Collecting;
  readonly #quality: number;
  readonly #strips: number;
  readonly #partRows: number;
  readonly #mcuHeight: number;
  /** By the number of their strip. */
  readonly #waiting = new Map<number, GivenBack>();
  readonly #planes: CollectedPlane[];
  #added = 0;
  /** Parts that are given out, and rows of luma in them. */
  #parts = 0;
  #top = 0;

  /** `strips` is how many there will be. */
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
   * Takes what strip `index` gave back, in any order of strips; answers with the parts that are whole now, and
   * with what is coded already in its place among them.
   */
  add(index: number, given: GivenBack): (StripPart | CodedRows)[] {
    this.#waiting.set(index, given);
    const parts: (StripPart | CodedRows)[] = [];
    for (;;) {
      const next = this.#waiting.get(this.#added);
      if (!next) return parts;
      this.#waiting.delete(this.#added++);
      const isLast = this.#added === this.#strips;
      next.samples.forEach((rows, at) => {
        const coded = next.codes?.[at];
        const ends = isLast && !coded && at === next.samples.length - 1;
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
      // Rows above need nothing of the strips that are still to come.
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

  /** Rows of luma that are whole in all components. */
  #wholeRows(): number {
    const { height } = this.#collecting;
    return Math.min(...this.#planes.map(({ whole, down }) => whole * down), height);
  }

  /** Rows of luma up to which the latest rows are a part as they came: whole rows of MCUs behind the last one. */
  #findPart(rows: readonly ResampledRows[]): number | null {
    const { width, height, resampling } = this.#collecting;
    const { first, data } = rows[0]!;
    const end = first + data.length / width;
    const isNext = first === this.#top && this.#planes.every(({ pending }) => pending.length <= 1);
    const isWhole = end > first && (end % this.#mcuHeight === 0 || end === height);
    return !resampling && isNext && isWhole && end - first <= maxPartRows ? end : null;
  }

  /** Goes on below rows that are coded. */
  #passOver(coded: CodedRows): CodedRows {
    this.#top = coded.to;
    for (const plane of this.#planes) plane.whole = Math.ceil(coded.to / plane.down);
    return coded;
  }

  /** Parts from the last one on to a row that all is whole above. */
  #cutTo(end: number): StripPart[] {
    const parts: StripPart[] = [];
    while (this.#top < end) {
      const rows = Math.min(this.#partRows, end - this.#top);
      parts.push(this.#partOf(rows, this.#join(this.#top, this.#top + rows)));
    }
    return parts;
  }

  /** Copies rows of luma, and those of color beside them, together. */
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

/** A picture whose size in bytes is searched for. */
export interface CollectedPicture {
  collecting: Collecting;
  /** From top to bottom; `null` where they are too many to keep. */
  parts: StripPart[] | null;
  /** What was counted on the way. */
  counted: CountedRows[];
}

/** Gives the memory of a picture's samples back, which nobody will read again. */
export function releaseParts(parts: readonly StripPart[] | null): void {
  for (const { planes } of parts ?? []) buffersOf(planes).forEach(release);
}

/** Has strips made whose output is samples, perhaps counted, and puts together what they give back. */
export async function collectStrips(
  tasks: readonly McuStripTask[],
  collecting: Collecting,
  run: (task: McuStripTask) => Promise<StripResult>,
): Promise<CollectedPicture> {
  const collector = new SampleCollector(collecting, tasks[0]!.quality, tasks.length);
  const parts: StripPart[] = [];
  const counted: CountedRows[][] = [];
  await Promise.all(
    tasks.map(async (task, index) => {
      const { samples = [], counts = [] } = await run(task);
      counted[index] = counts;
      parts.push(...collector.add(index, { samples }).filter(isPart));
    }),
  );
  return { collecting, parts, counted: counted.flat() };
}

/** Puts together what all strips gave back, and cuts it into parts from top to bottom. */
export function joinSamples(
  results: readonly ResampledRows[][],
  collecting: Collecting,
  quality: number,
): StripPart[] {
  return new SampleCollector(collecting, quality, 1).add(0, { samples: results }).filter(isPart);
}

/** Whether it is still to be coded. */
export function isPart(part: StripPart | CodedRows): part is StripPart {
  return 'planes' in part;
}

/** Planes of a JPEG's samples as a part that is encoded like any other. */
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
      // What it is coded as matters no more.
      tiles: [
        { codec: 'hevc', configuration: noData, data: noData, width, height: rows, gray: false },
      ],
      pieces: [{ tile: 0, from: whole, to: { x: 0, y: 0 } }],
      firstMcuRow: top / (8 * samplingOf(chroma).down),
      last,
    },
  };
}
