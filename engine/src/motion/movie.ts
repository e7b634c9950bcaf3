import { FileParts } from '../bytes/file-parts.ts';
import { findMark } from '../bytes/join.ts';
import {
  readBytes,
  readFourCC,
  readI32,
  readU32,
  readUint,
  remaining,
  skip,
  sliceOf,
  type Slice,
} from '../bytes/reader.ts';
import { EngineError, orNull } from '../errors.ts';
import { readBoxHead, readClippedBoxes } from '../heif/boxes.ts';

/** The header data of a MOV or MP4 that a live photo needs. */
export interface Movie {
  mime: 'video/mp4' | 'video/quicktime';
  /** The id that both files of a live photo share. `null` in other videos. */
  contentIdentifier: string | null;
  /** Sample entry of the first video track, such as `hvc1` or `avc1`; `null` without one. */
  codec: string | null;
  /** Time of the still in a live photo's movie, in microseconds. `null` where it is not stated. */
  stillTime: number | null;
}

/** Sample entries of HEVC; the last two are Dolby Vision based on it. */
const hevcEntries = new Set(['hvc1', 'hev1', 'dvh1', 'dvhe']);

export function isHevc(sampleEntry: string | null | undefined): boolean {
  return hevcEntries.has(sampleEntry ?? '');
}

/** A photo's video has no larger `moov`. */
export const maxMoov = 32 * 1024 * 1024;

/** No valid file has this many top-level boxes; a damaged one might. */
const maxBoxes = 1000;

/** A top-level box. All three are file offsets in bytes. */
export interface TopBox {
  type: string;
  start: number;
  body: number;
  end: number;
}

/**
 * Reads a movie's top-level boxes, one header at a time. A box of impossible size is
 * `corrupt-file`.
 */
export async function* readTopBoxes(parts: FileParts): AsyncGenerator<TopBox> {
  let start = 0;
  for (let count = 0; parts.size - start >= 8; count++) {
    if (count >= maxBoxes) throw new EngineError('corrupt-file', 'a movie has too many boxes');
    const head = sliceOf(await parts.read(start, start + 16));
    const { type, headSize, size } = readBoxHead(head, parts.size - start);
    const end = start + size;
    if (size < headSize || end > parts.size)
      throw new EngineError('corrupt-file', `box ${type} lies about its size`);
    yield { type, start, body: start + headSize, end };
    start = end;
  }
}

/** The body of the file's `moov` box. */
async function readMoov(parts: FileParts): Promise<Uint8Array | null> {
  for await (const { type, body, end } of readTopBoxes(parts)) {
    if (type === 'moov') return end - body > maxMoov ? null : parts.read(body, end);
  }
  return null;
}

/** The body of the first box at this path of types. */
export function findBox(body: Slice, ...path: string[]): Slice | null {
  const [type, ...rest] = path;
  for (const box of readClippedBoxes({ ...body })) {
    if (box.type !== type) continue;
    const found = rest.length === 0 ? box.body : findBox(box.body, ...rest);
    if (found) return found;
  }
  return null;
}

/** Cameras put QuickTime metadata directly into the movie, ffmpeg into its user data. */
function readMetadata(moov: Slice, name: string): string | null {
  const userData = findBox(moov, 'udta');
  for (const parent of userData ? [moov, userData] : [moov]) {
    for (const { type, body } of readClippedBoxes({ ...parent })) {
      const value = type === 'meta' ? readKey(body, name) : null;
      if (value !== null) return value;
    }
  }
  return null;
}

/**
 * In the box, `keys` lists names, and `ilst` values by the names' numbers (QuickTime File Format,
 * metadata).
 */
