import type { OnRead } from '../../bytes/looked-at.ts';
import { readU32, sliceOf } from '../../bytes/reader.ts';
import { rangeOf, type RawContents } from './contents.ts';

/** Where the header says where the JPEG is; it is big-endian whatever the rest is. */
const jpegEntry = 84;

/** Reads Fujifilm's RAF, whose JPEG says itself what the camera noted. */
export function readRafContents(bytes: Uint8Array<ArrayBuffer>, onRead: OnRead): RawContents {
  onRead(0, jpegEntry + 8);
  const slice = sliceOf(bytes, Math.min(jpegEntry, bytes.length));
  const jpegs = rangeOf(readU32(slice), readU32(slice));
  return { jpegs, samples: new Set(), orientation: 1, exif: null, xmp: null };
}
