import { EngineError } from '../../errors.ts';
import type { Turn } from '../../geometry.ts';
import type { Planes } from '../../planes/planes.ts';
import { samplingOf } from '../../planes/sampling.ts';
import { type SampleConversion, thresholdPattern } from './sample-conversion.ts';
import {
  align,
  geometryOf,
  layOutStrip,
  type CodedShape,
  type Strip,
  type StripPlane,
} from './strip.ts';
import {
  type HuffmanPair,
  type HuffmanTable,
  huffmanCodes,
  optimalHuffman,
  quantizationTables,
  standardHuffman,
  zigzag,
} from './tables.ts';

/** What `assembly/jpeg` exports. Addresses and sizes are bytes. */
interface JpegExports {
  memory: WebAssembly.Memory;
  heapBase(): number;
  divisorsAddress(): number;
  dcCodesAddress(): number;
  acCodesAddress(): number;
  dcCountsAddress(): number;
  acCountsAddress(): number;
  setZigzag(order: number): void;
  setSampling(across: number, down: number, gray: number): void;
  placePlane(...args: number[]): void;
  placeRgba(...args: number[]): void;
  padPlane(...args: number[]): void;
  scalePlane(...args: number[]): void;
  mixLuma(...args: number[]): void;
  mixChroma(...args: number[]): void;
  setRow(...args: number[]): void;
  encodeRow(out: number): number;
  measureRow(blocks: number): void;
  encodeMeasuredRow(blocks: number, out: number): number;
}

/** Coefficients of at most 26 bits, each byte possibly followed by a stuffed one. */
const worstBlockBytes = Math.ceil((64 * 26) / 8) * 2;

/** Rows of RGBA that are brought into the module's memory at a time; even, for halved chroma. */
const rgbaRows = 64;

/** Reciprocals and halves of one quantization table, as the module stores them. */
const divisorBytes = 384;

/** A transformed block as the module stores it. */
const blockBytes = 144;

/**
 * Encodes strips of planes to baseline JPEG scan data: one restart interval per row of MCUs, so that
 * the data of strips from different encoders can be put one after the other. Not for two callers at once.
 */
export class JpegEncoder {
  readonly #exports: JpegExports;
  #scratch: number;
  /** Address of the strip's transformed blocks, once `optimize` has left them there. */
  #blocks: number | null = null;

  /** `module` is the compiled `assembly/jpeg`. */
  static async create(module: WebAssembly.Module): Promise<JpegEncoder> {
    const instance = await WebAssembly.instantiate(module);
    return new JpegEncoder(instance.exports as unknown as JpegExports);
  }

