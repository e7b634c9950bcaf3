import { readU16Little, readU32Little } from '../bytes/little-endian.ts';
import { findMark, startsWith } from '../bytes/join.ts';
import { readBytes, readFourCC, readU32, remaining, skip, sliceOf } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import { readContainerItems, startOfItem } from '../metadata/container-items.ts';
import { googleCamera, readXmpProperty } from '../metadata/xmp.ts';

/** A video inside a photo's file. */
export interface EmbeddedVideo {
  /** File offsets; `end` is exclusive. */
  start: number;
  end: number;
  mime: 'video/mp4' | 'video/quicktime';
  /** Time of the still in the video, in microseconds; -1 if unknown. */
  presentationTime: number;
}

/** Boxes at the top of a camera's short video. A video with a truncated box is not accepted. */
const topLevelBoxes = new Set(
  'ftyp moov mdat free skip wide uuid meta moof mfra styp sidx udta pdin'.split(' '),
);

/** End of the boxes of the ISO base media file at `start`. Equals `start` when there is none. */
function endOfBoxes(bytes: Uint8Array, start: number, limit: number): number {
  let at = start;
  let isMovie = false;
  while (at + 8 <= limit) {
    const slice = sliceOf(bytes, at, limit);
    let size = readU32(slice);
    const type = readFourCC(slice);
    if (!topLevelBoxes.has(type)) break;
    // Not read as one number: a size beyond any file must not stop the picture before it.
    if (size === 1 && remaining(slice) >= 8) size = readU32(slice) * 2 ** 32 + readU32(slice);
    if (size === 0) size = limit - at;
    if (size < 8 || size > limit - at) break;
    isMovie ||= type === 'moov' || type === 'moof';
    at += size;
  }
  return isMovie ? at : start;
}

/** The video that begins at `start`, if there is one. */
function videoAt(bytes: Uint8Array, start: number, limit = bytes.length) {
  if (start < 0 || start + 12 > limit || !startsWith(bytes.subarray(start + 4, start + 8), 'ftyp'))
    return null;
  const end = endOfBoxes(bytes, start, limit);
  if (end === start) return null;
  const isQuickTime = startsWith(bytes.subarray(start + 8, start + 12), 'qt  ');
  return { start, end, mime: isQuickTime ? ('video/quicktime' as const) : ('video/mp4' as const) };
}

/** Start of the video according to XMP: it ends the file, except for items listed after it. */
function statedStart(size: number, xmp: Uint8Array): number | null {
  const items = readContainerItems(xmp);
  const index = items.findIndex(({ semantic }) => semantic === 'MotionPhoto');
  if (index >= 0) return startOfItem(items, index, size);
  const offset = readXmpProperty(xmp, googleCamera, 'MicroVideoOffset')?.[0];
  return offset === undefined ? null : size - Number(offset);
}

function statedTime(xmp: Uint8Array | undefined): number {
  for (const name of ['MotionPhotoPresentationTimestampUs', 'MicroVideoPresentationTimestampUs']) {
    const value = Number(xmp && readXmpProperty(xmp, googleCamera, name)?.[0]);
    if (Number.isSafeInteger(value) && value >= 0) return value;
  }
  return -1;
}

/** Type of the video in Samsung's directory, which is at the very end of a file. */
const samsungVideo = 0x0a30;

/**
 * Start of the video in Samsung's trailer. The directory's offsets count backwards from its start.
 */
function samsungStart(bytes: Uint8Array): number | null {
  try {
    const tail = sliceOf(bytes, bytes.length - 8);
    const size = readU32Little(tail);
    if (readFourCC(tail) !== 'SEFT') return null;
    const directory = bytes.length - 8 - size;
    const slice = sliceOf(bytes, directory);
    if (readFourCC(slice) !== 'SEFH') return null;
    skip(slice, 4);
    const entries = readU32Little(slice);
    for (let entry = 0; entry < entries; entry++) {
      skip(slice, 2);
      const type = readU16Little(slice);
      const block = directory - readU32Little(slice);
      skip(slice, 4);
      if (type !== samsungVideo) continue;
      const head = sliceOf(bytes, block + 4);
      const nameLength = readU32Little(head);
      readBytes(head, nameLength);
      return head.position;
    }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
  }
  return null;
}

/** Whether what follows the picture announces a movie, complete or not. */
export function hasMovieBehind(bytes: Uint8Array, from: number): boolean {
  return findMark(bytes, 'ftyp', from) >= 0 || samsungStart(bytes) !== null;
}

/** The first video anywhere after the picture, for writers that do not list theirs. */
function searchStart(bytes: Uint8Array, from: number): number | null {
  for (let at = from + 4; ; at++) {
    at = findMark(bytes, 'ftyp', at);
    if (at < 0) return null;
    if (videoAt(bytes, at - 4)) return at - 4;
  }
}

/**
 * The video of a motion photo in a JPEG: Google's by XMP (Motion Photo 1.0, and MicroVideo before
 * it), Samsung's by the directory at the file's end, or any video after the picture. `null` when
 * there is no complete one.
 *
 * @param end End of the picture.
 */
export function findJpegVideo(
  bytes: Uint8Array,
  end: number,
  xmp: Uint8Array | undefined,
): EmbeddedVideo | null {
  const stated = xmp ? statedStart(bytes.length, xmp) : null;
  for (const find of [() => stated, () => samsungStart(bytes), () => searchStart(bytes, end)]) {
    const start = find();
    const video = start === null || start < end ? null : videoAt(bytes, start);
    if (video) return { ...video, presentationTime: statedTime(xmp) };
  }
  return null;
}

/**
 * The video of a HEIF file: in the `mpvd` box, where Samsung and Google put it, or after the file.
 */
export function findHeifVideo(
  bytes: Uint8Array,
  box: { start: number; end: number },
  xmp: Uint8Array | undefined,
): EmbeddedVideo | null {
  const video = videoAt(bytes, box.start, box.end);
  return video && { ...video, presentationTime: statedTime(xmp) };
}
