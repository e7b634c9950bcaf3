import type { Size } from '../geometry.ts';
import {
  entrySize,
  type Entry,
  findEntry,
  firstIfd,
  readEntries,
  readNumber,
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
const tags = {
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
} as const;

function writeNumber({ view, littleEndian }: Tiff, entry: Entry, value: number): void {
  if (entry.count !== 1) return;
  if (entry.type === typeShort) view.setUint16(entry.at + 8, Math.min(value, 0xffff), littleEndian);
  if (entry.type === typeLong) view.setUint32(entry.at + 8, value, littleEndian);
}

/** The orientation (1 to 8) an Exif block states; 1 when it states none or nonsense. */
export function readOrientation(block: Uint8Array): number {
  const tiff = readTiff(block);
  const value = tiff && readNumber(tiff, findEntry(tiff, firstIfd(tiff), tags.orientation));
  return value !== null && value >= 1 && value <= 8 ? value : 1;
}

/** The picture's size as the camera wrote it, before any turn; `null` when the block has none. */
export function readPixelSize(block: Uint8Array): Size | null {
  const tiff = readTiff(block);
  if (!tiff) return null;
  const exifIfd = readNumber(tiff, findEntry(tiff, firstIfd(tiff), tags.exifIfd)) ?? 0;
  const width = readNumber(tiff, findEntry(tiff, exifIfd, tags.pixelWidth));
  const height = readNumber(tiff, findEntry(tiff, exifIfd, tags.pixelHeight));
  return width && height ? { width, height } : null;
}

/**
 * A copy of the block that describes an upright picture of `width` x `height`: orientation 1, pixel
 * dimensions as they are now, no thumbnail (it would show the old orientation and crop).
 * `null` when the block is no TIFF structure.
 */
export function describeUpright(
  block: Uint8Array,
  width: number,
  height: number,
): Uint8Array | null {
  const tiff = readTiff(block.slice());
  if (!tiff) return null;
  const ifd0 = firstIfd(tiff);
  for (const entry of readEntries(tiff, ifd0)) {
    if (entry.tag === tags.orientation) writeNumber(tiff, entry, 1);
    if (entry.tag === tags.imageWidth) writeNumber(tiff, entry, width);
    if (entry.tag === tags.imageLength) writeNumber(tiff, entry, height);
  }
  const exifIfd = readNumber(tiff, findEntry(tiff, ifd0, tags.exifIfd)) ?? 0;
  for (const entry of readEntries(tiff, exifIfd)) {
    if (entry.tag === tags.pixelWidth) writeNumber(tiff, entry, width);
    if (entry.tag === tags.pixelHeight) writeNumber(tiff, entry, height);
  }
  const length = dropThumbnail(tiff, ifd0);
  return tiff.bytes.subarray(0, length <= segmentRoom ? length : measure(tiff));
}

/** The small JPEG that a camera puts into IFD 1; `null` when there is none, or none that is whole. */
export function findThumbnail(block: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const tiff = readTiff(block);
  if (!tiff) return null;
  const ifd0 = firstIfd(tiff);
  const link = ifd0 + 2 + readEntries(tiff, ifd0).length * entrySize;
  if (link + 4 > block.length) return null;
  const ifd1 = tiff.view.getUint32(link, tiff.littleEndian);
  const offset = readNumber(tiff, findEntry(tiff, ifd1, tags.thumbnailOffset));
  const length = readNumber(tiff, findEntry(tiff, ifd1, tags.thumbnailLength));
  if (offset === null || length === null || offset + length > block.length) return null;
  const bytes = new Uint8Array(block.subarray(offset, offset + length));
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? bytes : null;
}

/** What a JPEG segment has room for behind `Exif\0\0`. */
const segmentRoom = 65_527;

/** Where the last IFD or value ends that IFD 0 leads to. Some phones append other data to the block. */
function measure(tiff: Tiff): number {
  const ifd0 = firstIfd(tiff);
  const inner = [tags.exifIfd, tags.gpsIfd].map((tag) =>
    readNumber(tiff, findEntry(tiff, ifd0, tag)),
  );
  const interoperability = findEntry(tiff, inner[0] ?? 0, tags.interoperabilityIfd);
  let end = 8;
  for (const ifd of [ifd0, ...inner, readNumber(tiff, interoperability)]) {
    if (ifd === null) continue;
    const entries = readEntries(tiff, ifd);
    end = Math.max(end, ifd + 2 + entries.length * entrySize + 4);
    for (const entry of entries) end = Math.max(end, valueRange(tiff, entry)?.[1] ?? 0);
  }
  return Math.min(end, tiff.bytes.length);
}

/** Unlinks and wipes IFD 1, which holds the thumbnail. Returns the length the block still needs. */
function dropThumbnail(tiff: Tiff, ifd0: number): number {
  const { bytes, view, littleEndian } = tiff;
  const link = ifd0 + 2 + readEntries(tiff, ifd0).length * entrySize;
  if (link + 4 > bytes.length) return bytes.length;
  const ifd1 = view.getUint32(link, littleEndian);
  view.setUint32(link, 0, littleEndian);
  if (ifd1 === 0) return bytes.length;
  const offset = readNumber(tiff, findEntry(tiff, ifd1, tags.thumbnailOffset));
  const length = readNumber(tiff, findEntry(tiff, ifd1, tags.thumbnailLength));
  wipeIfd(tiff, ifd1);
  if (offset === null || length === null || offset < 8 || offset > bytes.length)
    return bytes.length;
  const end = Math.min(offset + length, bytes.length);
  bytes.fill(0, offset, end);
  // Usually it lies last, and then the block can end before it.
  return end === bytes.length ? offset : bytes.length;
}

/** Zeroes an IFD with all its values. */
function wipeIfd(tiff: Tiff, ifd: number): void {
  const entries = readEntries(tiff, ifd);
  for (const entry of entries) {
    const range = valueRange(tiff, entry);
    if (range) tiff.bytes.fill(0, ...range);
  }
  tiff.bytes.fill(0, ifd, Math.min(ifd + 2 + entries.length * entrySize + 4, tiff.bytes.length));
}

/** Takes an entry out of its IFD: the ones behind it, and the link to the next IFD, move up. */
function removeEntry({ bytes, view, littleEndian }: Tiff, ifd: number, entry: Entry): void {
  const count = view.getUint16(ifd, littleEndian);
  const end = Math.min(ifd + 2 + count * entrySize + 4, bytes.length);
  bytes.copyWithin(entry.at, entry.at + entrySize, end);
  bytes.fill(0, end - entrySize, end);
  view.setUint16(ifd, count - 1, littleEndian);
}

/**
 * A copy of the block without any place: the GPS IFD is wiped and unlinked, and so is the maker note,
 * where several makers keep coordinates or names of places. `null` when the block is no TIFF structure.
 */
export function withoutExifLocation(block: Uint8Array): Uint8Array | null {
  const tiff = readTiff(block.slice());
  if (!tiff) return null;
  const ifd0 = firstIfd(tiff);
  for (
    let gps = findEntry(tiff, ifd0, tags.gpsIfd);
    gps;
    gps = findEntry(tiff, ifd0, tags.gpsIfd)
  ) {
    wipeIfd(tiff, readNumber(tiff, gps) ?? 0);
    removeEntry(tiff, ifd0, gps);
  }
  const exifIfd = readNumber(tiff, findEntry(tiff, ifd0, tags.exifIfd)) ?? 0;
  const note = findEntry(tiff, exifIfd, tags.makerNote);
  if (note) {
    const range = valueRange(tiff, note);
    if (range) tiff.bytes.fill(0, ...range);
    removeEntry(tiff, exifIfd, note);
  }
  return tiff.bytes;
}

/** The maker note, whose form is each maker's own; `null` when there is none. */
export function findMakerNote(block: Uint8Array): Uint8Array | null {
  const tiff = readTiff(block);
  if (!tiff) return null;
  const exifIfd = readNumber(tiff, findEntry(tiff, firstIfd(tiff), tags.exifIfd)) ?? 0;
  const note = findEntry(tiff, exifIfd, tags.makerNote);
  const range = note && valueRange(tiff, note);
  return range ? block.subarray(...range) : null;
}

/** A copy of the block that states an orientation; `null` when it is no TIFF structure, or has no place for one. */
export function withOrientation(block: Uint8Array, orientation: number): Uint8Array | null {
  const tiff = readTiff(block.slice());
  const entry = tiff && findEntry(tiff, firstIfd(tiff), tags.orientation);
  if (!tiff || !entry) return null;
  writeNumber(tiff, entry, orientation);
  return tiff.bytes;
}

/** The smallest Exif block that states an orientation. */
export function writeOrientation(orientation: number): Uint8Array {
  const block = new Uint8Array(26);
  const view = new DataView(block.buffer);
  block.set([0x4d, 0x4d, 0, 42]);
  view.setUint32(4, 8);
  view.setUint16(8, 1);
  view.setUint16(10, tags.orientation);
  view.setUint16(12, typeShort);
  view.setUint32(14, 1);
  view.setUint16(18, orientation);
  return block;
}
