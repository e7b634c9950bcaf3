import type { OnRead } from '../../bytes/looked-at.ts';
import { EngineError, orNull } from '../../errors.ts';
import { typeSizes as exifTypeSizes } from '../../metadata/tiff.ts';

/**
 * Reads the directories of TIFF files, and of formats based on TIFF, such as most raw files; see
 * `metadata/tiff.ts` for why Exif has a reader of its own. (TIFF
 * 6.0 section 2; BigTIFF; TIFF Technical Note 1 for nested directories.)
 */

export interface TiffFile {
  bytes: Uint8Array<ArrayBuffer>;
  view: DataView;
  littleEndian: boolean;
  /** BigTIFF, with 64-bit offsets. */
  big: boolean;
  onRead?: OnRead | undefined;
  /** Directories read so far, by offset. */
  known: Map<number, KnownDirectory>;
  /** Total number of entries read. */
  entriesRead: number;
}

/** A directory that has been read. */
interface KnownDirectory {
  directory: Map<number, Field>;
  /** Offset of the next directory; 0 for none. */
  next: number;
}

/** A field of a directory. */
export interface Field {
  type: number;
  count: number;
  /** Offset of its values, possibly outside the file. */
  at: number;
  /** Size of all values in bytes. */
  size: number;
}

/** By tag. */
export type Directory = ReadonlyMap<number, Field>;

/** Bytes per value, by type. Those that Exif lacks are BigTIFF's. */
const typeSizes: Readonly<Record<number, number>> = {
  ...exifTypeSizes,
  16: 8,
  17: 8,
  18: 8,
};

/** Limits against attacks, far above what real files have: per chain, and in total. */
const maxDirectories = 4096;
const maxEntries = 1 << 18;
/** Limit per directory: levels of a pyramid, or a raw file's previews. */
const maxSubDirectories = 64;
/**
 * Enough for a strip per row of four planes, or a tile per 16 x 16 pixels of the largest picture.
 */
const maxNumbers = 1 << 22;

const subIfdsTag = 330;

/** 42 is TIFF, 43 BigTIFF, `RO` and `RS` are Olympus, `U\0` is Panasonic. */
const marks = { tiff: [42, 0x4f52, 0x5352, 0x55], bigTiff: 43 } as const;

/**
 * Reads the header. Throws `corrupt-file` if it has none of the marks.
 *
 * @param onRead Called for everything read from this file from now on.
 */
export function readTiffFile(bytes: Uint8Array<ArrayBuffer>, onRead?: OnRead): TiffFile {
  onRead?.(0, 16);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const order = bytes.length < 8 ? 0 : view.getUint16(0);
  const littleEndian = order === 0x4949;
  const mark = littleEndian || order === 0x4d4d ? view.getUint16(2, littleEndian) : 0;
  const big = mark === marks.bigTiff;
  const isSound = big
    ? bytes.length >= 16 && view.getUint16(4, littleEndian) === 8
    : (marks.tiff as readonly number[]).includes(mark);
  if (!isSound) throw new EngineError('corrupt-file', 'TIFF: no mark');
  return { bytes, view, littleEndian, big, onRead, known: new Map(), entriesRead: 0 };
}

function requireInside(file: TiffFile, start: number, size: number): void {
  // Written this way, the condition also catches NaN.
  if (!(start >= 0 && size <= file.bytes.length - start)) {
    throw new EngineError('corrupt-file', `TIFF: ${size} bytes at ${start} are not in the file`);
  }
  file.onRead?.(start, start + size);
}

function offsetAt(file: TiffFile, at: number): number {
  const { view, littleEndian, big } = file;
  requireInside(file, at, big ? 8 : 4);
  return big ? Number(view.getBigUint64(at, littleEndian)) : view.getUint32(at, littleEndian);
}

/**
 * Reads the directory at an offset, as much of it as the file holds. Throws `corrupt-file` where
 * there is none.
 */
function requireDirectory(file: TiffFile, start: number): KnownDirectory {
  const read = file.known.get(start) ?? readDirectory(file, start);
  file.known.set(start, read);
  return read;
}

