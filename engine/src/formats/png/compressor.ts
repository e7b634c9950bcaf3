import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import { loadWasm } from '../../wasm/load.ts';
import type { Checksum } from './checksum.ts';

/** What `assembly/png` exports. Addresses and sizes are bytes. */
interface PngExports {
  memory: WebAssembly.Memory;
  heapBase(): number;
  scratchSize(rowBytes: number): number;
  filterRows(...args: number[]): void;
  compress(source: number, size: number, target: number): number;
  adler(source: number, size: number): number;
}

/** Part of a deflate stream that ends on a whole byte, so that any other part can follow. */
export interface Compressed {
  bytes: Uint8Array<ArrayBuffer>;
  /** Of what was compressed. */
  checksum: Checksum;
}

/** Filtered bytes that are compressed at a time; the window starts anew with each. */
const bandBytes = 1 << 20;

const align = (value: number): number => Math.ceil(value / 64) * 64;

/** Reads and writes run so far beyond their ends. */
const slack = 64;

/** What is stored of each pixel: red, red and alpha, three colors, or all four. */
export type StoredChannels = 1 | 2 | 3 | 4;

/** Filters and compresses rows. Not for two callers at once. */
export class PngCompressor {
  readonly #exports: PngExports;

  /** `module` is the compiled `assembly/png`. */
  static async create(module: WebAssembly.Module): Promise<PngCompressor> {
    const instance = await WebAssembly.instantiate(module);
    return new PngCompressor(instance.exports as unknown as PngExports);
  }

  private constructor(exports: PngExports) {
    this.#exports = exports;
  }

  /**
   * Compresses all rows as PNG stores them, a filter's number in front of each. The first row is
   * filtered by itself, so that parts made apart from each other can be joined. Throws `out-of-memory`.
   */
  compressRows({ width, height, data }: Raster, stored: StoredChannels): Compressed[] {
    const deep = data instanceof Uint16Array;
    const sourceRow = width * 4 * (deep ? 2 : 1);
    const rowBytes = width * stored * (deep ? 2 : 1);
    const samples = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const rowsInBand = Math.max(1, Math.floor(bandBytes / (rowBytes + 1)));
    const parts: Compressed[] = [];
    for (let top = 0; top < height; top += rowsInBand) {
      const rows = Math.min(rowsInBand, height - top);
      const rowsAbove = top > 0 ? 1 : 0;
      const scratch = this.#exports.heapBase();
      const above = align(scratch + this.#exports.scratchSize(rowBytes));
      const filtered = align(above + (rows + rowsAbove) * sourceRow + slack);
      const size = rows * (rowBytes + 1);
      this.#reserve(filtered + size);
      const from = (top - rowsAbove) * sourceRow;
      const part = samples.subarray(from, from + (rows + rowsAbove) * sourceRow);
      new Uint8Array(this.#exports.memory.buffer, above).set(part);
      this.#exports.filterRows(
        above + rowsAbove * sourceRow,
        width,
        rows,
        stored,
        Number(deep),
        rowsAbove,
        scratch,
        filtered,
      );
      parts.push(this.#compress(filtered, size));
    }
    return parts;
  }

  /** Compresses bytes that are ready to be stored. Throws `out-of-memory`. */
  compressBytes(bytes: Uint8Array): Compressed {
    const source = align(this.#exports.heapBase());
    this.#reserve(source + bytes.length);
    new Uint8Array(this.#exports.memory.buffer, source).set(bytes);
    return this.#compress(source, bytes.length);
  }

  #compress(source: number, size: number): Compressed {
    const target = align(source + size + slack);
    // Huffman codes of noise take a little more than the noise, and so do their tables.
    this.#reserve(target + size + (size >> 3) + 4096);
    const adler = this.#exports.adler(source, size) >>> 0;
    const length = this.#exports.compress(source, size, target);
    const bytes = new Uint8Array(this.#exports.memory.buffer, target, length).slice();
    return { bytes, checksum: { adler, size } };
  }

  #reserve(end: number): void {
    const { memory } = this.#exports;
    const missing = end + slack - memory.buffer.byteLength;
    if (missing <= 0) return;
    try {
      memory.grow(Math.ceil(missing / 65_536));
    } catch (cause) {
      throw new EngineError('out-of-memory', 'no room for the rows', { cause });
    }
  }
}

let compressor: Promise<PngCompressor> | undefined;

/** This thread's compressor. A failed load is tried again by the next caller. */
export function requirePngCompressor(): Promise<PngCompressor> {
  compressor ??= loadWasm('png-compressor')
    .then((module) => PngCompressor.create(module))
    .catch((error: unknown) => {
      compressor = undefined;
      throw error;
    });
  return compressor;
}

/** Forgets an instance that has trapped, or whose memory has grown. */
export function dropPngCompressor(): void {
  compressor = undefined;
}
