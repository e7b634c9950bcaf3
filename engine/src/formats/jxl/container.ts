import type { Room } from '../../bytes/deflate.ts';
import { joinBytes } from '../../bytes/join.ts';
import { readFourCC, readU32, readUint, remaining, sliceOf } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';
import type { MetadataBlocks } from '../../metadata/blocks.ts';
import { decompressBrotli } from './brotli.ts';

/** A box of a JPEG XL file (ISO/IEC 18181-2 section 9). */
export interface JxlBox {
  type: string;
  data: Uint8Array<ArrayBuffer>;
}

/** Enough bytes for any codestream header, even with long channel names. */
export const codestreamStart = 64 * 1024;

/** A `jxlp` box begins with the number of its part, of this many bytes. */
const partHead = 4;

/** Larger metadata packets are ignored. */
export const maxMetadata = 16 * 1024 * 1024;

const containerMark = 'JXL ';

/** Whether the file has boxes. False for a bare codestream. */
export function isContainer(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(4, 8)) === containerMark;
}

/** The boxes of a file. A box cut off by the end of the file is truncated, and is the last. */
export function readJxlBoxes(bytes: Uint8Array<ArrayBuffer>): JxlBox[] {
  const boxes: JxlBox[] = [];
  const slice = sliceOf(bytes);
  while (remaining(slice) >= 8) {
    const start = slice.position;
    let size = readU32(slice);
    const type = readFourCC(slice);
    if (size === 1 && remaining(slice) >= 8) size = readUint(slice, 8);
    const end = size === 0 ? bytes.length : start + size;
    if (end < slice.position) {
      throw new EngineError('corrupt-file', `JPEG XL: a box of ${size} bytes`);
    }
    const data = bytes.subarray(slice.position, Math.min(end, bytes.length));
    boxes.push({ type, data });
    slice.position += data.length;
  }
  return boxes;
}

/**
 * The first bytes of the codestream, which may be split into parts: up to the requested number of
 * each part. Throws `corrupt-file` when there is none.
 */
export function findCodestream(
  bytes: Uint8Array<ArrayBuffer>,
  boxes: JxlBox[],
  partBytes = codestreamStart,
): Uint8Array<ArrayBuffer> {
  if (!isContainer(bytes)) return bytes;
  const whole = boxes.find(({ type }) => type === 'jxlc');
  if (whole) return whole.data;
  const parts = boxes.filter(({ type }) => type === 'jxlp');
  if (parts.length === 0) throw new EngineError('corrupt-file', 'JPEG XL: no code stream');
  return joinBytes(parts.map(({ data }) => data.subarray(partHead, partBytes)));
}

/** Decompresses a `brob` box to a box of its original type. `null` when it is damaged. */
async function openBox(box: JxlBox, room: Room): Promise<JxlBox | null> {
  if (box.type !== 'brob') return box;
  const type = String.fromCharCode(...box.data.subarray(0, 4));
  if (type !== 'Exif' && type !== 'xml ') return null;
  const data = await decompressBrotli(box.data.subarray(4), room);
  return data && { type, data };
}

/** Exif starts after an offset field and as many bytes as that states. */
function readExif(data: Uint8Array): Uint8Array | undefined {
  const slice = sliceOf(data);
  if (remaining(slice) < 4) return undefined;
  const offset = readU32(slice);
  return offset < remaining(slice) ? data.subarray(slice.position + offset) : undefined;
}

/** `xml ` may hold any XML; XMP is RDF. */
function isXmp(data: Uint8Array): boolean {
  return new TextDecoder().decode(data).includes('rdf:RDF');
}

/** Exif and XMP, compressed or not. Throws `code-not-loaded`. */
export async function readJxlMetadata(boxes: JxlBox[]): Promise<MetadataBlocks> {
  const metadata: MetadataBlocks = {};
  const room = { bytes: maxMetadata };
  for (const packed of boxes) {
    if (!['Exif', 'xml ', 'brob'].includes(packed.type)) continue;
    const box = await openBox(packed, room);
    if (box?.type === 'Exif' && !metadata.exif) {
      const exif = readExif(box.data);
      if (exif) metadata.exif = exif;
    }
    if (box?.type === 'xml ' && !metadata.xmp && isXmp(box.data)) metadata.xmp = box.data;
  }
  return metadata;
}
