import { readBytes, readU16, readU8, remaining, sliceOf, type Slice } from '../bytes/reader.ts';
import { startsWith } from '../bytes/join.ts';
import { EngineError, orNull } from '../errors.ts';
import type { Size } from '../geometry.ts';
import type { ChromaFormat } from '../planes/planes.ts';
import { makeLookup, type HuffmanTable } from './huffman-lookup.ts';

/** Header of a JPEG that decodes to planes (ITU-T T.81, annex B). */
export interface JpegFrame extends Size {
  chroma: ChromaFormat;
  /**
   * Per component: its id in scans, its quantization steps in zigzag order, and whether it has as
   * many blocks per MCU as the first component (otherwise it has one).
   */
  components: { id: number; steps: Uint8Array; isFull: boolean }[];
  /** Four components in YCCK: the first three are Y, Cb and Cr of the RGB that the inks leave. */
  isYcck: boolean;
  isProgressive: boolean;
  /** The only scan of a baseline picture. `null` where there are several: see `readScans`. */
  scan: OneScan | null;
}

/** A scan that holds the whole picture. */
export interface OneScan {
  /** Huffman table numbers per component. */
  selectors: { dc: number; ac: number }[];
  /** In the decoder's order: DC tables 0 to 3, then AC tables 0 to 3. */
  tables: (Uint32Array | undefined)[];
  /** MCUs between restart markers, or 0. */
  interval: number;
  /** Offset of the first coded byte. */
  start: number;
}

interface Component {
  id: number;
  /** Sampling factors: blocks across an MCU times 16, plus blocks down. */
  sampling: number;
  quantization: number;
}

const chromaBySampling: Readonly<Record<number, ChromaFormat>> = {
  0x11: '4:4:4',
  0x21: '4:2:2',
  0x22: '4:2:0',
};

export const markers = {
  dht: 0xc4,
  rst0: 0xd0,
  rst7: 0xd7,
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  dqt: 0xdb,
  dri: 0xdd,
  app0: 0xe0,
  app14: 0xee,
};

/** Frames with Huffman codes: baseline, extended sequential and progressive. */
const frames = { baseline: 0xc0, extended: 0xc1, progressive: 0xc2 };

export function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** What has been read of a header so far. */
interface Header {
  frame: (Size & { components: Component[] }) | null;
  isProgressive: boolean;
  steps: Uint8Array[];
  tables: HuffmanTable[];
  interval: number;
  isJfif: boolean;
  /** Color transform of the Adobe segment. `null` without that segment. */
  transform: number | null;
}

/**
 * Reads a JPEG's header up to the first scan. `light` accepts gray and YCbCr, `inks` four
 * components; both need 8 bits and Huffman codes. Returns `null` for anything else and for broken
 * files: the next decoder reports what is wrong with them.
 */
export function readJpegFrame(
  bytes: Uint8Array,
  samples: 'light' | 'inks' = 'light',
): JpegFrame | null {
  const frame = orNull(() => readHeader(sliceOf(bytes)));
  const isInks = frame?.components.length === 4;
  return isInks === (samples === 'inks') ? frame : null;
}

/**
 * Reads a marker and its segment's body, which is empty for markers without one. Throws where no
 * marker is next.
 */
export function readSegment(slice: Slice): { marker: number; body: Slice } {
  if (readU8(slice) !== 0xff) throw new EngineError('corrupt-file', 'JPEG: no marker');
  let marker = readU8(slice);
  while (marker === 0xff) marker = readU8(slice);
  const isBare = marker === markers.soi || marker === markers.eoi;
  return { marker, body: sliceOf(readBytes(slice, isBare ? 0 : readU16(slice) - 2)) };
}

function readHeader(slice: Slice): JpegFrame | null {
  if (readU16(slice) !== 0xff00 + markers.soi) return null;
  const header: Header = {
    frame: null,
    isProgressive: false,
    steps: [],
    tables: [],
    interval: 0,
    isJfif: false,
    transform: null,
  };
  for (;;) {
    const { marker, body } = readSegment(slice);
    if (marker === markers.sos) return finish(header, body, slice.position);
    if (!useSegment(header, marker, body)) return null;
  }
}

