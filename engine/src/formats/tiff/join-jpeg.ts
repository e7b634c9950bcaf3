import { joinBytes, startsWith } from '../../bytes/join.ts';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** JFIF's and Adobe's segments, whose color statements the directory overrides. */
const [app0, app14] = [0xe0, 0xee];

/** A segment of a JPEG with its marker, and the offset of its end. */
interface Segment {
  marker: number;
  bytes: Uint8Array;
  end: number;
}

/** The segments before the first scan or the end. Stops at anything that is no segment. */
export function* listSegments(jpeg: Uint8Array): Generator<Segment> {
  let at = 0;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1]!;
    if (marker === startOfImage || marker === 0xff) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === endOfImage) return;
    const end = at + 2 + ((jpeg[at + 2]! << 8) | jpeg[at + 3]!);
    if (end > jpeg.length) return;
    yield { marker, bytes: jpeg.subarray(at, end), end };
    if (marker === startOfScan) return;
    at = end;
  }
}

/** Color transform, as in Adobe's segment. */
export type ColorTransform = 'none' | 'ycbcr';

/** An APP14 segment, which decoders follow (Adobe Technical Note 5116). */
function adobeSegment(transform: ColorTransform): Uint8Array {
  const name = [0x41, 0x64, 0x6f, 0x62, 0x65];
  return Uint8Array.of(
    0xff,
    app14,
    0,
    14,
    ...name,
    0,
    100,
    0,
    0,
    0,
    0,
    transform === 'none' ? 0 : 1,
  );
}

const isJpegStart = (bytes: Uint8Array): boolean => startsWith(bytes, '\xff\xd8');
const isScanStart = (bytes: Uint8Array): boolean => startsWith(bytes, '\xff\xda');

/** Frames in which each scan has all coefficients of a block. */
const sequentialFrames: readonly number[] = [0xc0, 0xc1];

/**
 * Corrects the header of a sequential scan to cover all coefficients, which writers of old JPEGs
 * leave out.
 */
function wholeBlocks({ marker, bytes }: Segment): Uint8Array {
  if (marker !== startOfScan) return bytes;
  const whole = bytes.slice();
  whole.set([0, 63, 0], whole.length - 3);
  return whole;
}

/**
 * Makes a complete JPEG of a strip's or tile's data, whose tables are stored elsewhere (TIFF
 * Technical Note 2), with the color transform from the directory.
 *
 * @param head Segments to put first. If `coded` has none of its own, they reach up to the scan.
 */
export function joinJpeg(
  head: Uint8Array | null,
  coded: Uint8Array,
  transform: ColorTransform,
): Uint8Array<ArrayBuffer> {
  const segments = [...(head ? listSegments(head) : [])];
  let rest = coded;
  if (isJpegStart(coded) || isScanStart(coded)) {
    const own = [...listSegments(coded)];
    // A strip may begin with its own scan header, as Wang Imaging's do. It replaces the one in
    // `head`.
    if (isScanStart(coded) && own.length > 0 && segments.at(-1)?.marker === startOfScan)
      segments.pop();
    segments.push(...own);
    rest = coded.subarray(own.at(-1)?.end ?? 2);
  }
  const kept = segments.filter(({ marker }) => marker !== app0 && marker !== app14);
  const isSequential = kept.some(({ marker }) => sequentialFrames.includes(marker));
  const hasEnd = rest.at(-2) === 0xff && rest.at(-1) === endOfImage;
  return joinBytes([
    Uint8Array.of(0xff, startOfImage),
    adobeSegment(transform),
    ...kept.map((each) => (isSequential ? wholeBlocks(each) : each.bytes)),
    rest,
    ...(hasEnd ? [] : [Uint8Array.of(0xff, endOfImage)]),
  ]);
}
