// Pictures whose strips give their samples back before anything is encoded: these come together here, and are
// cut into parts that any worker encodes.
import { release } from '../bytes/release.ts';
import type { Planes } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import { partRowsOf } from '../tiles/coded-tile.ts';
import { noTurn } from '../transform/orient.ts';
import { OpenSums, RowJoiner, type ResampledRows } from '../transform/resampled-rows.ts';
import { componentsOf, type Collecting } from './frame.ts';
import { noData, type StripPart } from './parts.ts';
import type { CountedRows, JpegStripTask, StripResult } from './task.ts';

/** JPEG's own, as all samples are that strips give back. */
const jpegColor = { fullRange: true, primaries: 2, transfer: 2, matrix: 5 };

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

/** A component of what comes together. */
interface CollectedPlane {
  width: number;
  height: number;
  /** Rows of luma for one of its own. */
  down: number;
  open: OpenSums;
  /** Its rows that are whole. */
  whole: number;
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
  /** By the number of their strip. */
  readonly #waiting = new Map<number, readonly ResampledRows[][]>();
  readonly #planes: CollectedPlane[];
  /** Samples of each component of the next parts, from row `#top` on. */
  readonly #begun: Uint8Array<ArrayBuffer>[][] = [];
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
    this.#planes = componentsOf(chroma).map(({ across, down }, component) => {
      const [columns, rows] = [Math.ceil(width / across), Math.ceil(height / down)];
      const light = resampling?.[component]?.light ?? false;
      return { width: columns, height: rows, down, open: new OpenSums(columns, light), whole: 0 };
    });
  }

  /** Takes what strip `index` gave back, in any order of strips; answers with the parts that are whole now. */
  add(index: number, samples: readonly ResampledRows[][]): StripPart[] {
    this.#waiting.set(index, samples);
    const parts: StripPart[] = [];
    for (;;) {
      const next = this.#waiting.get(this.#added);
      if (!next) return parts;
      this.#waiting.delete(this.#added++);
      for (const rows of next) {
        const given = this.#findPart(rows);
        if (given) parts.push(given);
        else this.#join(rows);
      }
      if (this.#added === this.#strips) {
        for (const plane of this.#planes) plane.whole = plane.height;
      }
      parts.push(...this.#cut());
    }
  }

  /** What a strip gave back as a part, where it is one: whole rows of MCUs behind the last part. */
  #findPart(rows: ResampledRows[]): StripPart | null {
    const { width, height, chroma, resampling } = this.#collecting;
    const mcuHeight = 8 * samplingOf(chroma).down;
    const count = rows[0]!.data.length / width;
    const end = this.#top + count;
    const isNext = rows[0]!.first === this.#top && this.#planes[0]!.whole === this.#top;
    const isWhole = count > 0 && (end % mcuHeight === 0 || end === height);
    if (resampling || !isNext || !isWhole || count > maxPartRows) return null;
    for (const plane of this.#planes) plane.whole = Math.ceil(end / plane.down);
    return this.#partOf(
      count,
      rows.map(({ data }) => data),
    );
  }

  #join(rows: ResampledRows[]): void {
    this.#planes.forEach((plane, component) => {
      const { first, data, open } = rows[component]!;
      plane.open.add(open);
      const end = first + data.length / plane.width;
      for (let row = first; row < end;) {
        const target = this.#samplesFrom(component, row);
        const from = (row - first) * plane.width;
        const part = data.subarray(from, from + target.length);
        target.set(part);
        row += part.length / plane.width;
      }
      // Rows above need nothing of the strips that are still to come.
      if (data.length > 0) plane.whole = end;
      release(data.buffer);
    });
  }

  /** Where a component's samples go, from a row to the end of that row's part. */
  #samplesFrom(component: number, row: number): Uint8Array<ArrayBuffer> {
    const { width, down } = this.#planes[component]!;
    const partRows = this.#partRows / down;
    const below = row - this.#top / down;
    const part = Math.floor(below / partRows);
    while (this.#begun.length <= part) this.#begun.push(this.#startPart(this.#begun.length));
    return this.#begun[part]![component]!.subarray((below - part * partRows) * width);
  }

  #startPart(index: number): Uint8Array<ArrayBuffer>[] {
    const top = this.#top + index * this.#partRows;
    const rows = Math.min(this.#partRows, this.#collecting.height - top);
    return this.#planes.map(
      ({ width, down }) => new Uint8Array(width * (Math.ceil((top + rows) / down) - top / down)),
    );
  }

  #cut(): StripPart[] {
    const { height } = this.#collecting;
    const parts: StripPart[] = [];
    while (this.#top < height) {
      const rows = Math.min(this.#partRows, height - this.#top);
      const endOf = (down: number): number => Math.ceil((this.#top + rows) / down);
      if (this.#planes.some(({ down, whole }) => whole < endOf(down))) break;
      this.#planes.forEach(({ down, width, open }, component) => {
        open.write(endOf(down), (row) => this.#samplesFrom(component, row).subarray(0, width));
      });
      parts.push(this.#partOf(rows, this.#begun.shift() ?? this.#startPart(0)));
    }
    return parts;
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

/** Has strips made whose output is samples, counts or both, and puts together what they give back. */
export async function collectStrips(
  tasks: readonly JpegStripTask[],
  collecting: Collecting,
  run: (task: JpegStripTask) => Promise<StripResult>,
): Promise<CollectedPicture> {
  const { output, quality } = tasks[0]!;
  const collector =
    output.kind === 'samples' ? new SampleCollector(collecting, quality, tasks.length) : null;
  const parts: StripPart[] = [];
  const counted: CountedRows[][] = [];
  await Promise.all(
    tasks.map(async (task, index) => {
      const { samples = [], counts = [] } = await run(task);
      counted[index] = counts;
      if (collector) parts.push(...collector.add(index, samples));
    }),
  );
  return { collecting, parts: collector && parts, counted: counted.flat() };
}

/** Puts together what all strips gave back, and cuts it into parts from top to bottom. */
export function joinSamples(
  results: readonly ResampledRows[][],
  collecting: Collecting,
  quality: number,
): StripPart[] {
  return new SampleCollector(collecting, quality, 1).add(0, results);
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
      ...{ kind: 'jpeg', output: { kind: 'tokens' }, quality, table: null, toSrgb: null },
      ...{ width, rows, chroma, bitDepth: 8, turn: noTurn, nclx: null },
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
