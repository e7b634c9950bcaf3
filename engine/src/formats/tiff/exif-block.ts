import { orNull } from '../../errors.ts';
import { exifRoom } from '../../metadata/blocks.ts';
import { bytesOf, subDirectories, type Directory, type TiffFile } from './directories.ts';

/** TIFF and Exif tags that describe the photo, not how its samples are stored. */
const descriptiveTags: ReadonlySet<number> = new Set([
  0x010e, // ImageDescription
  0x010f, // Make
  0x0110, // Model
  0x0112, // Orientation
  0x011a, // XResolution
  0x011b, // YResolution
  0x0128, // ResolutionUnit
  0x0131, // Software
  0x0132, // DateTime
  0x013b, // Artist
  0x013c, // HostComputer
  0x4746, // Rating
  0x4749, // RatingPercent
  0x8298, // Copyright
  0x9c9b, // XPTitle
  0x9c9c, // XPComment
  0x9c9d, // XPAuthor
  0x9c9e, // XPKeywords
  0x9c9f, // XPSubject
]);

const exifIfdTag = 0x8769;
const gpsIfdTag = 0x8825;
const interoperabilityIfdTag = 0xa005;

/**
 * Tags to leave out. Only the maker knows what offsets in a maker note count from; the other points
 * to a directory, which moves.
 */
const leftOutTags: ReadonlySet<number> = new Set([0x927c, interoperabilityIfdTag]);

/** InteroperabilityIndex and its version. Later tags describe the original file. */
const interoperabilityTags: ReadonlySet<number> = new Set([1, 2]);

const orientationTag = 0x0112;

/** Highest Exif type. BigTIFF's types and directory types are above it. */
const maxType = 12;
const [typeShort, typeLong] = [3, 4];

/** A directory with the file it is in. */
export type PlacedDirectory = readonly [file: TiffFile, directory: Directory];

/** The directories to make an Exif block of. All must have the same byte order. */
export interface ExifDirectories {
  first?: PlacedDirectory | undefined;
  exif?: PlacedDirectory | undefined;
  gps?: PlacedDirectory | undefined;
}

/** A directory to write, with nested ones by the tags that point to them. */
interface Written {
  entries: Entry[];
  inside: [tag: number, directory: Written][];
}

interface Entry {
  tag: number;
  type: number;
  count: number;
  value: Uint8Array;
}

function entriesOf(
  placed: PlacedDirectory | undefined,
  isWanted: (tag: number) => boolean,
): Entry[] {
  if (!placed) return [];
  const [file, directory] = placed;
  return [...directory]
    .filter(([tag, { type, size }]) => isWanted(tag) && type <= maxType && size <= exifRoom)
    .flatMap(([tag, { type, count }]) => {
      const value = orNull(() => bytesOf(file, directory, tag));
      return value ? [{ tag, type, count, value }] : [];
    });
}

const entryBytes = 12;

/** Size of a directory: a two-byte count, the entries, and the next directory's offset. */
const directoryBytes = (entries: number): number => 2 + entryBytes * entries + 4;

/** Size of a value outside its entry. Those start at even offsets. */
const valueBytes = ({ value }: Entry): number =>
  value.length <= 4 ? 0 : value.length + (value.length % 2);

const bytesOfAll = (entries: Entry[]): number =>
  entries.reduce((sum, entry) => sum + valueBytes(entry), directoryBytes(entries.length));

/** The directory that a tag points to. */
function directoryIn([file, directory]: PlacedDirectory, tag: number): PlacedDirectory | undefined {
  const [found] = subDirectories(file, directory, tag);
  return found && [file, found];
}

const isEmpty = ({ entries, inside }: Written): boolean =>
  entries.length === 0 && inside.every(([, directory]) => isEmpty(directory));

