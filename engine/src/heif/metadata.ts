import { readU32, sliceOf } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import type { HeifFile, HeifItem } from './file.ts';

/** Metadata blocks of a picture, as views of the file. */
export interface HeifMetadata {
  /** From the TIFF header (`II` or `MM`) on, without any `Exif\0\0` prefix. */
  exif: Uint8Array | null;
  /** One XMP packet, as UTF-8 or the encoding that it declares. */
  xmp: Uint8Array | null;
}

/** Metadata a picture needs is read in full, so an upper limit keeps it in proportion. */
const maxBytes = 16 * 1024 * 1024;

function isTiffHeader(bytes: Uint8Array, at: number): boolean {
  const [a, b, c, d] = bytes.subarray(at, at + 4);
  return (
    (a === 0x49 && b === 0x49 && c === 42 && d === 0) ||
    (a === 0x4d && b === 0x4d && c === 0 && d === 42)
  );
}

/**
 * Finds the TIFF header in an Exif item. ISO/IEC 23008-12, A.2.1 puts a 32-bit offset in front,
 * counted from behind itself; some writers leave it out, or count the `Exif\0\0` prefix wrongly.
 */
function findTiff(data: Uint8Array): Uint8Array | null {
  const candidates = [4, 10, 0, 6];
  if (data.length >= 4) candidates.unshift(4 + readU32(sliceOf(data)));
  const start = candidates.find((at) => isTiffHeader(data, at));
  return start === undefined ? null : data.subarray(start);
}

function readQuietly(item: HeifItem): Uint8Array | null {
  try {
    const data = item.data();
    return data.length > maxBytes ? null : data;
  } catch (error) {
    // A picture is worth showing without its metadata.
    if (error instanceof EngineError) return null;
    throw error;
  }
}

/** Exif that describes nothing counts for the primary item. */
function candidatesFor(file: HeifFile, item: HeifItem): HeifItem[] {
  const describing = [...new Set(file.references.to('cdsc', item.id))].flatMap(
    (id) => file.items.get(id) ?? [],
  );
  if (item.id !== file.primaryId) return describing;
  const orphans = [...file.items.values()].filter(
    ({ id, type }) => type === 'Exif' && file.references.from('cdsc', id).length === 0,
  );
  return [...describing, ...orphans];
}

/**
 * The Exif and XMP that describe (`cdsc`) an item. Broken or compressed blocks are left out:
 * metadata never stops a picture.
 */
export function readHeifMetadata(file: HeifFile, item: HeifItem): HeifMetadata {
  const metadata: HeifMetadata = { exif: null, xmp: null };
  for (const candidate of candidatesFor(file, item)) {
    if (candidate.type === 'Exif' && !metadata.exif) {
      const data = readQuietly(candidate);
      metadata.exif = data && findTiff(data);
    } else if (
      candidate.type === 'mime' &&
      candidate.contentType === 'application/rdf+xml' &&
      candidate.contentEncoding === '' &&
      !metadata.xmp
    ) {
      metadata.xmp = readQuietly(candidate);
    }
  }
  return metadata;
}