  private constructor(exports: JpegExports) {
    this.#exports = exports;
    this.#scratch = exports.heapBase();
    this.#reserve(this.#scratch + 64);
    this.#bytes().set(zigzag, this.#scratch);
    exports.setZigzag(this.#scratch);
    this.setHuffman(standardHuffman);
  }

  /** Bytes of WebAssembly memory in use. */
  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Sets the quantization for a quality of 1 to 100 on libjpeg's scale. */
  setQuality(quality: number): void {
    const { buffer } = this.#exports.memory;
    quantizationTables(quality).forEach((steps, kind) => {
      const address = this.#exports.divisorsAddress() + kind * divisorBytes;
      new Uint32Array(buffer, address, 64).set(steps.map((step) => Math.ceil(2 ** 19 / step)));
      new Uint16Array(buffer, address + 256, 64).set(steps.map((step) => step * 4));
    });
  }

  /** Sets the Huffman tables for luma and chroma; they are the standard ones to begin with. */
  setHuffman(tables: readonly [HuffmanPair, HuffmanPair]): void {
    const view = new DataView(this.#exports.memory.buffer);
    tables.forEach((pair, kind) => {
      const dc = this.#exports.dcCodesAddress() + kind * 64;
      const ac = this.#exports.acCodesAddress() + kind * 1024;
      for (const [address, table] of [
        [dc, pair.dc],
        [ac, pair.ac],
      ] as const) {
        for (const [symbol, [code, bits]] of huffmanCodes(table)) {
          const size = symbol & 15;
          // Multiplied, not shifted: the sign bit is in use.
          const entry = code * 2 ** size * 32 + bits + size;
          view.setUint32(address + symbol * 4, entry, true);
        }
      }
    });
  }

  /**
   * Makes room for a strip. Its samples are undefined until `place` has covered them. Throws
   * `out-of-memory`.
   */
  startStrip(shape: CodedShape): Strip {
    const { across, down } = samplingOf(shape.chroma);
    const { strip, end } = layOutStrip(shape, this.#exports.heapBase());
    this.#scratch = end;
    this.#blocks = null;
    this.#reserve(end);
    this.#exports.setSampling(across, down, shape.chroma === '4:0:0' ? 1 : 0);
    return strip;
  }

  /**
   * Puts a rectangle of decoded planes into the strip. All positions and sizes are luma samples;
   * where chroma is subsampled, `from` and `to` must lie on whole chroma samples. `width` and
   * `height` are the source's, before the turn. Throws `corrupt-file` for
   * what lies outside the planes or the strip.
   */
  place(
    strip: Strip,
    source: Planes,
    from: { x: number; y: number; width: number; height: number },
    to: { x: number; y: number },
    turn: Turn,
  ): void {
    const { across, down } = samplingOf(strip.shape.chroma);
    const [sourceAcross, sourceDown] = turn.transpose ? [down, across] : [across, down];
    strip.planes.forEach((plane, component) => {
      const samples = source.planes[component]!;
      const stride = source.strides[component]!;
      const bytes = strip.shape.sampleBytes;
      const [sx, sy] = component === 0 ? [1, 1] : [sourceAcross, sourceDown];
      const [dx, dy] = component === 0 ? [1, 1] : [across, down];
      const x = Math.floor(from.x / sx);
      const y = Math.floor(from.y / sy);
      const width = Math.ceil((from.x + from.width) / sx) - x;
      const height = Math.ceil((from.y + from.height) / sy) - y;
      const [targetX, targetY] = [Math.floor(to.x / dx), Math.floor(to.y / dy)];
      const [targetWidth, targetHeight] = turn.transpose ? [height, width] : [width, height];
      const first = y * stride + x;
      const last = first + (height - 1) * stride + width;
      if (
        samples.BYTES_PER_ELEMENT !== bytes ||
        last > samples.length ||
        targetX + targetWidth > plane.width ||
        targetY + targetHeight > plane.height
      ) {
        throw new EngineError('corrupt-file', 'decoded planes do not fit where they belong');
      }
      this.#reserve(this.#scratch + (last - first) * bytes);
      const part = samples.subarray(first, last);
      this.#bytes().set(
        new Uint8Array(part.buffer, part.byteOffset, part.byteLength),
        this.#scratch,
      );
      this.#exports.placePlane(
        bytes,
        this.#scratch,
        stride * bytes,
        width,
        height,
        plane.address + targetY * plane.stride + targetX * bytes,
        plane.stride,
        Number(turn.transpose),
        Number(turn.flipX),
        Number(turn.flipY),
      );
    });
  }

  /**
   * Fills a strip of one-byte samples from opaque RGBA rows, which are as wide as the strip and begin
   * with it. Chroma is 4:4:4, 4:2:0 (the mean of 2 x 2 pixels) or none; throws `encode-failed` for
   * 4:2:2.
   */
  placeRgba({ shape, planes }: Strip, rgba: Uint8ClampedArray): void {
    const { width, height, chroma } = shape;
    if (chroma === '4:2:2') throw new EngineError('encode-failed', 'pixels do not become 4:2:2');
    const halved = chroma === '4:2:0';
    const [luma, cb, cr] = planes as [StripPlane, StripPlane?, StripPlane?];
    for (let top = 0; top < height; top += rgbaRows) {
      const rows = Math.min(rgbaRows, height - top);
      const part = rgba.subarray(top * width * 4, (top + rows) * width * 4);
      this.#reserve(this.#scratch + part.length + 64);
      this.#bytes().set(part, this.#scratch);
      const chromaAt = (plane: StripPlane | undefined): number =>
        plane ? plane.address + (halved ? top >> 1 : top) * plane.stride : 0;
      this.#exports.placeRgba(
        this.#scratch,
        width,
        rows,
        luma.address + top * luma.stride,
        luma.stride,
        chromaAt(cb),
        chromaAt(cr),
        cb?.stride ?? 0,
        Number(halved),
      );
    }
  }

