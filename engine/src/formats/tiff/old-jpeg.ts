import { joinBytes } from '../../bytes/join.ts';
import { EngineError } from '../../errors.ts';
import { numbersOf, type TiffFile } from './directories.ts';
import { listSegments } from './join-jpeg.ts';
import { numberOf, type Layout } from './layout.ts';
import { tags } from './tags.ts';

/** Markers of JPEG. */
const [frame, codes, quantization, restarts, scan] = [0xc0, 0xc4, 0xdb, 0xdd, 0xda];

const segment = (marker: number, ...body: number[]): Uint8Array =>
  Uint8Array.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body);

function unreadable(): EngineError {
  return new EngineError('unsupported-feature', 'TIFF: an old JPEG whose parts are not found', {
    feature: 'tiff-old-jpeg',
  });
}

/** The stream that the directory names as a whole, as far as the file has it; `null` where there is none. */
export function findOldStream(file: TiffFile, { directory }: Layout): Uint8Array | null {
  const { bytes } = file;
  const start = numberOf(file, directory, tags.jpegStream, 0);
  if (start <= 0 || bytes[start] !== 0xff || bytes[start + 1] !== 0xd8) return null;
  // Its size is often wrong, and it says itself where it ends.
  return bytes.subarray(start);
}

/** So many bytes at each of the places that a field names; fewer places are named where components share a table. */
function* tablesAt(
  { bytes }: TiffFile,
  places: readonly number[],
  sizeAt: (at: number) => number,
): Generator<[id: number, table: Uint8Array]> {
  for (const [id, at] of places.entries()) {
    const table = bytes.subarray(at, at + sizeAt(at));
    if (!(at > 0) || table.length < sizeAt(at)) throw unreadable();
    yield [id, table];
  }
}

/**
 * What stands in front of the coded data of strips: the tables, the frame and the start of the scan, put together of
 * what the directory and its stream say (TIFF 6.0 section 22). Throws `unsupported-feature` (`tiff-old-jpeg`).
 *
 * @param height Of a strip.
 */
export function makeOldHeader(file: TiffFile, layout: Layout, height: number): Uint8Array {
  const { directory, samples, subsampling, chunkWidth } = layout;
  const stream = findOldStream(file, layout);
  const given = stream ? [...listSegments(stream)] : [];
  const has = (marker: number): boolean => given.some((each) => each.marker === marker);
  const [across, down] = subsampling;
  const ids = Array.from({ length: samples }, (_, index) => index);
  const parts = given
    .filter(({ marker }) => marker !== scan && marker !== restarts && marker !== frame)
    .map(({ bytes }) => bytes);
  const selectors = new Map<number, number>();
  const places = (tag: number) => numbersOf(file, directory, tag).slice(0, 4);
  if (!has(quantization)) {
    const steps = places(tags.jpegQuantization);
    if (steps.length === 0) throw unreadable();
    for (const [id, table] of tablesAt(file, steps, () => 64))
      parts.push(segment(quantization, id, ...table));
  }
  const countCodes = (at: number): number =>
    16 + file.bytes.subarray(at, at + 16).reduce((sum, count) => sum + count, 0);
  if (!has(codes)) {
    for (const [kind, tag] of [tags.jpegDcCodes, tags.jpegAcCodes].entries()) {
      const found = places(tag);
      if (found.length === 0) throw unreadable();
      for (const [id, table] of tablesAt(file, found, countCodes)) {
        parts.push(segment(codes, (kind << 4) | id, ...table));
        selectors.set(id, id);
      }
    }
  }
  const table = (id: number): number =>
    selectors.size > 0 ? Math.min(id, selectors.size - 1) : id === 0 ? 0 : 1;
  const ownFrame = given.find(({ marker }) => marker === frame)?.bytes;
  const size = [height >> 8, height & 255, chunkWidth >> 8, chunkWidth & 255];
  // Each component: its name, its share of a unit, the number of its steps.
  const stepsOf = (id: number): number => (has(quantization) ? (id === 0 ? 0 : 1) : table(id));
  const components = ids.flatMap((id) => [
    id + 1,
    id === 0 ? (across << 4) | down : 0x11,
    stepsOf(id),
  ]);
  if (ownFrame)
    parts.push(Uint8Array.of(...ownFrame.subarray(0, 5), ...size, ...ownFrame.subarray(9)));
  else parts.push(segment(frame, 8, ...size, samples, ...components));
  const interval = numberOf(file, directory, tags.jpegRestartInterval, 0);
  if (interval > 0) parts.push(segment(restarts, interval >> 8, interval & 255));
  const ownScan = given.find(({ marker }) => marker === scan)?.bytes;
  const names = ids.map((id) => ownFrame?.[10 + id * 3] ?? id + 1);
  const scanBody = [samples, ...ids.flatMap((id) => [names[id]!, table(id) * 0x11]), 0, 63, 0];
  parts.push(ownScan ?? segment(scan, ...scanBody));
  return joinBytes(parts);
}
