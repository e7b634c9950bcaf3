// The parts of a file that is made in strips.
import { jpegEnd, writeScanHeader } from '../../formats/jpeg/header.ts';
import { huffmanFor } from '../../formats/jpeg/encoder/tokens.ts';
import { streamEnd } from '../../formats/png/stream.ts';
import type { Collecting } from '../../strips/frame.ts';
import { type WriteScan, writeScans } from '../../strips/scans.ts';
import {
  codedBytesOf,
  type StripOutput,
  type StripResult,
  type StripTask,
  type WebpFrame,
} from '../../strips/task.ts';

export type Parts = (Uint8Array<ArrayBuffer> | Blob)[];

/**
 * Makes strips. Strips that return samples are cut into parts, which become `output` (tokens by
 * default).
 */
export type MakeStrips = (plan: {
  tasks: readonly StripTask[];
  collecting?: Collecting | undefined;
  output?: StripOutput | undefined;
}) => Promise<{ tasks: readonly StripTask[]; strips: StripResult[] }>;

/** Makes strips and joins them to what follows the file's header. */
export type MakeAll = (plan: {
  tasks: readonly StripTask[];
  collecting?: Collecting | undefined;
  webp?: WebpFrame | undefined;
}) => Promise<Parts>;

/** Size in bytes. */
export function sizeOf(parts: Parts): number {
  return parts.reduce((sum, part) => sum + (part instanceof Blob ? part.size : part.length), 0);
}

/** Joins the results of all strips to what follows the file's header, in order. */
export async function joinStrips(
  tasks: readonly StripTask[],
  strips: readonly StripResult[],
  writeScan: WriteScan,
): Promise<Parts> {
  const [first] = tasks;
  if (!first || first.kind === 'png' || first.kind === 'whole') {
    const parts = strips.flatMap((strip) => strip.parts);
    return [...parts, ...streamEnd(strips.flatMap(({ checksum }) => checksum ?? []))];
  }
  const tokens = codedBytesOf(strips);
  const huffman = huffmanFor(tokens);
  const scans = await writeScans(tokens, huffman, writeScan);
  return [writeScanHeader(first.chroma, huffman), ...scans, jpegEnd];
}
