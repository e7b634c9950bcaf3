import { textAt } from '../../bytes/file-parts.ts';
import type { OnRead } from '../../bytes/looked-at.ts';
import { readU32, sliceOf } from '../../bytes/reader.ts';
import { readOrientation } from '../../metadata/exif.ts';
import { exifMark } from '../jpeg/segments.ts';
import { rangeOf, type Range, type RawContents } from './contents.ts';
import { readJpegHead } from './jpeg-head.ts';

/** Header offset of the JPEG's position, which is always big-endian. */
const jpegEntry = 84;

/** The Exif block, if it is in the JPEG's first segment. */
function findExif(bytes: Uint8Array, jpeg: Range, onRead: OnRead): Uint8Array | null {
  if (!readJpegHead(bytes, jpeg, onRead)) return null;
  const segment = jpeg.start + 2;
  const length = (bytes[segment + 2]! << 8) | bytes[segment + 3]!;
  const start = segment + 4 + exifMark.length;
  const isExif =
    textAt(bytes, segment, 2) === '\xff\xe1' &&
    textAt(bytes, segment + 4, exifMark.length) === exifMark;
  return isExif ? bytes.subarray(start, segment + 2 + length) : null;
}

/** Reads Fujifilm's RAF, whose JPEG has all of the camera's metadata. */
export function readRafContents(bytes: Uint8Array<ArrayBuffer>, onRead: OnRead): RawContents {
  onRead(0, jpegEntry + 8);
  const slice = sliceOf(bytes, Math.min(jpegEntry, bytes.length));
  const jpegs = rangeOf(readU32(slice), readU32(slice));
  const exif = jpegs[0] ? findExif(bytes, jpegs[0], onRead) : null;
  const orientation = exif ? readOrientation(exif) : 1;
  return { jpegs, samples: new Set(), orientation, exif, xmp: null };
}
