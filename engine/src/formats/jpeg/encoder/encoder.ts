import type { ChromaFormat } from '../../../planes/planes.ts';
import { samplingOf } from '../../../planes/sampling.ts';
import { align } from '../../../wasm/memory.ts';
import { EncoderModule } from './encoder-module.ts';
import { quantizationFor } from './quantization.ts';
import { quantizerBytes, quantizerOf } from './quantizer.ts';
import { geometryOf, type Strip } from './strip.ts';
import { StripSamples } from './strip-samples.ts';
import { type HuffmanTables, huffmanCodes, zigzag } from './tables.ts';
import { dcSymbol, packTokens, unpackTokens } from './tokens.ts';

/** 64 coefficients of at most 27 bits; every byte may be followed by a stuffed one. */
const maxBlockBytes = Math.ceil((64 * 27) / 8) * 2;

/** One byte of symbol and two of value per coefficient. */
const maxBlockTokenBytes = 64 * 3;

/** Size of the codes or counts for one kind of component (luma or chroma) in the module. */
const symbolBytes = 1024;

/**
 * Encodes strips of planes to baseline JPEG scan data, with one restart interval per MCU row, so
 * that the data of strips from different encoders can be concatenated. Needs two passes: the first
 * turns strips into tokens; the second, once the Huffman codes for all strips are known, writes the
 * scan data. Must not be shared by concurrent callers.
 */
export class JpegEncoder {
  /** Holds the samples of the strip to be coded next. */
  readonly samples: StripSamples;
  readonly #module: EncoderModule;
  /** The current quality and chroma format, as a key. */
  #quality = '';

  /** `module` is the compiled `assembly/jpeg`. */
  static async create(module: WebAssembly.Module): Promise<JpegEncoder> {
    const instance = await WebAssembly.instantiate(module);
    return new JpegEncoder(new EncoderModule(instance.exports));
  }

  private constructor(module: EncoderModule) {
    this.#module = module;
    this.samples = new StripSamples(module);
    module.reserve(module.scratch + 64);
    module.bytes().set(zigzag, module.scratch);
    module.functions.setZigzag({ order: module.scratch });
  }

  /** Bytes of WebAssembly memory in use. */
  get memoryBytes(): number {
    return this.#module.functions.memory.buffer.byteLength;
  }

