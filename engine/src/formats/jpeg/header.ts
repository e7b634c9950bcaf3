import { writeSegment } from './write-segment.ts';
import { bytesOfU16 } from '../../bytes/big-endian.ts';
import { joinBytes } from '../../bytes/join.ts';
import type { ChromaFormat } from '../../planes/planes.ts';
import { samplingOf } from '../../planes/sampling.ts';
import { type HuffmanTable, type HuffmanTables, zigzag } from './encoder/tables.ts';

/** What the frame header needs, known before coding. */
export interface JpegFrame {
  /** In pixels, 1 to 65535. */
  width: number;
  height: number;
  chroma: ChromaFormat;
  /** Tables for luma and chroma, in raster order. */
  quantization: readonly [luma: number[], chroma: number[]];
  /** MCUs between restart markers. */
  restartInterval: number;
  /**
   * Whole marker segments (JFIF, Exif, XMP, ICC, ...) to put between SOI and the tables. If absent,
   * a JFIF segment is written.
   */
  segments?: readonly Uint8Array[];
}

function segment(marker: number, body: readonly number[]): Uint8Array {
  return writeSegment(marker, Uint8Array.from(body));
}

function huffmanBody(tableClass: 0 | 1, id: number, { counts, symbols }: HuffmanTable): number[] {
  return [(tableClass << 4) | id, ...counts, ...symbols];
}

/** JFIF 1.01: square pixels, no density. */
const jfif = segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);

/** Writes the file up to the Huffman tables, which `writeScanHeader` writes (ITU-T T.81, B.2). */
export function writeFrameHeader(frame: JpegFrame): Uint8Array<ArrayBuffer> {
  const { width, height, chroma, quantization, restartInterval, segments = [] } = frame;
  const kinds = chroma === '4:0:0' ? [0] : [0, 1];
  const { across, down } = samplingOf(chroma);
  const components = chroma === '4:0:0' ? [1] : [1, 2, 3];
  const tables = [
    segment(
      0xdb,
      kinds.flatMap((kind) => [kind, ...zigzag.map((at) => quantization[kind]![at]!)]),
    ),
    segment(0xc0, [
      8,
      ...bytesOfU16(height, width),
      components.length,
      ...components.flatMap((id) => [id, id === 1 ? (across << 4) | down : 0x11, id === 1 ? 0 : 1]),
    ]),
    writeSegment(0xdd, bytesOfU16(restartInterval)),
  ];
  const start = Uint8Array.of(0xff, 0xd8);
  return joinBytes([start, ...(segments.length > 0 ? segments : [jfif]), ...tables]);
}

/**
 * Writes the Huffman tables and the header of the only scan: everything between the frame header
 * and the coded data.
 */
export function writeScanHeader(
  chroma: ChromaFormat,
  huffman: HuffmanTables,
): Uint8Array<ArrayBuffer> {
  const kinds = chroma === '4:0:0' ? ([0] as const) : ([0, 1] as const);
  const components = chroma === '4:0:0' ? [1] : [1, 2, 3];
  return joinBytes([
    segment(
      0xc4,
      kinds.flatMap((kind) => [
        ...huffmanBody(0, kind, huffman[kind].dc),
        ...huffmanBody(1, kind, huffman[kind].ac),
      ]),
    ),
    segment(0xda, [
      components.length,
      ...components.flatMap((id) => [id, id === 1 ? 0x00 : 0x11]),
      0,
      63,
      0,
    ]),
  ]);
}

/** End of image. */
export const jpegEnd = Uint8Array.of(0xff, 0xd9);
