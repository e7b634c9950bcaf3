import { tags } from './exif.ts';
import { firstIfd, nextIfdLink, numberIn, readTiff } from './tiff.ts';

/** The JPEG thumbnail in IFD 1. `null` when there is none, or it is incomplete. */
export function findThumbnail(block: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const tiff = readTiff(block);
  if (!tiff) return null;
  const link = nextIfdLink(tiff, firstIfd(tiff));
  if (link + 4 > block.length) return null;
  const ifd1 = tiff.view.getUint32(link, tiff.littleEndian);
  const offset = numberIn(tiff, ifd1, tags.thumbnailOffset);
  const length = numberIn(tiff, ifd1, tags.thumbnailLength);
  if (offset === null || length === null || offset + length > block.length) return null;
  const bytes = new Uint8Array(block.subarray(offset, offset + length));
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? bytes : null;
}
