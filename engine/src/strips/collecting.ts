// Pictures whose strips give their samples back before anything is encoded: these come together here, and are
// cut into parts that any worker encodes.
import type { Planes } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import { partRowsOf } from '../tiles/coded-tile.ts';
import { noTurn } from '../transform/orient.ts';
import { RowJoiner, type ResampledRows } from '../transform/resampled-rows.ts';
import { componentsOf, type Collecting } from './frame.ts';
import { noData, type StripPart } from './parts.ts';

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

/** Puts together what strips give back, and cuts it into parts, from top to bottom, as soon as these are whole. */
export class SampleCollector {
  readonly #collecting: Collecting;
  readonly #quality: number;
  readonly #strips: number;
  /** By the number of their strip. */
  readonly #waiting = new Map<number, readonly ResampledRows[][]>();
  readonly #planes: { joiner: RowJoiner; width: number; height: number; down: number }[];
  /** Rows of each component that are whole. */
  readonly #whole: number[];
  #added = 0;
  /** Parts, and rows of luma in them. */
  #parts = 0;
  #top = 0;

  /** `strips` is how many there will be. */
  constructor(collecting: Collecting, quality: number, strips: number) {
    const { width, height, chroma, resampling } = collecting;
    this.#collecting = collecting;
    this.#quality = quality;
    this.#strips = strips;
    this.#planes = componentsOf(chroma).map(({ across, down }, component) => {
      const target = { width: Math.ceil(width / across), height: Math.ceil(height / down) };
      const joiner = new RowJoiner(resampling?.[component] ?? { target, light: false });
      return { joiner, ...target, down };
    });
    this.#whole = this.#planes.map(() => 0);
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
        this.#planes.forEach(({ height }, component) => (this.#whole[component] = height));
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
    const isNext = rows[0]!.first === this.#top && this.#whole[0] === this.#top;
    const isWhole = count > 0 && (end % mcuHeight === 0 || end === height);
    if (resampling || !isNext || !isWhole || count > maxPartRows) return null;
    this.#planes.forEach(({ down }, component) => (this.#whole[component] = Math.ceil(end / down)));
    return this.#partOf(
      count,
      rows.map(({ data }) => data),
    );
  }

  #join(rows: ResampledRows[]): void {
    this.#planes.forEach(({ joiner, width }, component) => {
      const each = rows[component]!;
      joiner.add(each);
      // Rows above need nothing of the strips that are still to come.
      if (each.data.length > 0) this.#whole[component] = each.first + each.data.length / width;
    });
  }

  #cut(): StripPart[] {
    const { height } = this.#collecting;
    const partRows = partRowsOf(height);
    const parts: StripPart[] = [];
    while (this.#top < height) {
      const top = this.#top;
      const rows = Math.min(partRows, height - top);
      const endOf = (down: number): number => Math.ceil((top + rows) / down);
      if (this.#planes.some(({ down }, component) => this.#whole[component]! < endOf(down))) break;
      const planes = this.#planes.map(({ joiner, width, down }) =>
        joiner.finish(endOf(down)).slice((top / down) * width, endOf(down) * width),
      );
      parts.push(this.#partOf(rows, planes));
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
