import { writeSegment } from '../jpeg/write-segment.ts';
import { bytesOfU16 } from '../../bytes/big-endian.ts';
import { joinBytes } from '../../bytes/join.ts';
import { EngineError } from '../../errors.ts';
import type { TiffFile } from './directories.ts';
import { listSegments } from './join-jpeg.ts';
import { fewNumbersOf, numberOf, type Layout } from './layout.ts';
import { tags } from './tags.ts';

/**
 * JPEG markers: baseline frame, Huffman tables, start of scan, quantization tables, restart
 * interval.
 */
const markers = { frame: 0xc0, codes: 0xc4, scan: 0xda, quantization: 0xdb, restarts: 0xdd };

const segment = (marker: number, ...body: number[]): Uint8Array =>
  writeSegment(marker, Uint8Array.from(body));

function unreadable(): EngineError {
  return new EngineError('unsupported-feature', 'TIFF: an old JPEG whose parts are not found', {
    feature: 'tiff-old-jpeg',
  });
}

/**
 * The stream that the directory names as a whole, as far as the file has it. `null` where there is
 * none.
 */
export function findOldStream(file: TiffFile, { directory }: Layout): Uint8Array | null {
  const { bytes } = file;
  const start = numberOf(file, directory, tags.jpegStream, 0);
  if (start <= 0 || bytes[start] !== 0xff || bytes[start + 1] !== 0xd8) return null;
  // The stated size is often wrong, and the stream states its own end.
  return bytes.subarray(start);
}

/** The bytes of a JPEG table at a file offset. */
function tableAt({ bytes }: TiffFile, at: number, size: number): Uint8Array {
  const table = bytes.subarray(at, at + size);
  if (!(at > 0) || table.length < size) throw unreadable();
  return table;
}

/** Offsets of the components' tables without duplicates, and each component's table number. */
function tablePlaces(file: TiffFile, { directory, samples }: Layout, tag: number) {
  const all = fewNumbersOf(file, directory, tag).slice(0, samples);
  if (all.length === 0) throw unreadable();
  const places = [...new Set(all)];
  const numbers = Array.from({ length: samples }, (_, component) =>
    places.indexOf(all[component] ?? all.at(-1)!),
  );
  return { places, numbers };
}

/** The quantization tables. */
function stepsOf(file: TiffFile, layout: Layout) {
  const { places, numbers } = tablePlaces(file, layout, tags.jpegQuantization);
  const parts = places.map((at, id) => segment(markers.quantization, id, ...tableAt(file, at, 64)));
  return { parts, numbers };
}

/** The Huffman tables of one kind: DC (0) or AC (1). */
function codesOf(file: TiffFile, layout: Layout, tag: number, kind: 0 | 1) {
  const { places, numbers } = tablePlaces(file, layout, tag);
  const parts = places.map((at, id) => {
    const size = 16 + tableAt(file, at, 16).reduce((sum, count) => sum + count, 0);
    return segment(markers.codes, (kind << 4) | id, ...tableAt(file, at, size));
  });
  return { parts, numbers };
}

/** Table numbers that nearly all writers use, for streams with their own tables. */
const usualNumbers = [0, 1, 1, 1];

/**
 * Makes the JPEG header for strips: tables, frame and start of scan, from the directory and its
 * stream (TIFF 6.0 section 22). Throws `unsupported-feature` (`tiff-old-jpeg`).
 *
 * @param height Height of a strip.
 */
export function makeOldHeader(file: TiffFile, layout: Layout, height: number): Uint8Array {
  const { directory, samples, subsampling, chunkWidth } = layout;
  const stream = findOldStream(file, layout);
  const given = stream ? [...listSegments(stream)] : [];
  const find = (marker: number) => given.find((each) => each.marker === marker)?.bytes;
  const components = Array.from({ length: samples }, (_, index) => index);

  const own = { parts: [], numbers: usualNumbers };
  const steps = find(markers.quantization) ? own : stepsOf(file, layout);
  const hasCodes = find(markers.codes) !== undefined;
  const first = hasCodes ? own : codesOf(file, layout, tags.jpegDcCodes, 0);
  const others = hasCodes ? own : codesOf(file, layout, tags.jpegAcCodes, 1);

  const frame = find(markers.frame);
  const size = bytesOfU16(height, chunkWidth);
  const [across, down] = subsampling;
  const described = components.flatMap((component) => [
    component + 1,
    component === 0 ? (across << 4) | down : 0x11,
    steps.numbers[component]!,
  ]);
  const interval = numberOf(file, directory, tags.jpegRestartInterval, 0);
  const selected = components.flatMap((component) => [
    frame?.[10 + component * 3] ?? component + 1,
    (first.numbers[component]! << 4) | others.numbers[component]!,
  ]);
  const tables: readonly number[] = [markers.quantization, markers.codes];
  return joinBytes([
    ...given.filter(({ marker }) => tables.includes(marker)).map(({ bytes }) => bytes),
    ...[...steps.parts, ...first.parts, ...others.parts],
    frame
      ? Uint8Array.of(...frame.subarray(0, 5), ...size, ...frame.subarray(9))
      : segment(markers.frame, 8, ...size, samples, ...described),
    ...(interval > 0 ? [segment(markers.restarts, ...bytesOfU16(interval))] : []),
    find(markers.scan) ?? segment(markers.scan, samples, ...selected, 0, 63, 0),
  ]);
}
