import { u32At } from '../../bytes/file-parts.ts';
import { findMark } from '../../bytes/join.ts';
import type { OnRead } from '../../bytes/looked-at.ts';
import { readU32, readUint, skip, sliceOf, type Slice } from '../../bytes/reader.ts';
import { EngineError, orNull } from '../../errors.ts';
import { type Box, readClippedBoxes } from '../../heif/boxes.ts';
import { listDirectories, numbersOf, readTiffFile } from '../tiff/directories.ts';
import { type PlacedDirectory, writeExifBlock } from '../tiff/exif-block.ts';
import { rangeOf, type Range, type RawContents } from './contents.ts';

/** A file has about five top-level boxes; a damaged one might have more. */
const maxBoxes = 100;

/** Bytes to read of a `uuid` box, without the samples of its picture. */
const startOfUuid = 256;

const xmpId = 'be7acfcb97a942e89c71999491e3afac';

const orientationTag = 274;

function nextBox(slice: Slice): Box | null {
  // Clips the last box of a truncated file.
  return orNull(() => readClippedBoxes(slice).next().value ?? null);
}

/** The top-level boxes. Reads the contents of `moov` and `uuid` boxes. */
function readTop(bytes: Uint8Array<ArrayBuffer>, onRead: OnRead): Box[] {
  const boxes: Box[] = [];
  const slice = sliceOf(bytes);
  while (boxes.length < maxBoxes) {
    const { position } = slice;
    onRead(position, position + 32);
    const box = nextBox(slice);
    if (!box) break;
    const { end } = box.body;
    if (box.type === 'moov') onRead(position, end);
    if (box.type === 'uuid')
      onRead(position, idOf(box) === xmpId ? end : Math.min(end, position + startOfUuid));
    boxes.push(box);
  }
  return boxes;
}

/** The boxes inside a box, up to the first damaged one. */
function boxesIn(body: Slice): Box[] {
  const boxes: Box[] = [];
  const slice = { ...body };
  for (let box = nextBox(slice); box; box = nextBox(slice)) boxes.push(box);
  return boxes;
}

/** Boxes at a path of types. */
function findBoxes(body: Slice, [type, ...inside]: readonly string[]): Box[] {
  const found = boxesIn(body).filter((box) => box.type === type);
  return inside.length === 0 ? found : found.flatMap((box) => findBoxes(box.body, inside));
}

function idOf({ body }: Box): string {
  const id = body.bytes.subarray(body.position - 16, body.position);
  return Array.from(id, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The JPEG in `THMB` or `PRVW`: follows a few numbers and ends with the box. */
function findJpeg({ start, body: { bytes } }: Box): Range[] {
  const jpeg = findMark(bytes.subarray(0, start + 64), '\xff\xd8', start);
  return jpeg < 0 ? [] : [{ start: jpeg, end: start + u32At(bytes, start) }];
}

/**
 * The only sample of a track (ISO/IEC 14496-12, 8.7.3 and 8.7.5). Reading shows whether it is a
 * JPEG.
 */
function findSample(table: Slice): Range[] {
  const bodyOf = (type: string): Slice | undefined => findBoxes(table, [type])[0]?.body;
  const [sizes, short, long] = [bodyOf('stsz'), bodyOf('stco'), bodyOf('co64')];
  const offsets = short ?? long;
  if (!sizes || !offsets) return [];
  // Version and flags.
  skip(sizes, 4);
  skip(offsets, 4);
  const uniform = readU32(sizes);
  if (readU32(sizes) === 0 || readU32(offsets) === 0) return [];
  return rangeOf(readUint(offsets, short ? 4 : 8), uniform || readU32(sizes));
}

/** The Exif directory in `CMT1`, `CMT2` or `CMT4`, each of which holds a TIFF structure. */
function findDirectory(
  bytes: Uint8Array<ArrayBuffer>,
  boxes: Box[],
  type: string,
): PlacedDirectory | undefined {
  const body = boxes.find((box) => box.type === type)?.body;
  const placed =
    body &&
    orNull(() => {
      const file = readTiffFile(bytes.subarray(body.position, body.end));
      return [file, listDirectories(file)[0]!] as const;
    });
  return placed ?? undefined;
}

/**
 * Reads Canon's CR3, an ISO base media file (ISO/IEC 14496-12). `moov` has the camera's metadata, a
 * thumbnail, and a track per picture, the first of which is a JPEG. Another box has a preview.
 */
export function readCr3Contents(bytes: Uint8Array<ArrayBuffer>, onRead: OnRead): RawContents {
  const top = readTop(bytes, onRead);
  const movie = top.find(({ type }) => type === 'moov')?.body;
  if (!movie) throw new EngineError('corrupt-file', 'CR3: no moov box');
  const noted = findBoxes(movie, ['uuid']).flatMap(({ body }) => boxesIn(body));
  const uuids = top.filter(({ type }) => type === 'uuid');
  const previews = uuids.flatMap(({ body }) => {
    const behindCount = { ...body, position: Math.min(body.position + 8, body.end) };
    return findBoxes(behindCount, ['PRVW']);
  });
  const thumbnails = noted.filter(({ type }) => type === 'THMB');
  const tables = findBoxes(movie, ['trak', 'mdia', 'minf', 'stbl']);
  const first = findDirectory(bytes, noted, 'CMT1');
  const xmp = uuids.find((box) => idOf(box) === xmpId)?.body;
  return {
    jpegs: [
      ...tables.flatMap(({ body }) => orNull(() => findSample(body)) ?? []),
      ...[...previews, ...thumbnails].flatMap(findJpeg),
    ],
    samples: new Set(),
    orientation: (first && orNull(() => numbersOf(...first, orientationTag)[0])) ?? 1,
    exif: writeExifBlock(first?.[0].littleEndian ?? true, {
      first,
      exif: findDirectory(bytes, noted, 'CMT2'),
      gps: findDirectory(bytes, noted, 'CMT4'),
    }),
    xmp: xmp ? bytes.subarray(xmp.position, xmp.end) : null,
  };
}
