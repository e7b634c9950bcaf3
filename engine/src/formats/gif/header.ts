import { readU16Little } from '../../bytes/little-endian.ts';
import { readBytes, readU8, skip, sliceOf, type Slice } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';

/** GIF89a section 18: the logical screen, in pixels. */
export interface GifHeader {
  width: number;
  height: number;
}

/** Throws `corrupt-file`. */
export function readGifHeader(bytes: Uint8Array): GifHeader {
  const slice = sliceOf(bytes, 6);
  const header = { width: readU16Little(slice), height: readU16Little(slice) };
  if (header.width === 0 || header.height === 0)
    throw new EngineError('corrupt-file', 'GIF: no pixels');
  return header;
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

/** True when a second picture follows the first. Damage behind the first does not matter here. */
export function isAnimatedGif(bytes: Uint8Array): boolean {
  try {
    const slice = sliceOf(bytes, 10);
    const packed = readU8(slice);
    skip(slice, 2);
    readColorTable(slice, packed);
    let pictures = 0;
    for (
      let block = readU8(slice);
      block === blockTypes.extension || block === blockTypes.image;
      block = readU8(slice)
    ) {
      if (block === blockTypes.image) {
        pictures += 1;
        if (pictures > 1) return true;
        skip(slice, 8);
        readColorTable(slice, readU8(slice));
      }
      skip(slice, 1);
      readSubBlocks(slice);
    }
  } catch {
    return false;
  }
  return false;
}
