import { lightToBytes, maxLight, srgbToLight } from '../color/transfer.ts';
import type { Rectangle } from '../geometry.ts';
import type { ReadLightRows } from '../planes/light-rows.ts';
import { bindExports, type Bound } from '../wasm/bind.ts';
import { loadWasm } from '../wasm/load.ts';
import { align, growMemory } from '../wasm/memory.ts';
import { ThreadCodec } from '../wasm/thread-codec.ts';
import { contributions, inWholeNumbers, type WholeContributions } from './kernel.ts';
import {
  copyRows,
  wholeShift,
  type OpenRows,
  type PlaneRows,
  type ResampledRows,
  type Resampling,
} from './resampled-rows.ts';

/** Functions of `assembly/resample`. Addresses, strides and steps are in bytes. */
export const resampleSignatures = {
  heapBase: [],
  filterRows: [
    ...(['source', 'sourceStride', 'step', 'rows', 'width', 'table'] as const),
    ...(['samples', 'samplesStride', 'first', 'weights', 'taps'] as const),
    ...(['targetWidth', 'target', 'targetStride'] as const),
  ],
  filterColors: [
    ...(['source', 'sourceStride', 'rows', 'width', 'table'] as const),
    ...(['samples', 'samplesStride', 'first', 'weights', 'taps'] as const),
    ...(['targetWidth', 'target', 'targetStride', 'colorStride'] as const),
  ],
  filterLight: [
    ...(['samples', 'samplesStride', 'rows', 'first', 'weights', 'taps'] as const),
    ...(['targetWidth', 'target', 'targetStride', 'colorStride'] as const),
  ],
  sumRow: ['source', 'stride', 'weights', 'taps', 'width', 'target'],
  writeRows: [
    ...(['source', 'stride', 'top', 'first', 'weights', 'taps', 'rows', 'width'] as const),
    ...(['sums', 'table', 'target'] as const),
  ],
} as const;

/** The overlap of some rows with a rectangle of the source, as a copy without gaps. */
function copyArea(plane: PlaneRows, { x, y, width, height }: Rectangle): ResampledRows {
  const { data, offset, stride, step, top, rows } = plane;
  const first = Math.max(top, y);
  const count = Math.max(Math.min(top + rows, y + height) - first, 0);
  const from = offset + (first - top) * stride + x * step;
  return {
    first: count > 0 ? first - y : 0,
    data: copyRows({ data, offset: from, stride, step, rows: count, width }),
    open: [],
  };
}

/** Rows filtered together. */
const filteredAtOnce = 4;

/**
 * Rows copied into the module's memory at a time, and out of it. A multiple of `filteredAtOnce`.
 */
const rowsAtOnce = 64;

/** The same for rows of linear light, which are made while they are in the processor's cache. */
const lightRowsAtOnce = 8;

/** SIMD code may read and write this many bytes past the end of a row. */
const slack = 16;

const toLight = Uint16Array.from({ length: 256 }, (_, value) =>
  Math.round(srgbToLight(value / 255) * maxLight),
);

/** Kernels of the latest resamplings, which the strips of one picture share. */
const known = new Map<string, { columns: WholeContributions; rows: WholeContributions }>();
const maxKnown = 8;

function kernelsOf(resampling: Resampling): {
  columns: WholeContributions;
  rows: WholeContributions;
} {
  const key = JSON.stringify(resampling);
  const found = known.get(key);
  if (found) return found;
  const { source, across, down, target, kernel } = resampling;
  const made = {
    columns: inWholeNumbers(contributions(across, source.width, target.width, kernel), 8),
    rows: inWholeNumbers(contributions(down, source.height, target.height, kernel), 1),
  };
  if (known.size >= maxKnown) known.delete(known.keys().next().value!);
  known.set(key, made);
  return made;
}

/** The source rows that `rows` target rows from `first` on are made of. */
export function rowsBehind(
  resampling: Resampling,
  first: number,
  count: number,
): { top: number; rows: number } {
  const { rows } = kernelsOf(resampling);
  const top = rows.first[first]!;
  return { top, rows: rows.first[first + count - 1]! + rows.taps - top };
}

/** Rows of three colors that are read as linear light. */
export interface LightRows extends Pick<PlaneRows, 'top' | 'rows'> {
  read: ReadLightRows;
  /** Samples of each row before the source's first one. */
  offset: number;
}

/**
 * Resamples 8-bit planes with SIMD, also part by part: the results of a source's parts, added up by
 * `joinRows`, equal that of the whole exactly. Must not be shared by concurrent callers.
 */
export class PlaneResampler {
  readonly #module: Bound<typeof resampleSignatures>;

  /** `module` is the compiled `assembly/resample`. */
  static async create(module: WebAssembly.Module): Promise<PlaneResampler> {
    const instance = await WebAssembly.instantiate(module);
    return new PlaneResampler(instance.exports);
  }

