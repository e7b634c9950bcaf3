import { EngineError } from '../../errors.ts';
import { JxlBits } from './bits.ts';
import { readColorEncoding, type JxlColor } from './color-encoding.ts';

/** The parts of a JPEG XL codestream header (ISO/IEC 18181-1 annex D) that the engine needs. */
export interface JxlHeader {
  /** Size as stored, before `orientation`. */
  width: number;
  height: number;
  /** Exif orientation, 1 to 8. The decoder is asked to apply it. */
  orientation: number;
  bitDepth: number;
  hasAlpha: boolean;
  /** Position of the bit that says that colors are premultiplied. `null` where they are not. */
  premultipliedAt: number | null;
  /** Has a channel of black ink: the picture is CMYK. */
  hasBlack: boolean;
  animated: boolean;
  color: JxlColor;
}

const signature = [0xff, 0x0a];

/** Aspect ratios by the three-bit code for common ones. */
const ratios: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
];

/** Kinds of extra channels (table D.7). */
const alpha = 0;
const spotColor = 2;
const black = 4;
const colorFilter = 5;

function readSides(bits: JxlBits, side: () => number): { width: number; height: number } {
  const height = side();
  const ratio = bits.bits(3);
  if (ratio === 0) return { width: side(), height };
  const [across, down] = ratios[ratio]!;
  return { width: Math.floor((height * across) / down), height };
}

function readSize(bits: JxlBits): { width: number; height: number } {
  const small = bits.flag();
  return readSides(bits, () =>
    small ? (bits.bits(5) + 1) * 8 : bits.u32([9, 1], [13, 1], [18, 1], [30, 1]),
  );
}

function skipPreview(bits: JxlBits): void {
  const eighths = bits.flag();
  readSides(bits, () =>
    eighths
      ? bits.u32([0, 16], [0, 32], [5, 1], [9, 33]) * 8
      : bits.u32([6, 1], [8, 65], [10, 321], [12, 1345]),
  );
}

function skipAnimation(bits: JxlBits): void {
  bits.u32([0, 100], [0, 1000], [10, 1], [30, 1]);
  bits.u32([0, 1], [0, 1001], [8, 1], [10, 1]);
  bits.u32([0, 0], [3, 0], [16, 0], [32, 0]);
  bits.flag();
}

function readDepth(bits: JxlBits): number {
  const floats = bits.flag();
  if (!floats) return bits.u32([0, 8], [0, 10], [0, 12], [6, 1]);
  const depth = bits.u32([0, 32], [0, 16], [0, 24], [6, 1]);
  bits.bits(4);
  return depth;
}

/** Reads an extra channel: its kind, and the position of its premultiplied bit. */
function readExtraChannel(bits: JxlBits): { kind: number; multipliedAt: number | null } {
  if (bits.flag()) return { kind: alpha, multipliedAt: null };
  const kind = bits.enumerated();
  readDepth(bits);
  bits.u32([0, 0], [0, 3], [0, 4], [3, 1]);
  bits.skip(8 * bits.u32([0, 0], [4, 0], [5, 16], [10, 48]));
  const at = bits.position;
  const multipliedAt = kind === alpha && bits.flag() ? at : null;
  if (kind === spotColor) bits.skip(4 * 16);
  if (kind === colorFilter) bits.u32([0, 1], [2, 0], [4, 3], [8, 19]);
  return { kind, multipliedAt };
}

/** A copy of the codestream that declares straight alpha. */
export function asStraight(
  codestream: Uint8Array<ArrayBuffer>,
  premultipliedAt: number,
): Uint8Array<ArrayBuffer> {
  const copy = codestream.slice();
  copy[premultipliedAt >> 3]! &= ~(1 << (premultipliedAt & 7));
  return copy;
}

/** Reads the first fields of a codestream. Throws `corrupt-file`. */
export function readCodestreamHeader(bytes: Uint8Array): JxlHeader {
  if (signature.some((byte, at) => bytes[at] !== byte)) {
    throw new EngineError('corrupt-file', 'A JPEG XL code stream has another beginning');
  }
  const bits = new JxlBits(bytes.subarray(signature.length));
  const size = readSize(bits);
  const header: JxlHeader = {
    ...size,
    orientation: 1,
    bitDepth: 8,
    hasAlpha: false,
    premultipliedAt: null,
    hasBlack: false,
    animated: false,
    color: { kind: 'named', gray: false, tags: {} },
  };
  const allDefault = bits.flag();
  if (allDefault) return header;
  if (bits.flag()) {
    header.orientation = bits.bits(3) + 1;
    if (bits.flag()) readSize(bits);
    if (bits.flag()) skipPreview(bits);
    header.animated = bits.flag();
    if (header.animated) skipAnimation(bits);
  }
  header.bitDepth = readDepth(bits);
  // Whether 16-bit arithmetic suffices for decoding.
  bits.flag();
  const extraChannels = bits.u32([0, 0], [0, 1], [4, 2], [12, 1]);
  for (let channel = 0; channel < extraChannels; channel++) {
    const { kind, multipliedAt } = readExtraChannel(bits);
    // Decoders use the first one as the picture's alpha.
    if (kind === alpha && !header.hasAlpha) {
      header.hasAlpha = true;
      if (multipliedAt !== null) header.premultipliedAt = multipliedAt + signature.length * 8;
    }
    if (kind === black) header.hasBlack = true;
  }
  // Whether samples are coded in XYB. The decoder's output has the colors named next either way.
  bits.flag();
  header.color = readColorEncoding(bits);
  return header;
}
