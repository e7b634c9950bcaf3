import { textAt } from '../../bytes/file-parts.ts';
import { orNull } from '../../errors.ts';
import {
  listDirectories,
  numbersOf,
  readTiffFile,
  subDirectories,
  type Directory,
  type Field,
  type TiffFile,
} from '../tiff/directories.ts';
import { rangeOf, type Range } from './contents.ts';

/**
 * Previews that a maker's note names. Offsets in it count from places of each maker's own choice; what is known of
 * them is in ExifTool's documentation of tags.
 */

/** The part of a file from `base` on, for offsets that count from there. */
function partFrom(file: TiffFile, base: number): TiffFile {
  const bytes = file.bytes.subarray(base);
  return {
    bytes,
    littleEndian: file.littleEndian,
    big: false,
    known: new Map(),
    entriesRead: 0,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    onRead: (start, end) => file.onRead?.(base + start, base + end),
  };
}

function previewIn(
  part: TiffFile,
  base: number,
  directory: Directory,
  tags: readonly [start: number, size: number],
): Range[] {
  const [start, size] = tags.map((tag) => numbersOf(part, directory, tag)[0]);
  return rangeOf(start, size).map((range) => ({
    start: base + range.start,
    end: base + range.end,
  }));
}

/**
 * Nikon: the note holds a TIFF structure after ten bytes. `PreviewIFD` is laid out like a
 * thumbnail's.
 */
function listNikon(file: TiffFile, note: number): Range[] {
  const base = note + 10;
  const { bytes, onRead } = partFrom(file, base);
  const inner = readTiffFile(bytes, onRead);
  const [first] = listDirectories(inner);
  return subDirectories(inner, first!, 0x11).flatMap((preview) =>
    previewIn(inner, base, preview, [0x201, 0x202]),
  );
}

const undefinedType = 7;

/**
 * Olympus: `CameraSettings` names the preview. Older cameras have a directory in place of its
 * offset.
 */
function listOlympus(file: TiffFile, base: number, firstDirectory: number): Range[] {
  const part = partFrom(file, base);
  const [first] = listDirectories(part, firstDirectory);
  const settings = first!.get(0x2020);
  if (!settings) return [];
  const directories =
    settings.type === undefinedType
      ? listDirectories(part, settings.at)
      : subDirectories(part, first!, 0x2020);
  return directories.flatMap((each) => previewIn(part, base, each, [0x101, 0x102]));
}

/** Minolta: a directory without a mark. Its first entry begins with the version of the format. */
function listMinolta(file: TiffFile, note: number): Range[] {
  const [first] = listDirectories(file, note);
  const version = first?.get(0);
  const isMinolta = version?.size === 4 && textAt(file.bytes, version.at, 3) === 'MLT';
  return isMinolta ? previewIn(file, 0, first!, [0x88, 0x89]) : [];
}

function list(file: TiffFile, note: number): Range[] {
  file.onRead?.(note, note + 16);
  const mark = textAt(file.bytes, note, 16);
  if (mark.startsWith('Nikon\0\x02')) return listNikon(file, note);
  // Offsets in these count from the note's start; in Olympus' first format, from the file's.
  if (mark.startsWith('OLYMPUS\0')) return listOlympus(file, note, 12);
  if (mark.startsWith('OM SYSTEM\0')) return listOlympus(file, note, 16);
  if (mark.startsWith('OLYMP\0')) return listOlympus(file, 0, note + 8);
  return listMinolta(file, note);
}

/** Previews that a maker note names, for known makers. None for damaged notes. */
export function listNotePreviews(file: TiffFile, { at }: Field): Range[] {
  return orNull(() => list(file, at)) ?? [];
}
