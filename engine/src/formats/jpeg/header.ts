import type { ChromaFormat } from '../../planes/planes.ts';
import { samplingOf } from '../../planes/sampling.ts';
import { type HuffmanPair, type HuffmanTable, zigzag } from './tables.ts';

export interface JpegHeader {
  /** Pixels, 1 to 65535. */
  width: number;
  height: number;
  chroma: ChromaFormat;
  /** Luma and chroma tables in raster order. */
  quantization: readonly [number[], number[]];
  huffman: readonly [HuffmanPair, HuffmanPair];
  /** MCUs between two restart markers. */
  restartInterval: number;
  /**
   * Whole marker segments (JFIF, Exif, XMP, ICC, ...) that go between SOI and the tables. Without
   * any, a JFIF segment is written.
   */
  segments?: readonly Uint8Array[];
}

function u16(value: number): [number, number] {
  return [value >> 8, value & 255];
}

function segment(marker: number, body: number[]): number[] {
  return [0xff, marker, ...u16(body.length + 2), ...body];
}

function huffmanBody(tableClass: 0 | 1, id: number, { counts, symbols }: HuffmanTable): number[] {
  return [(tableClass << 4) | id, ...counts, ...symbols];
}

/** JFIF 1.01 with square pixels of no stated size. */
const jfif = segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);

/** Everything of a baseline JPEG file in front of the entropy-coded data (ITU-T T.81, B.2). */
export function writeJpegHeader(header: JpegHeader): Uint8Array<ArrayBuffer> {
  const { width, height, chroma, quantization, huffman, restartInterval, segments = [] } = header;
  const gray = chroma === '4:0:0';
  const kinds = gray ? [0] : [0, 1];
  const { across, down } = samplingOf(chroma);
  const components = gray ? [1] : [1, 2, 3];
  const tables = [
    ...segment(
      0xdb,
      kinds.flatMap((kind) => [kind, ...zigzag.map((at) => quantization[kind]![at]!)]),
    ),
    ...segment(0xc0, [
      8,
      ...u16(height),
      ...u16(width),
      components.length,
      ...components.flatMap((id) => [id, id === 1 ? (across << 4) | down : 0x11, id === 1 ? 0 : 1]),
    ]),
    ...segment(
      0xc4,
      kinds.flatMap((kind) => [
        ...huffmanBody(0, kind, huffman[kind]!.dc),
        ...huffmanBody(1, kind, huffman[kind]!.ac),
      ]),
    ),
    ...segment(0xdd, u16(restartInterval)),
    ...segment(0xda, [
      components.length,
      ...components.flatMap((id) => [id, id === 1 ? 0x00 : 0x11]),
      0,
      63,
      0,
    ]),
  ];
  const parts = [[0xff, 0xd8], ...(segments.length > 0 ? segments : [jfif]), tables];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    bytes.set(part, position);
    position += part.length;
  }
  return bytes;
}

/** End of image. */
export const jpegEnd = Uint8Array.of(0xff, 0xd9);