  /**
   * The strip's scan data, a copy. `firstMcuRow` is the row of the picture that the strip starts with, for
   * the numbers of the restart markers; each row ends in a marker unless `last` and it is the last.
   */
  encode(strip: Strip, firstMcuRow: number, last: boolean): Uint8Array<ArrayBuffer> {
    const { rows, blocksPerRow } = geometryOf(strip.shape);
    const rowBytes = blocksPerRow * blockBytes;
    const blocks = this.#blocks;
    const start = blocks === null ? this.#scratch : blocks + rows * rowBytes;
    let out = start;
    for (let row = 0; row < rows; row++) {
      this.#reserve(out + blocksPerRow * worstBlockBytes + 16);
      this.#chooseRow(strip, row);
      out =
        blocks === null
          ? this.#exports.encodeRow(out)
          : this.#exports.encodeMeasuredRow(blocks + row * rowBytes, out);
      if (last && row === rows - 1) break;
      this.#bytes().set([0xff, 0xd0 + ((firstMcuRow + row) & 7)], out);
      out += 2;
    }
    return this.#bytes().slice(start, out);
  }

  /**
   * Finds the Huffman tables that code this strip shortest, when the strip is the whole picture, and
   * sets them for the next `encode`. When it is only one part in `parts` of a picture, the tables are
   * those for the whole as far as the part can tell, and have codes for what it lacks.
   */
  optimize(strip: Strip, parts = 1): [HuffmanPair, HuffmanPair] {
    const { rows, blocksPerRow } = geometryOf(strip.shape);
    const rowBytes = blocksPerRow * blockBytes;
    const blocks = align(this.#scratch, 64);
    this.#reserve(blocks + rows * rowBytes);
    const dcCounts = this.#exports.dcCountsAddress();
    const acCounts = this.#exports.acCountsAddress();
    this.#bytes().fill(0, dcCounts, dcCounts + 128);
    this.#bytes().fill(0, acCounts, acCounts + 2048);
    for (let row = 0; row < rows; row++) {
      this.#chooseRow(strip, row);
      this.#exports.measureRow(blocks + row * rowBytes);
    }
    this.#blocks = blocks;
    const { buffer } = this.#exports.memory;
    const tableOf = (counted: Uint32Array, { symbols }: HuffmanTable): HuffmanTable => {
      if (parts === 1) return optimalHuffman(counted);
      const expected = counted.map((count) => count * parts);
      for (const symbol of symbols) expected[symbol]!++;
      return optimalHuffman(expected);
    };
    const tablesOf = (kind: 0 | 1): HuffmanPair => ({
      dc: tableOf(new Uint32Array(buffer, dcCounts + kind * 64, 16), standardHuffman[kind].dc),
      ac: tableOf(new Uint32Array(buffer, acCounts + kind * 1024, 256), standardHuffman[kind].ac),
    });
    const tables: [HuffmanPair, HuffmanPair] = [tablesOf(0), tablesOf(1)];
    this.setHuffman(tables);
    return tables;
  }

  /**
   * Brings placed samples to 8 bits, full range and BT.601 (when needed) and fills the MCUs up. Throws
   * `encode-failed` for samples of two bytes without a conversion.
   *
   * @param table What each luma sample then becomes.
   */
  finish(strip: Strip, conversion: SampleConversion | null, table: Uint8Array | null = null): void {
    if (conversion) {
      this.#convert(strip, conversion);
    } else if (strip.shape.sampleBytes !== 1) {
      throw new EngineError('encode-failed', 'samples of two bytes need a conversion');
    }
    if (table) this.#applyTable(strip.planes[0]!, table);
    for (const plane of strip.planes) {
      this.#exports.padPlane(
        plane.codedAddress,
        plane.codedStride,
        plane.width,
        plane.height,
        plane.paddedWidth,
        plane.paddedHeight,
      );
    }
  }