  private constructor(exports: WebAssembly.Exports) {
    this.#module = bindExports(exports, resampleSignatures);
  }

  /** Resamples rows of a plane. Throws `out-of-memory`. */
  resample(plane: PlaneRows, resampling: Resampling): ResampledRows {
    const { source, target, light } = resampling;
    const corner = wholeShift(resampling);
    if (corner) return copyArea(plane, { ...corner, ...target });
    const { columns, rows } = kernelsOf(resampling);
    const memory = this.#layOut(plane, 1, source.width, target.width, columns, rows);
    const rowBytes = (source.width - 1) * plane.step + 1;
    this.#readRows(plane, rowBytes, memory.read, (row, count) =>
      this.#module.filterRows({
        source: memory.read,
        sourceStride: rowBytes,
        step: plane.step,
        rows: count,
        width: source.width,
        table: light ? memory.toLight : 0,
        samples: memory.samples,
        ...acrossOf(memory, columns, row),
      }),
    );
    return this.#shrinkDown(plane, resampling, rows, memory, 0);
  }

  /**
   * Resamples the red, green and blue of rows of pixels, in linear light. Gives exactly what
   * `resample` gives for each. `pixels` have four bytes each, starting with red. Throws
   * `out-of-memory`.
   */
  resampleColors(pixels: PlaneRows, resampling: Resampling): ResampledRows[] {
    const { source, target } = resampling;
    const corner = wholeShift(resampling);
    if (corner) {
      const area = { ...corner, ...target };
      return [0, 1, 2].map((color) => copyArea({ ...pixels, offset: pixels.offset + color }, area));
    }
    const { columns, rows } = kernelsOf(resampling);
    const memory = this.#layOut(pixels, 3, source.width, target.width, columns, rows);
    const rowBytes = source.width * pixels.step;
    this.#readRows(pixels, rowBytes, memory.read, (row, count) =>
      this.#module.filterColors({
        source: memory.read,
        sourceStride: rowBytes,
        rows: count,
        width: source.width,
        table: memory.toLight,
        samples: memory.samples,
        ...acrossOf(memory, columns, row),
        colorStride: memory.componentBytes,
      }),
    );
    return [0, 1, 2].map((color) => this.#shrinkDown(pixels, resampling, rows, memory, color));
  }

  /**
   * Resamples the red, green and blue of rows that are read as linear light, a few at a time, to
   * samples in sRGB's curve. The resampling must not be a whole shift. Throws `out-of-memory`.
   */
  resampleLight(light: LightRows, resampling: Resampling): ResampledRows[] {
    const { source, target } = resampling;
    const { columns, rows } = kernelsOf(resampling);
    const pixels = { ...light, step: 0 };
    const width = light.offset + source.width;
    const memory = this.#layOut(pixels, 3, width, target.width, columns, rows, lightRowsAtOnce);
    const stride = memory.samplesStride / 2;
    for (let row = 0; row < light.rows; row += lightRowsAtOnce) {
      const count = Math.min(lightRowsAtOnce, light.rows - row);
      const { buffer } = this.#bytes();
      light.read(row, count, new Uint16Array(buffer, memory.samples, count * 3 * stride), stride);
      this.#module.filterLight({
        samples: memory.samples + light.offset * 2,
        rows: count,
        ...acrossOf(memory, columns, row),
        colorStride: memory.componentBytes,
      });
    }
    return [0, 1, 2].map((color) => this.#shrinkDown(light, resampling, rows, memory, color));
  }

  /** Filters a component's rows, which are already filtered across, vertically. */
  #shrinkDown(
    { top, rows: height }: Pick<PlaneRows, 'top' | 'rows'>,
    { target, light }: Resampling,
    rows: WholeContributions,
    memory: Layout,
    component: number,
  ): ResampledRows {
    const filtered = memory.filtered + component * memory.componentBytes;
    const bottom = top + height;
    // Target rows that need any of these source rows. They are consecutive, as kernels begin in
    // order.
    const needs = (row: number): boolean =>
      rows.first[row]! < bottom && rows.first[row]! + rows.taps > top;
    const isWhole = (row: number): boolean =>
      rows.first[row]! >= top && rows.first[row]! + rows.taps <= bottom;
    const wanted = Array.from({ length: target.height }, (_, row) => row).filter(needs);
    const whole = wanted.filter(isWhole);

    const sumRow = (row: number): void => {
      const from = Math.max(rows.first[row]!, top);
      const end = Math.min(rows.first[row]! + rows.taps, bottom);
      this.#module.sumRow({
        source: filtered + (from - top) * memory.filteredStride,
        stride: memory.filteredStride,
        weights: memory.downWeights + (row * rows.taps + from - rows.first[row]!) * 2,
        taps: end - from,
        width: target.width,
        target: memory.sums,
      });
    };
    const data = new Uint8Array(whole.length * target.width);
    for (let index = 0; index < whole.length; index += rowsAtOnce) {
      const row = whole[index]!;
      const count = Math.min(rowsAtOnce, whole.length - index);
      this.#module.writeRows({
        source: filtered,
        stride: memory.filteredStride,
        top,
        first: memory.downFirst + row * 4,
        weights: memory.downWeights + row * rows.taps * 2,
        taps: rows.taps,
        rows: count,
        width: target.width,
        sums: memory.sums,
        table: light ? memory.fromLight : 0,
        target: memory.written,
      });
      const end = memory.written + count * target.width;
      data.set(this.#bytes().subarray(memory.written, end), index * target.width);
    }
    const openRows = (list: number[]): OpenRows[] => {
      if (list.length === 0) return [];
      const sums = new Int32Array(list.length * target.width);
      list.forEach((row, index) => {
        sumRow(row);
        const { buffer } = this.#module.memory;
        sums.set(new Int32Array(buffer, memory.sums, target.width), index * target.width);
      });
      return [{ first: list[0]!, sums }];
    };
    const first = whole[0] ?? wanted.at(-1)! + 1;
    const open = [
      ...openRows(wanted.filter((row) => row < first)),
      ...openRows(wanted.filter((row) => row >= first + whole.length)),
    ];
    return { first: whole[0] ?? 0, data, open };
  }

  /** Copies rows into the module's memory, some at a time. `filter` then filters these across. */
  #readRows(
    { data, offset, stride, rows }: PlaneRows,
    rowBytes: number,
    read: number,
    filter: (row: number, count: number) => void,
  ): void {
    for (let row = 0; row < rows; row += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, rows - row);
      const bytes = this.#bytes();
      for (let index = 0; index < count; index++) {
        const from = offset + (row + index) * stride;
        bytes.set(data.subarray(from, from + rowBytes), read + index * rowBytes);
      }
      filter(row, count);
    }
  }

  #layOut(
    { rows, step }: Pick<PlaneRows, 'rows' | 'step'>,
    components: number,
    width: number,
    targetWidth: number,
    columns: WholeContributions,
    down: WholeContributions,
    rowsTogether = filteredAtOnce,
  ): Layout {
    let end = this.#module.heapBase({});
    const allocate = (bytes: number): number => {
      const address = end;
      end = align(end + bytes + slack, 64);
      return address;
    };
    const samplesStride = align(width * 2 + columns.taps * 2, 64) + 64;
    const filteredStride = align(targetWidth * 2, 64) + 64;
    const componentBytes = filteredStride * align(rows, filteredAtOnce);
    const fromLight = lightToBytes();
    const layout = {
      toLight: allocate(toLight.byteLength),
      fromLight: allocate(fromLight.byteLength),
      first: allocate(columns.first.byteLength),
      acrossWeights: allocate(columns.weights.byteLength),
      downFirst: allocate(down.first.byteLength),
      downWeights: allocate(down.weights.byteLength),
      read: allocate(width * step * Math.min(rows, rowsAtOnce)),
      samples: allocate(samplesStride * rowsTogether * components),
      samplesStride,
      filtered: allocate(componentBytes * components),
      filteredStride,
      componentBytes,
      sums: allocate(align(targetWidth, 8) * 4),
      written: allocate(targetWidth * rowsAtOnce),
    };
    growMemory(this.#module.memory, end + slack, 'resizing');
    const { buffer } = this.#module.memory;
    new Uint16Array(buffer, layout.toLight).set(toLight);
    new Uint8Array(buffer, layout.fromLight).set(fromLight);
    new Int32Array(buffer, layout.first).set(columns.first);
    new Int16Array(buffer, layout.acrossWeights).set(columns.weights);
    new Int32Array(buffer, layout.downFirst).set(down.first);
    new Int16Array(buffer, layout.downWeights).set(down.weights);
    return layout;
  }

  #bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#module.memory.buffer);
  }
}

/** Addresses and strides in the module's memory. */
interface Layout {
  toLight: number;
  fromLight: number;
  first: number;
  acrossWeights: number;
  downFirst: number;
  downWeights: number;
  read: number;
  samples: number;
  samplesStride: number;
  filtered: number;
  filteredStride: number;
  /** Size of one component's filtered rows. */
  componentBytes: number;
  sums: number;
  written: number;
}

/** What filtering rows across is told about the kernel, and about rows from `row` on of its results. */
function acrossOf(memory: Layout, { taps, first }: WholeContributions, row: number) {
  return {
    samplesStride: memory.samplesStride,
    first: memory.first,
    weights: memory.acrossWeights,
    taps,
    targetWidth: first.length,
    target: memory.filtered + row * memory.filteredStride,
    targetStride: memory.filteredStride,
  };
}

/** This thread's resampler. */
export const planeResampler = new ThreadCodec(async () =>
  PlaneResampler.create(await loadWasm('resample')),
);
