import type { PlanarPicture } from '../../tiles/planar-picture.ts';
import { readJpegFrame } from '../../jpeg-decoder/frame.ts';
import { wholeFilePicture } from '../../tiles/whole-file.ts';

/**
 * Describes a JPEG (up to its end-of-image marker) as a source of strips. `null` where our own
 * decoder cannot decode it to planes. `orientation` is Exif's.
 */
export function describePlanes(file: Uint8Array, orientation: number): PlanarPicture | null {
  const frame = readJpegFrame(file);
  if (!frame) return null;
  return wholeFilePicture('jpeg', file, frame, orientation, frame.chroma);
}