  #applyTable({ codedAddress, codedStride, width, height }: StripPlane, table: Uint8Array): void {
    const bytes = this.#bytes();
    for (let row = 0; row < height; row++) {
      const start = codedAddress + row * codedStride;
      for (let at = start; at < start + width; at++) bytes[at] = table[bytes[at]!]!;
    }
  }

  #convert(strip: Strip, { luma, cb, cr, mixes, dithers }: SampleConversion): void {
    const bytes = strip.shape.sampleBytes;
    const { across, down } = samplingOf(strip.shape.chroma);
    const thresholds = align(this.#scratch, 64);
    // Chroma is read by all three conversions, so that in-place results wait in here.
    const spare = thresholds + 256;
    const [y, u, v] = strip.planes;
    const chromaBytes = u ? u.codedStride * u.paddedHeight : 0;
    this.#reserve(spare + chromaBytes + 64);
    const pattern = thresholdPattern(dithers);
    this.#bytes().set(new Uint8Array(pattern.buffer), thresholds);
    const scale = (plane: StripPlane, factor: number, offset: number): void =>
      this.#exports.scalePlane(
        bytes,
        plane.address,
        plane.stride,
        plane.width,
        plane.height,
        plane.codedAddress,
        plane.codedStride,
        factor,
        offset,
        thresholds,
      );
    if (!mixes || !u || !v) {
      scale(y!, luma.y, luma.offset);
      if (u && v) {
        scale(u, cb.own, cb.offset);
        scale(v, cr.own, cr.offset);
      }
      return;
    }
    this.#exports.mixLuma(
      bytes,
      y!.address,
      y!.stride,
      u.address,
      v.address,
      u.stride,
      across,
      down,
      y!.width,
      y!.height,
      y!.codedAddress,
      y!.codedStride,
      luma.y,
      luma.cb,
      luma.cr,
      luma.offset,
      thresholds,
    );
    const mix = (own: StripPlane, other: StripPlane, factors: SampleConversion['cb'], to: number) =>
      this.#exports.mixChroma(
        bytes,
        own.address,
        other.address,
        own.stride,
        own.width,
        own.height,
        to,
        own.codedStride,
        factors.own,
        factors.other,
        factors.offset,
        thresholds,
      );
    mix(u, v, cb, spare);
    mix(v, u, cr, v.codedAddress);
    this.#bytes().copyWithin(u.codedAddress, spare, spare + u.codedStride * u.height);
  }

  #chooseRow({ shape, planes: [luma, cb, cr] }: Strip, row: number): void {
    const { down } = samplingOf(shape.chroma);
    const chromaStride = cb?.codedStride ?? 0;
    const chromaRow = row * 8 * chromaStride;
    this.#exports.setRow(
      luma!.codedAddress + row * 8 * down * luma!.codedStride,
      luma!.codedStride,
      (cb?.codedAddress ?? 0) + chromaRow,
      (cr?.codedAddress ?? 0) + chromaRow,
      chromaStride,
      Math.ceil(shape.width / 8),
      Math.ceil(shape.height / 8) - row * down,
    );
  }

  #bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#exports.memory.buffer);
  }

  #reserve(end: number): void {
    const { memory } = this.#exports;
    const missing = end - memory.buffer.byteLength;
    if (missing <= 0) return;
    try {
      memory.grow(Math.ceil(missing / 65_536));
    } catch (cause) {
      throw new EngineError('out-of-memory', `the JPEG encoder wants ${end} bytes`, { cause });
    }
  }
}
