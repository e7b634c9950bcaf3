import { orNull, EngineError } from '../../errors.ts';
import { numbersOf, type TiffFile } from './directories.ts';
import type { Layout } from './layout.ts';
import { compressions, tags } from './tags.ts';

/** The strips or tiles of a picture, by plane, then by row. */
export interface Chunks {
  across: number;
  down: number;
  /** Number of strips or tiles in all planes that are read. */
  count: number;
  offsets: readonly number[];
  /** In bytes; 0 where the file does not state it. */
  sizes: readonly number[];
}

/** Number of planes to read: those of color and alpha. Others may not even be in the file. */
export function planesOf({ isSeparate, colors, alpha }: Layout): number {
  return isSeparate ? colors + (alpha === 'none' ? 0 : 1) : 1;
}

/** Reads the positions of strips or tiles. Throws `corrupt-file` where some are missing. */
export function readChunkPlaces(file: TiffFile, layout: Layout): Chunks {
  const { directory, width, height, chunkWidth, chunkHeight } = layout;
  const across = Math.ceil(width / chunkWidth);
  const down = Math.ceil(height / chunkHeight);
  const count = across * down * planesOf(layout);
  // Some writers store tiles under the tags of strips.
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
 * The stored bytes of a strip or tile, as far as the file has them. Without a size, or with an
 * impossible one, they continue to the end of the file: compressed data states its own end.
 *
 * @param rawSize Its size when not compressed.
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
  // Uncompressed, the stated size is ignored: some programs write a wrong one.
  const size = compression === compressions.none ? rawSize : sizes[index] || bytes.length;
  if (!(start > 0 && start < bytes.length)) {
    throw new EngineError('corrupt-file', `TIFF: a part at ${start} is not in the file`);
  }
  return bytes.subarray(start, Math.min(start + size, bytes.length));
}
