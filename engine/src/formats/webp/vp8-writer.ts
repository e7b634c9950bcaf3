// Second pass of the VP8 encoder: writes a frame's header, modes and tokens (RFC 6386, sections 9
// and 19.2).
import { EngineError } from '../../errors.ts';
import { joinBytes } from '../../bytes/join.ts';
import { release } from '../../bytes/release.ts';
import type { Size } from '../../geometry.ts';
import { countedWords, type Vp8Module } from './vp8-module.ts';
import { chooseProbabilities, probabilityOf } from './vp8-probabilities.ts';
import { chromaDcChange, type FrameQuality } from './vp8-quality.ts';
import { unpackVp8Strip, type Vp8Strip } from './vp8-strip.ts';
import { tokenProbabilities, updateProbabilities } from './vp8-tables.ts';

/** Probability of a bit about which nothing is known. */
const even = 128;

/** Section 9.1: bits of the first partition's length. */
const lengthBits = 19;

/** Upper limits for a coded macroblock and for a frame header. */
const maxCodedBytes = 1600;
const maxHeaderBytes = 4096;

function sumCounts(strips: readonly Vp8Strip[]): Uint32Array {
  const sums = new Uint32Array(countedWords);
  for (const { counted } of strips) counted.forEach((count, at) => (sums[at]! += count));
  return sums;
}

/** Probabilities shared by all macroblocks of a frame. */
interface Probabilities {
  tokens: Uint8Array;
  /** Probabilities of the three bits that select one of four segments. */
  segments: readonly [number, number, number];
  /** Probability that a macroblock has levels. */
  filled: number;
}

function findProbabilities(counted: Uint32Array): Probabilities {
  const tokens = chooseProbabilities(counted);
  const [a, b, c, d, empty] = counted.subarray(2 * tokenProbabilities.length) as unknown as [
    ...[number, number, number, number, number],
  ];
  const segments = [probabilityOf(a + b, c + d), probabilityOf(a, b), probabilityOf(c, d)] as const;
  return { tokens, segments, filled: probabilityOf(a + b + c + d - empty, empty) };
}

class HeaderWriter {
  readonly #put: Vp8Module['functions']['putBit'];

  constructor({ functions }: Vp8Module) {
    this.#put = functions.putBit;
  }

  flag(isSet: boolean, probability = even): void {
    this.#put({ bit: isSet, probability });
  }

  number(value: number, bits: number): void {
    for (let bit = bits - 1; bit >= 0; bit--) this.flag(((value >> bit) & 1) === 1);
  }

  /** Writes a flag, and a nonzero number with its sign. */
  optional(value: number, bits: number): void {
    this.flag(value !== 0);
    if (value === 0) return;
    this.number(Math.abs(value), bits);
    this.flag(value < 0);
  }
}

/** Sections 9.2 to 9.11, in the order of section 19.2. */
function writeHeader(
  header: HeaderWriter,
  { segments, tellsFilled }: FrameQuality,
  { tokens, segments: tree, filled }: Probabilities,
): void {
  const { quantizer, filter } = segments[0]!;
  // Color space, and that samples are clamped.
  header.number(0, 2);
  const hasSegments = segments.length > 1;
  header.flag(hasSegments);
  if (hasSegments) {
    // A segment map and new values, which are absolute.
    header.number(0b111, 3);
    for (const each of segments) header.optional(each.quantizer, 7);
    for (const each of segments) header.optional(each.filter, 6);
    for (const probability of tree) {
      header.flag(true);
      header.number(probability, 8);
    }
  }
  // The normal filter, its level and sharpness; no adjustments per mode.
  header.flag(false);
  header.number(filter, 6);
  header.number(0, 3);
  header.flag(false);
  // One token partition.
  header.number(0, 2);
  header.number(quantizer, 7);
  for (const change of [0, 0, 0, chromaDcChange, 0]) header.optional(change, 4);
  // The probabilities are not kept for a next frame, which does not exist.
  header.flag(false);
  tokens.forEach((probability, at) => {
    const isNew = probability !== tokenProbabilities[at];
    header.flag(isNew, updateProbabilities[at]);
    if (isNew) header.number(probability, 8);
  });
  header.flag(tellsFilled);
  if (tellsFilled) header.number(filled, 8);
}

/** Section 9.1: tag of a visible key frame, and its size. */
function frameTag({ width, height }: Size, firstPart: number): Uint8Array {
  const tag = (firstPart << 5) | (1 << 4);
  return Uint8Array.of(
    ...[tag & 255, (tag >> 8) & 255, tag >> 16, 0x9d, 0x01, 0x2a],
    ...[width & 255, width >> 8, height & 255, height >> 8],
  );
}

/** Joins strips of records to a frame. Throws `encode-failed`, `out-of-memory`. */
export function writeFrame(
  module: Vp8Module,
  packed: readonly Uint8Array[],
  size: Size,
  quality: FrameQuality,
): Uint8Array<ArrayBuffer> {
  const { functions } = module;
  const strips = packed.map(unpackVp8Strip);
  const across = Math.ceil(size.width / 16);
  const probabilities = findProbabilities(sumCounts(strips));
  const [newAnySegment, newFirstSegments, newLastSegments] = probabilities.segments;
  module.bytes().set(probabilities.tokens, functions.probabilitiesAddress({}));
  functions.setModeProbabilities({
    newAnySegment,
    newFirstSegments,
    newLastSegments,
    newHasSegments: quality.segments.length > 1,
    newTellsFilled: quality.tellsFilled,
    newFilled: probabilities.filled,
  });

  const base = functions.heapBase({});
  const room = base + (across + 1) * 64;
  const longest = Math.max(...strips.map(({ records }) => records.length));
  const target = room + longest + 64;
  /** Writes a partition row by row, strip by strip. */
  const writePart = (
    write: (named: { record: number }) => number,
    begin: () => void,
  ): Uint8Array<ArrayBuffer> => {
    functions.startWriting({ newAcross: across, at: base });
    functions.startBooleans({ target });
    begin();
    for (const { rows, records } of strips) {
      module.bytes().set(records, room);
      let record = room;
      for (let row = 0; row < rows; row++) {
        module.reserve(functions.booleansEnd({}) + across * maxCodedBytes);
        record = write({ record });
      }
    }
    return module.bytes().slice(target, functions.endBooleans({}));
  };
  module.reserve(target + maxHeaderBytes);
  const first = writePart(functions.writeModes, () =>
    writeHeader(new HeaderWriter(module), quality, probabilities),
  );
  if (first.length >= 2 ** lengthBits) {
    throw new EngineError('encode-failed', 'WebP: the modes take too many bytes');
  }
  const second = writePart(functions.writeTokens, () => {});
  const frame = joinBytes([frameTag(size, first.length), first, second]);
  for (const { buffer } of [first, second]) release(buffer);
  return frame;
}
