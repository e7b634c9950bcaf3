// Planes at another size: how that is asked for, and how parts of it come together.
import { release } from '../bytes/release.ts';
import { lightToBytes, maxLight } from '../color/transfer.ts';
import type { Size } from '../geometry.ts';
import { weightBits, type Kernel, type Span } from './kernel.ts';

/** How one plane is brought to another size. */
export interface Resampling {
  /** Samples a row and rows of the whole source. */
  source: { width: number; height: number };
  /** What of it is shown; it need not begin or end on a sample. */
  across: Span;
  down: Span;
  target: { width: number; height: number };
  kernel: Kernel;
  /** Samples are averaged as light, by the curve of sRGB, instead of as numbers. */
  light: boolean;
}

/** How an area becomes a picture of its own, as light. */
export function resamplingOf(area: Size, target: Size): Resampling {
  const { width, height } = area;
  return {
    source: { width, height },
    target,
    kernel: 'lanczos',
    light: true,
    across: { start: 0, length: width },
    down: { start: 0, length: height },
  };
}

/** Where a target begins whose samples are the source's own; `null` where they lie between these. */
export function wholeShift({ across, down, target }: Resampling): { x: number; y: number } | null {
  const isWhole = Number.isInteger(across.start) && Number.isInteger(down.start);
  const isSameSize = across.length === target.width && down.length === target.height;
  return isWhole && isSameSize ? { x: across.start, y: down.start } : null;
}

/** Rows of a plane as they lie in memory; `step` is what samples are apart, rows begin `stride` apart. */
export interface PlaneRows {
  data: Uint8Array | Uint8ClampedArray;
  /** Of the first sample. */
  offset: number;
  stride: number;
  step: number;
  width: number;
  /** The first row's number in the whole source, and how many there are. */
  top: number;
  rows: number;
}

/** The samples without gaps. */
export function copyRows({
  data,
  offset,
  stride,
  step,
  rows,
  width,
}: Omit<PlaneRows, 'top'>): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(width * rows);
  for (let row = 0; row < rows; row++) {
    const from = offset + row * stride;
    if (step === 1) copy.set(data.subarray(from, from + width), row * width);
    else for (let x = 0; x < width; x++) copy[row * width + x] = data[from + x * step]!;
  }
  return copy;
}

/** Rows of a target to which others than these source rows add, as sums that are still to be added up. */
export interface OpenRows {
  first: number;
  /** One row after the other. */
  sums: Int32Array<ArrayBuffer>;
}

/** What some source rows make of a target. */
export interface ResampledRows {
  /** The first row that is whole. */
  first: number;
  /** Whole rows, without gaps. */
  data: Uint8Array<ArrayBuffer>;
  /** Above the whole rows, and below. */
  open: OpenRows[];
}

/** Fractional bits of samples that are not light. */
const sampleBits = 6;

/** Writes the samples of what all sums for them add up to. This and the next are plain loops for speed. */
function writeSamples(sums: Int32Array, light: boolean, to: Uint8Array): void {
  const bits = light ? weightBits : weightBits + sampleBits;
  const half = 1 << (bits - 1);
  const fromLight = light ? lightToBytes() : null;
  for (let x = 0; x < sums.length; x++) {
    const value = (sums[x]! + half) >> bits;
    to[x] = fromLight
      ? fromLight[Math.min(Math.max(value, 0), maxLight)]!
      : Math.min(Math.max(value + 128, 0), 255);
  }
}

function addTo(sums: Int32Array, more: Int32Array): void {
  for (let x = 0; x < sums.length; x++) sums[x]! += more[x]!;
}

/** Rows that more than one part of a source adds to, until all of these have. */
export class OpenSums {
  readonly #width: number;
  readonly #light: boolean;
  readonly #rows = new Map<number, Int32Array>();

  constructor(width: number, light: boolean) {
    this.#width = width;
    this.#light = light;
  }

  /** Sums go away once their rows are written, or added to others. */
  add(open: readonly OpenRows[]): void {
    for (const { first, sums } of open) {
      for (let index = 0; index * this.#width < sums.length; index++) {
        const row = sums.subarray(index * this.#width, (index + 1) * this.#width);
        const before = this.#rows.get(first + index);
        if (before) addTo(before, row);
        else this.#rows.set(first + index, row);
      }
      this.#giveBack(sums);
    }
  }

  #giveBack({ buffer }: Int32Array): void {
    const isKept = [...this.#rows.values()].some((row) => row.buffer === buffer);
    if (!isKept) release(buffer);
  }

  /** Writes the rows before `end`, once all of these are whole, to where `rowAt` says. */
  write(end: number, rowAt: (row: number) => Uint8Array): void {
    for (const [row, sums] of this.#rows) {
      if (row >= end) continue;
      writeSamples(sums, this.#light, rowAt(row));
      this.#rows.delete(row);
      this.#giveBack(sums);
    }
  }
}

/** Puts what parts of a source became together, in any order. */
export class RowJoiner {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly #width: number;
  readonly #open: OpenSums;

  constructor({ target, light }: Pick<Resampling, 'target' | 'light'>) {
    this.data = new Uint8Array(target.width * target.height);
    this.#width = target.width;
    this.#open = new OpenSums(target.width, light);
  }

  add({ first, data, open }: ResampledRows): void {
    this.data.set(data, first * this.#width);
    this.#open.add(open);
  }

  /** The whole plane, once all parts are there. */
  finish(): Uint8Array<ArrayBuffer> {
    const width = this.#width;
    this.#open.write(Number.POSITIVE_INFINITY, (row) =>
      this.data.subarray(row * width, (row + 1) * width),
    );
    return this.data;
  }
}
