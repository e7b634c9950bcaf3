// Exif blocks that are larger than a segment of a JPEG: rare, and so loaded when one comes.
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

/** The block up to where the last IFD or value ends that IFD 0 leads to. Some phones append other data to it. */
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

/** Lead to an IFD each that goes along: one of a kind, as those of a hostile block could lead anywhere. */
const pointers: ReadonlySet<number> = new Set([
  tags.exifIfd,
  tags.gpsIfd,
  tags.interoperabilityIfd,
]);

/**
 * Lead to data, or hold places of some, that does not go along: StripOffsets, TileOffsets, SubIFDs,
 * JPEGInterchangeFormat with its length, and DNGPrivateData.
 */
const placeTags = new Set([0x0111, 0x0144, 0x014a, 0x0201, 0x0202, 0xc634]);

interface Layout {
  pieces: { at: number; bytes: Uint8Array }[];
  length: number;
  /** What could be left out, by its entry's place. */
  values: { at: number; tag: number; size: number }[];
}

/** Values that lie in one place, again and again, end here. */
const mostBytes = 64e6;

/**
 * The block's IFDs and their values one behind the other, but for entries at the places `dropped`. The maker note
 * stays where it is, as its inner offsets may count from the start of the block.
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
  /** Where it goes; `null` where the entry itself holds it. */
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

/** More values than that are no photo's. */
const mostDropped = 100;

/**
 * A block written anew in no more than `room` bytes: whole but for a thumbnail and what nothing leads to, else
 * without the maker note, or else without its largest values. `null` when there is no such block.
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
    // What is taken with a value is its entry, and up to a byte of padding.
    const savable = droppable.reduce((sum, { size }) => sum + size + entrySize + 1, 0);
    if (!largest || length - savable > room) return null;
    const doesAlone = note && layOut(tiff, new Set([...dropped, note.at])).length <= room;
    dropped.add(doesAlone ? note.at : largest.at);
  }
}