  /** Sets the quantization tables for a quality from 1 to 100 and a chroma format. */
  setQuality(quality: number, chroma: ChromaFormat): void {
    const asked = `${quality} ${chroma}`;
    if (asked === this.#quality) return;
    this.#quality = asked;
    const [luma, color] = quantizationFor(quality, chroma);
    const address = this.#module.functions.quantizersAddress({});
    const bytes = this.#module.bytes();
    bytes.set(quantizerOf('luma', luma), address);
    bytes.set(quantizerOf('chroma', color), address + quantizerBytes);
  }

  /**
   * First pass: turns the strip into tokens (see `packTokens`) for `writeScan`. `firstMcuRow` is
   * the strip's first MCU row in the picture; it numbers the restart markers. Each MCU row ends in
   * a restart marker, except the last row of a strip that is `last`.
   */
  tokenize(strip: Strip, firstMcuRow: number, last: boolean): Uint8Array<ArrayBuffer> {
    const { chroma, width } = strip.shape;
    const { across, down } = samplingOf(chroma);
    const { rows, blocksPerRow } = geometryOf(strip.shape);
    const counts = this.#module.functions.countsAddress({});
    this.#module.bytes().fill(0, counts, counts + 2 * symbolBytes);
    const start = this.#module.scratch;
    let end = start;
    for (let row = 0; row < rows; row++) {
      this.#module.reserve(end + blocksPerRow * maxBlockTokenBytes + 16);
      this.#chooseRow(strip, row);
      end = this.#module.functions.tokenizeRow({ out: end });
    }
    const header = {
      mcusPerRow: Math.ceil(width / (8 * across)),
      rows,
      lumaBlocks: across * down,
      gray: chroma === '4:0:0',
      firstMcuRow,
      last,
    };
    const counted = new Uint32Array(
      this.#module.functions.memory.buffer,
      counts,
      (2 * symbolBytes) / 4,
    );
    return packTokens(header, counted, this.#module.bytes().subarray(start, end));
  }

  /**
   * Counts how often each symbol would occur at each of the qualities, looking only at every
   * `every`-th MCU row. Changes the quality that was set.
   */
  countSymbols(
    strip: Strip,
    qualities: readonly number[],
    every: number,
  ): Uint32Array<ArrayBuffer>[] {
    const { rows, blocksPerRow } = geometryOf(strip.shape);
    const counts = this.#module.functions.countsAddress({});
    this.#module.reserve(this.#module.scratch + blocksPerRow * maxBlockTokenBytes + 16);
    return qualities.map((quality) => {
      this.setQuality(quality, strip.shape.chroma);
      this.#module.bytes().fill(0, counts, counts + 2 * symbolBytes);
      for (let row = Math.min(every >> 1, rows - 1); row < rows; row += every) {
        this.#chooseRow(strip, row);
        this.#module.functions.tokenizeRow({ out: this.#module.scratch });
      }
      return new Uint32Array(
        this.#module.functions.memory.buffer,
        counts,
        (2 * symbolBytes) / 4,
      ).slice();
    });
  }

  /**
   * Second pass: writes the scan data of consecutive strips' tokens, using the Huffman tables of
   * the whole picture.
   */
  writeScan(strips: readonly Uint8Array[], huffman: HuffmanTables): Uint8Array<ArrayBuffer> {
    this.#setHuffman(huffman);
    const from = this.#module.functions.heapBase({});
    // Token values are read as whole words, so reading may pass the end.
    const start = align(from + Math.max(...strips.map(({ length }) => length)) + 4, 64);
    const end = strips.reduce((out, packed) => this.#writeStrip(packed, from, out), start);
    return this.#module.bytes().slice(start, end);
  }

  /**
   * Copies one strip's tokens to `from` and writes its scan data at `out`. Returns the end of the
   * data.
   */
  #writeStrip(packed: Uint8Array, from: number, out: number): number {
    const { header, tokens } = unpackTokens(packed);
    const { mcusPerRow, rows, lumaBlocks, gray, firstMcuRow, last } = header;
    const maxRowBytes = mcusPerRow * (lumaBlocks + (gray ? 0 : 2)) * maxBlockBytes;
    this.#module.reserve(out);
    this.#module.bytes().set(tokens, from);
    this.#module.functions.startTokens({ tokens: from });
    for (let row = 0; row < rows; row++) {
      this.#module.reserve(out + maxRowBytes + 16);
      out = this.#module.functions.writeMcus({ mcuCount: mcusPerRow, lumaBlocks, gray, out });
      if (last && row === rows - 1) break;
      this.#module.bytes().set([0xff, 0xd0 + ((firstMcuRow + row) & 7)], out);
      out += 2;
    }
    return out;
  }

  #setHuffman(tables: HuffmanTables): void {
    const view = new DataView(this.#module.functions.memory.buffer);
    tables.forEach(({ dc, ac }, kind) => {
      const address = this.#module.functions.codesAddress({}) + kind * symbolBytes;
      const set = (symbol: number, size: number, [code, bits]: [number, number]): void => {
        // Multiplies instead of shifting, because the result may use the sign bit.
        view.setUint32(address + symbol * 4, code * 2 ** size * 32 + bits + size, true);
      };
      for (const [size, code] of huffmanCodes(dc)) set(dcSymbol(size), size, code);
      for (const [symbol, code] of huffmanCodes(ac)) set(symbol, symbol & 15, code);
    });
  }

  #chooseRow({ shape, planes: [luma, cb, cr] }: Strip, row: number): void {
    const { down } = samplingOf(shape.chroma);
    const chromaStride = cb?.codedStride ?? 0;
    const chromaRow = row * 8 * chromaStride;
    this.#module.functions.setRow({
      newY: luma!.codedAddress + row * 8 * down * luma!.codedStride,
      newYStride: luma!.codedStride,
      newCb: (cb?.codedAddress ?? 0) + chromaRow,
      newCr: (cr?.codedAddress ?? 0) + chromaRow,
      newCStride: chromaStride,
      newLumaColumns: Math.ceil(shape.width / 8),
      newLumaRows: Math.ceil(shape.height / 8) - row * down,
    });
  }
}
