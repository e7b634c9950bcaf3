import { EngineError } from '../../errors.ts';
import { bindExports, type Bound } from '../../wasm/bind.ts';
import { loadWasm } from '../../wasm/load.ts';
import { align, growMemory } from '../../wasm/memory.ts';
import { dither } from '../../planes/dither.ts';

/** Functions of `assembly/png`. */
export const unfilterSignatures = {
  heapBase: [],
  unfilterRows: ['rows', 'count', 'size', 'pixelBytes', 'up'],
  addAlpha: ['rows', 'count', 'width', 'target'],
  reduceDeep: ['rows', 'count', 'width', 'channels', 'firstRow', 'dither', 'target'],
} as const;

/** SIMD code may read this many bytes past the end of a row. */
const slack = 64;

/** Undoes the filters of one picture's rows (section 9.2). */
export class RowUnfilter {
  readonly #module: Bound<typeof unfilterSignatures>;

  /** Creates an instance of its own, because another picture may be decoded between two rows. */
  static async create(): Promise<RowUnfilter> {
    const instance = await WebAssembly.instantiate(await loadWasm('png-codec'));
    return new RowUnfilter(instance.exports);
  }

  private constructor(exports: WebAssembly.Exports) {
    this.#module = bindExports(exports, unfilterSignatures);
  }

  /** Starts a picture or pass with `rowBytes` bytes per row. Its first row has none above it. */
  start(rowBytes: number): void {
    const up = this.#module.heapBase({});
    growMemory(this.#module.memory, up + rowBytes + slack, 'the PNG decoder');
    new Uint8Array(this.#module.memory.buffer, up, rowBytes).fill(0);
  }

  /**
   * Unfilters the next rows, each preceded by its filter type. The result has one byte before each
   * row, and is valid until the next call. Throws `corrupt-file` for an unknown filter, or
   * `out-of-memory`.
   */
  unfilter(filtered: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
    const up = this.#module.heapBase({});
    const rows = align(up + rowBytes + slack, slack);
    growMemory(this.#module.memory, rows + filtered.length + slack, 'the PNG decoder');
    const inMemory = new Uint8Array(this.#module.memory.buffer, rows, filtered.length);
    inMemory.set(filtered);
    const count = filtered.length / (1 + rowBytes);
    const wrong = this.#module.unfilterRows({ rows, count, size: rowBytes, pixelBytes, up });
    if (wrong !== 0) throw new EngineError('corrupt-file', `PNG: filter ${wrong}`);
    return inMemory;
  }

  /**
   * Converts rows just returned by `unfilter` from RGB to opaque RGBA. Valid until the next call.
   */
  addAlpha(rows: Uint8Array, width: number): Uint8Array {
    return this.#toPixels(rows, width, 3, (task) => this.#module.addAlpha(task));
  }

  /**
   * Converts rows just returned by `unfilter` from three or four 16-bit samples per pixel to
   * dithered 8-bit RGBA. `firstRow` is the first row's position in the picture. Valid until the
   * next call.
   */
  reduceDeep(rows: Uint8Array, width: number, channels: 3 | 4, firstRow: number): Uint8Array {
    return this.#toPixels(rows, width, channels * 2, (task) => {
      const thresholds = align(task.target + task.count * width * 4 + slack, slack);
      growMemory(this.#module.memory, thresholds + dither.byteLength, 'the PNG decoder');
      new Int32Array(this.#module.memory.buffer, thresholds, dither.length).set(dither);
      this.#module.reduceDeep({ ...task, channels, firstRow, dither: thresholds });
    });
  }

  #toPixels(
    rows: Uint8Array,
    width: number,
    pixelBytes: number,
    convert: (task: { rows: number; count: number; width: number; target: number }) => void,
  ): Uint8Array {
    // Growing the memory detaches the view, so its position is read first.
    const { byteOffset, length } = rows;
    const count = length / (1 + width * pixelBytes);
    const target = align(byteOffset + length + slack, slack);
    const size = count * width * 4;
    growMemory(this.#module.memory, target + size + slack, 'the PNG decoder');
    convert({ rows: byteOffset, count, width, target });
    return new Uint8Array(this.#module.memory.buffer, target, size);
  }
}
