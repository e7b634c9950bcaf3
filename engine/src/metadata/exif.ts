/**
 * Edits of an Exif block in place. Offsets never move, so that maker notes, whose inner offsets
 * count from the start of the block, stay readable. (TIFF 6.0 section 2; Exif 2.32 section 4.6.)
 */
const tagOrientation = 0x0112;
const tagExifIfd = 0x8769;
const tagPixelXDimension = 0xa002;
const tagPixelYDimension = 0xa003;

const typeShort = 3;
const typeLong = 4;

const entrySize = 12;

interface Tiff {
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
  const tiff = {
    view: new DataView(block.buffer, block.byteOffset, block.byteLength),
    littleEndian: mark === 'II',
  };
  return tiff.view.getUint16(2, tiff.littleEndian) === 42 ? tiff : null;
}

function readEntries({ view, littleEndian }: Tiff, ifd: number): Entry[] {
  if (ifd < 8 || ifd + 2 > view.byteLength) return [];
  const room = Math.floor((view.byteLength - ifd - 2) / entrySize);
  const count = Math.min(view.getUint16(ifd, littleEndian), room);
  return Array.from({ length: count }, (_, index) => {
    const at = ifd + 2 + index * entrySize;
    return {
      at,
      tag: view.getUint16(at, littleEndian),
      type: view.getUint16(at + 2, littleEndian),
      count: view.getUint32(at + 4, littleEndian),
    };
  });
}

function firstIfd({ view, littleEndian }: Tiff): number {
  return view.getUint32(4, littleEndian);
}

function writeNumber({ view, littleEndian }: Tiff, entry: Entry, value: number): void {
  if (entry.count !== 1) return;
  if (entry.type === typeShort) view.setUint16(entry.at + 8, Math.min(value, 0xffff), littleEndian);
  if (entry.type === typeLong) view.setUint32(entry.at + 8, value, littleEndian);
}

function readNumber({ view, littleEndian }: Tiff, entry: Entry): number | null {
  if (entry.count < 1) return null;
  if (entry.type === typeShort) return view.getUint16(entry.at + 8, littleEndian);
  return entry.type === typeLong ? view.getUint32(entry.at + 8, littleEndian) : null;
}

/** The orientation (1 to 8) an Exif block states; 1 when it states none or nonsense. */
export function readOrientation(block: Uint8Array): number {
  const tiff = readTiff(block);
  if (!tiff) return 1;
  const entry = readEntries(tiff, firstIfd(tiff)).find(({ tag }) => tag === tagOrientation);
  const value = entry ? readNumber(tiff, entry) : null;
  return value !== null && value >= 1 && value <= 8 ? value : 1;
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
  const copy = block.slice();
  const tiff = readTiff(copy);
  if (!tiff) return null;
  const ifd0 = firstIfd(tiff);
  for (const entry of readEntries(tiff, ifd0)) {
    if (entry.tag === tagOrientation) writeNumber(tiff, entry, 1);
    if (entry.tag === tagExifIfd)
      describeDimensions(tiff, readNumber(tiff, entry) ?? 0, width, height);
  }
  dropThumbnail(tiff, ifd0);
  return copy;
}

function describeDimensions(tiff: Tiff, exifIfd: number, width: number, height: number): void {
  for (const entry of readEntries(tiff, exifIfd)) {
    if (entry.tag === tagPixelXDimension) writeNumber(tiff, entry, width);
    if (entry.tag === tagPixelYDimension) writeNumber(tiff, entry, height);
  }
}

/** IFD 1 holds the thumbnail; unlinking it from IFD 0 drops it. */
function dropThumbnail(tiff: Tiff, ifd0: number): void {
  const count = readEntries(tiff, ifd0).length;
  const link = ifd0 + 2 + count * entrySize;
  if (count > 0 && link + 4 <= tiff.view.byteLength)
    tiff.view.setUint32(link, 0, tiff.littleEndian);
}