/** Writes directories one after the other, each before its nested ones. */
function writeBlock(littleEndian: boolean, first: Written): Uint8Array<ArrayBuffer> {
  const placed: { at: number; entries: Entry[] }[] = [];
  const number = (value: number): Uint8Array => {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value, littleEndian);
    return bytes;
  };
  const place = ({ entries, inside }: Written, at: number): number => {
    const links = inside.filter(([, directory]) => !isEmpty(directory));
    const all = [...entries];
    placed.push({ at, entries: all });
    let next = at + bytesOfAll(entries) + links.length * entryBytes;
    for (const [tag, directory] of links) {
      all.push({ tag, type: typeLong, count: 1, value: number(next) });
      next = place(directory, next);
    }
    return next;
  };
  const bytes = new Uint8Array(place(first, 8));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, littleEndian ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, littleEndian);
  view.setUint32(4, 8, littleEndian);
  for (const { at: start, entries } of placed) {
    view.setUint16(start, entries.length, littleEndian);
    let valueAt = start + directoryBytes(entries.length);
    // Readers may stop searching at a greater tag.
    for (const [index, entry] of entries.toSorted((a, b) => a.tag - b.tag).entries()) {
      const at = start + 2 + index * entryBytes;
      view.setUint16(at, entry.tag, littleEndian);
      view.setUint16(at + 2, entry.type, littleEndian);
      view.setUint32(at + 4, entry.count, littleEndian);
      const isInside = valueBytes(entry) === 0;
      if (!isInside) view.setUint32(at + 8, valueAt, littleEndian);
      bytes.set(entry.value, isInside ? at + 8 : valueAt);
      valueAt += valueBytes(entry);
    }
  }
  return bytes;
}

/**
 * Makes an Exif block of what directories say about a photo, without the maker note. `null` when
 * they say nothing. Leaves out what exceeds a JPEG segment.
 */
export function writeExifBlock(
  littleEndian: boolean,
  { first, exif, gps }: ExifDirectories,
): Uint8Array<ArrayBuffer> | null {
  // Reserves room for the header, four empty directories and the three entries that point to the
  // others.
  let room = exifRoom - 8 - 4 * directoryBytes(0) - 3 * entryBytes;
  const fitting = (entries: Entry[]): Entry[] =>
    entries.filter((entry) => {
      const size = entryBytes + valueBytes(entry);
      if (size > room) return false;
      room -= size;
      return true;
    });
  const firstEntries = fitting(entriesOf(first, (tag) => descriptiveTags.has(tag))).filter(
    // With another type, the orientation could not be updated when the result is made upright.
    ({ tag, type }) => tag !== orientationTag || type === typeShort,
  );
  const gpsEntries = fitting(entriesOf(gps, () => true));
  const interoperability = exif && directoryIn(exif, interoperabilityIfdTag);
  const interoperabilityEntries = fitting(
    entriesOf(interoperability, (tag) => interoperabilityTags.has(tag)),
  );
  const exifEntries = fitting(entriesOf(exif, (tag) => !leftOutTags.has(tag)));
  const leaf = (entries: Entry[]): Written => ({ entries, inside: [] });
  const written: Written = {
    entries: firstEntries,
    inside: [
      [
        exifIfdTag,
        { entries: exifEntries, inside: [[interoperabilityIfdTag, leaf(interoperabilityEntries)]] },
      ],
      [gpsIfdTag, leaf(gpsEntries)],
    ],
  };
  return isEmpty(written) ? null : writeBlock(littleEndian, written);
}

/**
 * Makes an Exif block of a file's first directory and its Exif and GPS directories, without the
 * maker note. `null` when they say nothing. Leaves out what exceeds a JPEG segment.
 */
export function collectExif(file: TiffFile, directory: Directory): Uint8Array<ArrayBuffer> | null {
  const first = [file, directory] as const;
  return writeExifBlock(file.littleEndian, {
    first,
    exif: directoryIn(first, exifIfdTag),
    gps: directoryIn(first, gpsIfdTag),
  });
}
