import type { ToSrgb } from '../../color/to-srgb.ts';
import { lightToBytes } from '../../color/transfer.ts';
import type { PlaneRows } from '../../transform/plane-resampler.ts';
import { bindExports, type Bound } from '../../wasm/bind.ts';
import { growMemory } from '../../wasm/memory.ts';
import { jpegSignatures, type JpegExports } from './exports.ts';
import { EngineError } from '../../errors.ts';
import type { Turn } from '../../geometry.ts';
import type { ChromaFormat, Planes } from '../../planes/planes.ts';
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
import { quantizationFor } from './quantization.ts';
import { type HuffmanTables, huffmanCodes, zigzag } from './tables.ts';
import { dcSymbol, packTokens, unpackTokens } from './tokens.ts';

/** Coefficients of at most 27 bits, each byte possibly followed by a stuffed one. */
const maxBlockBytes = Math.ceil((64 * 27) / 8) * 2;

/** A symbol and a value of two bytes for each coefficient. */
const maxBlockTokenBytes = 64 * 3;

/** Rows of RGBA that are brought into the module's memory at a time; even, for halved chroma. */
const rgbaRows = 64;

/** Reciprocals and thresholds of one quantization table, as the module stores them. */
const divisorBytes = 256;

/** Codes or counts of one kind of component, as the module stores them. */
const symbolBytes = 1024;

const fromLight = lightToBytes();

/**
 * Encodes strips of planes to baseline JPEG scan data: one restart interval per row of MCUs, so that
 * the data of strips from different encoders can be put one after the other. That takes two passes: strips
 * become tokens, and these, once the codes for all strips are known, scan data. Not for two callers at once.
 */
export class JpegEncoder {
  readonly #exports: JpegExports;
  readonly #functions: Bound<typeof jpegSignatures>;
  #scratch: number;

  /** `module` is the compiled `assembly/jpeg`. */
  static async create(module: WebAssembly.Module): Promise<JpegEncoder> {
    const instance = await WebAssembly.instantiate(module);
    return new JpegEncoder(instance.exports);
  }

