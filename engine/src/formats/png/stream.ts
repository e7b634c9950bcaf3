import { bytesOfU32 } from '../../bytes/big-endian.ts';
import { emptyChecksum, joinChecksums, type Checksum } from './checksum.ts';
import { writeChunk } from './chunks.ts';

export const pngSignature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** An IHDR chunk (section 11.2.1) without interlacing. */
export function headerChunk(
  { width, height }: { width: number; height: number },
  { bitDepth, colorType }: { bitDepth: number; colorType: number },
): Uint8Array<ArrayBuffer> {
  return writeChunk('IHDR', bytesOfU32(width, height), Uint8Array.of(bitDepth, colorType, 0, 0, 0));
}

/** An IDAT chunk with the two-byte zlib header (RFC 1950, 2.2: deflate, a window of 32 kB). */
export const streamStart = writeChunk('IDAT', new Uint8Array([0x78, 0x9c]));

/** An empty last block, the joined checksum of all parts in order, and the end of the file. */
export function streamEnd(checksums: Checksum[]): Uint8Array<ArrayBuffer>[] {
  const { adler } = checksums.reduce(joinChecksums, emptyChecksum);
  return [writeChunk('IDAT', Uint8Array.of(3, 0), bytesOfU32(adler)), writeChunk('IEND')];
}