function readKey(meta: Slice, name: string): string | null {
  if (remaining(meta) < 8) return null;
  // ISO's box of this type begins with version and flags; QuickTime's does not.
  const first = { ...meta };
  skip(first, 4);
  if (readFourCC(first) !== 'hdlr') skip(meta, 4);
  const keys = findBox(meta, 'keys');
  const list = findBox(meta, 'ilst');
  if (!keys || !list) return null;
  skip(keys, 4);
  const count = readU32(keys);
  for (let index = 1; index <= count; index++) {
    const size = readU32(keys);
    skip(keys, 4);
    const key = new TextDecoder().decode(readBytes(keys, size - 8));
    if (key !== name) continue;
    const number = String.fromCharCode(
      index >>> 24,
      (index >> 16) & 255,
      (index >> 8) & 255,
      index & 255,
    );
    const data = findBox(list, number, 'data');
    if (!data) return null;
    skip(data, 8);
    // Some writers add a terminating zero.
    return new TextDecoder().decode(readBytes(data, remaining(data))).replace(/\0+$/, '');
  }
  return null;
}

/** The sample entry type of the first video track. */
function readCodec(moov: Slice): string | null {
  for (const { type, body } of readClippedBoxes({ ...moov })) {
    if (type !== 'trak') continue;
    const handler = findBox(body, 'mdia', 'hdlr');
    const entries = findBox(body, 'mdia', 'minf', 'stbl', 'stsd');
    if (!handler || !entries) continue;
    skip(handler, 8);
    if (readFourCC(handler) !== 'vide') continue;
    skip(entries, 12);
    return readFourCC(entries);
  }
  return null;
}

/** Key of the metadata track whose only sample marks the time of the still. */
const stillKey = 'com.apple.quicktime.still-image-time';

/** Ticks per second, from a box that begins with two times (ISO/IEC 14496-12, 8.2.2). */
function readTimescale(header: Slice): number {
  const version = readU32(header) >>> 24;
  skip(header, version === 1 ? 16 : 8);
  return readU32(header);
}

/** Movie ticks before a track's first sample: its empty edits (8.6.6). */
function readDelay(edits: Slice): number {
  const width = readU32(edits) >>> 24 === 1 ? 8 : 4;
  const count = readU32(edits);
  let delay = 0;
  for (let edit = 0; edit < count; edit++) {
    const duration = readUint(edits, width);
    skip(edits, width - 4);
    // For 64-bit times, the low 32 bits suffice to tell -1 from any real time.
    if (readI32(edits) !== -1) break;
    skip(edits, 4);
    delay += duration;
  }
  return delay;
}

function readStillTime(moov: Slice): number | null {
  const header = findBox(moov, 'mvhd');
  const timescale = header ? readTimescale(header) : 0;
  if (timescale === 0) return null;
  for (const { type, body } of readClippedBoxes({ ...moov })) {
    if (type !== 'trak') continue;
    const entries = findBox(body, 'mdia', 'minf', 'stbl', 'stsd');
    const edits = findBox(body, 'edts', 'elst');
    if (!entries || !edits) continue;
    const described = entries.bytes.subarray(entries.position, entries.end);
    if (findMark(described, stillKey, 0) < 0) continue;
    return Math.round((readDelay(edits) / timescale) * 1e6);
  }
  return null;
}

/**
 * Reads only the header of a MOV or MP4 file. `null` for other files. For a broken video,
 * everything but the MIME type is `null`.
 */
export async function readMovie(file: Blob): Promise<Movie | null> {
  const parts = new FileParts(file);
  const start = await parts.read(0, 12);
  if (start.length < 12) return null;
  const slice = sliceOf(start);
  skip(slice, 4);
  if (readFourCC(slice) !== 'ftyp') return null;
  const mime = readFourCC(slice) === 'qt  ' ? 'video/quicktime' : 'video/mp4';
  try {
    const moov = await readMoov(parts);
    if (!moov) return null;
    const body = sliceOf(moov);
    return {
      mime,
      contentIdentifier: orNull(() => readMetadata(body, 'com.apple.quicktime.content.identifier')),
      codec: orNull(() => readCodec(body)),
      stillTime: orNull(() => readStillTime(body)),
    };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { mime, contentIdentifier: null, codec: null, stillTime: null };
  }
}