  private constructor(instance: WebAssembly.Exports) {
    const exports = instance as unknown as JpegExports;
    this.#exports = exports;
    this.#functions = bindExports(instance, jpegSignatures);
    this.#scratch = exports.heapBase();
    this.#reserve(this.#scratch + 64);
    this.#bytes().set(zigzag, this.#scratch);
    exports.setZigzag(this.#scratch);
  }

  /** Bytes of WebAssembly memory in use. */
  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Sets the quantization for a quality of 1 to 100 and pictures of that color resolution. */
  setQuality(quality: number, chroma: ChromaFormat): void {
    const { buffer } = this.#exports.memory;
    const { steps, thresholds } = quantizationFor(quality, chroma);
    steps.forEach((table, kind) => {
      const address = this.#exports.divisorsAddress() + kind * divisorBytes;
      new Int16Array(buffer, address, 64).set(table.map((step) => Math.round(4096 / step)));
      new Int16Array(buffer, address + 128, 64).set(
        table.map((step, at) => Math.round(8 * step * thresholds[kind]![at]!)),
      );
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
    this.#reserve(end);
    this.#functions.setSampling({
      newAcross: across,
      newDown: down,
      newGray: shape.chroma === '4:0:0',
    });
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
      this.#functions.placePlane({
        bytes,
        source: this.#scratch,
        stride: stride * bytes,
        width,
        height,
        target: plane.address + targetY * plane.stride + targetX * bytes,
        targetStride: plane.stride,
        transposed: turn.transpose,
        flipX: turn.flipX,
        flipY: turn.flipY,
      });
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
      this.#functions.placeRgba({
        pixels: this.#scratch,
        width,
        rows,
        y: luma.address + top * luma.stride,
        yStride: luma.stride,
        cb: chromaAt(cb),
        cr: chromaAt(cr),
        cStride: cb?.stride ?? 0,
        halved,
      });
    }
  }

  /**
   * The first pass: the strip's tokens, see `packTokens`, which `writeScan` turns into scan data.
   * `firstMcuRow` is the row of the picture that the strip starts with, for the numbers of the restart
   * markers; each row ends in a marker unless `last` and it is the last.
   */
  tokenize(strip: Strip, firstMcuRow: number, last: boolean): Uint8Array<ArrayBuffer> {
    const { chroma, width } = strip.shape;
    const { across, down } = samplingOf(chroma);
    const { rows, blocksPerRow } = geometryOf(strip.shape);
    const counts = this.#exports.countsAddress();
    this.#bytes().fill(0, counts, counts + 2 * symbolBytes);
    const start = this.#scratch;
    let end = start;
    for (let row = 0; row < rows; row++) {
      this.#reserve(end + blocksPerRow * maxBlockTokenBytes + 16);
      this.#chooseRow(strip, row);
      end = this.#exports.tokenizeRow(end);
    }
    const header = {
      ...{ mcusPerRow: Math.ceil(width / (8 * across)), rows, lumaBlocks: across * down },
      ...{ gray: chroma === '4:0:0', firstMcuRow, last },
    };
    const counted = new Uint32Array(this.#exports.memory.buffer, counts, (2 * symbolBytes) / 4);
    return packTokens(header, counted, this.#bytes().subarray(start, end));
  }

  /**
   * How often each symbol would occur at some qualities, in every so many-th row of MCUs alone. The
   * quality that was set is another one afterwards.
   */
  countSymbols(
    strip: Strip,
    qualities: readonly number[],
    every: number,
  ): Uint32Array<ArrayBuffer>[] {
    const { rows, blocksPerRow } = geometryOf(strip.shape);
    const counts = this.#exports.countsAddress();
    this.#reserve(this.#scratch + blocksPerRow * maxBlockTokenBytes + 16);
    return qualities.map((quality) => {
      this.setQuality(quality, strip.shape.chroma);
      this.#bytes().fill(0, counts, counts + 2 * symbolBytes);
      for (let row = Math.min(every >> 1, rows - 1); row < rows; row += every) {
        this.#chooseRow(strip, row);
        this.#exports.tokenizeRow(this.#scratch);
      }
      return new Uint32Array(this.#exports.memory.buffer, counts, (2 * symbolBytes) / 4).slice();
    });
  }

  /** The second pass: the scan data of what `tokenize` made of a strip, by the tables of the whole picture. */
  writeScan(packed: Uint8Array, huffman: HuffmanTables): Uint8Array<ArrayBuffer> {
    const { header, tokens } = unpackTokens(packed);
    const { mcusPerRow, rows, lumaBlocks, gray, firstMcuRow, last } = header;
    const maxRowBytes = mcusPerRow * (lumaBlocks + (gray ? 0 : 2)) * maxBlockBytes;
    this.#setHuffman(huffman);
    const from = this.#exports.heapBase();
    // Values are read as whole words.
    const start = align(from + tokens.length + 4, 64);
    this.#reserve(start + maxRowBytes + 16);
    this.#bytes().set(tokens, from);
    this.#exports.startTokens(from);
    let out = start;
    for (let row = 0; row < rows; row++) {
      this.#reserve(out + maxRowBytes + 16);
      out = this.#functions.writeMcus({ mcuCount: mcusPerRow, lumaBlocks, gray, out });
      if (last && row === rows - 1) break;
      this.#bytes().set([0xff, 0xd0 + ((firstMcuRow + row) & 7)], out);
      out += 2;
    }
    return this.#bytes().slice(start, out);
  }

  #setHuffman(tables: HuffmanTables): void {
    const view = new DataView(this.#exports.memory.buffer);
    tables.forEach(({ dc, ac }, kind) => {
      const address = this.#exports.codesAddress() + kind * symbolBytes;
      const set = (symbol: number, size: number, [code, bits]: [number, number]): void => {
        // Multiplied, not shifted: the sign bit is in use.
        view.setUint32(address + symbol * 4, code * 2 ** size * 32 + bits + size, true);
      };
      for (const [size, code] of huffmanCodes(dc)) set(dcSymbol(size), size, code);
      for (const [symbol, code] of huffmanCodes(ac)) set(symbol, symbol & 15, code);
    });
  }

  /**
   * Brings placed samples to 8 bits, full range and BT.601 (when needed) and fills the MCUs up. Throws
   * `encode-failed` for samples of two bytes without a conversion.
   *
   * @param table What each luma sample then becomes.
   * @param toSrgb What colors then become, where there are any.
   */
  finish(
    strip: Strip,
    conversion: SampleConversion | null,
    table: Uint8Array | null = null,
    toSrgb: ToSrgb | null = null,
  ): void {
    if (conversion) {
      this.#convert(strip, conversion);
    } else if (strip.shape.sampleBytes !== 1) {
      throw new EngineError('encode-failed', 'samples of two bytes need a conversion');
    }
    if (table) this.#applyTable(strip.planes[0]!, table);
    if (toSrgb) this.#convertColors(strip, toSrgb);
    for (const plane of strip.planes) {
      this.#functions.padPlane({
        plane: plane.codedAddress,
        stride: plane.codedStride,
        width: plane.width,
        height: plane.height,
        paddedWidth: plane.paddedWidth,
        paddedHeight: plane.paddedHeight,
      });
    }
  }

  /** The samples of a strip that is finished, component by component. They hold until the next call. */
  samplesOf({ planes }: Strip): Omit<PlaneRows, 'top'>[] {
    const data = this.#bytes();
    return planes.map(({ codedAddress, codedStride, width, height }) => ({
      ...{ data, offset: codedAddress, stride: codedStride, step: 1, width, rows: height },
    }));
  }

  #applyTable({ codedAddress, codedStride, width, height }: StripPlane, table: Uint8Array): void {
    const bytes = this.#bytes();
    for (let row = 0; row < height; row++) {
      const start = codedAddress + row * codedStride;
      for (let at = start; at < start + width; at++) bytes[at] = table[bytes[at]!]!;
    }
  }

  #convertColors({ shape, planes: [y, cb, cr] }: Strip, toSrgb: ToSrgb): void {
    if (!y || !cb || !cr) return;
    const tables = align(this.#scratch, 64);
    const bytesAt = tables + toSrgb.byteLength;
    this.#reserve(bytesAt + fromLight.length + 64);
    new Int32Array(this.#exports.memory.buffer, tables, toSrgb.length).set(toSrgb);
    this.#bytes().set(fromLight, bytesAt);
    this.#functions.convertColors({
      ...{ y: y.codedAddress, yStride: y.codedStride, cb: cb.codedAddress, cr: cr.codedAddress },
      ...{ cStride: cb.codedStride, ...samplingOf(shape.chroma) },
      ...{ width: y.width, height: y.height, tables },
    });
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
      void this.#functions.scalePlane({
        bytes,
        source: plane.address,
        stride: plane.stride,
        width: plane.width,
        height: plane.height,
        target: plane.codedAddress,
        targetStride: plane.codedStride,
        factor,
        offset,
        thresholds,
      });
    if (!mixes || !u || !v) {
      scale(y!, luma.y, luma.offset);
      if (u && v) {
        scale(u, cb.own, cb.offset);
        scale(v, cr.own, cr.offset);
      }
      return;
    }
    this.#functions.mixLuma({
      bytes,
      y: y!.address,
      yStride: y!.stride,
      cb: u.address,
      cr: v.address,
      cStride: u.stride,
      across,
      down,
      width: y!.width,
      height: y!.height,
      target: y!.codedAddress,
      targetStride: y!.codedStride,
      factorY: luma.y,
      factorCb: luma.cb,
      factorCr: luma.cr,
      offset: luma.offset,
      thresholds,
    });
    const mix = (own: StripPlane, other: StripPlane, factors: SampleConversion['cb'], to: number) =>
      this.#functions.mixChroma({
        bytes,
        own: own.address,
        other: other.address,
        stride: own.stride,
        width: own.width,
        height: own.height,
        target: to,
        targetStride: own.codedStride,
        factorOwn: factors.own,
        factorOther: factors.other,
        offset: factors.offset,
        thresholds,
      });
    mix(u, v, cb, spare);
    mix(v, u, cr, v.codedAddress);
    this.#bytes().copyWithin(u.codedAddress, spare, spare + u.codedStride * u.height);
  }

  #chooseRow({ shape, planes: [luma, cb, cr] }: Strip, row: number): void {
    const { down } = samplingOf(shape.chroma);
    const chromaStride = cb?.codedStride ?? 0;
    const chromaRow = row * 8 * chromaStride;
    this.#functions.setRow({
      newY: luma!.codedAddress + row * 8 * down * luma!.codedStride,
      newYStride: luma!.codedStride,
      newCb: (cb?.codedAddress ?? 0) + chromaRow,
      newCr: (cr?.codedAddress ?? 0) + chromaRow,
      newCStride: chromaStride,
      newLumaColumns: Math.ceil(shape.width / 8),
      newLumaRows: Math.ceil(shape.height / 8) - row * down,
    });
  }

  #bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#exports.memory.buffer);
  }

  #reserve(end: number): void {
    growMemory(this.#exports.memory, end, 'the JPEG encoder');
  }
}
