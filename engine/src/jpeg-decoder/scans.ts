// Finds the scans of a picture that has several (ITU-T T.81, annexes B and G).
import { readU16, readU8, remaining, sliceOf, type Slice } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';
import { isFrame, markers, readSegment, readTables, type JpegFrame } from './frame.ts';
import type { HuffmanTable } from './huffman-lookup.ts';
import { leaveToOthers } from './leave-to-others.ts';

/** One of a picture's several scans. */
export interface Scan {
  /** Components by their index in the frame, with the Huffman tables in force for them. */
  parts: { component: number; dc: HuffmanTable | undefined; ac: HuffmanTable | undefined }[];
  /** First and last coefficient in zigzag order. */
  first: number;
  last: number;
  /** Whether the scan refines known values by one bit, and the position of its lowest bit. */
  refines: boolean;
  low: number;
  /** MCUs between restart markers, or 0. */
  interval: number;
  /** File offsets: of the first coded byte, and of the byte after the marker that ends the scan. */
  start: number;
  end: number;
}

/** Every scan keeps its tables and input buffer in memory. Encoders write about ten scans. */
const maxScans = 100;

/** Highest allowed successive approximation bit position (G.1.1.1.2). */
const maxLow = 13;

/** Tracks, per component and coefficient, the lowest bit received so far, or `none`. */
class Progress {
  static readonly #none = 255;
  readonly #lows: Uint8Array[];

  constructor(components: number) {
    this.#lows = Array.from({ length: components }, () => new Uint8Array(64).fill(Progress.#none));
  }

  get isWhole(): boolean {
    return this.#lows.every((lows) => lows.every((low) => low === 0));
  }

  /** Records a scan. False when it does not continue from what came before. */
  take({ parts, first, last, refines, low }: Omit<Scan, 'start' | 'end'>): boolean {
    const before = refines ? low + 1 : Progress.#none;
    return parts.every(({ component }) => {
      const lows = this.#lows[component]!;
      const isKnown = first === 0 || lows[0] !== Progress.#none;
      const goesOn = isKnown && lows.subarray(first, last + 1).every((each) => each === before);
      lows.fill(low, first, last + 1);
      return goesOn;
    });
  }
}

/**
 * Finds all scans up to the end-of-image marker. Throws `unsupported-feature` when they violate the
 * standard, or when part of the picture is missing and `mayLack` is false.
 */
export function readScans(bytes: Uint8Array, frame: JpegFrame, mayLack: boolean): Scan[] {
  try {
    const { scans, isWhole } = walk(bytes, frame);
    // Other decoders render incomplete coefficients more smoothly.
    if (!isWhole && !mayLack) throw leaveToOthers('not all of it');
    return scans;
  } catch (error) {
    if (error instanceof EngineError && error.code === 'corrupt-file') {
      throw leaveToOthers('damaged', error);
    }
    throw error;
  }
}

function walk(bytes: Uint8Array, frame: JpegFrame): { scans: Scan[]; isWhole: boolean } {
  const slice = sliceOf(bytes, 2);
  const tables: HuffmanTable[] = [];
  const progress = new Progress(frame.components.length);
  const scans: Scan[] = [];
  let interval = 0;
  for (;;) {
    const { marker, body } = readSegment(slice);
    if (marker === markers.eoi) return { scans, isWhole: progress.isWhole };
    // Quantization steps must not change between scans: this decoder reads them once.
    const isLate = scans.length > 0 && (isFrame(marker) || marker === markers.dqt);
    if (isLate || scans.length > maxScans) throw leaveToOthers('rare scans');
    if (marker === markers.dht && !readTables(body, tables)) throw leaveToOthers('wrong tables');
    if (marker === markers.dri) interval = readU16(body);
    if (marker !== markers.sos) continue;
    const scan = { ...readScanHeader(body, frame, tables), interval };
    if (!progress.take(scan)) throw leaveToOthers('scans in a wrong order');
    const start = slice.position;
    slice.position = findMarker(bytes, start);
    scans.push({ ...scan, start, end: slice.position + 2 });
  }
}

function readScanHeader(
  body: Slice,
  { components, isProgressive }: JpegFrame,
  tables: readonly HuffmanTable[],
): Omit<Scan, 'interval' | 'start' | 'end'> {
  const parts = Array.from({ length: readU8(body) }, () => {
    const id = readU8(body);
    const component = components.findIndex((each) => each.id === id);
    const selectors = readU8(body);
    const [dc, ac] = [selectors >> 4, selectors & 15];
    const at = { dc: dc < 4 ? dc : -1, ac: ac < 4 ? 4 + ac : -1 };
    return { component, dc: tables[at.dc], ac: tables[at.ac] };
  });
  const [first, last, bits] = [readU8(body), readU8(body), readU8(body)];
  const [high, low] = [bits >> 4, bits & 15];
  const numbers = new Set(parts.map(({ component }) => component));
  const areKnown = parts.length > 0 && numbers.size === parts.length && !numbers.has(-1);
  const isOfDc = first === 0 && last === 0;
  const isOfAc = first > 0 && first <= last && last <= 63 && parts.length === 1;
  const isRight = isProgressive
    ? (isOfDc || isOfAc) && (high === 0 || high === low + 1) && low <= maxLow
    : first === 0 && last === 63 && bits === 0;
  if (!areKnown || !isRight || remaining(body) > 0) throw leaveToOthers('a wrong scan');
  return { parts, first, last, refines: high > 0, low };
}

/** Position of the first marker that ends the scan: neither a stuffed byte nor a restart marker. */
function findMarker(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    const isData = next === 0 || (next >= markers.rst0 && next <= markers.rst7);
    if (!isData && next !== 0xff) return at;
    at += isData ? 2 : 1;
  }
  throw leaveToOthers('no end');
}
