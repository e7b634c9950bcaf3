import { readBytes, readU16, readU8, skip, sliceOf, type Slice } from '../../bytes/reader.ts';
import { EngineError } from '../../errors.ts';
import type { Size } from '../../geometry.ts';

/** A marker segment of a JPEG file (ITU-T T.81 annex B). */
export interface Segment {
  /** The marker's second byte, for example 0xe1 for APP1. */
  marker: number;
  /** Without marker and length. */
  payload: Uint8Array;
}

export interface JpegFile {
  /** Everything between SOI and the first scan, in order. */
  segments: Segment[];
  width: number;
  height: number;
  /** 1 gray, 3 color, 4 CMYK or YCCK. */
  components: number;
  bitDepth: number;
  /** The second component has half the first one's samples in both directions. */
  halfChroma: boolean;
  /** True for a baseline or progressive Huffman frame. */
  huffman: boolean;
  /** Offset after the end-of-image marker. A trailer (gain map, video) may follow. */
  end: number;
  /** Offset of the first scan's marker. */
  scan: number;
}

export const app0 = 0xe0;
export const app1 = 0xe1;
export const app2 = 0xe2;
export const app13 = 0xed;
export const app14 = 0xee;

export const comment = 0xfe;

export const jfifMark = 'JFIF\0';
export const exifMark = 'Exif\0\0';
export const xmpMark = 'http://ns.adobe.com/xap/1.0/\0';
export const extendedXmpMark = 'http://ns.adobe.com/xmp/extension/\0';
export const iccMark = 'ICC_PROFILE\0';
export const photoshopMark = 'Photoshop 3.0\0';

const startOfScan = 0xda;
const endOfImage = 0xd9;

function isFrame(marker: number): boolean {
  // SOF0 to SOF15 without DHT (c4), JPG (c8) and DAC (cc).
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Markers without a segment: TEM and the restart markers. */
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/**
 * Reads a marker. Skips fill bytes, and stray bytes as libjpeg does; its decoder warns of those.
 */
function readMarker(slice: Slice): number {
  let byte = 0;
  while (byte === 0) {
    while (byte !== 0xff) byte = readU8(slice);
    while (byte === 0xff) byte = readU8(slice);
  }
  return byte;
}

/**
 * Reads a JPEG's segments without decoding. Throws `corrupt-file`, also when the end-of-image
 * marker is missing: the rest of such a picture would be gray. With `mayEndEarly`, such a picture
 * reaches to the end of the file.
 */
export function readJpeg(bytes: Uint8Array, { mayEndEarly = false } = {}): JpegFile {
  const slice = sliceOf(bytes);
  skip(slice, 2);
  const segments: Segment[] = [];
  let frame: Pick<
    JpegFile,
    'width' | 'height' | 'components' | 'bitDepth' | 'huffman' | 'halfChroma'
  > | null = null;
  for (;;) {
    const at = slice.position;
    const marker = readMarker(slice);
    if (isBare(marker)) continue;
    if (marker === endOfImage) throw new EngineError('corrupt-file', 'JPEG: no picture inside');
    const payload = readBytes(slice, readU16(slice) - 2);
    if (isFrame(marker)) frame = readFrame(marker, payload);
    if (marker !== startOfScan) {
      segments.push({ marker, payload });
      continue;
    }
    if (!frame) throw new EngineError('corrupt-file', 'JPEG: a scan without a frame');
    const { end, scans } = findEnd(bytes, at, mayEndEarly);
    requireFewScans(scans, frame);
    return { segments, ...frame, scan: at, end };
  }
}

function readFrame(marker: number, payload: Uint8Array) {
  const slice = sliceOf(payload);
  const bitDepth = readU8(slice);
  const height = readU16(slice);
  const width = readU16(slice);
  const components = readU8(slice);
  if (width === 0 || height === 0) throw new EngineError('corrupt-file', 'JPEG: no pixels');
  skip(slice, 1);
  const sampling = readU8(slice);
  const huffman = [0xc0, 0xc1, 0xc2].includes(marker);
  return { width, height, components, bitDepth, huffman, halfChroma: sampling === 0x22 };
}

/** Encoders of progressive pictures write about ten scans. */
const usualScans = 24;

/**
 * Most pixels in all scans together: each scan passes over all blocks. This many take a few
 * seconds.
 */
const maxScannedPixels = 3e8;

function requireFewScans(scans: number, { width, height }: Size): void {
  if (scans <= usualScans || scans * width * height <= maxScannedPixels) return;
  throw new EngineError('unsupported-feature', `JPEG: ${scans} scans`, { feature: 'jpeg-scans' });
}

/** Yields the markers within and between scans from `from` on, up to the end-of-image marker. */
function* walkScans(bytes: Uint8Array, from: number): Generator<{ marker: number; at: number }> {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length)
      throw new EngineError('corrupt-file', 'JPEG: the file ends early');
    const marker = bytes[at + 1]!;
    // Stuffed zeros and fill bytes are scan data. Tables may stand between scans.
    if (marker !== 0 && marker !== 0xff) yield { marker, at };
    if (marker === endOfImage) return;
    if (marker === 0 || isBare(marker)) at += 2;
    else if (marker === 0xff) at += 1;
    else at += 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
  }
}

/**
 * Finds the offset after the end-of-image marker, and counts the scans, including the one at
 * `from`.
 */
function findEnd(
  bytes: Uint8Array,
  from: number,
  mayEndEarly: boolean,
): { end: number; scans: number } {
  let scans = 0;
  let end = from;
  try {
    for (const { marker, at } of walkScans(bytes, from)) {
      if (marker === startOfScan) scans++;
      end = at + 2;
    }
  } catch (error) {
    if (!mayEndEarly) throw error;
    end = bytes.length;
  }
  return { end, scans };
}

/**
 * Throws `corrupt-file` when restart markers are missing or out of order (ITU-T T.81, B.2.1).
 * Needed for decoders that do not check.
 */
export function requireRestartOrder(bytes: Uint8Array, { scan }: JpegFile): void {
  let next = 0;
  for (const { marker } of walkScans(bytes, scan)) {
    if (marker === startOfScan) next = 0;
    if (marker < 0xd0 || marker > 0xd7) continue;
    if (marker !== 0xd0 + next) throw new EngineError('corrupt-file', 'JPEG: a part is missing');
    next = (next + 1) & 7;
  }
}
