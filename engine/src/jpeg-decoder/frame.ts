import { readBytes, readU16, readU8, remaining, sliceOf, type Slice } from '../bytes/reader.ts';
import { startsWith } from '../bytes/join.ts';
import type { Size } from '../geometry.ts';
import type { ChromaFormat } from '../planes/planes.ts';
import { makeLookup } from './huffman-lookup.ts';

/** What decoding the one scan of a JPEG takes (ITU-T T.81, annex B). */
export interface BaselineFrame extends Size {
  chroma: ChromaFormat;
  /**
   * Of each component: steps in zigzag order, the numbers of its Huffman tables, and whether it has all of an
   * MCU's blocks, as the first has, or one.
   */
  components: { steps: Uint8Array; dc: number; ac: number; isFull: boolean }[];
  /** As the decoder has them in its memory: DC tables 0 to 3, then AC tables. */
  tables: (Uint32Array | undefined)[];
  /** MCUs between restart markers, or 0. */
  interval: number;
  /** Offset of the first coded byte. */
  start: number;
  /** The first three of four components are Y, Cb and Cr of what inks leave of red, green and blue. */
  isYcck: boolean;
}

export interface Component {
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
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  dqt: 0xdb,
  dri: 0xdd,
  app0: 0xe0,
  app14: 0xee,
};

/** Baseline, and extended sequential with Huffman codes. */
export const sequential = { baseline: 0xc0, extended: 0xc1 };

export function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** What is read of a header on the way. */
interface Header {
  frame: (Size & { components: Component[] }) | null;
  steps: Uint8Array[];
  tables: (Uint32Array | undefined)[];
  interval: number;
  isJfif: boolean;
  /** Adobe's color transform, where the file has its segment. */
  transform: number | null;
}

/**
 * Reads the header of a JPEG whose samples are Y, Cb and Cr, or Y, or else four inks, of 8 bits in one
 * sequential scan. `null` for every other, and for what is broken: other decoders say what is wrong with it.
 */
export function readBaselineFrame(
  bytes: Uint8Array,
  samples: 'light' | 'inks' = 'light',
): BaselineFrame | null {
  try {
    const frame = readHeader(sliceOf(bytes));
    const isInks = frame?.components.length === 4;
    return isInks === (samples === 'inks') ? frame : null;
  } catch {
    return null;
  }
}

function readHeader(slice: Slice): BaselineFrame | null {
  if (readU16(slice) !== 0xff00 + markers.soi) return null;
  const header: Header = {
    ...{ frame: null, steps: [], tables: [], interval: 0, isJfif: false, transform: null },
  };
  for (;;) {
    if (readU8(slice) !== 0xff) return null;
    let marker = readU8(slice);
    while (marker === 0xff) marker = readU8(slice);
    const body = sliceOf(readBytes(slice, readU16(slice) - 2));
    if (marker === markers.sos) return finish(header, body, slice.position);
    if (!readSegment(header, marker, body)) return null;
  }
}

/** Says whether the decoder can do with it. */
function readSegment(header: Header, marker: number, body: Slice): boolean {
  if (isFrame(marker)) {
    if (header.frame || !Object.values(sequential).includes(marker)) return false;
    header.frame = readFrame(body);
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
export function readFrame(body: Slice): Header['frame'] {
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

/** Reads Huffman tables, AC's with the coefficients behind short codes where `withValues`. */
export function readTables(
  body: Slice,
  all: (Uint32Array | undefined)[],
  withValues = true,
): boolean {
  while (remaining(body) > 0) {
    const selector = readU8(body);
    const [kind, number] = [selector >> 4, selector & 15];
    if (kind > 1 || number > 3) return false;
    const counts = readBytes(body, 16);
    const symbols = readBytes(
      body,
      counts.reduce((sum, count) => sum + count, 0),
    );
    const table = makeLookup(counts, symbols, withValues && kind === 1);
    if (!table) return false;
    all[kind * 4 + number] = table;
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

function finish(header: Header, body: Slice, start: number): BaselineFrame | null {
  const { frame, steps, tables, interval } = header;
  if (!frame) return null;
  const { width, height, components: found } = frame;
  const isYcc = isYcbcr(header, found);
  if (!isYcc && found.length !== 4) return null;
  const [first] = found;
  const chroma = found.length === 1 ? '4:0:0' : chromaBySampling[first!.sampling];
  if (!chroma) return null;
  const isUsual = found.every(
    ({ sampling }, component) =>
      component === 0 || sampling === 0x11 || (component === 3 && sampling === first!.sampling),
  );
  if (!isUsual) return null;
  if (readU8(body) !== found.length) return null;
  const components: BaselineFrame['components'] = [];
  for (const { id, quantization, sampling } of found) {
    const isNext = readU8(body) === id;
    const selectors = readU8(body);
    const [dc, ac] = [selectors >> 4, selectors & 15];
    const own = steps[quantization];
    if (!isNext || dc > 3 || ac > 3 || !own || !tables[dc] || !tables[4 + ac]) return null;
    const isFull = found.length === 1 || sampling === first!.sampling;
    components.push({ steps: own, dc, ac, isFull });
  }
  const isWhole = readU8(body) === 0 && readU8(body) === 63 && readU8(body) === 0;
  const isYcck = isYcc && found.length === 4;
  return isWhole ? { width, height, chroma, components, tables, interval, start, isYcck } : null;
}
