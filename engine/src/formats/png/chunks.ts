import { readBytes, readFourCC, readU32, remaining, skip, sliceOf } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';

export interface Chunk {
  type: string;
  data: Uint8Array;
}

export const signatureLength = 8;

/**
 * Sixteen tables of 256 entries to process sixteen bytes at a time: table n is table 0 followed by
 * n zero bytes.
 */
const tables = new Int32Array(16 * 256);
for (let byte = 0; byte < 256; byte++) {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  tables[byte] = value;
}
for (let at = 256; at < tables.length; at++) {
  const value = tables[at - 256]!;
  tables[at] = tables[value & 255]! ^ (value >>> 8);
}

const addByte = (crc: number, byte: number): number => tables[(crc ^ byte) & 255]! ^ (crc >>> 8);

/** Contribution of four of sixteen bytes, lowest first. `last` is the table of the last one. */
function addWord(word: number, last: number): number {
  return (
    tables[last + 768 + (word & 255)]! ^
    tables[last + 512 + ((word >>> 8) & 255)]! ^
    tables[last + 256 + ((word >>> 16) & 255)]! ^
    tables[last + (word >>> 24)]!
  );
}

/** PNG (third edition) annex D: the CRC-32 of the bytes. */
export function crc32(bytes: Uint8Array): number {
  const { buffer, byteOffset, length } = bytes;
  let crc = 0xffff_ffff;
  let at = 0;
  for (; at < length && (byteOffset + at) % 4 !== 0; at++) crc = addByte(crc, bytes[at]!);
  const words = new Int32Array(buffer, byteOffset + at, (length - at) >> 2);
  for (let word = 0; word + 4 <= words.length; word += 4, at += 16) {
    crc =
      addWord(crc ^ words[word]!, 3072) ^
      addWord(words[word + 1]!, 2048) ^
      addWord(words[word + 2]!, 1024) ^
      addWord(words[word + 3]!, 0);
  }
  for (; at < length; at++) crc = addByte(crc, bytes[at]!);
  return ~crc >>> 0;
}

/** Section 5.4: an upper-case first letter marks a chunk that decoders must understand. */
function isCritical(type: string): boolean {
  return (type.charCodeAt(0) & 0x20) === 0;
}

/**
 * Whether a chunk's checksum is right. Its data must be a view of the file, between type and
 * checksum.
 */
export function isIntact({ data }: Chunk): boolean {
  const { buffer, byteOffset, length } = data;
  const checksum = new DataView(buffer, byteOffset + length, 4).getUint32(0);
  return checksum === crc32(new Uint8Array(buffer, byteOffset - 4, length + 4));
}

function requireIntact(chunk: Chunk): void {
  if (!isIntact(chunk))
    throw new EngineError('corrupt-file', `PNG: wrong checksum in ${chunk.type}`);
}

/** Throws `corrupt-file` when a chunk with compressed samples is damaged. */
export function requireIntactSamples(chunks: Chunk[]): void {
  for (const chunk of chunks) if (chunk.type === 'IDAT') requireIntact(chunk);
}

/**
 * Reads and checks the chunks of a PNG file up to IEND, with or without the compressed samples,
 * which take longest. Skips damaged ancillary chunks. Throws `corrupt-file` when a critical chunk
 * is damaged, or the file ends before IEND.
 */
export function readChunks(
  bytes: Uint8Array,
  samples: 'checked' | 'unchecked' = 'checked',
): Chunk[] {
  const slice = sliceOf(bytes);
  skip(slice, signatureLength);
  const chunks: Chunk[] = [];
  while (remaining(slice) > 0) {
    const length = readU32(slice);
    const type = readFourCC(slice);
    if (!/^[A-Za-z]{4}$/.test(type))
      throw new EngineError('corrupt-file', 'PNG: a chunk without a name');
    const data = readBytes(slice, length);
    skip(slice, 4);
    const chunk = { type, data };
    const checks = type !== 'IDAT' || samples === 'checked';
    if (checks && isCritical(type)) requireIntact(chunk);
    if (!checks || isIntact(chunk)) chunks.push(chunk);
    if (type === 'IEND') return chunks;
  }
  throw new EngineError('corrupt-file', 'PNG: the file ends early');
}

/** A complete chunk as stored in a file. */
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
