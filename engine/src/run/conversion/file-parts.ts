// What a file that is made in strips is put together from.
import { jpegEnd, writeScanHeader } from '../../formats/jpeg/header.ts';
import { huffmanFor } from '../../formats/jpeg/tokens.ts';
import { streamEnd } from '../../formats/png/stream.ts';
import type { Collecting } from '../../strips/frame.ts';
import { type WriteScan, writeScans } from '../../strips/scans.ts';
import type { StripOutput, StripResult, StripTask, WebpFrame } from '../../strips/task.ts';

export type Parts = (Uint8Array<ArrayBuffer> | Blob)[];

/** Makes strips. Those that give their samples back are cut anew, and become `output`, by default tokens. */
export type MakeStrips = (plan: {
  tasks: readonly StripTask[];
  collecting?: Collecting | undefined;
  output?: StripOutput | undefined;
}) => Promise<{ tasks: readonly StripTask[]; strips: StripResult[] }>;

/** Makes strips; what comes back is the file behind its header. */
export type MakeAll = (plan: {
  tasks: readonly StripTask[];
  collecting?: Collecting | undefined;
  webp?: WebpFrame | undefined;
}) => Promise<Parts>;

/** Bytes. */
export function sizeOf(parts: Parts): number {
  return parts.reduce((sum, part) => sum + (part instanceof Blob ? part.size : part.length), 0);
}

/** What goes behind a file's header, in order, from what all its strips became. */
export async function joinStrips(
  tasks: readonly StripTask[],
  strips: readonly StripResult[],
  writeScan: WriteScan,
): Promise<Parts> {
  const parts = strips.flatMap((strip) => strip.parts);
  const [first] = tasks;
  if (!first || first.kind === 'png' || first.kind === 'whole') {
    return [...parts, ...streamEnd(strips.flatMap(({ checksum }) => checksum ?? []))];
  }
  const tokens = parts as Uint8Array<ArrayBuffer>[];
  const huffman = huffmanFor(tokens);
  const scans = await writeScans(tokens, huffman, writeScan);
  return [writeScanHeader(first.chroma, huffman), ...scans, jpegEnd];
}
