import { EngineError } from '../../errors.ts';
import { mentionsPictures } from '../../metadata/xmp.ts';
import { readJpegMetadata } from './read-metadata.ts';
import { readJpeg } from './segments.ts';
import { listTrailingPictures } from './trailing-pictures.ts';
import { firstBytes, maxHeader, type FileParts } from '../../bytes/file-parts.ts';

const startOfScan = 0xda;
const endOfImage = new Uint8Array([0xff, 0xd9]);

/** Position just after the first scan's marker segment. `null` when it is not in `bytes`. */
function findScan(bytes: Uint8Array): number | null {
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) at += 1;
    else if (marker === 1 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else {
      at += 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
      if (marker === startOfScan) return at <= bytes.length ? at : null;
    }
  }
  return null;
}

/**
 * Reads the segments before the first scan of the JPEG that begins at `start`. Reads all there is
 * when no scan is found.
 */
async function readSegments(parts: FileParts, start: number, maxBytes: number) {
  for (let size = firstBytes; ; size *= 4) {
    const bytes = await parts.read(start, start + size);
    const scan = findScan(bytes);
    if (scan !== null) return { bytes, scan };
    if (start + size >= parts.size || size >= maxBytes) return { bytes, scan };
  }
}

/** Where the file lists further pictures. Empty for a file that cannot be read. */
async function listPictures(bytes: Uint8Array): Promise<{ start: number; size: number }[]> {
  try {
    const file = readJpeg(bytes);
    const listed = listTrailingPictures(bytes, file);
    const { xmp } = readJpegMetadata(file);
    if (!xmp || !mentionsPictures(xmp)) return listed;
    const { listContainedPictures } = await import('./named-pictures.ts');
    return [...listed, ...listContainedPictures(xmp, bytes.length)];
  } catch (error) {
    // Reading the whole file reports what is wrong with it.
    if (error instanceof EngineError) return [];
    throw error;
  }
}

/**
 * Reads a JPEG without its scans: the leading segments, an end marker, the same for the pictures
 * behind it, and the file's tail, where videos may be. Everything keeps its offset; untouched zeros
 * take no memory.
 */
export async function readJpegHeader(parts: FileParts): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes: front, scan } = await readSegments(parts, 0, maxHeader);
  // Reading the whole file reports what is wrong with it.
  if (scan === null) return front;
  const bytes = new Uint8Array(Math.max(parts.size, scan + endOfImage.length));
  const tailStart = Math.max(scan, parts.size - firstBytes);
  bytes.set(await parts.read(tailStart, parts.size), tailStart);
  bytes.set(front.subarray(0, scan));
  bytes.set(endOfImage, scan);
  for (const { start, size } of await listPictures(bytes)) {
    if (start < scan + endOfImage.length || start >= parts.size) continue;
    const picture = await readSegments(parts, start, firstBytes);
    // A trailing picture that is no JPEG is a depth map as PNG, and small.
    const end = picture.scan ?? Math.min(size, maxHeader);
    const part = picture.scan ? picture.bytes : await parts.read(start, start + end);
    bytes.set(part.subarray(0, end), start);
    if (picture.scan) bytes.set(endOfImage.subarray(0, parts.size - start - end), start + end);
  }
  return bytes;
}
