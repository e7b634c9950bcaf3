import { joinBytes } from '../../bytes/join.ts';
import { readU24Little, readU32Little } from '../../bytes/little-endian.ts';
import {
  readBytes,
  readFourCC,
  readU8,
  remaining,
  skip,
  sliceOf,
  type Slice,
} from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';
import { vp8xFlags } from './vp8x-flags.ts';

/** A RIFF chunk (RFC 9649 section 2.3). */
export interface RiffChunk {
  type: string;
  data: Uint8Array;
}

export interface WebpFile {
  chunks: RiffChunk[];
  width: number;
  height: number;
  hasAlpha: boolean;
  animated: boolean;
  lossless: boolean;
  /**
   * The file ends inside a chunk that was dropped, or before its stated end. Decoders refuse both.
   */
  isCut: boolean;
}

/** Chunks that the picture can be decoded without. */
const describing = new Set(['EXIF', 'XMP ']);

function readRiffChunks(slice: Slice): RiffChunk[] {
  const chunks: RiffChunk[] = [];
  while (remaining(slice) >= 8) {
    const type = readFourCC(slice);
    const size = readU32Little(slice);
    // They come last. If they are truncated, the picture is still usable.
    if (size > remaining(slice) && describing.has(type)) break;
    chunks.push({ type, data: readBytes(slice, size) });
    if (size % 2 === 1 && remaining(slice) > 0) skip(slice, 1);
  }
  return chunks;
}

/** Section 2.5 and RFC 6386 9.1: the frame header of a lossy picture. */
function readVp8Size(data: Uint8Array) {
  const slice = sliceOf(data);
  const isKeyFrame = (readU24Little(slice) & 1) === 0;
  if (!isKeyFrame || readU24Little(slice) !== 0x2a019d) {
    throw new EngineError('corrupt-file', 'WebP: no key frame');
  }
  const sizes = readU32Little(slice);
  const [width, height] = [sizes & 0x3fff, (sizes >>> 16) & 0x3fff];
  if (width === 0 || height === 0) throw new EngineError('corrupt-file', 'WebP: no pixels');
  return { width, height, hasAlpha: false };
}

/** Section 3.4: signature, then 14 bits each of width and height less one, then the alpha hint. */
function readVp8lSize(data: Uint8Array) {
  const slice = sliceOf(data);
  if (readU8(slice) !== 0x2f) throw new EngineError('corrupt-file', 'WebP: no lossless signature');
  const bits = readU32Little(slice);
  return {
    width: (bits & 0x3fff) + 1,
    height: ((bits >>> 14) & 0x3fff) + 1,
    hasAlpha: (bits & 0x1000_0000) !== 0,
  };
}

function readVp8xSize(data: Uint8Array) {
  const slice = sliceOf(data);
  const flags = readU8(slice);
  skip(slice, 3);
  const width = readU24Little(slice) + 1;
  const height = readU24Little(slice) + 1;
  return {
    width,
    height,
    hasAlpha: (flags & vp8xFlags.alpha) !== 0,
    animated: (flags & vp8xFlags.animation) !== 0,
  };
}

/** Reads a WebP file's chunks and size without decoding it. Throws `corrupt-file`. */
export function readWebp(bytes: Uint8Array): WebpFile {
  const head = sliceOf(bytes);
  skip(head, 4);
  // Some writers state a wrong length, so an earlier end of the file takes precedence.
  const stated = readU32Little(head) + 8;
  const end = Math.min(bytes.length, stated);
  const chunks = readRiffChunks(sliceOf(bytes, 12, Math.max(end, 12)));
  const isCut = stated > bytes.length || writtenLength(chunks) < end - 1;
  const extended = chunks.find(({ type }) => type === 'VP8X');
  const coded = chunks.find(({ type }) => type === 'VP8 ' || type === 'VP8L');
  const lossless = coded?.type === 'VP8L';
  if (extended) {
    const size = readVp8xSize(extended.data);
    if (!size.animated && !coded) throw new EngineError('corrupt-file', 'WebP: no picture inside');
    return { chunks, lossless, isCut, ...size };
  }
  if (!coded) throw new EngineError('corrupt-file', 'WebP: no picture inside');
  const size = lossless ? readVp8lSize(coded.data) : readVp8Size(coded.data);
  return { chunks, lossless, isCut, animated: false, ...size };
}

/** A `VP8X` chunk. `more` has further flags. */
export function extendedHeader(
  {
    width,
    height,
    hasAlpha,
    animated,
  }: Pick<WebpFile, 'width' | 'height' | 'hasAlpha' | 'animated'>,
  more = 0,
): RiffChunk {
  const data = new Uint8Array(10);
  const view = new DataView(data.buffer);
  data[0] = more | (hasAlpha ? vp8xFlags.alpha : 0) | (animated ? vp8xFlags.animation : 0);
  view.setUint32(4, width - 1, true);
  // The height's 24 bits overlap the width's top byte, which is 0, so it is written second.
  view.setUint16(7, (height - 1) & 0xffff, true);
  data[9] = (height - 1) >> 16;
  return { type: 'VP8X', data };
}

const evenLength = ({ data }: RiffChunk): number => data.length + (data.length % 2);

/** File size in bytes of these chunks. */
function writtenLength(chunks: readonly RiffChunk[]): number {
  return chunks.reduce((sum, chunk) => sum + 8 + evenLength(chunk), 12);
}

/** Writes a file of chunks in one allocation, because pictures are large. */
export function writeWebp(chunks: readonly RiffChunk[]): Uint8Array<ArrayBuffer> {
  const length = writtenLength(chunks);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  const mark = (text: string, at: number): void => bytes.set(new TextEncoder().encode(text), at);
  mark('RIFF', 0);
  view.setUint32(4, length - 8, true);
  mark('WEBP', 8);
  let at = 12;
  for (const chunk of chunks) {
    mark(chunk.type, at);
    view.setUint32(at + 4, chunk.data.length, true);
    bytes.set(chunk.data, at + 8);
    at += 8 + evenLength(chunk);
  }
  return bytes;
}

/** The first frame of an animation as a still WebP, and its position on the canvas. */
export interface FirstFrame {
  still: Uint8Array<ArrayBuffer>;
  x: number;
  y: number;
}

/** Section 2.7.1.1, ANMF: position and size, then the frame's own chunks. Throws `corrupt-file`. */
export function readFirstFrame({ chunks }: WebpFile): FirstFrame {
  const frame = chunks.find(({ type }) => type === 'ANMF');
  if (!frame) throw new EngineError('corrupt-file', 'WebP: an animation without frames');
  const slice = sliceOf(frame.data);
  const x = readU24Little(slice) * 2;
  const y = readU24Little(slice) * 2;
  const size = readBytes(slice, 6);
  skip(slice, 4);
  const inner = readRiffChunks(slice);
  const alpha = inner.find(({ type }) => type === 'ALPH');
  const coded = inner.find(({ type }) => type === 'VP8 ' || type === 'VP8L');
  if (!coded) throw new EngineError('corrupt-file', 'WebP: a frame without a picture');
  const extended = joinBytes([new Uint8Array([alpha ? vp8xFlags.alpha : 0, 0, 0, 0]), size]);
  const still = alpha ? [{ type: 'VP8X', data: extended }, alpha, coded] : [coded];
  return { still: writeWebp(still), x, y };
}
