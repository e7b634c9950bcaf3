import { decodeText } from '../bytes/decode-text.ts';

/**
 * Reads a TIFF structure, which Exif is. Nothing outside the block is ever read. (TIFF 6.0 section 2.)
 *
 * `formats/tiff/directories.ts` reads whole files of TIFF. It is another reader because each serves
 * what the other must not: blocks are edited in place, so entries keep their offsets, their order
 * and their duplicates, and damage means that there is no value. Files may be BigTIFF, lead anywhere
 * in gigabytes, and report what is read of them; damage is an error. This one also loads with every
 * photo, and so has to be short.
 */

/** Bytes per value, by type (TIFF 6.0 section 2). */
export const typeSizes: Readonly<Record<number, number>> = {
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
  // An offset of an IFD (TIFF Technical Note 1).
  13: 4,
};
export const typeShort = 3;
export const typeLong = 4;
const typeRational = 5;
const typeIfd = 13;

export const entrySize = 12;

export interface Tiff {
  bytes: Uint8Array;
  view: DataView;
  littleEndian: boolean;
}

export interface Entry {
  /** Offset of the entry's 12 bytes. */
  at: number;
  tag: number;
  type: number;
  count: number;
}

export function readTiff(block: Uint8Array): Tiff | null {
  const mark = String.fromCharCode(block[0] ?? 0, block[1] ?? 0);
  if ((mark !== 'II' && mark !== 'MM') || block.length < 14) return null;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const littleEndian = mark === 'II';
  return view.getUint16(2, littleEndian) === 42 ? { bytes: block, view, littleEndian } : null;
}

export function readEntries({ view, littleEndian }: Tiff, ifd: number): Entry[] {
  if (ifd < 8 || ifd + 2 > view.byteLength) return [];
  const room = Math.floor((view.byteLength - ifd - 2) / entrySize);
  const count = Math.min(view.getUint16(ifd, littleEndian), room);
  return Array.from({ length: count }, (_, index) => {
    const at = ifd + 2 + index * entrySize;
    const [tag, type] = [view.getUint16(at, littleEndian), view.getUint16(at + 2, littleEndian)];
    return { at, tag, type, count: view.getUint32(at + 4, littleEndian) };
  });
}

/** Whether this offset really holds an IFD: other bytes would have invalid types. */
export function isIfd(tiff: Tiff, ifd: number): boolean {
  const entries = readEntries(tiff, ifd);
  return entries.length > 0 && entries.every(({ type }) => type in typeSizes);
}

export function firstIfd({ view, littleEndian }: Tiff): number {
  return view.getUint32(4, littleEndian);
}

export function findEntry(tiff: Tiff, ifd: number, tag: number): Entry | undefined {
  return readEntries(tiff, ifd).find((entry) => entry.tag === tag);
}

export function readNumber({ view, littleEndian }: Tiff, entry: Entry | undefined): number | null {
  if (!entry || entry.count < 1) return null;
  if (entry.type === typeShort) return view.getUint16(entry.at + 8, littleEndian);
  const isLong = entry.type === typeLong || entry.type === typeIfd;
  return isLong ? view.getUint32(entry.at + 8, littleEndian) : null;
}

/** The number with this tag in an IFD. `null` when there is none. */
export function numberIn(tiff: Tiff, ifd: number, tag: number): number | null {
  return readNumber(tiff, findEntry(tiff, ifd, tag));
}

/** Position of the link to the next IFD. It may be outside the block. */
export function nextIfdLink(tiff: Tiff, ifd: number): number {
  return ifd + 2 + readEntries(tiff, ifd).length * entrySize;
}

/**
 * Where the entry's value is: up to four bytes are in the entry itself. `null` when it is outside
 * the block.
 */
export function valueRange(
  { view, littleEndian }: Tiff,
  entry: Entry,
): [start: number, end: number] | null {
  const size = (typeSizes[entry.type] ?? 1) * entry.count;
  const start = size <= 4 ? entry.at + 8 : view.getUint32(entry.at + 8, littleEndian);
  return start + size <= view.byteLength ? [start, start + size] : null;
}

export function readText(tiff: Tiff, entry: Entry | undefined): string | null {
  const range = entry && valueRange(tiff, entry);
  if (!range) return null;
  const bytes = tiff.bytes.subarray(...range);
  const end = bytes.indexOf(0);
  return decodeText(end < 0 ? bytes : bytes.subarray(0, end)).trim() || null;
}

/** Unsigned fractions; `null` for an undefined one. Empty when there are none. */
export function readRationals(tiff: Tiff, entry: Entry | undefined): (number | null)[] {
  const range = entry?.type === typeRational ? valueRange(tiff, entry) : null;
  if (!range) return [];
  const { view, littleEndian } = tiff;
  const [start, end] = range;
  return Array.from({ length: (end - start) / 8 }, (_, index) => {
    const numerator = view.getUint32(start + 8 * index, littleEndian);
    const denominator = view.getUint32(start + 8 * index + 4, littleEndian);
    return denominator === 0 ? null : numerator / denominator;
  });
}
