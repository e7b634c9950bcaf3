import { orNull, EngineError } from '../../errors.ts';
import { numbersOf, type TiffFile } from './directories.ts';
import type { Layout } from './layout.ts';
import { compressions, tags } from './tags.ts';

/** Where a picture's strips or tiles lie: plane after plane, then row after row. */
export interface Chunks {
  across: number;
  down: number;
  /** How many there are in all planes that are read. */
  count: number;
  offsets: readonly number[];
  /** Bytes; 0 where the file does not say. */
  sizes: readonly number[];
}

/** How many planes are read: those of colors and of alpha. What else a pixel has may not even be in the file. */
export function planesOf({ isSeparate, colors, alpha }: Layout): number {
  return isSeparate ? colors + (alpha === 'none' ? 0 : 1) : 1;
}

/** Reads where strips or tiles lie. Throws `corrupt-file` where some are missing. */
export function readChunkPlaces(file: TiffFile, layout: Layout): Chunks {
  const { directory, width, height, chunkWidth, chunkHeight } = layout;
  const across = Math.ceil(width / chunkWidth);
  const down = Math.ceil(height / chunkHeight);
  const count = across * down * planesOf(layout);
  // Some writers have tiles under the tags of strips.
  const isTiled = layout.isTiled && directory.has(tags.tileOffsets);
  const [offsetsTag, sizesTag] = isTiled
    ? [tags.tileOffsets, tags.tileSizes]
    : [tags.stripOffsets, tags.stripSizes];
  const offsets = numbersOf(file, directory, offsetsTag);
  if (offsets.length < count) {
    throw new EngineError('corrupt-file', `TIFF: ${count - offsets.length} parts have no place`);
  }
  const sizes = orNull(() => numbersOf(file, directory, sizesTag)) ?? [];
  return { across, down, count, offsets, sizes };
}

/**
 * The stored bytes of a part, as far as the file has them. Without a size, and with more than there can be, they go
 * on to the end of the file: what is compressed says itself where it ends.
 *
 * @param rawSize What it takes when it is not compressed.
 */
export function storedBytes(
  file: TiffFile,
  { compression }: Layout,
  { offsets, sizes }: Chunks,
  index: number,
  rawSize: number,
): Uint8Array<ArrayBuffer> {
  const { bytes } = file;
  const start = offsets[index]!;
  // Some programs write the size of something else beside what is not compressed.
  const size = compression === compressions.none ? rawSize : sizes[index] || bytes.length;
  if (!(start > 0 && start < bytes.length)) {
    throw new EngineError('corrupt-file', `TIFF: a part at ${start} is not in the file`);
  }
  return bytes.subarray(start, Math.min(start + size, bytes.length));
}
