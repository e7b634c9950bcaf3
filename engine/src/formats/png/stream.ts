import { emptyChecksum, joinChecksums, type Checksum } from './checksum.ts';
import { writeChunk } from './chunks.ts';

export const pngSignature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** An IHDR chunk (section 11.2.1) without interlacing. */
export function headerChunk(
  { width, height }: { width: number; height: number },
  { bitDepth, colorType }: { bitDepth: number; colorType: number },
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = bitDepth;
  header[9] = colorType;
  return writeChunk('IHDR', header);
}

/** An IDAT chunk with the two-byte zlib header (RFC 1950, 2.2: deflate, a window of 32 kB). */
export const streamStart = writeChunk('IDAT', new Uint8Array([0x78, 0x9c]));

/** An empty last block, the joined checksum of all parts in order, and the end of the file. */
export function streamEnd(checksums: Checksum[]): Uint8Array<ArrayBuffer>[] {
  const { adler } = checksums.reduce(joinChecksums, emptyChecksum);
  const end = new Uint8Array([3, 0, 0, 0, 0, 0]);
  new DataView(end.buffer).setUint32(2, adler);
  return [writeChunk('IDAT', end), writeChunk('IEND')];
}
