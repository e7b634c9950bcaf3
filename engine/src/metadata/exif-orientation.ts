import { tags, writeNumber } from './exif.ts';
import { findEntry, firstIfd, readTiff, typeShort } from './tiff.ts';

/**
 * A copy of the block with this orientation. `null` when the block is no TIFF structure, or has no
 * entry for it.
 */
export function withOrientation(block: Uint8Array, orientation: number): Uint8Array | null {
  const tiff = readTiff(block.slice());
  const entry = tiff && findEntry(tiff, firstIfd(tiff), tags.orientation);
  if (!tiff || !entry) return null;
  writeNumber(tiff, entry, orientation);
  return tiff.bytes;
}

/** A minimal Exif block with an orientation: big-endian, one entry in IFD 0. */
export function writeOrientation(orientation: number): Uint8Array {
  const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  const tag = [tags.orientation >> 8, tags.orientation & 0xff];
  const entry = [...tag, 0, typeShort, 0, 0, 0, 1, 0, orientation, 0, 0];
  return new Uint8Array([...header, 0, 1, ...entry, 0, 0, 0, 0]);
}
