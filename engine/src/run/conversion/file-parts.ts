// The parts of a file that is made in strips.
import { jpegEnd, writeScanHeader } from '../../formats/jpeg/header.ts';
import { huffmanFor } from '../../formats/jpeg/encoder/tokens.ts';
import { streamEnd } from '../../formats/png/stream.ts';
import type { ChromaFormat } from '../../planes/planes.ts';
import { type WriteScan, writeScans } from '../../strips/scans.ts';
import type { CollectedStrips, DirectStrips } from '../../strips/tasks/plan.ts';
import { codedBytesOf, pngRowsOf, type StripResult } from '../../strips/tasks/result.ts';
import type { StripOutput } from '../../strips/tasks/task.ts';
import type { WebpFrame } from '../../strips/tasks/webp-frame.ts';

export type Parts = (Uint8Array<ArrayBuffer> | Blob)[];

/** Strips of any kind. */
export type Strips = DirectStrips | CollectedStrips;

/** Makes strips. Strips that return samples are cut into parts, which become `output`. */
export type MakeStrips = (strips: Strips, output: StripOutput) => Promise<StripResult[]>;

/** Makes strips and joins them to what follows a JPEG's header. */
export type MakeJpeg = (strips: Strips) => Promise<Uint8Array<ArrayBuffer>[]>;

/** Makes strips and joins them to a WebP. */
export type MakeWebp = (strips: Strips, frame: WebpFrame) => Promise<Uint8Array<ArrayBuffer>>;

/** Size in bytes. */
export function sizeOf(parts: Parts): number {
  return parts.reduce((sum, part) => sum + (part instanceof Blob ? part.size : part.length), 0);
}

/** Joins the strips of a JPEG to what follows its header, in order. */
export async function joinJpeg(
  chroma: ChromaFormat,
  strips: readonly StripResult[],
  writeScan: WriteScan,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const tokens = codedBytesOf(strips, 'tokens');
  const huffman = huffmanFor(tokens);
  const scans = await writeScans(tokens, huffman, writeScan);
  return [writeScanHeader(chroma, huffman), ...scans, jpegEnd];
}

/** Joins the strips of a PNG to what follows its header, in order. */
export function joinPng(strips: readonly StripResult[]): Parts {
  const { chunks, checksums } = pngRowsOf(strips);
  return [...chunks, ...streamEnd(checksums)];
}
