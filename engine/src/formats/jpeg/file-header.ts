import { joinBytes } from '../../bytes/join.ts';
import { firstBytes, maxHeader, type FileParts } from '../../bytes/file-parts.ts';

const startOfScan = 0xda;
const endOfImage = new Uint8Array([0xff, 0xd9]);

/** Where a JPEG's first scan begins behind its marker segment; `null` when that is not in `bytes`. */
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

/** A JPEG without its scans: the segments in front, the end marker, and the file's own end, where videos hide. */
export async function readJpegHeader(parts: FileParts): Promise<Uint8Array<ArrayBuffer>> {
  for (let size = firstBytes; ; size *= 4) {
    const bytes = await parts.read(0, size);
    const scan = findScan(bytes);
    if (scan !== null) {
      const tail = await parts.read(Math.max(scan, parts.size - firstBytes), parts.size);
      return joinBytes([bytes.subarray(0, scan), endOfImage, tail]);
    }
    // The reader of the whole says what is wrong with it.
    if (size >= parts.size || size >= maxHeader) return bytes;
  }
}
