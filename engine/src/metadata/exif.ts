import type { Size } from '../geometry.ts';

/**
 * Reads and edits an Exif block in place. Offsets never move, so that maker notes, whose inner
 * offsets count from the start of the block, stay readable. (TIFF 6.0 section 2; Exif 2.32 section 4.6.)
 */
const tags = {
  imageWidth: 0x0100,
  imageLength: 0x0101,
  make: 0x010f,
  model: 0x0110,
  orientation: 0x0112,
  thumbnailOffset: 0x0201,
  thumbnailLength: 0x0202,
  exifIfd: 0x8769,
  gpsIfd: 0x8825,
  takenAt: 0x9003,
  makerNote: 0x927c,
  pixelWidth: 0xa002,
  pixelHeight: 0xa003,
  interoperabilityIfd: 0xa005,
  lensModel: 0xa434,
} as const;

/** TIFF 6.0 section 2: bytes a value, by type. */
const typeSizes: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
};
const typeShort = 3;
const typeLong = 4;

const entrySize = 12;

interface Tiff {
  bytes: Uint8Array;
  view: DataView;
  littleEndian: boolean;
}

interface Entry {
  /** Where the 12 bytes lie. */
  at: number;
  tag: number;
  type: number;
  count: number;
}

function readTiff(block: Uint8Array): Tiff | null {
  const mark = String.fromCharCode(block[0] ?? 0, block[1] ?? 0);
  if ((mark !== 'II' && mark !== 'MM') || block.length < 14) return null;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const littleEndian = mark === 'II';
  return view.getUint16(2, littleEndian) === 42 ? { bytes: block, view, littleEndian } : null;
}

function readEntries({ view, littleEndian }: Tiff, ifd: number): Entry[] {
  if (ifd < 8 || ifd + 2 > view.byteLength) return [];
  const room = Math.floor((view.byteLength - ifd - 2) / entrySize);
  const count = Math.min(view.getUint16(ifd, littleEndian), room);
  return Array.from({ length: count }, (_, index) => {
    const at = ifd + 2 + index * entrySize;
    const [tag, type] = [view.getUint16(at, littleEndian), view.getUint16(at + 2, littleEndian)];
    return { at, tag, type, count: view.getUint32(at + 4, littleEndian) };
  });
}

function firstIfd({ view, littleEndian }: Tiff): number {
  return view.getUint32(4, littleEndian);
}

function findEntry(tiff: Tiff, ifd: number, tag: number): Entry | undefined {
  return readEntries(tiff, ifd).find((entry) => entry.tag === tag);
}

function readNumber({ view, littleEndian }: Tiff, entry: Entry | undefined): number | null {
  if (!entry || entry.count < 1) return null;
  if (entry.type === typeShort) return view.getUint16(entry.at + 8, littleEndian);
  return entry.type === typeLong ? view.getUint32(entry.at + 8, littleEndian) : null;
}

function writeNumber({ view, littleEndian }: Tiff, entry: Entry, value: number): void {
  if (entry.count !== 1) return;
  if (entry.type === typeShort) view.setUint16(entry.at + 8, Math.min(value, 0xffff), littleEndian);
  if (entry.type === typeLong) view.setUint32(entry.at + 8, value, littleEndian);
}

/** Where an entry's value lies, when that is inside the block: up to four bytes in the entry itself. */
function valueRange(
  { view, littleEndian }: Tiff,
  entry: Entry,
): [start: number, end: number] | null {
  const size = (typeSizes[entry.type] ?? 1) * entry.count;
  const start = size <= 4 ? entry.at + 8 : view.getUint32(entry.at + 8, littleEndian);
  return start + size <= view.byteLength ? [start, start + size] : null;
}

function readText(tiff: Tiff, entry: Entry | undefined): string | null {
  const range = entry && valueRange(tiff, entry);
  if (!range) return null;
  return (
    new TextDecoder()
      .decode(tiff.bytes.subarray(...range))
      .replace(/\0.*$/s, '')
      .trim() || null
  );
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

export interface ExifSummary {
  make: string | null;
  model: string | null;
  lens: string | null;
  /** As the camera wrote it: `YYYY:MM:DD hh:mm:ss`, local time. */
  takenAt: string | null;
  hasLocation: boolean;
}

/** What people ask of a photo; `null` when the block is no TIFF structure. */
export function summarizeExif(block: Uint8Array): ExifSummary | null {
  const tiff = readTiff(block);
  if (!tiff) return null;
  const ifd0 = firstIfd(tiff);
  const exifIfd = readNumber(tiff, findEntry(tiff, ifd0, tags.exifIfd)) ?? 0;
  const gpsIfd = readNumber(tiff, findEntry(tiff, ifd0, tags.gpsIfd)) ?? 0;
  return {
    make: readText(tiff, findEntry(tiff, ifd0, tags.make)),
    model: readText(tiff, findEntry(tiff, ifd0, tags.model)),
    lens: readText(tiff, findEntry(tiff, exifIfd, tags.lensModel)),
    takenAt: readText(tiff, findEntry(tiff, exifIfd, tags.takenAt)),
    // Latitude (2) is what makes a place; some cameras write an IFD with a version only.
    hasLocation: findEntry(tiff, gpsIfd, 2) !== undefined,
  };
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
