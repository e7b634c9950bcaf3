import type { Size } from '../geometry.ts';
import type { Described } from './described.ts';
import { removeEntry } from './remove-entry.ts';
import { moveSubject } from './subject.ts';
import {
  entrySize,
  type Entry,
  findEntry,
  firstIfd,
  isIfd,
  nextIfdLink,
  numberIn,
  readEntries,
  readTiff,
  type Tiff,
  typeLong,
  typeShort,
  valueRange,
} from './tiff.ts';

/**
 * Reads and edits an Exif block in place. Offsets never move, so that maker notes, whose inner
 * offsets count from the start of the block, stay readable. (TIFF 6.0 section 2; Exif 2.32 section 4.6.)
 */
export const tags = {
  imageWidth: 0x0100,
  imageLength: 0x0101,
  orientation: 0x0112,
  thumbnailOffset: 0x0201,
  thumbnailLength: 0x0202,
  exifIfd: 0x8769,
  gpsIfd: 0x8825,
  makerNote: 0x927c,
  pixelWidth: 0xa002,
  pixelHeight: 0xa003,
  interoperabilityIfd: 0xa005,
  subjectArea: 0x9214,
  subjectLocation: 0xa214,
} as const;

/** Overwrites a number with one of the same type. Leaves entries of other types unchanged. */
export function writeNumber({ view, littleEndian }: Tiff, entry: Entry, value: number): void {
  if (entry.count !== 1) return;
  if (entry.type === typeShort) view.setUint16(entry.at + 8, Math.min(value, 0xffff), littleEndian);
  if (entry.type === typeLong) view.setUint32(entry.at + 8, value, littleEndian);
}

/** Offset of the Exif IFD, according to IFD 0. 0 when there is none. */
export function exifIfdOf(tiff: Tiff): number {
  return numberIn(tiff, firstIfd(tiff), tags.exifIfd) ?? 0;
}

/** IFD 0 and the Exif IFD. */
export function mainIfds(tiff: Tiff): number[] {
  return [firstIfd(tiff), exifIfdOf(tiff)];
}

/** The orientation (1 to 8) in an Exif block. 1 when it is missing or invalid. */
export function readOrientation(block: Uint8Array): number {
  const tiff = readTiff(block);
  const value = tiff && numberIn(tiff, firstIfd(tiff), tags.orientation);
  return value !== null && value >= 1 && value <= 8 ? value : 1;
}

/** The picture's size as the camera wrote it, before any turn. `null` when it is missing. */
export function readPixelSize(block: Uint8Array): Size | null {
  const tiff = readTiff(block);
  if (!tiff) return null;
  const exifIfd = exifIfdOf(tiff);
  const width = numberIn(tiff, exifIfd, tags.pixelWidth);
  const height = numberIn(tiff, exifIfd, tags.pixelHeight);
  return width && height ? { width, height } : null;
}

/**
 * A copy of the block that describes an upright picture: orientation 1, current pixel dimensions
 * and subject area, and no thumbnail, which would show the old orientation and crop. `null` when
 * the block is no TIFF structure.
 */
export function describeUpright(block: Uint8Array, picture: Described): Uint8Array | null {
  const tiff = readTiff(block.slice());
  if (!tiff) return null;
  const stored = readPixelSize(block);
  for (const ifd of mainIfds(tiff)) {
    // Backwards, because removing an entry moves those after it.
    for (const entry of readEntries(tiff, ifd).toReversed()) {
      const { tag } = entry;
      if (tag === tags.orientation) writeNumber(tiff, entry, 1);
      if (tag === tags.imageWidth || tag === tags.pixelWidth)
        writeNumber(tiff, entry, picture.width);
      if (tag === tags.imageLength || tag === tags.pixelHeight)
        writeNumber(tiff, entry, picture.height);
      const saysWhere = tag === tags.subjectArea || tag === tags.subjectLocation;
      if (saysWhere && !moveSubject(tiff, entry, picture, stored)) removeEntry(tiff, ifd, entry);
    }
  }
  return tiff.bytes.subarray(0, dropThumbnail(tiff));
}

/**
 * Unlinks and wipes IFD 1, which holds the thumbnail. Returns the remaining length of the block.
 */
function dropThumbnail(tiff: Tiff): number {
  const { bytes, view, littleEndian } = tiff;
  const link = nextIfdLink(tiff, firstIfd(tiff));
  if (link + 4 > bytes.length) return bytes.length;
  const ifd1 = view.getUint32(link, littleEndian);
  view.setUint32(link, 0, littleEndian);
  // A broken link may point at the rest of the block.
  if (!isIfd(tiff, ifd1)) return bytes.length;
  const offset = numberIn(tiff, ifd1, tags.thumbnailOffset);
  const length = numberIn(tiff, ifd1, tags.thumbnailLength);
  wipeIfd(tiff, ifd1);
  if (offset === null || length === null || offset < 8 || offset > bytes.length)
    return bytes.length;
  const end = Math.min(offset + length, bytes.length);
  bytes.fill(0, offset, end);
  // The thumbnail usually comes last; then the block can end before it.
  return end === bytes.length ? offset : bytes.length;
}

export function wipeValue(tiff: Tiff, entry: Entry): void {
  const range = valueRange(tiff, entry);
  if (range) tiff.bytes.fill(0, ...range);
}

/**
 * Zeroes an IFD and all its values. Does nothing if a broken pointer leads to the header, IFD 0 or
 * the Exif IFD.
 */
export function wipeIfd(tiff: Tiff, ifd: number): void {
  if (ifd < 8 || mainIfds(tiff).includes(ifd)) return;
  const entries = readEntries(tiff, ifd);
  for (const entry of entries) wipeValue(tiff, entry);
  tiff.bytes.fill(0, ifd, ifd + 2 + entries.length * entrySize + 4);
}

/** The maker note, in the maker's own format. `null` when there is none. */
export function findMakerNote(block: Uint8Array): Uint8Array | null {
  const tiff = readTiff(block);
  if (!tiff) return null;
  const note = findEntry(tiff, exifIfdOf(tiff), tags.makerNote);
  const range = note && valueRange(tiff, note);
  return range ? block.subarray(...range) : null;
}
