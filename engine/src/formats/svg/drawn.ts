import { textAt } from '../../bytes/file-parts.ts';
import type { Size } from '../../geometry.ts';
import type { PixelRows } from '../../planes/raster.ts';

/** Text never contains a zero byte. */
const mark = '<svg\0\0\0\0';
const headerBytes = 20;

/** Whether these are the first bytes of a rendered drawing. */
function isDrawn(bytes: Uint8Array): boolean {
  return textAt(bytes, 0, mark.length) === mark;
}

/**
 * Packs a rendered drawing for the way from page to worker: a mark that `sniff` takes for SVG;
 * width, height and whether parts are missing (32 bits each, little-endian); then straight 8-bit
 * RGBA in sRGB.
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

/**
 * Unpacks a rendered drawing. `null` for SVG text. Pixels are missing if only the file's start was
 * read.
 */
export function readDrawn(bytes: Uint8Array<ArrayBuffer>): Drawn | null {
  if (!isDrawn(bytes) || bytes.length < headerBytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [width, height] = [view.getUint32(8, true), view.getUint32(12, true)];
  const size = Math.min(width * height * 4, bytes.length - headerBytes);
  const data = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset + headerBytes, size);
  return { width, height, data, lacksParts: view.getUint32(16, true) !== 0 };
}
