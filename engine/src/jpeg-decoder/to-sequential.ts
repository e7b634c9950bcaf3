import { joinBytes } from '../bytes/join.ts';
import { readCoefficients } from './coefficients.ts';
import { isFrame, markers, sequential } from './frame.ts';
import { sequentialTables, writeSequential } from './write-sequential.ts';

/** A marker segment of the file: its marker, and what is in it. */
interface Segment {
  marker: number;
  payload: Uint8Array;
}

function writeSegment(marker: number, payload: Uint8Array): Uint8Array[] {
  const length = payload.length + 2;
  return [Uint8Array.of(0xff, marker, length >> 8, length & 255), payload];
}

/**
 * The same samples as a JPEG of one sequential scan, for a decoder that reads only such; without metadata.
 * `null` for what has other than Huffman codes. Throws `corrupt-file`.
 *
 * @param segments Those in front of the first scan.
 */
export function toSequential(
  bytes: Uint8Array,
  segments: readonly Segment[],
): Uint8Array<ArrayBuffer> | null {
  const coefficients = readCoefficients(bytes);
  if (!coefficients) return null;
  const of = (...wanted: number[]): Segment[] =>
    segments.filter(({ marker }) => wanted.includes(marker));
  const frame = segments.find(({ marker }) => isFrame(marker));
  if (!frame) return null;
  // Behind bit depth, sides and count, three bytes a component.
  const ids = coefficients.components.map((_, component) => frame.payload[6 + component * 3]!);
  const scan = Uint8Array.of(ids.length, ...ids.flatMap((id) => [id, 0]), 0, 63, 0);
  return joinBytes([
    Uint8Array.of(0xff, markers.soi),
    ...of(markers.app0, markers.app14, markers.dqt).flatMap(({ marker, payload }) =>
      writeSegment(marker, payload),
    ),
    ...writeSegment(sequential.extended, frame.payload),
    ...writeSegment(markers.dht, sequentialTables),
    ...writeSegment(markers.sos, scan),
    writeSequential(coefficients),
    Uint8Array.of(0xff, markers.eoi),
  ]);
}
