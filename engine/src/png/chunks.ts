import { readBytes, readFourCC, readU32, remaining, skip, sliceOf } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';

export interface Chunk {
  type: string;
  data: Uint8Array;
}

export const signatureLength = 8;

const table = new Uint32Array(256).map((_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** PNG (third edition) annex D: CRC-32 over the given parts in order. */
function crc32(...parts: Uint8Array[]): number {
  let crc = 0xffff_ffff;
  for (const part of parts) {
    for (const byte of part) crc = table[(crc ^ byte) & 255]! ^ (crc >>> 8);
  }
  return ~crc >>> 0;
}

/** Section 5.4: an upper-case first letter says that the picture can't be shown without the chunk. */
function isCritical(type: string): boolean {
  return (type.charCodeAt(0) & 0x20) === 0;
}

/**
 * The chunks of a PNG file up to IEND, checked. An ancillary chunk that is damaged is left out;
 * throws `corrupt-file` when a critical one is, or when the file ends before IEND.
 */
export function readChunks(bytes: Uint8Array): Chunk[] {
  const slice = sliceOf(bytes);
  skip(slice, signatureLength);
  const chunks: Chunk[] = [];
  while (remaining(slice) > 0) {
    const length = readU32(slice);
    const type = readFourCC(slice);
    if (!/^[A-Za-z]{4}$/.test(type))
      throw new EngineError('corrupt-file', 'PNG: a chunk without a name');
    const data = readBytes(slice, length);
    const typed = bytes.subarray(slice.position - length - 4, slice.position);
    const intact = readU32(slice) === crc32(typed);
    if (!intact && isCritical(type))
      throw new EngineError('corrupt-file', `PNG: wrong checksum in ${type}`);
    if (intact) chunks.push({ type, data });
    if (type === 'IEND') return chunks;
  }
  throw new EngineError('corrupt-file', 'PNG: the file ends early');
}

/** One chunk as it lies in a file. */
export function writeChunk(type: string, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(12 + size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, size);
  bytes.set(new TextEncoder().encode(type), 4);
  let at = 8;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  view.setUint32(at, crc32(bytes.subarray(4, at)));
  return bytes;
}
