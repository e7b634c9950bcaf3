import type { InputFormat } from '../options.ts';
import { FileParts } from '../bytes/file-parts.ts';
import { readHeifHeader } from '../heif/file-header.ts';
import { readJpegHeader } from './jpeg/file-header.ts';
import { readJxlHeader } from './jxl/file-header.ts';
import { readPngHeader } from './png/file-header.ts';
import { readWebpHeader } from './webp/file-header.ts';

/** Where the header is at the start and small, and a GIF's first frame is behind it. */
const startBytes = 1024 * 1024;

const readers: Record<InputFormat, (parts: FileParts) => Promise<Uint8Array<ArrayBuffer>>> = {
  heic: (parts) => readHeifHeader(parts),
  avif: (parts) => readHeifHeader(parts),
  jpeg: readJpegHeader,
  png: readPngHeader,
  webp: readWebpHeader,
  gif: (parts) => parts.read(0, startBytes),
  bmp: (parts) => parts.read(0, startBytes),
  jxl: readJxlHeader,
};

/**
 * As much of a file as `InputCodec.open` looks at, read in parts. What comes back can be opened like the
 * file, says the same of it, and cannot be decoded.
 */
export function readHeader(file: Blob, format: InputFormat): Promise<Uint8Array<ArrayBuffer>> {
  return readers[format](new FileParts(file));
}
