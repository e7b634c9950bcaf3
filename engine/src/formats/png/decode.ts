import { EngineError } from '../../errors.ts';
import type { Raster } from '../../planes/raster.ts';
import type { Chunk } from './chunks.ts';
import { inflate } from './deflate.ts';
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

/** Decodes a PNG whose chunks are read: 8-bit samples, or 16 when the file has 16. Throws `corrupt-file`. */
export async function decodePng(chunks: Chunk[]): Promise<Raster> {
  const header = readPngHeader(chunks);
  const { width, height, bitDepth, colorType, hasAlpha } = header;
  const passes = passesOf(header);
  const total = passes.reduce(
    (sum, pass) => sum + pass.height * (1 + rowBytes(pass.width, header)),
    0,
  );
  const compressed = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
  const filtered = await inflate(compressed, total);
  const data =
    bitDepth === 16
      ? new Uint16Array(width * height * 4)
      : new Uint8ClampedArray(width * height * 4);
  const put = makePut(header, chunks, data);
  const pixelBytes = Math.max(1, (channelsOf[colorType]! * bitDepth) >> 3);
  const plain = colorType === colorTypes.rgba || (colorType === colorTypes.rgb && !hasAlpha);
  const simple = plain && bitDepth === 8 && !header.interlaced;
  const pixels = new Uint32Array(data.buffer);
  let at = 0;
  for (const pass of passes) {
    const size = rowBytes(pass.width, header);
    let up: Uint8Array = new Uint8Array(size);
    for (let y = 0; y < pass.height; y++) {
      const row = filtered.subarray(at + 1, at + 1 + size);
      unfilter(filtered[at]!, row, up, pixelBytes);
      const start = (pass.y + y * pass.stepY) * width + pass.x;
      if (simple) {
        copyRow(row, channelsOf[colorType]!, pixels, start, width);
      } else {
        for (let x = 0, to = start * 4; x < pass.width; x++, to += pass.stepX * 4) put(row, x, to);
      }
      up = row;
      at += 1 + size;
    }
  }
  return {
    width,
    height,
    data,
    opaque: !hasAlpha,
    gray: colorType === colorTypes.gray || colorType === colorTypes.grayAlpha,
    premultiplied: false,
    color: await readPngColor(chunks),
  };
}
