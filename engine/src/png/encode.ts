import { joinBytes } from '../bytes/join.ts';
import type { Raster } from '../raster.ts';
import { writeChunk } from './chunks.ts';
import { deflate } from './deflate.ts';
import { channelsOf, colorTypes } from './header.ts';

const signature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** How the pixels are stored: the smallest form that loses nothing. */
interface Form {
  colorType: number;
  bitDepth: number;
  /** RGBA as a 32-bit number to index. */
  palette: Map<number, number> | null;
}

/** Looks at every pixel once: are they gray, opaque, few, and do they need 16 bits? */
function chooseForm(raster: Raster, mayUsePalette: boolean): Form {
  const { data } = raster;
  const deep = data instanceof Uint16Array;
  const max = deep ? 65_535 : 255;
  let gray = true;
  let opaque = true;
  let palette: Map<number, number> | null = deep || !mayUsePalette ? null : new Map();
  let last = -1;
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b, a] = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
    if (r !== g || g !== b) gray = false;
    if (a !== max) opaque = false;
    if (palette) {
      const color = ((r << 24) | (g << 16) | (b << 8) | a) >>> 0;
      if (color !== last && !palette.has(color)) {
        if (palette.size === 256) palette = null;
        else palette.set(color, palette.size);
      }
      last = color;
    }
    if (!gray && !opaque && !palette) break;
  }
  if (gray && opaque)
    return { colorType: colorTypes.gray, bitDepth: deep ? 16 : grayDepth(palette), palette: null };
  if (palette)
    return { colorType: colorTypes.palette, bitDepth: indexDepth(palette.size), palette };
  const colorType = gray ? colorTypes.grayAlpha : opaque ? colorTypes.rgb : colorTypes.rgba;
  return { colorType, bitDepth: deep ? 16 : 8, palette: null };
}

function indexDepth(colors: number): number {
  return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
}

/** The fewest bits whose evenly spread grays hold all the values. */
function grayDepth(palette: Map<number, number> | null): number {
  if (!palette) return 8;
  const values = [...palette.keys()].map((color) => color >>> 24);
  return (
    [1, 2, 4].find((bits) => values.every((value) => value % (255 / (2 ** bits - 1)) === 0)) ?? 8
  );
}

/** Writes one row of samples as the form stores them. */
function packRow(
  { data, width }: Raster,
  y: number,
  { colorType, bitDepth, palette }: Form,
  row: Uint8Array,
): void {
  const deep = data instanceof Uint16Array;
  const channels = channelsOf[colorType]!;
  // Which of R, G, B, A are stored.
  const stored =
    channels === 1 ? [0] : channels === 2 ? [0, 3] : channels === 3 ? [0, 1, 2] : [0, 1, 2, 3];
  let from = y * width * 4;
  if (bitDepth < 8) row.fill(0);
  if (bitDepth === 8 && colorType === colorTypes.rgb) {
    for (let to = 0; to < width * 3; to += 3, from += 4) {
      row[to] = data[from]!;
      row[to + 1] = data[from + 1]!;
      row[to + 2] = data[from + 2]!;
    }
    return;
  }
  for (let x = 0, to = 0; x < width; x++, from += 4) {
    if (palette || bitDepth < 8) {
      const value = palette
        ? palette.get(
            ((data[from]! << 24) |
              (data[from + 1]! << 16) |
              (data[from + 2]! << 8) |
              data[from + 3]!) >>>
              0,
          )!
        : data[from]! / (255 / (2 ** bitDepth - 1));
      const bit = x * bitDepth;
      if (bitDepth === 8) row[x] = value;
      else row[bit >> 3]! |= value << (8 - bitDepth - (bit & 7));
      continue;
    }
    for (const channel of stored) {
      const sample = data[from + channel]!;
      if (deep) row[to++] = sample >> 8;
      row[to++] = sample & 255;
    }
  }
}

/** A difference of bytes as the distance it stands for: 255 is one step down. */
function distance(difference: number): number {
  return Math.abs((difference << 24) >> 24);
}

/** Filter 1 of section 9.2: the difference to the pixel on the left. Returns the sum of distances. */
function filterSub(row: Uint8Array, out: Uint8Array, pixelBytes: number): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) {
    const difference = row[i]! - (i < pixelBytes ? 0 : row[i - pixelBytes]!);
    out[i + 1] = difference;
    sum += distance(difference);
  }
  return sum;
}

/** Filter 2: the difference to the pixel above. */
function filterUp(row: Uint8Array, up: Uint8Array, out: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) {
    const difference = row[i]! - up[i]!;
    out[i + 1] = difference;
    sum += distance(difference);
  }
  return sum;
}

