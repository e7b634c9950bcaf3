import { readBytes, readU16, readU8, remaining, sliceOf, type Slice } from '../bytes/reader.ts';
import { startsWith } from '../bytes/join.ts';
import { EngineError } from '../errors.ts';
import type { Size } from '../geometry.ts';
import type { ChromaFormat } from '../planes/planes.ts';
import { makeLookup, type HuffmanTable } from './huffman-lookup.ts';

/** What the header of a JPEG says that decodes to planes (ITU-T T.81, annex B). */
export interface JpegFrame extends Size {
  chroma: ChromaFormat;
  /** Of each: its name in scans, steps in zigzag order, and whether it has all of an MCU's blocks, as the first, or one. */
  components: { id: number; steps: Uint8Array; isFull: boolean }[];
  /** The first three of four components are Y, Cb and Cr of what inks leave of red, green and blue. */
  isYcck: boolean;
  isProgressive: boolean;
  /** The one sequential scan of a baseline picture; `null` where there are several, see `readScans`. */
  scan: OneScan | null;
}

/** A scan that has all there is. */
export interface OneScan {
  /** The numbers of each component's tables. */
  selectors: { dc: number; ac: number }[];
  /** As the decoder has them in its memory: DC tables 0 to 3, then AC tables. */
  tables: (Uint32Array | undefined)[];
  /** MCUs between restart markers, or 0. */
  interval: number;
  /** Offset of the first coded byte. */
  start: number;
}

interface Component {
  id: number;
  /** Blocks across, times 16, and down an MCU. */
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

/** What is read of a header on the way. */
interface Header {
  frame: (Size & { components: Component[] }) | null;
  isProgressive: boolean;
  steps: Uint8Array[];
  tables: HuffmanTable[];
  interval: number;
  isJfif: boolean;
  /** Adobe's color transform, where the file has its segment. */
  transform: number | null;
}

/**
 * Reads the header of a JPEG whose samples are Y, Cb and Cr, or Y, or else four inks, of 8 bits with Huffman
 * codes, up to its first scan. `null` for every other, and for what is broken: other decoders say what is wrong
 * with it.
 */
export function readJpegFrame(
  bytes: Uint8Array,
  samples: 'light' | 'inks' = 'light',
): JpegFrame | null {
  try {
    const frame = readHeader(sliceOf(bytes));
    const isInks = frame?.components.length === 4;
    return isInks === (samples === 'inks') ? frame : null;
  } catch {
    return null;
  }
}

/** A marker, and what is in its segment; nothing where there is none. Throws where no marker is next. */
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

/** Says whether the decoder can do with it. */
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

/** A frame of 8 bits a sample in one, three or four components; `null` for others. */
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
    // Steps of two bytes are for samples of more than 8 bits.
    if (selector > 3) return false;
    all[selector] = readBytes(body, 64);
  }
  return true;
}

/** Reads Huffman tables into `all`: DC's as 0 to 3, AC's as 4 to 7. */
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

/** Adobe's color transform of four inks. */
const ycck = 2;

/** By the same signs as libjpeg (`jdapimin.c`, default_decompress_parms). */
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

/** A scan of all components, in their order. */
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
