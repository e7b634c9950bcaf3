import { joinBytes, startsWith } from '../../bytes/join.ts';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** JFIF's and Adobe's segments, which say of colors what is the directory's to say. */
const [app0, app14] = [0xe0, 0xee];

/** A segment of a JPEG, with its marker, and where it ends. */
interface Segment {
  marker: number;
  bytes: Uint8Array;
  end: number;
}

/** The segments in front of the first scan, or of the end; what is no segment ends them. */
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

/** How components become colors, in Adobe's numbers. */
export type ColorTransform = 'none' | 'ycbcr';

/** APP14, which decoders believe (Adobe Technical Note 5116). */
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

/** Frames that have all of a block in each scan. */
const sequentialFrames: readonly number[] = [0xc0, 0xc1];

/** The start of a scan, of which writers of old JPEGs leave out which part of blocks it has: of sequential ones, all. */
function wholeBlocks({ marker, bytes }: Segment): Uint8Array {
  if (marker !== startOfScan) return bytes;
  const whole = bytes.slice();
  whole.set([0, 63, 0], whole.length - 3);
  return whole;
}

/**
 * A whole JPEG of what a strip or a tile holds: its tables stand elsewhere (TIFF Technical Note 2), and the directory
 * says of its colors what is true.
 *
 * @param head Segments in front, of a stream of their own; where `coded` is none, all up to the scan.
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
    // A strip may begin with the start of its scan, as those of Wang Imaging do; it takes the place of the one in front.
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
