import { bindExports, type Bound, type Signatures } from '../../../wasm/bind.ts';
import { loadWasm } from '../../../wasm/load.ts';
import { growMemory } from '../../../wasm/memory.ts';
import { ThreadCodec } from '../../../wasm/thread-codec.ts';

/** The functions of assembly/vp8l and their parameters; a test compares them with the sources. */
export const vp8lSignatures = {
  heapBase: [],
  layOut: ['newWidth', 'at'],
  startPicture: [],
  pixelsAddress: [],
  differencesAddress: [],
  differenceStride: [],
  choicesAddress: [],
  spreadsAddress: [],
  outputAddress: [],
  countsAddress: [],
  costsAddress: [],
  tellBand: ['rows', 'isFirst'],
  clearCounts: [],
  countBand: ['rows', 'chooses', 'usesColors', 'first', 'step'],
  startBits: ['bits', 'number'],
  writeBand: ['rows'],
  endBits: [],
} as const satisfies Signatures;

/** Pixels a side of a tile. */
export const tileSide = 16;

/** Kinds of tiles, each with codes of its own. */
export const kinds = 32;

/** Bits of the numbers of colors that were there before. */
export const colorBits = 10;

/** Symbols of a kind's codes, in this order; those of green name copies and colors, too. */
export const symbols = { green: 256 + 24 + 2 ** colorBits, red: 256, blue: 256 } as const;
export const allSymbols = symbols.green + symbols.red + symbols.blue;

/** How symbols are counted: those of every `step`-th tile from `first` on. */
interface Counting {
  first: number;
  step: number;
  /** Differences that were there before count as colors. */
  usesColors: boolean;
  /** Tiles become of the kind whose costs for them are the least, and colors are used where they cost less. */
  chooses: boolean;
  /** The band becomes what is to be written. */
  settles: boolean;
}

/** An instance of `assembly/vp8l`, which has one band of a picture at a time: the rows of one row of tiles. */
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
  start(width: number): void {
    this.#width = width;
    const { heapBase, layOut, startPicture } = this.#functions;
    const end = layOut({ newWidth: width, at: heapBase({}) });
    growMemory(this.#memory, end, 'the WebP encoder');
    startPicture({});
  }

  /**
   * Makes differences of the band below the last one: opaque pixels, in rows without gaps, in whose place they are
   * put. Returns for each tile how it is told, and how far off that is.
   */
  tell(band: Uint8Array, isFirst: boolean): { modes: Uint8Array; spreads: Float64Array } {
    const functions = this.#functions;
    this.#bytes.set(band, functions.pixelsAddress({}));
    functions.tellBand({ rows: this.#rowsOf(band), isFirst });
    this.#takeDifferences(band);
    const { buffer } = this.#memory;
    return {
      modes: new Uint8Array(buffer, functions.choicesAddress({}), this.#tiles),
      spreads: new Float64Array(buffer, functions.spreadsAddress({}), this.#tiles),
    };
  }

  /** Clears what was counted. */
  clear(): void {
    this.#functions.clearCounts({});
  }

  /** Counts the symbols of a band of differences, and says in `tiles` which kinds its tiles have become. */
  count(band: Uint8Array, tiles: Uint8Array, { settles, ...how }: Counting): void {
    this.#putDifferences(band);
    const at = this.#functions.choicesAddress({});
    this.#bytes.set(tiles, at);
    this.#functions.countBand({ rows: this.#rowsOf(band), ...how });
    tiles.set(this.#bytes.subarray(at, at + this.#tiles));
    if (settles) this.#takeDifferences(band);
  }

  /** What was counted, `allSymbols` for each kind; later, their codes, and above 16 bits how many bits these have. */
  get counts(): Uint32Array<ArrayBuffer> {
    const { buffer } = this.#memory;
    return new Uint32Array(buffer, this.#functions.countsAddress({}), kinds * allSymbols);
  }

  /** Bits of each symbol, in eighths, for each kind. */
  get costs(): Uint16Array<ArrayBuffer> {
    const { buffer } = this.#memory;
    return new Uint16Array(buffer, this.#functions.costsAddress({}), kinds * allSymbols);
  }

  /** Begins to write behind a few bits. */
  startBits({ bits, number }: { bits: number; number: number }): void {
    this.#functions.startBits({ bits, number });
  }

  /** Writes a band of differences by the codes that have taken the place of counts. The bytes hold until the next one. */
  write(band: Uint8Array, tiles: Uint8Array): Uint8Array {
    this.#putDifferences(band);
    this.#bytes.set(tiles, this.#functions.choicesAddress({}));
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

  #rowsOf(band: Uint8Array): number {
    return band.length / (this.#width * 4);
  }

  #takeDifferences(band: Uint8Array): void {
    this.#eachRow(band, (row, at) => row.set(this.#bytes.subarray(at, at + row.length)));
  }

  #putDifferences(band: Uint8Array): void {
    this.#eachRow(band, (row, at) => this.#bytes.set(row, at));
  }

  #eachRow(band: Uint8Array, use: (row: Uint8Array, at: number) => void): void {
    const bytes = this.#width * 4;
    const stride = this.#functions.differenceStride({});
    let at = this.#functions.differencesAddress({});
    for (let from = 0; from < band.length; from += bytes, at += stride) {
      use(band.subarray(from, from + bytes), at);
    }
  }
}

/** This thread's instance. */
export const vp8lModule = new ThreadCodec(
  async () => new Vp8lModule(await loadWasm('vp8l-encoder')),
);
