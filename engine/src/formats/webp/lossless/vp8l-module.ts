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

/** Pixels a side of a tile. */
export const tileSide = 16;

/** Groups of tiles, each with prefix codes of its own. */
export const groups = 32;

/** Bits of a place in the color cache. */
export const cacheBits = 10;

/** Symbols of a group's codes: of green, copies and the cache, of red, of blue, and of alpha. */
export const symbols = [256 + 24 + 2 ** cacheBits, 256, 256, 256] as const;
export const allSymbols = symbols.reduce((sum, each) => sum + each, 0);

/** The rows of one row of tiles. */
export interface Band {
  /** Pixels in rows without gaps, and what they become. */
  pixels: Uint8Array;
  /** Each tile's mode, and then its group. */
  tiles: Uint8Array;
  /** Which residuals are coded by their place in the cache: 16 bits for each row of each tile. */
  marks: Uint8Array;
}

/** Bytes of a tile's marks. */
export const markBytes = 2 * tileSide;

/** How symbols are counted: those of every `step`-th tile from `first` on. */
interface Counting {
  first: number;
  step: number;
  /** Residuals that are in the cache count as their places there. */
  usesCache: boolean;
  /** Tiles go to the group whose costs for them are the least, and the cache is used where that costs less. */
  chooses: boolean;
  /** Marks of what is not coded by its place in the cache go away. */
  settles: boolean;
}

/** An instance of `assembly/vp8l`, which has one band of a picture at a time. */
export class Vp8lModule {
  readonly #functions: Bound<typeof vp8lSignatures>;
  readonly #memory: WebAssembly.Memory;
  #width = 0;

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module);
    this.#memory = exports['memory'] as WebAssembly.Memory;
    this.#functions = bindExports(exports, vp8lSignatures);
  }

  get #bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#memory.buffer);
  }

  get #tiles(): number {
    return Math.ceil(this.#width / tileSide);
  }

  /** Begins a picture of rows of so many pixels. Throws `out-of-memory`. */
  start(width: number, hasAlpha: boolean): void {
    this.#width = width;
    const { heapBase, layOut, startPicture } = this.#functions;
    const end = layOut({ newWidth: width, at: heapBase({}) });
    growMemory(this.#memory, end, 'the WebP encoder');
    startPicture({ newHasAlpha: hasAlpha });
  }

  /** Makes residuals of the band below the last one. Returns how far off each tile's prediction is. */
  predict(band: Band, isFirst: boolean): Float64Array {
    const { pixelsAddress, predictBand, spreadsAddress } = this.#functions;
    this.#bytes.set(band.pixels, pixelsAddress({}));
    predictBand({ rows: this.#rowsOf(band), isFirst });
    this.#eachRow(band, (row, at) => row.set(this.#bytes.subarray(at, at + row.length)));
    this.#take(band.tiles, this.#functions.choicesAddress({}));
    this.#take(band.marks, this.#functions.marksAddress({}));
    return new Float64Array(this.#memory.buffer, spreadsAddress({}), this.#tiles);
  }

  /** Clears what was counted. */
  clear(): void {
    this.#functions.clearCounts({});
  }

  /** Counts the symbols of a band of residuals. */
  count(band: Band, { settles, ...how }: Counting): void {
    this.#put(band);
    this.#functions.countBand({ rows: this.#rowsOf(band), ...how });
    this.#take(band.tiles, this.#functions.choicesAddress({}));
    if (settles) this.#take(band.marks, this.#functions.marksAddress({}));
  }

  /** What was counted, `allSymbols` for each group; later, their codes, and above 16 bits how many bits these have. */
  get counts(): Uint32Array<ArrayBuffer> {
    const { buffer } = this.#memory;
    return new Uint32Array(buffer, this.#functions.countsAddress({}), groups * allSymbols);
  }

  /** Bits of each symbol, in eighths, for each group. */
  get costs(): Uint16Array<ArrayBuffer> {
    const { buffer } = this.#memory;
    return new Uint16Array(buffer, this.#functions.costsAddress({}), groups * allSymbols);
  }

  /** Begins to write behind a few bits. */
  startBits({ bits, number }: { bits: number; number: number }): void {
    this.#functions.startBits({ bits, number });
  }

  /** Writes a band of residuals by the codes that have taken the place of counts. The bytes hold until the next one. */
  write(band: Band): Uint8Array {
    this.#put(band);
    return this.#written(this.#functions.writeBand({ rows: this.#rowsOf(band) }));
  }

  /** The last bits, with zeros up to a whole byte. */
  endBits(): Uint8Array {
    return this.#written(this.#functions.endBits({}));
  }

  #written(length: number): Uint8Array {
    const at = this.#functions.outputAddress({});
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
    this.#bytes.set(band.tiles, this.#functions.choicesAddress({}));
    this.#bytes.set(band.marks, this.#functions.marksAddress({}));
  }

  #eachRow({ pixels }: Band, use: (row: Uint8Array, at: number) => void): void {
    const bytes = this.#width * 4;
    const stride = this.#functions.residualStride({});
    let at = this.#functions.residualsAddress({});
    for (let from = 0; from < pixels.length; from += bytes, at += stride) {
      use(pixels.subarray(from, from + bytes), at);
    }
  }
}

/** This thread's instance. */
export const vp8lModule = new ThreadCodec(
  async () => new Vp8lModule(await loadWasm('vp8l-encoder')),
);
