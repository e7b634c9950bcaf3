import { joinBytes } from '../../bytes/join.ts';
import { readU32Little } from '../../bytes/little-endian.ts';
import { readBytes, readFourCC, remaining, skip, sliceOf, type Slice } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';
import { fillMissing, missingPixel } from '../../planes/missing.ts';
import type { Raster } from '../../planes/raster.ts';
import type { Size } from '../../geometry.ts';
import { readFirstFrame, readWebp, type RiffChunk, type WebpFile, writeWebp } from './container.ts';
import { decodeWebp } from './decode.ts';
import { decodeRows } from './lossless/decode-rows.ts';
import { readWebpMetadata } from './read-metadata.ts';

type FramePlace = Size & { x: number; y: number };

/** Position, size, duration and flags of an animation's frame (RFC 9649, 2.7.1.1). */
const frameHeaderBytes = 16;

/** How far up the loop filter and the chroma of a lossy picture's row of macroblocks reach at most. */
const rowsAbove = 8;

/** More than what a decoder may read beyond the bytes that were lost. */
const spareBytes = 65_536;

/** No lossy picture is larger, but a wrong length may be any number. */
const mostLost = 2 ** 25;

/** Bytes that look like coded data, others for every seed (xorshift). */
function inventBytes(count: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(count);
  let state = seed;
  for (let at = 0; at < count; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = state >>> 8;
  }
  return bytes;
}

/**
 * Completes the chunk at which the file ends by bytes made from `seed`, or cuts it short where that is `null`; an
 * animation's frame, within it.
 */
function completeChunk(
  type: string,
  rest: Slice,
  lost: number,
  seed: number | null,
): RiffChunk | null {
  if (type === 'ANMF' && remaining(rest) > frameHeaderBytes) {
    const header = readBytes(rest, frameHeaderBytes);
    const inner = writeWebp(completeChunks(rest, seed)).subarray(12);
    return { type, data: joinBytes([header, inner]) };
  }
  if (type !== 'VP8 ' && type !== 'VP8L') return null;
  if (seed === null) return { type, data: readBytes(rest, remaining(rest)) };
  const invented = inventBytes(Math.min(lost, mostLost) + spareBytes, seed);
  return { type, data: joinBytes([readBytes(rest, remaining(rest)), invented]) };
}

function completeChunks(slice: Slice, seed: number | null): RiffChunk[] {
  const chunks: RiffChunk[] = [];
  while (remaining(slice) >= 8) {
    const type = readFourCC(slice);
    const size = readU32Little(slice);
    const lost = size - remaining(slice);
    if (lost > 0) {
      const chunk = completeChunk(type, slice, lost, seed);
      return chunk ? [...chunks, chunk] : chunks;
    }
    chunks.push({ type, data: readBytes(slice, size) });
    if (size % 2 === 1 && remaining(slice) > 0) skip(slice, 1);
  }
  return chunks;
}

/** A damaged file as far as its chunks go. Throws `corrupt-file` where it has no picture. */
export function completeWebp(
  bytes: Uint8Array,
  seed: number | null = null,
): Uint8Array<ArrayBuffer> {
  return writeWebp(completeChunks(sliceOf(bytes, Math.min(12, bytes.length)), seed));
}

/** Rows from the first to the last (exclusive) in which two pictures of one size differ. */
function findDifferent(a: Raster, b: Raster): [first: number, end: number] {
  const [some, others] = [a, b].map(({ data }) => new Uint32Array(data.buffer));
  const first = some!.findIndex((pixel, at) => pixel !== others![at]);
  if (first === -1) return [0, 0];
  const last = some!.findLastIndex((pixel, at) => pixel !== others![at]);
  return [Math.floor(first / a.width), Math.floor(last / a.width) + 1];
}

/** Places the rows that can be read of a lossless picture, or of a lossless first frame, on the canvas. */
function placeLossless(file: WebpFile, data: Uint8Array, frame: FramePlace): Raster {
  const { width, height } = file;
  const { icc } = readWebpMetadata(file);
  const covers = frame.width === width && frame.height === height;
  const { rows, pixels } = decodeRows(data, frame.width, frame.height);
  const canvas = new Uint32Array(width * height);
  if (covers && !file.hasAlpha) canvas.fill(missingPixel);
  for (let row = 0; row < rows; row++) {
    const from = row * frame.width;
    canvas.set(pixels.subarray(from, from + frame.width), (frame.y + row) * width + frame.x);
  }
  const missing = ((frame.height - rows) * frame.width) / canvas.length;
  return {
    width,
    height,
    data: new Uint8ClampedArray(canvas.buffer),
    // The alpha hint is only one.
    opaque: false,
    gray: false,
    premultiplied: false,
    color: icc ? { icc } : {},
    ...(missing > 0 ? { missing } : { mayBeDamaged: true }),
  };
}

/** Decodes what can be read. Throws `corrupt-file` where that is nothing. */
export async function decodeDamagedWebp(bytes: Uint8Array, file: WebpFile): Promise<Raster> {
  const { still, x, y } = file.animated ? readFirstFrame(file) : { still: null, x: 0, y: 0 };
  const inside = still ? readWebp(still) : file;
  const data = inside.chunks.find(({ type }) => type === 'VP8L')?.data;
  if (!data) return decodeLossy(bytes, file);
  const stated = readWebp(writeWebp([{ type: 'VP8L', data }]));
  const fits = x + stated.width <= file.width && y + stated.height <= file.height;
  const isSame = stated.width === inside.width && stated.height === inside.height;
  if (!fits || !isSame) throw new EngineError('corrupt-file', 'WebP: a frame of another size');
  return placeLossless(file, data, { x, y, width: stated.width, height: stated.height });
}

/**
 * The decoder of lossy pictures gives nothing of incomplete data, so these are completed in two ways: rows that are the
 * same in both depend on nothing that was lost.
 */
async function decodeLossy(bytes: Uint8Array, file: WebpFile): Promise<Raster> {
  const decodeWith = (seed: number): Promise<Raster> => {
    const completed = completeWebp(bytes, seed);
    return decodeWebp(completed, readWebp(completed));
  };
  const raster = await decodeWith(1);
  const [different, end] = findDifferent(raster, await decodeWith(0x9e37_79b9));
  if (end === 0) return { ...raster, mayBeDamaged: true };
  const first = different - rowsAbove;
  if (first <= 0) throw new EngineError('corrupt-file', 'WebP: no pixels can be read');
  const [from, to] = [first * file.width, end * file.width];
  if (raster.opaque) fillMissing(raster.data, from, to);
  else raster.data.fill(0, from * 4, to * 4);
  return { ...raster, missing: (end - first) / file.height };
}
