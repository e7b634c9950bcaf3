import type { PixelRows } from '../../planes/raster.ts';
import { bindExports, type Bound } from '../../wasm/bind.ts';
import { loadWasm } from '../../wasm/load.ts';
import { align, growMemory } from '../../wasm/memory.ts';
import { ThreadCodec } from '../../wasm/thread-codec.ts';
import type { Checksum } from './checksum.ts';

/** Functions of `assembly/png`. Addresses and sizes are in bytes. */
export const pngSignatures = {
  heapBase: [],
  scratchSize: ['rowBytes'],
  adler: ['source', 'size'],
  compress: ['source', 'size', 'target', 'deepestSearch'],
  filterRows: ['pixels', 'width', 'rows', 'stored', 'deep', 'hasUp', 'scratch', 'target'],
} as const;

/** A part of a deflate stream that ends on a byte boundary, so that any other part can follow. */
export interface Compressed {
  bytes: Uint8Array<ArrayBuffer>;
  /** Checksum of the uncompressed bytes. */
  checksum: Checksum;
}

/** Filtered bytes compressed at a time. Each begins with an empty window. */
const bandBytes = 1 << 20;

/**
 * Candidates to examine for a match. For photos, whose matches are few and short, the thorough
 * search doubles the time for 2 to 4 % fewer bytes.
 */
const quickSearch = 4;
const thoroughSearch = 16;

/** SIMD code may read and write this many bytes past the end. */
const slack = 64;

/** Channels stored per pixel: gray, gray and alpha, RGB, or RGBA. */
export type StoredChannels = 1 | 2 | 3 | 4;

/** Filters and compresses rows. Must not be shared by concurrent callers. */
export class PngCompressor {
  readonly #module: Bound<typeof pngSignatures>;

  /** `module` is the compiled `assembly/png`. */
  static async create(module: WebAssembly.Module): Promise<PngCompressor> {
    const instance = await WebAssembly.instantiate(module);
    return new PngCompressor(instance.exports);
  }

  private constructor(exports: WebAssembly.Exports) {
    this.#module = bindExports(exports, pngSignatures);
  }

  /**
   * Compresses rows as PNG stores them, each preceded by its filter type. The first row's filter
   * ignores earlier rows, so that separately made parts can be joined. Throws `out-of-memory`.
   *
   * @param isSmall Prefers fewer bytes over speed.
   */
  compressRows(
    { width, height, data }: PixelRows,
    stored: StoredChannels,
    isSmall = false,
  ): Compressed[] {
    const deep = data instanceof Uint16Array;
    const sourceRow = width * 4 * (deep ? 2 : 1);
    const rowBytes = width * stored * (deep ? 2 : 1);
    const samples = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const rowsInBand = Math.max(1, Math.floor(bandBytes / (rowBytes + 1)));
    const parts: Compressed[] = [];
    for (let top = 0; top < height; top += rowsInBand) {
      const rows = Math.min(rowsInBand, height - top);
      const rowsAbove = top > 0 ? 1 : 0;
      const scratch = this.#module.heapBase({});
      const above = align(scratch + this.#module.scratchSize({ rowBytes }), 64);
      const filtered = align(above + (rows + rowsAbove) * sourceRow + slack, 64);
      const size = rows * (rowBytes + 1);
      this.#reserve(filtered + size);
      const from = (top - rowsAbove) * sourceRow;
      const part = samples.subarray(from, from + (rows + rowsAbove) * sourceRow);
      new Uint8Array(this.#module.memory.buffer, above).set(part);
      this.#module.filterRows({
        pixels: above + rowsAbove * sourceRow,
        width,
        rows,
        stored,
        deep,
        scratch,
        hasUp: rowsAbove > 0,
        target: filtered,
      });
      parts.push(this.#compress(filtered, size, isSmall ? thoroughSearch : quickSearch));
    }
    return parts;
  }

  /** Compresses bytes that are already in their stored form. Throws `out-of-memory`. */
  compressBytes(bytes: Uint8Array): Compressed {
    const source = align(this.#module.heapBase({}), 64);
    this.#reserve(source + bytes.length);
    new Uint8Array(this.#module.memory.buffer, source).set(bytes);
    return this.#compress(source, bytes.length, thoroughSearch);
  }

  #compress(source: number, size: number, deepestSearch: number): Compressed {
    const target = align(source + size + slack, 64);
    // Huffman codes of noise, with their tables, are slightly larger than the noise.
    this.#reserve(target + size + (size >> 3) + 4096);
    const adler = this.#module.adler({ source, size }) >>> 0;
    const length = this.#module.compress({ source, size, target, deepestSearch });
    const bytes = new Uint8Array(this.#module.memory.buffer, target, length).slice();
    return { bytes, checksum: { adler, size } };
  }

  #reserve(end: number): void {
    growMemory(this.#module.memory, end + slack, 'the PNG compressor');
  }
}

const compressor = new ThreadCodec(async () => PngCompressor.create(await loadWasm('png-codec')));

/** This thread's compressor. */
export const requirePngCompressor = (): Promise<PngCompressor> => compressor.require();

/** Discards an instance that has trapped, or whose memory has grown. */
export const dropPngCompressor = (): void => compressor.drop();
