import { readU16Little } from '../../bytes/little-endian.ts';
import { readBytes, readU8, remaining, skip, sliceOf, type Slice } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';
import { missingPixel } from '../../planes/missing.ts';
import type { Raster } from '../../planes/raster.ts';
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
  indices: Uint8Array;
  /** How many of the indices were read. */
  filled: number;
  mayBeDamaged: boolean;
}

/** Palette indices of a frame's pixels, how many were read, and whether there was just as much data. */
interface Expanded {
  indices: Uint8Array;
  filled: number;
  isExact: boolean;
  /** Whether a code was out of place. */
  isBroken: boolean;
}

/** Whether every pixel must be there, or those that are there are wanted. */
type Wanted = 'all' | 'readable';

/** Larger frames are refused. */
const maxFramePixels = 2 ** 26;

/**
 * Decodes the first frame onto the logical screen. Uncovered pixels are transparent. Throws `corrupt-file` when pixels
 * are missing, or none of those that are wanted can be read.
 */
export function decodeGif(bytes: Uint8Array, wanted: Wanted): Raster {
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
      const frame = readFrame(slice, globalPalette, transparent, wanted);
      return paint(header, frame);
    } else {
      throw new EngineError('corrupt-file', 'GIF: no picture inside');
    }
  }
}

function readFrame(
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
  const expanded = expandLzw(blocks, codeSize, width * height);
  const { indices, filled, isExact } = wanted === 'all' ? requireFull(expanded, width) : expanded;
  if (filled === 0) throw new EngineError('corrupt-file', 'GIF: no pixels can be read');
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

/** Appendix F: variable-length LZW, with codes packed from the low bit up. Ends at a code out of place. */
function expandLzw(blocks: Uint8Array[], codeSize: number, size: number): Expanded {
  const clear = 1 << codeSize;
  const end = clear + 1;
  // A code stands for an earlier code's pixels plus the next pixel. Both are already in the output,
  // adjacent.
  const starts = new Int32Array(4096);
  const lengths = new Int32Array(4096);
  const out = new Uint8Array(size);
  let filled = 0;
  let next = end + 1;
  let bits = codeSize + 1;
  let previousStart = 0;
  let previousLength = 0;
  let held = 0;
  let buffer = 0;
  const expanded = (isEnd: boolean, isBroken = false): Expanded => ({
    indices: out,
    filled: Math.min(filled, size),
    isExact: isEnd && filled === size,
    isBroken,
  });

  for (const block of blocks) {
    for (const byte of block) {
      buffer |= byte << held;
      held += 8;
      while (held >= bits) {
        const code = buffer & ((1 << bits) - 1);
        buffer >>>= bits;
        held -= bits;
        if (code === clear) {
          next = end + 1;
          bits = codeSize + 1;
          previousLength = 0;
          continue;
        }
        if (code === end || filled >= size) return expanded(code === end);
        const isFirst = previousLength === 0;
        if (code > next || (code === next && (next === 4096 || isFirst)) || (isFirst && code > end))
          return expanded(false, true);
        if (!isFirst && next < 4096) {
          starts[next] = previousStart;
          lengths[next] = previousLength + 1;
          next += 1;
          if (next === 1 << bits && bits < 12) bits += 1;
        }
        previousStart = filled;
        previousLength = code < clear ? 1 : lengths[code]!;
        if (code < clear) out[filled] = code;
        else {
          const stop = Math.min(filled + previousLength, size);
          for (let to = filled, from = starts[code]!; to < stop; to++, from++) out[to] = out[from]!;
        }
        filled += previousLength;
      }
    }
  }
  // Some writers omit the end code.
  return expanded(true);
}

/** Some writers lose the last pixels. Less than a row of them is filled with the last one. */
function requireFull({ indices, filled, isExact, isBroken }: Expanded, width: number): Expanded {
  if (isBroken) throw new EngineError('corrupt-file', 'GIF: a code out of place');
  if (filled + width <= indices.length)
    throw new EngineError('corrupt-file', 'GIF: pixels are missing');
  if (filled < indices.length) indices.fill(indices[filled - 1] ?? 0, filled);
  return { indices, filled: indices.length, isExact, isBroken };
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
function paint({ width, height, isScreenSmall }: GifHeader, frame: GifFrame): Raster {
  const pixels = new Uint32Array(width * height);
  const colors = pixelsOf(frame.palette, frame.transparent);
  const covers = frame.x === 0 && frame.y === 0 && frame.width >= width && frame.height >= height;
  const opaque = covers && frame.transparent < 0;
  const unread = opaque ? missingPixel : 0;
  rowOrder(frame.height, frame.interlaced).forEach((row, order) => {
    const y = frame.y + row;
    const from = order * frame.width;
    const to = y * width + frame.x;
    const read = Math.max(0, Math.min(frame.width, frame.filled - from));
    for (let column = 0; column < read; column++)
      pixels[to + column] = colors[frame.indices[from + column]!]!;
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
