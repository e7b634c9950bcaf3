import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import type { Chunk } from './chunks.ts';
import { Inflater } from './inflater.ts';
import { RowUnfilter } from './row-unfilter.ts';
import {
  channelsOf,
  colorTypes,
  isSimple,
  readPalette,
  readPngColor,
  readPngHeader,
  readTransparentColor,
  type Palette,
  type PngHeader,
} from './header.ts';

/** One pass of the picture: every pixel, or one of Adam7's seven (section 8.1). */
export interface Pass {
  x: number;
  y: number;
  stepX: number;
  stepY: number;
  width: number;
  height: number;
}

const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export function passesOf({ width, height, interlaced }: PngHeader): Pass[] {
  if (!interlaced) return [{ x: 0, y: 0, stepX: 1, stepY: 1, width, height }];
  return adam7
    .map(([x, y, stepX, stepY]) => ({
      x,
      y,
      stepX,
      stepY,
      width: Math.ceil((width - x) / stepX),
      height: Math.ceil((height - y) / stepY),
    }))
    .filter((pass) => pass.width > 0 && pass.height > 0);
}

export function rowBytes(width: number, { bitDepth, colorType }: PngHeader): number {
  return Math.ceil((width * channelsOf[colorType]! * bitDepth) / 8);
}

/** Reads sample `index` of a row whose samples have 1, 2, 4, 8 or 16 bits. */
function sampleAt(row: Uint8Array, index: number, bitDepth: number): number {
  if (bitDepth === 8) return row[index]!;
  if (bitDepth === 16) return (row[index * 2]! << 8) | row[index * 2 + 1]!;
  const bit = index * bitDepth;
  return (row[bit >> 3]! >> (8 - bitDepth - (bit & 7))) & ((1 << bitDepth) - 1);
}

type Put = (row: Uint8Array, column: number, to: number) => void;

/** Returns a function that writes a pixel of this file as RGBA at offset `to` of `data`. */
function makePut(header: PngHeader, chunks: Chunk[], data: Raster['data']): Put {
  const { colorType, bitDepth } = header;
  if (colorType === colorTypes.palette) return putPalette(readPalette(chunks), bitDepth, data);
  const channels = channelsOf[colorType]!;
  const max = data instanceof Uint16Array ? 65_535 : 255;
  const scale = max / (2 ** bitDepth - 1);
  const transparent = readTransparentColor(chunks, header);
  const gray = colorType === colorTypes.gray || colorType === colorTypes.grayAlpha;
  const hasAlpha = colorType === colorTypes.grayAlpha || colorType === colorTypes.rgba;
  return (row, column, to) => {
    const first = column * channels;
    const r = sampleAt(row, first, bitDepth);
    const g = gray ? r : sampleAt(row, first + 1, bitDepth);
    const b = gray ? r : sampleAt(row, first + 2, bitDepth);
    const hidden =
      transparent &&
      r === transparent[0] &&
      (gray || (g === transparent[1] && b === transparent[2]));
    data[to] = r * scale;
    data[to + 1] = g * scale;
    data[to + 2] = b * scale;
    if (hasAlpha) data[to + 3] = sampleAt(row, first + channels - 1, bitDepth) * scale;
    else data[to + 3] = hidden ? 0 : max;
  };
}

/** The same for 16-bit samples, which are stored big-endian. */
function copyDeepRow(
  row: Uint8Array,
  channels: number,
  data: Uint16Array,
  start: number,
  width: number,
): void {
  for (let x = 0, from = 0, to = start * 4; x < width; x++, from += channels * 2, to += 4) {
    data[to] = (row[from]! << 8) | row[from + 1]!;
    data[to + 1] = (row[from + 2]! << 8) | row[from + 3]!;
    data[to + 2] = (row[from + 4]! << 8) | row[from + 5]!;
    data[to + 3] = channels === 4 ? (row[from + 6]! << 8) | row[from + 7]! : 65_535;
  }
}

function putPalette({ entries, size }: Palette, bitDepth: number, data: Raster['data']): Put {
  return (row, column, to) => {
    const index = sampleAt(row, column, bitDepth);
    if (index >= size) throw new EngineError('corrupt-file', 'PNG: a color beyond the palette');
    const from = index * 4;
    data[to] = entries[from]!;
    data[to + 1] = entries[from + 1]!;
    data[to + 2] = entries[from + 2]!;
    data[to + 3] = entries[from + 3]!;
  };
}

/** Filtered bytes converted to pixels at a time. */
export const bandBytes = 1 << 18;

/** Converts the filtered rows of one pass, in order, to RGBA. */
export class RowReader {
  readonly #header: PngHeader;
  readonly #pass: Pass;
  readonly #put: Put;
  readonly #data: Raster['data'];
  readonly #unfilter: RowUnfilter;
  /** Bytes per row, without the filter type. */
  readonly #rowBytes: number;
  /** RGB or RGBA with 8 or 16 bits, and all pixels in this pass. */
  readonly #simple: boolean;
  /** Of the pass. */
  #nextRow = 0;

