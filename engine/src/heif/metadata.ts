import { readU32, sliceOf } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import type { HeifFile, HeifItem } from './file.ts';

/** Metadata blocks of a picture, as views of the file. */
export interface HeifMetadata {
  /** Starts with the TIFF header (`II` or `MM`), without an `Exif\0\0` prefix. */
  exif: Uint8Array | null;
  /** One XMP packet, in UTF-8 or the encoding it declares. */
  xmp: Uint8Array | null;
}

/** Metadata is read as a whole, so its size needs a limit. */
const maxBytes = 16 * 1024 * 1024;

function isTiffHeader(bytes: Uint8Array, at: number): boolean {
  const [a, b, c, d] = bytes.subarray(at, at + 4);
  return (
    (a === 0x49 && b === 0x49 && c === 42 && d === 0) ||
    (a === 0x4d && b === 0x4d && c === 0 && d === 42)
  );
}

/**
 * Finds the TIFF header in an Exif item. ISO/IEC 23008-12, A.2.1 puts a 32-bit offset before it,
 * counted from the end of that field. Some writers omit it, or count the `Exif\0\0` prefix wrongly.
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
    // Unreadable metadata must not stop the picture.
    if (error instanceof EngineError) return null;
    throw error;
  }
}

/** Items that describe this one. Exif that describes no item belongs to the primary one. */
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
 * Exif and XMP that describe (`cdsc`) an item. Skips broken and compressed blocks: metadata never
 * stops a picture.
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
