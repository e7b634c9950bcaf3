import { writeWebp, type RiffChunk } from './container.ts';
import { textAt, type FileParts } from '../../bytes/file-parts.ts';

/** `RIFF`, a length, `WEBP` (RFC 9649 section 2.4). */
const riffHead = 12;

/** Chunks of a WebP that are read whole; of the others the start says all there is to say. */
const describing = new Set(['VP8X', 'ICCP', 'EXIF', 'XMP ', 'ANIM']);
const codedStart = 64;

/** An animation has many frames, but its metadata comes behind all of them. */
const maxChunks = 20_000;

/** A WebP whose coded data is cut short. */
export async function readWebpHeader(parts: FileParts): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: RiffChunk[] = [];
  let at = riffHead;
  for (let count = 0; at + 8 <= parts.size && count < maxChunks; count++) {
    const head = await parts.read(at, at + 8 + codedStart);
    const type = textAt(head, 0);
    const size = new DataView(head.buffer).getUint32(4, true);
    const end = at + 8 + size;
    const data = describing.has(type) ? await parts.read(at + 8, end) : head.subarray(8, 8 + size);
    // A chunk that is not all there is damage, which the reader of the whole names.
    if (end > parts.size) return parts.read(0, parts.size);
    chunks.push({ type, data });
    at = end + (size % 2);
  }
  return writeWebp(chunks);
}
