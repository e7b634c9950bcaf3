import { modeProbabilities, updateProbabilities } from './vp8-tables.ts';

/**
 * Reads the first part of a lossy WebP picture (RFC 6386): its header, and how each block of 16 x 16
 * is predicted. Its length is written in front of it, so that it shows whether the picture has as many
 * blocks as its size says; a decoder that makes pixels does not look.
 */

/** Modes of 4 x 4 blocks; the first four are also those of whole macroblocks. */
const modes = { dc: 0, tm: 1, v: 2, h: 3, rd: 4, vr: 5, ld: 6, vl: 7, hd: 8, hu: 9 } as const;

const even = 128;

/** Section 7.3: the decoder of booleans. Behind its bytes come zeros. */
class BooleanReader {
  readonly #bytes: Uint8Array;
  #at = 2;
  #value: number;
  #range = 255;
  #shifted = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#value = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  }

  /** Bytes that were looked at, two of them ahead. */
  get position(): number {
    return this.#at;
  }

  read(probability: number): 0 | 1 {
    const split = 1 + (((this.#range - 1) * probability) >> 8);
    const isOne = this.#value >= split << 8;
    if (isOne) {
      this.#range -= split;
      this.#value -= split << 8;
    } else {
      this.#range = split;
    }
    while (this.#range < 128) {
      this.#value <<= 1;
      this.#range <<= 1;
      if (++this.#shifted === 8) {
        this.#shifted = 0;
        this.#value |= this.#bytes[this.#at] ?? 0;
        this.#at += 1;
      }
    }
    return isOne ? 1 : 0;
  }

  skip(bits: number): void {
    for (let bit = 0; bit < bits; bit++) this.read(even);
  }

  number(bits: number): number {
    let value = 0;
    for (let bit = 0; bit < bits; bit++) value = (value << 1) | this.read(even);
    return value;
  }

  /** A flag, and where it is set so many bits behind it. */
  skipOptional(bits: number): void {
    if (this.read(even)) this.skip(bits);
  }
}

interface ModeHeader {
  /** Section 9.3: three probabilities of the tree of segments, where each macroblock names its own. */
  segments: number[] | null;
  /** Section 9.11: how probable it is that a macroblock has coefficients, where that is told. */
  coded: number | null;
}

/** Sections 9.2 to 9.11, in the order of section 19.2. */
function readModeHeader(reader: BooleanReader): ModeHeader {
  reader.skip(2);
  const segments = readSegments(reader);
  // The loop filter: its kind, level and sharpness, then changes for some macroblocks.
  reader.skip(1 + 6 + 3);
  if (reader.read(even) && reader.read(even)) {
    for (let change = 0; change < 8; change++) reader.skipOptional(6 + 1);
  }
  // The number of further parts; then quantizers.
  reader.skip(2 + 7);
  for (let change = 0; change < 5; change++) reader.skipOptional(4 + 1);
  reader.skip(1);
  for (const probability of updateProbabilities) if (reader.read(probability)) reader.skip(8);
  return { segments, coded: reader.read(even) ? reader.number(8) : null };
}

function readSegments(reader: BooleanReader): number[] | null {
  if (!reader.read(even)) return null;
  const updatesMap = reader.read(even);
  if (reader.read(even)) {
    reader.skip(1);
    for (let segment = 0; segment < 4; segment++) reader.skipOptional(7 + 1);
    for (let segment = 0; segment < 4; segment++) reader.skipOptional(6 + 1);
  }
  if (!updatesMap) return null;
  return [0, 1, 2].map(() => (reader.read(even) ? reader.number(8) : 255));
}

/** Section 11.2, the tree of modes of a macroblock that is predicted as a whole. */
function readWholeMode(reader: BooleanReader): number {
  if (reader.read(156)) return reader.read(128) ? modes.tm : modes.h;
  return reader.read(163) ? modes.v : modes.dc;
}

/** Section 11.2, the tree of modes of a block of 4 x 4; `at` is where its nine probabilities begin. */
function readBlockMode(reader: BooleanReader, at: number): number {
  const next = (index: number): 0 | 1 => reader.read(modeProbabilities[at + index]!);
  if (!next(0)) return modes.dc;
  if (!next(1)) return modes.tm;
  if (!next(2)) return modes.v;
  if (!next(3)) {
    if (!next(4)) return modes.h;
    return next(5) ? modes.vr : modes.rd;
  }
  if (!next(6)) return modes.ld;
  if (!next(7)) return modes.vl;
  return next(8) ? modes.hu : modes.hd;
}

/** What encoders may leave behind the last boolean: as many bytes as they hold at once. */
const maxSpareBytes = 8;

/** Bytes of the frame's tag, start code and sizes (section 9.1). */
const frameHeaderBytes = 10;

/**
 * Whether the first part of a frame, the data of a `VP8 ` chunk, has modes for exactly the macroblocks
 * of a picture of its size.
 */
export function hasModesForSize(data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.length < frameHeaderBytes) return false;
  const length = (data[0]! | (data[1]! << 8) | (data[2]! << 16)) >>> 5;
  const across = ((view.getUint16(6, true) & 0x3fff) + 15) >> 4;
  const down = ((view.getUint16(8, true) & 0x3fff) + 15) >> 4;
  if (frameHeaderBytes + length > data.length) return false;
  const part = data.subarray(frameHeaderBytes, frameHeaderBytes + length);
  const reader = new BooleanReader(part);
  const { segments, coded } = readModeHeader(reader);
  const above = new Uint8Array(4 * across);
  const left = new Uint8Array(4);
  for (let row = 0; row < down; row++) {
    left.fill(modes.dc);
    for (let column = 0; column < across; column++) {
      if (segments) reader.read(segments[reader.read(segments[0]!) ? 2 : 1]!);
      if (coded !== null) reader.read(coded);
      readModes(reader, above.subarray(4 * column, 4 * column + 4), left);
    }
    // Zeros without an end are read as fast as anything else.
    if (reader.position > length + maxSpareBytes) return false;
  }
  return reader.position >= length - maxSpareBytes;
}

/** The modes of one macroblock, luma and chroma; `above` and `left` become those of its own edge. */
function readModes(reader: BooleanReader, above: Uint8Array, left: Uint8Array): void {
  if (reader.read(145)) {
    const mode = readWholeMode(reader);
    above.fill(mode);
    left.fill(mode);
  } else {
    for (let y = 0; y < 4; y++) {
      for (let x = 0; x < 4; x++) {
        const mode = readBlockMode(reader, (above[x]! * 10 + left[y]!) * 9);
        above[x] = mode;
        left[y] = mode;
      }
    }
  }
  if (reader.read(142) && reader.read(114)) reader.read(183);
}