  constructor(
    chunks: Chunk[],
    header: PngHeader,
    pass: Pass,
    data: Raster['data'],
    unfilter: RowUnfilter,
  ) {
    this.#header = header;
    this.#pass = pass;
    this.#put = makePut(header, chunks, data);
    this.#data = data;
    this.#rowBytes = rowBytes(pass.width, header);
    this.#unfilter = unfilter;
    unfilter.start(this.#rowBytes);
    this.#simple = isSimple(header);
  }

  /**
   * Reads the next `count` rows. Their pixels go to pixel `start` of the raster, with `further`
   * pixels from row to row.
   */
  read(inflater: Inflater, count: number, start: number, further: number): void {
    const stride = 1 + this.#rowBytes;
    const bandRows = Math.max(1, Math.floor(bandBytes / stride));
    for (let top = 0; top < count; top += bandRows) {
      const filtered = inflater.read(Math.min(bandRows, count - top) * stride);
      this.add(filtered, start + top * further, further);
    }
  }

  /** The same with the next rows, already inflated. Throws `corrupt-file` for an unknown filter. */
  add(filtered: Uint8Array, start: number, further: number): void {
    const stride = 1 + this.#rowBytes;
    const { colorType, bitDepth } = this.#header;
    const channels = channelsOf[colorType]!;
    const pixelBytes = Math.max(1, (channels * bitDepth) >> 3);
    const rows = this.#unfilter.unfilter(filtered, this.#rowBytes, pixelBytes);
    const firstRow = this.#nextRow;
    this.#nextRow += rows.length / stride;
    const pixels = this.#pixelsOf(rows, channels, firstRow);
    if (pixels) {
      // All of the picture's pixels are contiguous.
      this.#data.set(pixels, start * 4);
      return;
    }
    for (let y = 0; y * stride < rows.length; y++) {
      const row = rows.subarray(y * stride + 1, (y + 1) * stride);
      this.#putRow(row, start + y * further);
    }
  }

  /** Converts rows to 8-bit RGBA at once, if that is possible and more than a copy. */
  #pixelsOf(rows: Uint8Array, channels: number, firstRow: number): Uint8Array | null {
    const isReduced = this.#header.bitDepth === 16 && this.#data instanceof Uint8ClampedArray;
    if (!this.#simple || (channels !== 3 && channels !== 4)) return null;
    const { width } = this.#pass;
    if (isReduced) return this.#unfilter.reduceDeep(rows, width, channels, firstRow);
    return this.#header.bitDepth === 8 && channels === 3
      ? this.#unfilter.addAlpha(rows, width)
      : null;
  }

  #putRow(row: Uint8Array, start: number): void {
    const { width, stepX } = this.#pass;
    const { colorType } = this.#header;
    const channels = channelsOf[colorType]!;
    if (this.#simple) {
      return this.#data instanceof Uint16Array
        ? copyDeepRow(row, channels, this.#data, start, width)
        : this.#data.set(row, start * 4);
    }
    for (let x = 0, to = start * 4; x < width; x++, to += stepX * 4) this.#put(row, x, to);
  }
}

export const samplesOf = (chunks: Chunk[]): Uint8Array[] =>
  chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);

export function makeRaster(
  {
    bitDepth,
    colorType,
    hasAlpha,
    width,
  }: Pick<PngHeader, 'bitDepth' | 'colorType' | 'hasAlpha' | 'width'>,
  height: number,
): Raster {
  const size = width * height * 4;
  return {
    width,
    height,
    data: bitDepth === 16 ? new Uint16Array(size) : new Uint8ClampedArray(size),
    opaque: !hasAlpha,
    gray: colorType === colorTypes.gray || colorType === colorTypes.grayAlpha,
    premultiplied: false,
    color: {},
  };
}

/**
 * Decodes a PNG from its chunks. Samples have 16 bits when the file's have, otherwise 8. Throws
 * `corrupt-file`.
 */
export async function decodePng(chunks: Chunk[]): Promise<Raster> {
  const header = readPngHeader(chunks);
  const inflater = await Inflater.create(samplesOf(chunks));
  const unfilter = await RowUnfilter.create();
  const raster = makeRaster(header, header.height);
  for (const pass of passesOf(header)) {
    const rows = new RowReader(chunks, header, pass, raster.data, unfilter);
    const start = pass.y * header.width + pass.x;
    rows.read(inflater, pass.height, start, pass.stepY * header.width);
  }
  return { ...raster, color: await readPngColor(chunks) };
}

/**
 * Like `decodePng`, for pictures without interlacing, in bands from the top. A band is valid until
 * the next one is requested.
 *
 * @param mayReduce Allows dithering 16-bit samples to 8 bits, where that is faster.
 */
export async function* decodePngBands(
  chunks: Chunk[],
  bandRows: number,
  mayReduce = false,
): AsyncGenerator<Raster> {
  const header = readPngHeader(chunks);
  const [pass] = passesOf(header);
  const color = await readPngColor(chunks);
  const reduces = mayReduce && isSimple(header);
  const raster = makeRaster({ ...header, ...(reduces && { bitDepth: 8 }) }, bandRows);
  const rows = new RowReader(chunks, header, pass!, raster.data, await RowUnfilter.create());
  const inflater = await Inflater.create(samplesOf(chunks));
  for (let top = 0; top < header.height; top += bandRows) {
    const height = Math.min(bandRows, header.height - top);
    rows.read(inflater, height, 0, header.width);
    const data = raster.data.subarray(0, header.width * height * 4);
    yield { ...raster, height, data, color };
  }
}
