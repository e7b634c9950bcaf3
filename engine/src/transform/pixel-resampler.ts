import { encodeLight, encodeTable, srgbToLight } from '../color/transfer.ts';
import type { Rectangle } from '../geometry.ts';
import type { Raster } from '../planes/raster.ts';
import { bindExports, type Bound } from '../wasm/bind.ts';
import { loadWasm } from '../wasm/load.ts';
import { growMemory } from '../wasm/memory.ts';
import { contributions, type Contributions } from './kernel.ts';

/** Functions of `assembly/resample`. Addresses and strides are in bytes. */
export const pixelSignatures = {
  heapBase: [],
  readPixels: ['source', 'deep', 'plain', 'count', 'table', 'max', 'target'],
  shrinkPixels: ['row', 'first', 'weights', 'taps', 'width', 'target'],
  sumPixels: ['ring', 'stride', 'start', 'weights', 'taps', 'count', 'target'],
} as const;

/** Size of a pixel of four floats. */
const pixelBytes = 16;

/** Addresses in the module's memory. */
interface Layout {
  table: number;
  source: number;
  row: number;
  firstColumns: number;
  columnWeights: number;
  rowWeights: number;
  ring: number;
  sum: number;
}

/**
 * Resamples rows that arrive in order, with a separable three-lobe Lanczos kernel, in floating
 * point, linear light and premultiplied alpha. (It uses the sRGB curve for every picture, which is
 * close enough for weighting.) Needs memory for the result and a few dozen rows.
 */
export class PixelResampler {
  readonly #module: Bound<typeof pixelSignatures>;
  readonly #result: Raster;
  readonly #area: Rectangle;
  readonly #columns: Contributions;
  readonly #rows: Contributions;
  readonly #layout: Layout;
  /** Rows of the area taken so far, and rows of the result done. */
  #taken = 0;
  #done = 0;

  /**
   * Creates an instance of its own, because another picture may be resampled between two bands.
   * `like` is any part of the source; the result has its format. `area` is the part of the source
   * to resample. Throws `out-of-memory`.
   */
  static async create(
    like: Raster,
    area: Rectangle,
    width: number,
    height: number,
  ): Promise<PixelResampler> {
    const instance = await WebAssembly.instantiate(await loadWasm('resample'));
    return new PixelResampler(instance.exports, like, area, { width, height });
  }

  private constructor(
    exports: WebAssembly.Exports,
    like: Raster,
    area: Rectangle,
    { width, height }: { width: number; height: number },
  ) {
    this.#module = bindExports(exports, pixelSignatures);
    const deep = like.data instanceof Uint16Array;
    const size = width * height * 4;
    const data = deep ? new Uint16Array(size) : new Uint8ClampedArray(size);
    this.#result = { ...like, width, height, data };
    this.#area = area;
    this.#columns = contributions({ start: 0, length: area.width }, area.width, width);
    this.#rows = contributions({ start: 0, length: area.height }, area.height, height);
    this.#layout = this.#layOut();
  }

  get #max(): 255 | 65_535 {
    return this.#result.data instanceof Uint16Array ? 65_535 : 255;
  }

  #layOut(): Layout {
    const { width } = this.#result;
    const [columns, rows] = [this.#columns, this.#rows];
    let next = this.#module.heapBase({});
    const reserve = (bytes: number): number => {
      const address = next;
      next = (next + bytes + 63) & ~63;
      return address;
    };
    const layout = {
      table: reserve((this.#max + 1) * 4),
      source: reserve(this.#area.width * 4 * this.#result.data.BYTES_PER_ELEMENT),
      row: reserve(this.#area.width * pixelBytes),
      firstColumns: reserve(columns.first.byteLength),
      columnWeights: reserve(columns.weights.byteLength),
      rowWeights: reserve(rows.weights.byteLength),
      ring: reserve(rows.taps * width * pixelBytes),
      sum: reserve(width * pixelBytes),
    };
    growMemory(this.#module.memory, next, 'resizing');
    const { buffer } = this.#module.memory;
    const light = new Float32Array(buffer, layout.table, this.#max + 1);
    for (let value = 0; value < light.length; value++)
      light[value] = srgbToLight(value / this.#max);
    new Int32Array(buffer, layout.firstColumns).set(columns.first);
    new Float32Array(buffer, layout.columnWeights).set(columns.weights);
    new Float32Array(buffer, layout.rowWeights).set(rows.weights);
    return layout;
  }

  /** Adds the next rows of the source. `top` is the first one's position. */
  push({ data, width, height: rows, opaque, premultiplied }: Raster, top: number): void {
    const { x, y, width: count, height } = this.#area;
    const { table, source, row, firstColumns, columnWeights, ring } = this.#layout;
    const deep = data instanceof Uint16Array;
    const { buffer } = this.#module.memory;
    const own = deep
      ? new Uint16Array(buffer, source, count * 4)
      : new Uint8Array(buffer, source, count * 4);
    const { taps } = this.#rows;
    for (let index = 0; index < rows; index++) {
      const number = top + index - y;
      if (number < 0 || number >= height) continue;
      const from = (index * width + x) * 4;
      own.set(data.subarray(from, from + count * 4));
      const plain = opaque || premultiplied;
      const max = this.#max;
      this.#module.readPixels({ source, deep, plain, count, table, max, target: row });
      this.#module.shrinkPixels({
        row,
        first: firstColumns,
        weights: columnWeights,
        taps: this.#columns.taps,
        width: this.#result.width,
        target: ring + (number % taps) * this.#stride,
      });
      this.#taken = number + 1;
      this.#writeReady();
    }
  }

  finish(): Raster {
    return this.#result;
  }

  get #stride(): number {
    return this.#result.width * pixelBytes;
  }

  #writeReady(): void {
    const { first, taps } = this.#rows;
    const { data, width, height, opaque, premultiplied } = this.#result;
    const { ring, rowWeights, sum } = this.#layout;
    const summed = new Float32Array(this.#module.memory.buffer, sum, width * 4);
    for (; this.#done < height; this.#done++) {
      const start = first[this.#done]!;
      if (start + taps > this.#taken) return;
      this.#module.sumPixels({
        ring,
        stride: this.#stride,
        start: start % taps,
        taps,
        count: width,
        target: sum,
        weights: rowWeights + this.#done * taps * 4,
      });
      writeRow(summed, data, this.#done * width * 4, this.#max, opaque || premultiplied);
    }
  }
}

/** @param plain No division by alpha: colors stay premultiplied, or there is no alpha. */
function writeRow(
  row: Float32Array,
  data: Raster['data'],
  to: number,
  max: 255 | 65_535,
  plain: boolean,
): void {
  const table = encodeTable(max);
  // Uint16Array truncates, while Uint8ClampedArray rounds.
  const half = max === 255 ? 0 : 0.5;
  for (let at = 0; at < row.length; at += 4) {
    const alpha = Math.min(Math.max(row[at + 3]!, 0), 1);
    const factor = plain ? 1 : alpha > 0 ? 1 / alpha : 0;
    data[to + at] = encodeLight(table, row[at]! * factor);
    data[to + at + 1] = encodeLight(table, row[at + 1]! * factor);
    data[to + at + 2] = encodeLight(table, row[at + 2]! * factor);
    data[to + at + 3] = alpha * max + half;
  }
}
