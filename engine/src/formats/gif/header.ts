import { readU16Little } from '../../bytes/little-endian.ts';
import { readBytes, readU8, skip, sliceOf, type Slice } from '../../bytes/reader.ts';
import { EngineError, orNull } from '../../errors.ts';

/**
 * Size in pixels: the logical screen (GIF89a section 18), enlarged where the first picture exceeds
 * it.
 */
export interface GifHeader {
  width: number;
  height: number;
  /** The stated screen is smaller than the first picture. Some writers state no size. */
  isScreenSmall: boolean;
}

/** Throws `corrupt-file`. */
export function readGifHeader(bytes: Uint8Array): GifHeader {
  const slice = sliceOf(bytes, 6);
  const [screenWidth, screenHeight] = [readU16Little(slice), readU16Little(slice)];
  const [right, bottom] = findFirstEdges(bytes);
  const [width, height] = [Math.max(screenWidth, right), Math.max(screenHeight, bottom)];
  if (width === 0 || height === 0) throw new EngineError('corrupt-file', 'GIF: no pixels');
  const isStated = screenWidth > 0 && screenHeight > 0;
  return {
    width,
    height,
    isScreenSmall: isStated && (width > screenWidth || height > screenHeight),
  };
}

/** Right and bottom edge of the first picture. Zero when that is not in these bytes. */
function findFirstEdges(bytes: Uint8Array): [right: number, bottom: number] {
  const edges = orNull((): [number, number] => {
    for (const { type, start } of readGifBlocks(bytes)) {
      if (type !== blockTypes.image) continue;
      const slice = sliceOf(bytes, start);
      const [x, y] = [readU16Little(slice), readU16Little(slice)];
      return [x + readU16Little(slice), y + readU16Little(slice)];
    }
    return [0, 0];
  });
  return edges ?? [0, 0];
}

/** A packed field's low bits give the color table's size (sections 18 and 20). */
export function readColorTable(slice: Slice, packed: number): Uint8Array | null {
  return packed & 0x80 ? readBytes(slice, 3 * 2 ** ((packed & 7) + 1)) : null;
}

/** Section 15: data in blocks of up to 255 bytes, ended by an empty one. */
export function readSubBlocks(slice: Slice): Uint8Array[] {
  const blocks: Uint8Array[] = [];
  for (let size = readU8(slice); size > 0; size = readU8(slice))
    blocks.push(readBytes(slice, size));
  return blocks;
}

export const blockTypes = { extension: 0x21, image: 0x2c } as const;

interface GifBlock {
  type: number;
  /** What extends the format. 0 for a picture. */
  label: number;
  /** Offset behind type and label. */
  start: number;
  /** Offset behind the empty sub-block of an extension. For a picture, the same as `start`. */
  end: number;
}

function skipSubBlocks(slice: Slice): void {
  for (let size = readU8(slice); size > 0; size = readU8(slice)) skip(slice, size);
}

/**
 * Yields pictures and extensions in the file's order. Throws `corrupt-file` where the bytes end in the
 * middle of one; a picture has been yielded by then.
 */
export function* readGifBlocks(bytes: Uint8Array): Generator<GifBlock> {
  const slice = sliceOf(bytes, 10);
  const packed = readU8(slice);
  skip(slice, 2);
  readColorTable(slice, packed);
  for (;;) {
    const type = readU8(slice);
    if (type !== blockTypes.extension && type !== blockTypes.image) return;
    const label = type === blockTypes.image ? 0 : readU8(slice);
    const start = slice.position;
    if (type === blockTypes.image) {
      yield { type, label, start, end: start };
      skip(slice, 8);
      readColorTable(slice, readU8(slice));
      skip(slice, 1);
    }
    skipSubBlocks(slice);
    if (type === blockTypes.extension) yield { type, label, start, end: slice.position };
  }
}

/** Whether a second picture follows. Damage after the first does not matter here. */
export function isAnimatedGif(bytes: Uint8Array): boolean {
  const found = orNull(() => {
    let pictures = 0;
    for (const { type } of readGifBlocks(bytes)) {
      if (type === blockTypes.image) pictures += 1;
      if (pictures > 1) return true;
    }
    return false;
  });
  return found ?? false;
}
