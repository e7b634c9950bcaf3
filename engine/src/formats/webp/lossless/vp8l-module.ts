import { bindExports, type Bound, type Signatures } from '../../../wasm/bind.ts';
import { loadWasm } from '../../../wasm/load.ts';
import { growMemory } from '../../../wasm/memory.ts';
import { ThreadCodec } from '../../../wasm/thread-codec.ts';

/** The functions of assembly/vp8l and their parameters; a test compares them with the sources. */
export const vp8lSignatures = {
  heapBase: [],
  layOut: ['newWidth', 'at'],
  startPicture: ['newHasAlpha'],
  pixelsAddress: [],
  residualsAddress: [],
  residualStride: [],
  choicesAddress: [],
  spreadsAddress: [],
  marksAddress: [],
  outputAddress: [],
  countsAddress: [],
  costsAddress: [],
  predictBand: ['rows', 'isFirst'],
  clearCounts: [],
  countBand: ['rows', 'chooses', 'usesCache', 'first', 'step'],
  startBits: ['bits', 'number'],
  writeBand: ['rows'],
  endBits: [],
} as const satisfies Signatures;

/** Side of a tile in pixels. */
export const tileSide = 16;

/** Groups of tiles. Each has its own prefix codes. */
export const groups = 32;

/** log2 of the color cache's size. */
export const cacheBits = 10;

/** Symbols per code of a group: green with copies and cache, red, blue, alpha. */
export const symbols = [256 + 24 + 2 ** cacheBits, 256, 256, 256] as const;
export const allSymbols = symbols.reduce((sum, each) => sum + each, 0);

/** The pixel rows of one row of tiles. */
export interface Band {
  /** Pixels in rows without gaps; later their residuals. */
  pixels: Uint8Array;
  /** Each tile's prediction mode; later its group. */
  tiles: Uint8Array;
  /** Marks residuals coded by cache index: 16 bits per row of each tile. */
  marks: Uint8Array;
}

/** Bytes of marks per tile. */
export const markBytes = 2 * tileSide;

/** How to count symbols: in every `step`-th tile, starting at `first`. */
interface Counting {
  first: number;
  step: number;
  /** Counts residuals that are in the cache by their index. */
  usesCache: boolean;
  /** Moves tiles to the group with the lowest cost, and uses the cache where that costs less. */
  chooses: boolean;
  /** Clears marks of residuals that are not coded by cache index. */
  settles: boolean;
}

/** An instance of `assembly/vp8l`. Holds one band of a picture at a time. */
export class Vp8lModule {
  readonly #module: Bound<typeof vp8lSignatures>;
  #width = 0;

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module);
    this.#module = bindExports(exports, vp8lSignatures);
  }

  get #bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#module.memory.buffer);
  }

  get #tiles(): number {
    return Math.ceil(this.#width / tileSide);
  }

  /** Starts a picture with this row width in pixels. Throws `out-of-memory`. */
  start(width: number, hasAlpha: boolean): void {
    this.#width = width;
    const { heapBase, layOut, startPicture } = this.#module;
    const end = layOut({ newWidth: width, at: heapBase({}) });
    growMemory(this.#module.memory, end, 'the WebP encoder');
    startPicture({ newHasAlpha: hasAlpha });
  }

  /** Predicts the next band and makes its residuals. Returns each tile's prediction error. */
  predict(band: Band, isFirst: boolean): Float64Array {
    const { pixelsAddress, predictBand, spreadsAddress } = this.#module;
    this.#bytes.set(band.pixels, pixelsAddress({}));
    predictBand({ rows: this.#rowsOf(band), isFirst });
    this.#eachRow(band, (row, at) => row.set(this.#bytes.subarray(at, at + row.length)));
    this.#take(band.tiles, this.#module.choicesAddress({}));
    this.#take(band.marks, this.#module.marksAddress({}));
    return new Float64Array(this.#module.memory.buffer, spreadsAddress({}), this.#tiles);
  }

  /** Clears the counts. */
  clear(): void {
    this.#module.clearCounts({});
  }

  /** Counts the symbols of a band of residuals. */
  count(band: Band, { settles, ...how }: Counting): void {
    this.#put(band);
    this.#module.countBand({ rows: this.#rowsOf(band), ...how });
    this.#take(band.tiles, this.#module.choicesAddress({}));
    if (settles) this.#take(band.marks, this.#module.marksAddress({}));
  }

  /** The counts, `allSymbols` per group. Later the codes, with their lengths above bit 16. */
  get counts(): Uint32Array<ArrayBuffer> {
    const { buffer } = this.#module.memory;
    return new Uint32Array(buffer, this.#module.countsAddress({}), groups * allSymbols);
  }

  /** Cost of each symbol in eighths of a bit, by group. */
  get costs(): Uint16Array<ArrayBuffer> {
    const { buffer } = this.#module.memory;
    return new Uint16Array(buffer, this.#module.costsAddress({}), groups * allSymbols);
  }

  /** Starts writing after a few existing bits. */
  startBits({ bits, number }: { bits: number; number: number }): void {
    this.#module.startBits({ bits, number });
  }

  /**
   * Writes a band of residuals with the codes that replaced the counts. The bytes are valid until
   * the next call.
   */
  write(band: Band): Uint8Array {
    this.#put(band);
    return this.#written(this.#module.writeBand({ rows: this.#rowsOf(band) }));
  }

  /** The last bits, padded with zeros to a whole byte. */
  endBits(): Uint8Array {
    return this.#written(this.#module.endBits({}));
  }

  #written(length: number): Uint8Array {
    const at = this.#module.outputAddress({});
    return this.#bytes.subarray(at, at + length);
  }

  #rowsOf({ pixels }: Band): number {
    return pixels.length / (this.#width * 4);
  }

  #take(to: Uint8Array, at: number): void {
    to.set(this.#bytes.subarray(at, at + to.length));
  }

  #put(band: Band): void {
    this.#eachRow(band, (row, at) => this.#bytes.set(row, at));
    this.#bytes.set(band.tiles, this.#module.choicesAddress({}));
    this.#bytes.set(band.marks, this.#module.marksAddress({}));
  }

  #eachRow({ pixels }: Band, use: (row: Uint8Array, at: number) => void): void {
    const bytes = this.#width * 4;
    const stride = this.#module.residualStride({});
    let at = this.#module.residualsAddress({});
    for (let from = 0; from < pixels.length; from += bytes, at += stride) {
      use(pixels.subarray(from, from + bytes), at);
    }
  }
}

/** This thread's instance. */
export const vp8lModule = new ThreadCodec(
  async () => new Vp8lModule(await loadWasm('vp8l-encoder')),
);