/** Processes one segment. False when this decoder cannot handle it. */
function useSegment(header: Header, marker: number, body: Slice): boolean {
  if (isFrame(marker)) {
    if (header.frame || !Object.values(frames).includes(marker)) return false;
    header.frame = readFrame(body);
    header.isProgressive = marker === frames.progressive;
    return header.frame !== null;
  }
  if (marker === markers.dqt) return readSteps(body, header.steps);
  if (marker === markers.dht) return readTables(body, header.tables);
  if (marker === markers.dri) header.interval = readU16(body);
  if (marker === markers.app0 && startsWith(body.bytes, 'JFIF\0')) header.isJfif = true;
  if (marker === markers.app14 && startsWith(body.bytes, 'Adobe')) {
    header.transform = body.bytes[11] ?? null;
  }
  return true;
}

/** Reads a frame with 8 bits per sample and one, three or four components. `null` for others. */
function readFrame(body: Slice): Header['frame'] {
  const bitDepth = readU8(body);
  const height = readU16(body);
  const width = readU16(body);
  const count = readU8(body);
  if (bitDepth !== 8 || width === 0 || height === 0 || ![1, 3, 4].includes(count)) return null;
  const components = Array.from({ length: count }, (): Component => {
    return { id: readU8(body), sampling: readU8(body), quantization: readU8(body) };
  });
  return { width, height, components };
}

function readSteps(body: Slice, all: Uint8Array[]): boolean {
  while (remaining(body) > 0) {
    const selector = readU8(body);
    // Two-byte steps (selector above 15) are for samples of more than 8 bits.
    if (selector > 3) return false;
    all[selector] = readBytes(body, 64);
  }
  return true;
}

/** Reads Huffman tables into `all`: DC tables at 0 to 3, AC tables at 4 to 7. */
export function readTables(body: Slice, all: HuffmanTable[]): boolean {
  while (remaining(body) > 0) {
    const selector = readU8(body);
    const [kind, number] = [selector >> 4, selector & 15];
    if (kind > 1 || number > 3) return false;
    const counts = readBytes(body, 16);
    const symbols = readBytes(
      body,
      counts.reduce((sum, count) => sum + count, 0),
    );
    all[kind * 4 + number] = { counts, symbols };
  }
  return true;
}

/** Adobe's value for four inks coded as YCCK. */
const ycck = 2;

/** Decides as libjpeg does (`jdapimin.c`, default_decompress_parms). */
function isYcbcr({ isJfif, transform }: Header, components: Component[]): boolean {
  if (components.length === 4) return transform === ycck;
  if (isJfif || components.length === 1) return true;
  if (transform !== null) return transform === 1;
  return String.fromCharCode(...components.map(({ id }) => id)) !== 'RGB';
}

function finish(header: Header, body: Slice, start: number): JpegFrame | null {
  const { frame, isProgressive, steps } = header;
  if (!frame) return null;
  const { width, height, components: found } = frame;
  const isYcc = isYcbcr(header, found);
  if (!isYcc && found.length !== 4) return null;
  const [first] = found;
  const chroma = found.length === 1 ? '4:0:0' : chromaBySampling[first!.sampling];
  if (!chroma) return null;
  const isUsual = found.every(
    ({ sampling, quantization }, component) =>
      steps[quantization] &&
      (component === 0 || sampling === 0x11 || (component === 3 && sampling === first!.sampling)),
  );
  if (!isUsual) return null;
  const hasOne = !isProgressive && body.bytes[0] === found.length;
  const scan = hasOne ? readOneScan(header, found, body, start) : null;
  if (hasOne && !scan) return null;
  const components = found.map(({ id, quantization, sampling }) => {
    const isFull = found.length === 1 || sampling === first!.sampling;
    return { id, steps: steps[quantization]!, isFull };
  });
  const isYcck = isYcc && found.length === 4;
  return { width, height, chroma, components, isYcck, isProgressive, scan };
}

/**
 * Reads the header of a scan that has all components in frame order and all coefficients. `null`
 * for any other.
 */
function readOneScan(
  { tables: listed, interval }: Header,
  components: Component[],
  body: Slice,
  start: number,
): OneScan | null {
  const tables: OneScan['tables'] = [];
  const selectors: OneScan['selectors'] = [];
  readU8(body);
  for (const { id } of components) {
    const isNext = readU8(body) === id;
    const selector = readU8(body);
    const [dc, ac] = [selector >> 4, selector & 15];
    if (!isNext || dc > 3 || ac > 3) return null;
    for (const [number, withValues] of [
      [dc, false],
      [4 + ac, true],
    ] as const) {
      const table = tables[number] ?? makeLookup(listed[number], withValues);
      if (!table) return null;
      tables[number] = table;
    }
    selectors.push({ dc, ac });
  }
  const isWhole = readU8(body) === 0 && readU8(body) === 63 && readU8(body) === 0;
  return isWhole ? { selectors, tables, interval, start } : null;
}
