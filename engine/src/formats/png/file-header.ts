import { joinBytes } from '../../bytes/join.ts';
import { signatureLength, writeChunk } from './chunks.ts';
import { firstBytes, maxHeader, textAt, u32At, type FileParts } from '../../bytes/file-parts.ts';

/** Bytes at the file's end that are searched for metadata after the picture. */
const tailBytes = 256 * 1024;

const metadataChunks = new Set(['eXIf', 'iTXt', 'tEXt', 'zTXt']);

/** The chunks at the end of the file, as far back as they can be told from samples. */
function readLastChunks(tail: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 4; at + 8 <= tail.length; at++) {
    if (!metadataChunks.has(textAt(tail, at))) continue;
    const length = u32At(tail, at - 4);
    const end = at + 8 + length;
    if (end > tail.length) continue;
    const chunk = writeChunk(textAt(tail, at), tail.subarray(at + 4, at + 4 + length));
    // The checksum distinguishes a chunk from samples that look like one.
    if (u32At(chunk, chunk.length - 4) !== u32At(tail, end - 4)) continue;
    found.push(chunk);
    at = end + 3;
  }
  return found;
}

/** The chunks before the samples. */
function readFirstChunks(bytes: Uint8Array): { chunks: Uint8Array[]; samplesAt: number | null } {
  const chunks: Uint8Array[] = [];
  let at = signatureLength;
  while (at + 8 <= bytes.length) {
    if (textAt(bytes, at + 4) === 'IDAT') return { chunks, samplesAt: at };
    const end = at + 12 + u32At(bytes, at);
    if (end > bytes.length) break;
    chunks.push(bytes.subarray(at, end));
    at = end;
  }
  return { chunks, samplesAt: null };
}

/** A PNG without samples: the chunks before them, and the metadata after them. */
export async function readPngFileHeader(parts: FileParts): Promise<Uint8Array<ArrayBuffer>> {
  for (let size = firstBytes; ; size *= 4) {
    const bytes = await parts.read(0, size);
    const { chunks, samplesAt } = readFirstChunks(bytes);
    if (samplesAt !== null) {
      const from = Math.max(samplesAt, parts.size - tailBytes);
      const last = readLastChunks(await parts.read(from, parts.size));
      const signature = bytes.subarray(0, signatureLength);
      return joinBytes([signature, ...chunks, ...last, writeChunk('IEND')]);
    }
    if (size >= parts.size || size >= maxHeader) return bytes;
  }
}
