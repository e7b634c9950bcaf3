import { textAt } from '../../bytes/file-parts.ts';
import type { Size } from '../../geometry.ts';
import type { PixelRows } from '../../planes/raster.ts';

/** No text has a zero byte. */
const mark = '<svg\0\0\0\0';
const headerBytes = 20;

/** Whether these are the first bytes of a drawing that a page has drawn. */
function isDrawn(bytes: Uint8Array): boolean {
  return textAt(bytes, 0, mark.length) === mark;
}

/**
 * A drawing once it is drawn, on its way from page to worker: a mark that `sniff` takes for a drawing's,
 * width, height and whether it lacks parts (32 bits each, little-endian), and straight RGBA of 8 bits in sRGB.
 */
export function joinDrawn(
  { width, height, data }: PixelRows,
  name: string,
  lacksParts: boolean,
): File {
  const facts = new DataView(new ArrayBuffer(headerBytes - mark.length));
  facts.setUint32(0, width, true);
  facts.setUint32(4, height, true);
  facts.setUint32(8, Number(lacksParts), true);
  return new File([mark, facts, data], name);
}

export interface Drawn extends Size {
  data: Uint8ClampedArray<ArrayBuffer>;
  lacksParts: boolean;
}

/** `null` for what is still a text. Pixels may be missing, where only the file's start is read. */
export function readDrawn(bytes: Uint8Array<ArrayBuffer>): Drawn | null {
  if (!isDrawn(bytes) || bytes.length < headerBytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [width, height] = [view.getUint32(8, true), view.getUint32(12, true)];
  const size = Math.min(width * height * 4, bytes.length - headerBytes);
  const data = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset + headerBytes, size);
  return { width, height, data, lacksParts: view.getUint32(16, true) !== 0 };
}