/** Filter 4 (section 9.4): the difference to the neighbour that the other three point to. */
function filterPaeth(row: Uint8Array, up: Uint8Array, out: Uint8Array, pixelBytes: number): number {
  let sum = 0;
  for (let first = 0; first < Math.min(pixelBytes, row.length); first++) {
    let left = 0;
    let corner = 0;
    for (let i = first; i < row.length; i += pixelBytes) {
      const above = up[i]!;
      const toLeft = Math.abs(above - corner);
      const toUp = Math.abs(left - corner);
      const toCorner = Math.abs(left + above - 2 * corner);
      let guess = corner;
      if (toLeft <= toUp && toLeft <= toCorner) guess = left;
      else if (toUp <= toCorner) guess = above;
      const difference = row[i]! - guess;
      out[i + 1] = difference;
      sum += distance(difference);
      left = row[i]!;
      corner = above;
    }
  }
  return sum;
}

/** Section 12.7: tries Sub, Up and Paeth, and takes the one whose differences are smallest in sum. */
function filterRow(
  row: Uint8Array,
  up: Uint8Array,
  pixelBytes: number,
  tries: Uint8Array[],
): Uint8Array {
  const [sub, above, paeth] = tries as [Uint8Array, Uint8Array, Uint8Array];
  const sums = [
    filterSub(row, sub, pixelBytes),
    filterUp(row, up, above),
    filterPaeth(row, up, paeth, pixelBytes),
  ];
  return tries[sums.indexOf(Math.min(...sums))]!;
}

/** Rows go to the compressor in pieces of about so many bytes. */
const pieceBytes = 1 << 18;

function* filteredRows(raster: Raster, form: Form): Generator<Uint8Array<ArrayBuffer>> {
  const bits = channelsOf[form.colorType]! * form.bitDepth;
  const size = Math.ceil((raster.width * bits) / 8);
  const pixelBytes = Math.max(1, bits >> 3);
  // Filters don't pay for indices and for less than a byte a pixel (section 12.7).
  const filters = form.palette || form.bitDepth < 8 ? [] : [1, 2, 4];
  const tries = filters.map((filter) => new Uint8Array(size + 1).fill(filter, 0, 1));
  let [row, up] = [new Uint8Array(size), new Uint8Array(size)];
  const rowsInPiece = Math.max(1, Math.floor(pieceBytes / (size + 1)));
  for (let top = 0; top < raster.height; top += rowsInPiece) {
    const rows = Math.min(rowsInPiece, raster.height - top);
    const piece = new Uint8Array(rows * (size + 1));
    for (let index = 0; index < rows; index++) {
      packRow(raster, top + index, form, row);
      const at = index * (size + 1);
      if (filters.length > 0) piece.set(filterRow(row, up, pixelBytes, tries), at);
      else piece.set(row, at + 1);
      [row, up] = [up, row];
    }
    yield piece;
  }
}

function paletteChunks(palette: Map<number, number>): Uint8Array<ArrayBuffer>[] {
  const colors = [...palette.keys()];
  const plte = new Uint8Array(
    colors.flatMap((color) => [color >>> 24, (color >>> 16) & 255, (color >>> 8) & 255]),
  );
  const alphas = colors.map((color) => color & 255);
  if (alphas.every((alpha) => alpha === 255)) return [writeChunk('PLTE', plte)];
  return [writeChunk('PLTE', plte), writeChunk('tRNS', new Uint8Array(alphas))];
}

/** A profile is for gray or for colour, and a palette counts as colour (section 11.3.2.3). */
function fitProfile(form: Form, { color, gray, data }: Raster): Form {
  if (!color.icc || gray) return form;
  const deep = data instanceof Uint16Array;
  if (form.colorType === colorTypes.gray) {
    return { colorType: colorTypes.rgb, bitDepth: deep ? 16 : 8, palette: null };
  }
  return form.colorType === colorTypes.grayAlpha ? { ...form, colorType: colorTypes.rgba } : form;
}

/**
 * Writes a bare PNG without loss: gray, palette, RGB or RGBA, 1 to 16 bits, whatever is the smallest
 * form that holds the pixels and goes with their profile. Takes straight alpha.
 */
export async function encodePng(raster: Raster): Promise<Uint8Array<ArrayBuffer>> {
  const mayUsePalette = !(raster.gray && raster.color.icc);
  const form = fitProfile(chooseForm(raster, mayUsePalette), raster);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, raster.width);
  view.setUint32(4, raster.height);
  header[8] = form.bitDepth;
  header[9] = form.colorType;
  return joinBytes([
    signature,
    writeChunk('IHDR', header),
    ...(form.palette ? paletteChunks(form.palette) : []),
    writeChunk('IDAT', await deflate(filteredRows(raster, form))),
    writeChunk('IEND'),
  ]);
}