function readDirectory(file: TiffFile, start: number): KnownDirectory {
  const { bytes, view, littleEndian, big } = file;
  const [countSize, entrySize, inline] = big ? [8, 20, 8] : [2, 12, 4];
  requireInside(file, start, countSize);
  const stated = big
    ? Number(view.getBigUint64(start, littleEndian))
    : view.getUint16(start, littleEndian);
  const first = start + countSize;
  const entries = Math.min(stated, Math.floor((bytes.length - first) / entrySize), 0xffff);
  if (entries === 0) throw new EngineError('corrupt-file', `TIFF: no directory at ${start}`);
  file.entriesRead += entries;
  if (file.entriesRead > maxEntries)
    throw new EngineError('corrupt-file', 'TIFF: too many entries');
  const end = first + entries * entrySize;
  file.onRead?.(first, end);
  const directory = new Map<number, Field>();
  for (let at = first; at < end; at += entrySize) {
    const tag = view.getUint16(at, littleEndian);
    const type = view.getUint16(at + 2, littleEndian);
    const count = big
      ? Number(view.getBigUint64(at + 4, littleEndian))
      : view.getUint32(at + 4, littleEndian);
    const size = (typeSizes[type] ?? 0) * count;
    // For duplicate tags the first one wins, as in most readers.
    if (size === 0 || directory.has(tag)) continue;
    const value = at + entrySize - inline;
    const place = size <= inline ? value : offsetAt(file, value);
    directory.set(tag, { type, count, at: place, size });
  }
  return { directory, next: orNull(() => offsetAt(file, end)) ?? 0 };
}

function readChain(file: TiffFile, start: number, max: number): Directory[] {
  let { directory, next } = requireDirectory(file, start);
  const directories: Directory[] = [directory];
  const seen = new Set([start]);
  while (directories.length < max && next !== 0 && !seen.has(next)) {
    const at = next;
    seen.add(at);
    const found = orNull(() => requireDirectory(file, at));
    if (!found) break;
    ({ directory, next } = found);
    directories.push(directory);
  }
  return directories;
}

/**
 * Reads a chain of directories. Damage ends it, and so does a directory that occurred before.
 *
 * @param first Start of a chain other than the file's own.
 * @throws `corrupt-file` where the first is unreadable.
 */
export function listDirectories(
  file: TiffFile,
  first = offsetAt(file, file.big ? 8 : 4),
): Directory[] {
  return readChain(file, first, maxDirectories);
}

/** The directories that a field points to, each with its chain. Skips damaged ones. */
export function subDirectories(
  file: TiffFile,
  directory: Directory,
  tag = subIfdsTag,
): Directory[] {
  const starts = orNull(() => numbersOf(file, directory, tag)) ?? [];
  const directories: Directory[] = [];
  for (const start of new Set(starts.slice(0, maxSubDirectories))) {
    const room = maxSubDirectories - directories.length;
    if (room === 0) break;
    directories.push(...(orNull(() => readChain(file, start, room)) ?? []));
  }
  return directories;
}

const readers: Readonly<
  Record<number, (view: DataView, at: number, littleEndian: boolean) => number>
> = {
  1: (view, at) => view.getUint8(at),
  3: (view, at, little) => view.getUint16(at, little),
  4: (view, at, little) => view.getUint32(at, little),
  5: (view, at, little) => view.getUint32(at, little) / view.getUint32(at + 4, little),
  6: (view, at) => view.getInt8(at),
  7: (view, at) => view.getUint8(at),
  8: (view, at, little) => view.getInt16(at, little),
  9: (view, at, little) => view.getInt32(at, little),
  10: (view, at, little) => view.getInt32(at, little) / view.getInt32(at + 4, little),
  11: (view, at, little) => view.getFloat32(at, little),
  12: (view, at, little) => view.getFloat64(at, little),
  13: (view, at, little) => view.getUint32(at, little),
  16: (view, at, little) => Number(view.getBigUint64(at, little)),
  17: (view, at, little) => Number(view.getBigInt64(at, little)),
  18: (view, at, little) => Number(view.getBigUint64(at, little)),
};

/**
 * A field's numbers. Empty for a missing or text field. Fractions with a denominator of 0 are not
 * finite. Throws `corrupt-file` where the numbers are outside the file, or there are more than any
 * picture needs.
 */
export function numbersOf(file: TiffFile, directory: Directory, tag: number): number[] {
  const field = directory.get(tag);
  const read = field && readers[field.type];
  if (!read) return [];
  const { at, count, size } = field;
  requireInside(file, at, size);
  if (count > maxNumbers) throw new EngineError('corrupt-file', `TIFF: ${count} numbers`);
  return Array.from({ length: count }, (_, index) =>
    read(file.view, at + index * typeSizes[field.type]!, file.littleEndian),
  );
}

/**
 * A view of a field's stored bytes. `null` when the field is missing. Throws `corrupt-file` as
 * `numbersOf`.
 */
export function bytesOf(
  file: TiffFile,
  directory: Directory,
  tag: number,
): Uint8Array<ArrayBuffer> | null {
  const field = directory.get(tag);
  if (!field) return null;
  requireInside(file, field.at, field.size);
  return file.bytes.subarray(field.at, field.at + field.size);
}
