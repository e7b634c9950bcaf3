import type { OnRead } from '../../bytes/looked-at.ts';
import { orNull } from '../../errors.ts';
import {
  bytesOf,
  listDirectories,
  numbersOf,
  readTiffFile,
  subDirectories,
  type Directory,
  type TiffFile,
} from '../tiff/directories.ts';
import { collectExif } from '../tiff/exif-block.ts';
import { rangeOf, type Range, type RawContents } from './contents.ts';
import { listNotePreviews } from './maker-notes.ts';

const tags = {
  /** Panasonic's `JpgFromRaw`, in its old and its newer form. */
  panasonicJpegs: [0x2e, 0x127],
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  orientation: 274,
  stripByteCounts: 279,
  tileOffsets: 324,
  jpegTables: 347,
  jpegOffset: 513,
  jpegLength: 514,
  xmp: 700,
  exifIfd: 34665,
  makerNote: 37500,
  dngVersion: 50706,
  previewColorSpace: 50970,
} as const;

/** JPEG compression as first defined in TIFF 6.0, and the current one. */
const jpegCompressions: ReadonlySet<number> = new Set([6, 7]);

/** Sensor samples: with a color filter, or linear RGB. */
const sensorPhotometrics: ReadonlySet<number> = new Set([32803, 34892]);

/** Limits per file, including nested directories and maker notes. */
const maxDirectories = 200;
const maxNotes = 4;

/** Previews are in the first directory or, for some makers, nested in it. */
const maxDepth = 3;

/** Enough for the strips or tiles of a large picture. */
const maxNumbers = 1 << 16;

/** All directories of a file, including nested ones. */
function listAll(file: TiffFile, chain: Directory[]): Set<Directory> {
  const all = new Set<Directory>();
  const add = (directories: Directory[], depth: number): void => {
    for (const directory of directories) {
      if (all.size >= maxDirectories || all.has(directory)) continue;
      all.add(directory);
      if (depth === maxDepth) continue;
      add(subDirectories(file, directory, tags.exifIfd), maxDepth);
      add(subDirectories(file, directory), depth + 1);
    }
  };
  add(chain, 0);
  return all;
}

/** A field's numbers. None for damaged fields. */
function numbers(file: TiffFile, directory: Directory, tag: number): number[] {
  if ((directory.get(tag)?.count ?? 0) > maxNumbers) return [];
  return orNull(() => numbersOf(file, directory, tag)) ?? [];
}

/** A strip that is a whole JPEG. Tiles, and JPEGs with tables elsewhere, are only parts of one. */
function findStrip(file: TiffFile, directory: Directory): Range | null {
  const [compression = 0] = numbers(file, directory, tags.compression);
  const [photometric = 0] = numbers(file, directory, tags.photometric);
  if (!jpegCompressions.has(compression) || sensorPhotometrics.has(photometric)) return null;
  if (directory.has(tags.jpegTables)) return null;
  const offsets = numbers(file, directory, tags.stripOffsets);
  const sizes = numbers(file, directory, tags.stripByteCounts);
  return offsets.length === 1 ? (rangeOf(offsets[0], sizes[0])[0] ?? null) : null;
}

/**
 * DNG 1.4, PreviewColorSpace. Without it previews are sRGB, whatever the camera's metadata says.
 */
const previewInAdobeRgb = 3;

/** Reads raw files based on TIFF, which most makers use, some with marks of their own. */
export function readTiffContents(bytes: Uint8Array<ArrayBuffer>, onRead: OnRead): RawContents {
  const file = readTiffFile(bytes, onRead);
  const chain = listDirectories(file);
  const first = chain[0]!;
  const jpegs: Range[] = [];
  const samples = new Set<number>();
  let notes = 0;
  let isAdobeRgb = first.has(tags.dngVersion) ? false : undefined;
  for (const directory of listAll(file, chain)) {
    const number = (tag: number) => numbers(file, directory, tag)[0];
    jpegs.push(...rangeOf(number(tags.jpegOffset), number(tags.jpegLength)));
    for (const tag of tags.panasonicJpegs) {
      const field = directory.get(tag);
      if (field) jpegs.push(...rangeOf(field.at, field.size));
    }
    const strip = findStrip(file, directory);
    if (strip) jpegs.push(strip);
    else for (const at of numbers(file, directory, tags.stripOffsets)) samples.add(at);
    for (const at of numbers(file, directory, tags.tileOffsets)) samples.add(at);
    if (number(tags.previewColorSpace) === previewInAdobeRgb) isAdobeRgb = true;
    const note = directory.get(tags.makerNote);
    if (note && notes++ < maxNotes) jpegs.push(...listNotePreviews(file, note));
  }
  return {
    jpegs,
    samples,
    ...(isAdobeRgb !== undefined && { isAdobeRgb }),
    orientation: numbers(file, first, tags.orientation)[0] ?? 1,
    exif: collectExif(file, first),
    xmp: orNull(() => bytesOf(file, first, tags.xmp)),
  };
}
