// Shrinks Exif blocks that exceed a JPEG segment. They are rare, so this is loaded only for them.
import { tags } from './exif.ts';
import {
  entrySize,
  type Entry,
  findEntry,
  firstIfd,
  numberIn,
  readEntries,
  readNumber,
  readTiff,
  type Tiff,
  valueRange,
} from './tiff.ts';

/**
 * The block up to the end of the last IFD or value reachable from IFD 0. Some phones append other
 * data.
 */
export function withoutTail(block: Uint8Array): Uint8Array {
  const tiff = readTiff(block);
  if (!tiff) return block;
  const ifd0 = firstIfd(tiff);
  const inner = [tags.exifIfd, tags.gpsIfd].map((tag) => numberIn(tiff, ifd0, tag));
  const interoperability = findEntry(tiff, inner[0] ?? 0, tags.interoperabilityIfd);
  let end = 8;
  for (const ifd of [ifd0, ...inner, readNumber(tiff, interoperability)]) {
    if (ifd === null) continue;
    const entries = readEntries(tiff, ifd);
    end = Math.max(end, ifd + 2 + entries.length * entrySize + 4);
    for (const entry of entries) end = Math.max(end, valueRange(tiff, entry)?.[1] ?? 0);
  }
  return block.subarray(0, end);
}

/**
 * Tags that point to IFDs to keep. Each is followed once: in a hostile block they could lead
 * anywhere.
 */
const pointers: ReadonlySet<number> = new Set([
  tags.exifIfd,
  tags.gpsIfd,
  tags.interoperabilityIfd,
]);

/**
 * Tags that point to data (or give its size) that is not kept: StripOffsets, TileOffsets, SubIFDs,
 * JPEGInterchangeFormat with its length, and DNGPrivateData.
 */
const placeTags = new Set([0x0111, 0x0144, 0x014a, 0x0201, 0x0202, 0xc634]);

interface Layout {
  pieces: { at: number; bytes: Uint8Array }[];
  length: number;
  /** Values that could be dropped. `at` is the offset of the entry. */
  values: { at: number; tag: number; size: number }[];
}

/** Stops blocks in which many entries share the same value. */
const mostBytes = 64e6;

/**
 * Lays out the block's IFDs and values one after the other, without the entries at the offsets
 * `dropped`. The maker note stays in place, because its inner offsets may count from the start of
 * the block.
 */
function layOut(tiff: Tiff, dropped: ReadonlySet<number>): Layout {
  const { bytes, littleEndian } = tiff;
  const layout: Layout = { pieces: [], length: 0, values: [] };
  const exifIfd = numberIn(tiff, firstIfd(tiff), tags.exifIfd) ?? 0;
  const note = findEntry(tiff, exifIfd, tags.makerNote);
  const noteRange = note && !dropped.has(note.at) ? valueRange(tiff, note) : null;
  let end = 8;
  const allot = (size: number): number => {
    if (noteRange && end < noteRange[1] && end + size > noteRange[0]) end = noteRange[1];
    end += end % 2;
    const at = end;
    end += size;
    return at;
  };
  const followed = new Set<number>();
  const goesAlong = (entry: Entry): boolean => {
    const { at, tag } = entry;
    if (!pointers.has(tag))
      return !dropped.has(at) && !placeTags.has(tag) && !!valueRange(tiff, entry);
    if (followed.has(tag)) return false;
    followed.add(tag);
    return true;
  };
  const addIfd = (ifd: number): number => {
    const entries = readEntries(tiff, ifd).filter(goesAlong);
    const written = new Uint8Array(2 + entries.length * entrySize + 4);
    const view = new DataView(written.buffer);
    const at = allot(written.length);
    layout.pieces.push({ at, bytes: written });
    view.setUint16(0, entries.length, littleEndian);
    for (const [index, entry] of entries.entries()) {
      const place = 2 + index * entrySize;
      written.set(bytes.subarray(entry.at, entry.at + entrySize), place);
      const to = end > mostBytes ? null : addValue(entry);
      if (to !== null) view.setUint32(place + 8, to, littleEndian);
    }
    return at;
  };
  /**
   * Adds an entry's value and returns its offset. `null` where the entry itself holds the value.
   */
  const addValue = (entry: Entry): number | null => {
    const { at, tag } = entry;
    if (pointers.has(tag)) return addIfd(readNumber(tiff, entry) ?? 0);
    const [from, to] = valueRange(tiff, entry)!;
    if (to - from <= 4) return null;
    layout.values.push({ at, tag, size: to - from });
    const isNote = noteRange?.[0] === from && noteRange[1] === to;
    const place = isNote ? from : allot(to - from);
    layout.pieces.push({ at: place, bytes: bytes.subarray(from, to) });
    return place;
  };
  const head = bytes.slice(0, 8);
  layout.pieces.push({ at: 0, bytes: head });
  new DataView(head.buffer).setUint32(4, addIfd(firstIfd(tiff)), littleEndian);
  layout.length = Math.max(end, noteRange?.[1] ?? 0);
  return layout;
}

/** No photo has more values to drop than this. */
const mostDropped = 100;

/**
 * Rewrites a block to at most `room` bytes. Always drops the thumbnail and unreachable data. If
 * that is not enough, drops the maker note, or otherwise the largest values. `null` when the block
 * cannot be made to fit.
 */
export function fitExif(
  block: Uint8Array,
  room: number,
): { block: Uint8Array; isWhole: boolean } | null {
  const tiff = readTiff(block);
  if (!tiff) return null;
  const dropped = new Set<number>();
  for (;;) {
    const { pieces, length, values } = layOut(tiff, dropped);
    if (length <= room) {
      const written = new Uint8Array(length);
      for (const { at, bytes } of pieces) written.set(bytes, at);
      return { block: written, isWhole: dropped.size === 0 };
    }
    const note = values.find(({ tag }) => tag === tags.makerNote);
    const bySize = values.toSorted((a, b) => b.size - a.size);
    const droppable = bySize.slice(0, mostDropped - dropped.size);
    const [largest] = droppable;
    // Dropping a value also saves its entry, and up to one byte of padding.
    const savable = droppable.reduce((sum, { size }) => sum + size + entrySize + 1, 0);
    if (!largest || length - savable > room) return null;
    const doesAlone = note && layOut(tiff, new Set([...dropped, note.at])).length <= room;
    dropped.add(doesAlone ? note.at : largest.at);
  }
}
