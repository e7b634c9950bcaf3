// Resampling of planes: how it is specified, and how the results of parts are joined.
import { release } from '../bytes/release.ts';
import { lightToBytes, maxLight } from '../color/transfer.ts';
import type { Size } from '../geometry.ts';
import { weightBits, type Kernel, type Span } from './kernel.ts';

/** Specifies the resampling of one plane. */
export interface Resampling {
  /** Size of the whole source in samples. */
  source: { width: number; height: number };
  /** The part of the source to resample. May begin and end between samples. */
  across: Span;
  down: Span;
  target: { width: number; height: number };
  kernel: Kernel;
  /** Averages samples in linear light, decoded with the sRGB curve, instead of as coded. */
  light: boolean;
}

/** Scales a whole area to `target`, in linear light. */
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

/** Offset of a target whose samples coincide with the source's. `null` where they do not. */
export function wholeShift({ across, down, target }: Resampling): { x: number; y: number } | null {
  const isWhole = Number.isInteger(across.start) && Number.isInteger(down.start);
  const isSameSize = across.length === target.width && down.length === target.height;
  return isWhole && isSameSize ? { x: across.start, y: down.start } : null;
}

/** Rows of a plane in memory. Samples are `step` bytes apart, rows `stride` bytes. */
export interface PlaneRows {
  data: Uint8Array | Uint8ClampedArray;
  /** Offset of the first sample. */
  offset: number;
  stride: number;
  step: number;
  width: number;
  /** Position of the first row in the whole source, and number of rows. */
  top: number;
  rows: number;
}

/** Copies the samples without gaps. */
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

/** Target rows that also depend on other source rows, as partial sums. */
export interface OpenRows {
  first: number;
  /** Row by row, without gaps. */
  sums: Int32Array<ArrayBuffer>;
}

/** The target rows that some source rows contribute to. */
export interface ResampledRows {
  /** Position of the first complete row. */
  first: number;
  /** Complete rows, without gaps. */
  data: Uint8Array<ArrayBuffer>;
  /** Incomplete rows, above and below the complete ones. */
  open: OpenRows[];
}

/** Fractional bits of samples that are not linear light. */
const sampleBits = 6;

/** Converts complete sums to samples. A plain loop for speed, like the next function. */
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

/** Adds up rows that depend on several parts of a source, until they are complete. */
export class OpenSums {
  readonly #width: number;
  readonly #light: boolean;
  readonly #rows = new Map<number, Int32Array>();

  constructor(width: number, light: boolean) {
    this.#width = width;
    this.#light = light;
  }

  /** Adds partial sums. Frees them once their rows are written or added to others. */
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

  /** Writes the rows before `end`, which must be complete, to where `rowAt` says. */
  write(end: number, rowAt: (row: number) => Uint8Array): void {
    for (const [row, sums] of this.#rows) {
      if (row >= end) continue;
      writeSamples(sums, this.#light, rowAt(row));
      this.#rows.delete(row);
      this.#giveBack(sums);
    }
  }
}

/** Joins the results of a source's parts, in any order. */
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

  /** The whole plane, after all parts have been added. */
  finish(): Uint8Array<ArrayBuffer> {
    const width = this.#width;
    this.#open.write(Number.POSITIVE_INFINITY, (row) =>
      this.data.subarray(row * width, (row + 1) * width),
    );
    return this.data;
  }
}
