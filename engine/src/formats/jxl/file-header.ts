import { joinBytes } from '../../bytes/join.ts';
import { codestreamStart, isContainer, maxMetadata } from './container.ts';
import { textAt, u32At, type FileParts } from '../../bytes/file-parts.ts';

/** Boxes that describe the picture. Of the codestream itself, the start suffices. */
const metadataBoxes = new Set(['Exif', 'xml ', 'brob']);
const codestreamBoxes = new Set(['jxlc', 'jxlp']);

/** No valid file has this many boxes; a damaged one might. */
const maxBoxes = 10_000;

/** Box header: size, type, and for long boxes a 64-bit size. */
const boxHead = 16;

/** Unlike `writeBox` in `heif/`, keeps types of any bytes, as damaged files have them. */
function copyBox(type: string, data: Uint8Array): Uint8Array {
  const box = new Uint8Array(8 + data.length);
  new DataView(box.buffer).setUint32(0, box.length);
  for (let index = 0; index < 4; index++) box[4 + index] = type.charCodeAt(index);
  box.set(data, 8);
  return box;
}

/** Bytes of a box's data that are read. */
function usefulBytes(type: string, codestreamRead: number): number {
  if (metadataBoxes.has(type)) return maxMetadata;
  if (codestreamBoxes.has(type)) return Math.max(0, codestreamStart - codestreamRead);
  return type === 'JXL ' ? 4 : 0;
}

/** Reads a JPEG XL file (ISO/IEC 18181-2) with only the box contents that describe the picture. */
export async function readJxlHeader(parts: FileParts): Promise<Uint8Array<ArrayBuffer>> {
  const start = await parts.read(0, codestreamStart);
  if (!isContainer(start)) return start;
  const boxes: Uint8Array[] = [];
  let codestreamRead = 0;
  let at = 0;
  for (let count = 0; at + 8 <= parts.size && count < maxBoxes; count++) {
    const head = await parts.read(at, at + boxHead);
    const long = u32At(head, 0) === 1 && head.length === boxHead;
    const size = long ? u32At(head, 8) * 2 ** 32 + u32At(head, 12) : u32At(head, 0);
    const headSize = long ? boxHead : 8;
    const end = size === 0 ? parts.size : at + size;
    // Reading the whole file reports this damage.
    if (end < at + headSize) return parts.read(at, at + boxHead);
    const type = textAt(head, 4);
    const useful = Math.min(at + headSize + usefulBytes(type, codestreamRead), end);
    const data = await parts.read(at + headSize, useful);
    if (codestreamBoxes.has(type)) codestreamRead += data.length;
    boxes.push(copyBox(type, data));
    at = end;
  }
  return joinBytes(boxes);
}
