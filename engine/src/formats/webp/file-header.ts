import { writeWebp, type RiffChunk } from './container.ts';
import { textAt, type FileParts } from '../../bytes/file-parts.ts';

/** `RIFF`, a length, `WEBP` (RFC 9649 section 2.4). */
const riffHead = 12;

/** Chunks to read completely. For others, the start suffices. */
const describing = new Set(['VP8X', 'ICCP', 'EXIF', 'XMP ', 'ANIM']);
const codedStart = 64;

/** An animation has many frames, and its metadata follows all of them. */
const maxChunks = 20_000;

/** Reads a WebP with its coded data cut short. */
export async function readWebpHeader(parts: FileParts): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: RiffChunk[] = [];
  let at = riffHead;
  for (let count = 0; at + 8 <= parts.size && count < maxChunks; count++) {
    const head = await parts.read(at, at + 8 + codedStart);
    const type = textAt(head, 0);
    const size = new DataView(head.buffer).getUint32(4, true);
    const end = at + 8 + size;
    const data = describing.has(type) ? await parts.read(at + 8, end) : head.subarray(8, 8 + size);
    // Reading the whole file reports the truncated chunk.
    if (end > parts.size) return parts.read(0, parts.size);
    chunks.push({ type, data });
    at = end + (size % 2);
  }
  return writeWebp(chunks);
}
