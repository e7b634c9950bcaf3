import type { PlanarPicture } from '../../heif/pictures.ts';
import { readJpegFrame } from '../../jpeg-decoder/frame.ts';
import { wholeFilePicture } from '../../tiles/whole-file.ts';

/**
 * A JPEG, up to its end-of-image marker, as strips are made from it: `null` where its samples do not come as
 * planes from our own decoder. `orientation` is Exif's.
 */
export function describePlanes(file: Uint8Array, orientation: number): PlanarPicture | null {
  const frame = readJpegFrame(file);
  if (!frame) return null;
  return wholeFilePicture('jpeg', file, frame, orientation, frame.chroma);
}
