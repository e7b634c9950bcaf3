import { readU16Little } from '../../bytes/little-endian.ts';
import { readBytes, readU8, remaining, skip, sliceOf, type Slice } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';
import { missingPixel } from '../../planes/missing.ts';
import type { Raster } from '../../planes/raster.ts';
import { LzwExpander, type LzwResult } from '../../lzw/expander.ts';
import {
  blockTypes,
  readColorTable,
  readGifHeader,
  readSubBlocks,
  type GifHeader,
} from './header.ts';

/** Section numbers are those of the GIF89a specification. */
interface GifFrame {
  x: number;
  y: number;
  width: number;
  height: number;
  palette: Uint8Array;
  transparent: number;
  interlaced: boolean;
  /** The latest result of the expander. */
  indices: Uint8Array;
  /** How many of the indices were read. */
  filled: number;
  mayBeDamaged: boolean;
}

/** Whether every pixel must be there, or those that are there are wanted. */
type Wanted = 'all' | 'readable';

/** Larger frames are refused. */
const maxFramePixels = 2 ** 26;

/**
 * Decodes the first frame onto the logical screen. Uncovered pixels are transparent. Throws `corrupt-file` when pixels
 * are missing, or none of those that are wanted can be read.
 */
export async function decodeGif(bytes: Uint8Array, wanted: Wanted): Promise<Raster> {
  const header = readGifHeader(bytes);
  const slice = sliceOf(bytes, 10);
  const packed = readU8(slice);
  skip(slice, 2);
  const globalPalette = readColorTable(slice, packed);
  let transparent = -1;
  for (;;) {
    const block = readU8(slice);
    if (block === blockTypes.extension) {
      const label = readU8(slice);
      const [control] = readSubBlocks(slice);
      // Section 23: the graphic control extension.
      if (label === 0xf9 && control && control.length >= 4)
        transparent = control[0]! & 1 ? control[3]! : -1;
    } else if (block === blockTypes.image) {
      const lzw = await LzwExpander.create();
      return paint(header, readFrame(lzw, slice, globalPalette, transparent, wanted), lzw);
    } else {
      throw new EngineError('corrupt-file', 'GIF: no picture inside');
    }
  }
}

function readFrame(
  lzw: LzwExpander,
  slice: Slice,
  globalPalette: Uint8Array | null,
  transparent: number,
  wanted: Wanted,
): GifFrame {
  const [x, y, width, height] = [
    readU16Little(slice),
    readU16Little(slice),
    readU16Little(slice),
    readU16Little(slice),
  ];
  const packed = readU8(slice);
  const palette = readColorTable(slice, packed) ?? globalPalette;
  if (!palette) throw new EngineError('corrupt-file', 'GIF: no palette');
  const codeSize = readU8(slice);
  if (codeSize < 1 || codeSize > 11)
    throw new EngineError('corrupt-file', 'GIF: a code size outside the standard');
  if (width * height > maxFramePixels) {
    throw new EngineError('too-large', `GIF: a frame of ${width} x ${height}`);
  }
  const blocks = wanted === 'all' ? readSubBlocks(slice) : readDamagedBlocks(slice);
  const size = width * height;
  // Appendix F: codes are packed from the low bit up.
  const expanded = lzw.expand(blocks, size, { codeSize, highFirst: false, early: 0 });
  const { bytes: indices, ending } = expanded;
  if (wanted === 'all') fillUp(expanded, width);
  const filled = wanted === 'all' ? size : Math.min(expanded.filled, size);
  if (filled === 0) throw new EngineError('corrupt-file', 'GIF: no pixels can be read');
  // Some writers omit the end code.
  const isExact = expanded.filled === size && (ending === 'end-code' || ending === 'data');
  return {
    x,
    y,
    width,
    height,
    palette,
    transparent,
    indices,
    filled,
    interlaced: (packed & 0x40) !== 0,
    mayBeDamaged: wanted === 'readable' || !isExact || goesBeyond(indices, palette.length / 3),
  };
}

function goesBeyond(indices: Uint8Array, count: number): boolean {
  // Shortcut: most palettes have a color for every index.
  if (count === 256) return false;
  return indices.some((index) => index >= count);
}

/** Like `readSubBlocks`, where the file may end in between. */
function readDamagedBlocks(slice: Slice): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  while (remaining(slice) > 0) {
    const size = readU8(slice);
    if (size === 0) break;
    blocks.push(readBytes(slice, Math.min(size, remaining(slice))));
  }
  return blocks;
}

/** Some writers lose the last pixels. Less than a row of them is filled with the last one. */
function fillUp({ bytes, filled, ending }: LzwResult, width: number): void {
  if (ending === 'out-of-place') throw new EngineError('corrupt-file', 'GIF: a code out of place');
  if (filled + width <= bytes.length)
    throw new EngineError('corrupt-file', 'GIF: pixels are missing');
  bytes.fill(bytes[filled - 1] ?? 0, filled);
}

/** Appendix E: the order of rows in an interlaced picture. */
function rowOrder(height: number, interlaced: boolean): number[] {
  const all = Array.from({ length: height }, (_, row) => row);
  if (!interlaced) return all;
  const every = (step: number, from: number) => all.filter((row) => row % step === from);
  return [...every(8, 0), ...every(8, 4), ...every(4, 2), ...every(2, 1)];
}

/** RGBA as little-endian numbers. Entries outside the palette are black. */
function pixelsOf(palette: Uint8Array, transparent: number): Uint32Array {
  const pixels = new Uint32Array(256).fill(0xff00_0000);
  for (let index = 0; index * 3 < palette.length; index++) {
    const at = index * 3;
    pixels[index]! |= palette[at]! | (palette[at + 1]! << 8) | (palette[at + 2]! << 16);
  }
  if (transparent >= 0) pixels[transparent] = 0;
  return pixels;
}

/** How far above a row of an interlaced picture the nearest one of an earlier pass is; 0 for the first pass. */
function rowsBack(row: number): number {
  if (row % 2 === 1) return 1;
  if (row % 4 === 2) return 2;
  return row % 8 === 4 ? 4 : 0;
}

/** Pixels that were not read are gray or transparent; of an interlaced picture, as those above. */
function paint(
  { width, height, isScreenSmall }: GifHeader,
  frame: GifFrame,
  lzw: LzwExpander,
): Raster {
  const pixels = new Uint32Array(width * height);
  const colors = pixelsOf(frame.palette, frame.transparent);
  const colorsOf = lzw.prepareColors(colors, frame.width);
  const covers = frame.x === 0 && frame.y === 0 && frame.width >= width && frame.height >= height;
  const opaque = covers && frame.transparent < 0;
  const unread = opaque ? missingPixel : 0;
  rowOrder(frame.height, frame.interlaced).forEach((row, order) => {
    const y = frame.y + row;
    const from = order * frame.width;
    const to = y * width + frame.x;
    const read = Math.max(0, Math.min(frame.width, frame.filled - from));
    pixels.set(colorsOf(from, read), to);
    const back = frame.interlaced ? rowsBack(row) * width : 0;
    for (let at = to + read; at < to + frame.width; at++)
      pixels[at] = back > 0 ? pixels[at - back]! : unread;
  });
  const missing = (frame.indices.length - frame.filled) / pixels.length;
  return {
    width,
    height,
    data: new Uint8ClampedArray(pixels.buffer),
    opaque,
    gray: false,
    premultiplied: false,
    color: {},
    ...(missing > 0 && { missing }),
    ...((frame.mayBeDamaged || isScreenSmall) && { mayBeDamaged: true }),
  };
}
