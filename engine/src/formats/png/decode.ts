import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import type { Chunk } from './chunks.ts';
import { inflate, inflateBands } from '../../bytes/deflate.ts';
import {
  channelsOf,
  colorTypes,
  readPalette,
  readPngColor,
  readPngHeader,
  readTransparentColor,
  type Palette,
  type PngHeader,
} from './header.ts';

/** One pass of the picture: every pixel, or one of Adam7's seven (section 8.1). */
interface Pass {
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

function passesOf({ width, height, interlaced }: PngHeader): Pass[] {
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

function rowBytes(width: number, { bitDepth, colorType }: PngHeader): number {
  return Math.ceil((width * channelsOf[colorType]! * bitDepth) / 8);
}

/**
 * Undoes one row's filter (section 9.2) in place; `up` is the row before, or zeros. Bytes that stand
 * under each other in neighboring pixels are walked together, so that the left one is at hand.
 */
function unfilter(filter: number, row: Uint8Array, up: Uint8Array, pixelBytes: number): void {
  const size = row.length;
  if (filter === 0) return;
  if (filter === 2) {
    for (let i = 0; i < size; i++) row[i] = row[i]! + up[i]!;
    return;
  }
  if (filter > 4) throw new EngineError('corrupt-file', `PNG: filter ${filter}`);
  for (let first = 0; first < Math.min(pixelBytes, size); first++) {
    if (filter === 1) unfilterSub(row, first, pixelBytes);
    else if (filter === 3) unfilterAverage(row, up, first, pixelBytes);
    else unfilterPaeth(row, up, first, pixelBytes);
  }
}

function unfilterSub(row: Uint8Array, first: number, step: number): void {
  let left = 0;
  for (let i = first; i < row.length; i += step) {
    left = (row[i]! + left) & 255;
    row[i] = left;
  }
}

function unfilterAverage(row: Uint8Array, up: Uint8Array, first: number, step: number): void {
  let left = 0;
  for (let i = first; i < row.length; i += step) {
    left = (row[i]! + ((left + up[i]!) >> 1)) & 255;
    row[i] = left;
  }
}

/** Section 9.4. */
function unfilterPaeth(row: Uint8Array, up: Uint8Array, first: number, step: number): void {
  let left = 0;
  let corner = 0;
  for (let i = first; i < row.length; i += step) {
    const above = up[i]!;
    const toLeft = Math.abs(above - corner);
    const toUp = Math.abs(left - corner);
    const toCorner = Math.abs(left + above - 2 * corner);
    let guess = corner;
    if (toLeft <= toUp && toLeft <= toCorner) guess = left;
    else if (toUp <= toCorner) guess = above;
    left = (row[i]! + guess) & 255;
    row[i] = left;
    corner = above;
  }
}

/** Reads sample `index` of a row whose samples have 1, 2, 4, 8 or 16 bits. */
function sampleAt(row: Uint8Array, index: number, bitDepth: number): number {
  if (bitDepth === 8) return row[index]!;
  if (bitDepth === 16) return (row[index * 2]! << 8) | row[index * 2 + 1]!;
  const bit = index * bitDepth;
  return (row[bit >> 3]! >> (8 - bitDepth - (bit & 7))) & ((1 << bitDepth) - 1);
}

type Put = (row: Uint8Array, column: number, to: number) => void;

/** How a pixel of this file becomes RGBA at offset `to` of `data`. */
function makePut(header: PngHeader, chunks: Chunk[], data: Raster['data']): Put {
  const { colorType, bitDepth } = header;
  if (colorType === colorTypes.palette) return putPalette(readPalette(chunks), bitDepth, data);
  const channels = channelsOf[colorType]!;
  const max = data instanceof Uint16Array ? 65_535 : 255;
  const scale = max / (2 ** bitDepth - 1);
  const transparent = readTransparentColor(chunks, colorType);
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

/** The commonest form, a whole row at a time: RGB or RGBA of 8 bits, every pixel in this pass. */
function copyRow(
  row: Uint8Array,
  channels: number,
  pixels: Uint32Array,
  to: number,
  width: number,
): void {
  if (channels === 4) {
    for (let x = 0, from = 0; x < width; x++, from += 4) {
      pixels[to + x] =
        row[from]! | (row[from + 1]! << 8) | (row[from + 2]! << 16) | (row[from + 3]! << 24);
    }
    return;
  }
  for (let x = 0, from = 0; x < width; x++, from += 3) {
    pixels[to + x] = row[from]! | (row[from + 1]! << 8) | (row[from + 2]! << 16) | opaqueAlpha;
  }
}

/** Alpha of 255 in the top byte of a little-endian pixel, as every machine with WebAssembly has it. */
const opaqueAlpha = 255 << 24;

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

/** Brings filtered rows of one pass, in order, to RGBA. */
class RowReader {
  readonly #header: PngHeader;
  readonly #pass: Pass;
  readonly #put: Put;
  readonly #pixels: Uint32Array;
  readonly #size: number;
  /** 8-bit RGB or RGBA, every pixel in this pass. */
  readonly #simple: boolean;
  #up: Uint8Array;

  constructor(chunks: Chunk[], header: PngHeader, pass: Pass, data: Raster['data']) {
    this.#header = header;
    this.#pass = pass;
    this.#put = makePut(header, chunks, data);
    this.#pixels = new Uint32Array(data.buffer);
    this.#size = rowBytes(pass.width, header);
    this.#up = new Uint8Array(this.#size);
    const { colorType, bitDepth, hasAlpha, interlaced } = header;
    const plain = colorType === colorTypes.rgba || (colorType === colorTypes.rgb && !hasAlpha);
    this.#simple = plain && bitDepth === 8 && !interlaced;
  }

  /** Unfilters the row at `at`, in place, and puts its pixels from pixel `start` of the raster on. */
  read(filtered: Uint8Array, at: number, start: number): void {
    const { colorType, bitDepth } = this.#header;
    const channels = channelsOf[colorType]!;
    const row = filtered.subarray(at + 1, at + 1 + this.#size);
    unfilter(filtered[at]!, row, this.#up, Math.max(1, (channels * bitDepth) >> 3));
    const { width, stepX } = this.#pass;
    if (this.#simple) copyRow(row, channels, this.#pixels, start, width);
    else for (let x = 0, to = start * 4; x < width; x++, to += stepX * 4) this.#put(row, x, to);
    this.#up = row;
  }

  /** Keeps the last row, when the memory that it lies in is used again. */
  detach(): void {
    this.#up = this.#up.slice();
  }
}

const samplesOf = (chunks: Chunk[]): Uint8Array[] =>
  chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);

function makeRaster({ bitDepth, colorType, hasAlpha, width }: PngHeader, height: number): Raster {
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

/** Decodes a PNG whose chunks are read: 8-bit samples, or 16 when the file has 16. Throws `corrupt-file`. */
export async function decodePng(chunks: Chunk[]): Promise<Raster> {
  const header = readPngHeader(chunks);
  const passes = passesOf(header);
  const total = passes.reduce(
    (sum, pass) => sum + pass.height * (1 + rowBytes(pass.width, header)),
    0,
  );
  const filtered = await inflate(samplesOf(chunks), total);
  const raster = makeRaster(header, header.height);
  let at = 0;
  for (const pass of passes) {
    const rows = new RowReader(chunks, header, pass, raster.data);
    for (let y = 0; y < pass.height; y++) {
      rows.read(filtered, at, (pass.y + y * pass.stepY) * header.width + pass.x);
      at += 1 + rowBytes(pass.width, header);
    }
  }
  return { ...raster, color: await readPngColor(chunks) };
}

/**
 * Like `decodePng`, for pictures that are not interlaced: so many rows at a time, from the top. A band
 * holds until the next one is asked for.
 */
export async function* decodePngBands(chunks: Chunk[], bandRows: number): AsyncGenerator<Raster> {
  const header = readPngHeader(chunks);
  const [pass] = passesOf(header);
  const stride = 1 + rowBytes(header.width, header);
  const color = await readPngColor(chunks);
  const raster = makeRaster(header, bandRows);
  const rows = new RowReader(chunks, header, pass!, raster.data);
  const bands = inflateBands(samplesOf(chunks), stride * header.height, stride * bandRows);
  for await (const filtered of bands) {
    const height = filtered.length / stride;
    for (let y = 0; y < height; y++) rows.read(filtered, y * stride, y * header.width);
    rows.detach();
    const data = raster.data.subarray(0, header.width * height * 4);
    yield { ...raster, height, data, color };
  }
}
