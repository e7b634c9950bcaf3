// Encodes a JPEG within a limit of bytes: symbols counted in some of its rows tell the size at each
// quality, then it is written at the chosen one.
import { release } from '../../bytes/release.ts';
import { jpegEnd, writeScanHeader } from '../../formats/jpeg/header.ts';
import {
  huffmanFor,
  huffmanOf,
  measureBits,
  sumCounts,
  unpackTokens,
} from '../../formats/jpeg/encoder/tokens.ts';
import type { Planes } from '../../planes/planes.ts';
import { samplingOf } from '../../planes/sampling.ts';
import { countingFor, measureEvery } from '../counting.ts';
import type { StripPart } from '../parts.ts';
import { writeScans } from '../scans.ts';
import { codedBytesOf, type CountedRows, countsOf } from '../tasks/result.ts';
import type { SizeLimit } from '../tasks/size-limit.ts';
import {
  type LimitCoder,
  mapSome,
  type PartRunners,
  type ReachedSize,
  runKept,
  type Sized,
} from './reach-size.ts';
import {
  aim,
  bytesAt,
  nearEnough,
  nextQuality,
  qualityFor,
  type SizeCurve,
  times,
} from './size-curve.ts';

/** Counted sizes are a few bytes off the written ones. */
const surely = 0.999;

/** Of quality. Smaller steps change no quantization table. */
const leastStep = 0.01;

/** Attempts after the first one. The second one misses only where a curve has a bend. */
const maxCorrections = 5;

/** Every 0xff of coded data is followed by a zero. On average, one byte in 256 is 0xff. */
const stuffing = 1 + 1 / 256;

/** Restart markers, and the bits that fill an interval's last byte. */
const intervalBytes = 2.5;

/** Strips that do not change their samples have counted them already. */
const measure: LimitCoder['measure'] = async ({ parts, collecting, counted }, range, runners) => {
  const { chroma } = collecting;
  if (counted.length > 0) return curveOf(counted, chroma, range);
  const output = { kind: 'counts', counting: countingFor(range) } as const;
  const results = await mapSome(parts ?? [], (part) => runKept(part, { output }, runners));
  return curveOf(countsOf(results), chroma, range);
};

function curveOf(
  counted: readonly CountedRows[],
  chroma: Planes['chroma'],
  range: SizeLimit['quality'],
): SizeCurve {
  const mcuHeight = 8 * samplingOf(chroma).down;
  const mcuRows = counted.map((each) => {
    const rows = Math.ceil(each.rows / mcuHeight);
    const first = Math.min(measureEvery >> 1, rows - 1);
    return { rows, measured: Math.ceil((rows - first) / measureEvery) };
  });
  const allRows = mcuRows.reduce((sum, { rows }) => sum + rows, 0);
  return countingFor(range).qualities.map((quality, index) => {
    // Scales a part's counts to all its rows, however many of them were counted.
    const estimated = counted.map(({ symbols }, part) => {
      const { rows, measured } = mcuRows[part]!;
      return symbols[index]!.map((count) => Math.round((count * rows) / measured));
    });
    return [quality, sizeOf(sumCounts(estimated), allRows, chroma)] as const;
  });
}

/** Bytes for these symbol counts, with Huffman tables and all markers. */
function sizeOf(counts: Uint32Array, intervals: number, chroma: Planes['chroma']): number {
  const huffman = huffmanOf(counts);
  const coded = (measureBits(counts, huffman) / 8) * stuffing + intervals * intervalBytes;
  return coded + writeScanHeader(chroma, huffman).length + jpegEnd.length;
}

/** With samples that are kept. */
type Kept = Sized & { parts: StripPart[] };

const isKept = (sized: Sized): sized is Kept => sized.parts !== null;

/** A picture's tokens at one quality. */
interface Coded {
  quality: number;
  tokens: Uint8Array<ArrayBuffer>[];
  /** Estimated bytes of the written tokens. */
  size: number;
}

async function tokenize(
  { parts, collecting }: Kept,
  quality: number,
  runners: PartRunners,
): Promise<Coded> {
  const results = await mapSome(parts, (part) => runKept(part, { quality }, runners));
  const tokens = codedBytesOf(results, 'tokens');
  const unpacked = tokens.map((each) => unpackTokens(each));
  const rows = unpacked.reduce((sum, { header }) => sum + header.rows, 0);
  const counts = sumCounts(unpacked.map((each) => each.counts));
  return { quality, tokens, size: sizeOf(counts, rows, collecting.chroma) };
}

/** Returns the best attempt that fits, or the lowest quality. Corrects the curve by the results. */
async function findFitting(
  sized: Kept,
  room: number,
  { min, max }: SizeLimit['quality'],
  runners: PartRunners,
): Promise<Coded> {
  let best: Coded | null = null;
  const tried: [quality: number, bytes: number][] = [];
  let quality = qualityFor(sized.curve, room * aim);
  for (let tries = 0; tries <= maxCorrections; tries++) {
    const coded = await tokenize(sized, quality, runners);
    const fits = coded.size <= room * surely;
    const isBetter = fits && (!best || coded.quality > best.quality);
    for (const lost of (isBetter ? best : coded)?.tokens ?? []) release(lost.buffer);
    if (isBetter) best = coded;
    tried.push([quality, coded.size]);
    if (fits && (coded.size >= room * nearEnough || quality >= max)) break;
    const next = nextQuality(sized.curve, tried, room * aim);
    if (Math.abs(next - quality) < leastStep) break;
    quality = next;
  }
  const [last, size] = tried.at(-1)!;
  sized.curve = times(sized.curve, size / bytesAt(sized.curve, last));
  return best ?? tokenize(sized, min, runners);
}

const encode: LimitCoder['encode'] = async (sized, room, range, runners) => {
  if (!isKept(sized)) return makeInRoom(sized, room, range, runners);
  const { width, height, chroma } = sized.collecting;
  let coded = await findFitting(sized, room, range, runners);
  for (;;) {
    const { quality, tokens } = coded;
    const huffman = huffmanFor(tokens);
    const scans = await writeScans(tokens, huffman, runners.writeScan);
    const parts = [writeScanHeader(chroma, huffman), ...scans, jpegEnd];
    const size = parts.reduce((sum, { length }) => sum + length, 0);
    if (size <= room || quality <= range.min) {
      return { width, height, quality, parts, fits: size <= room };
    }
    // More zero bytes were stuffed than usual.
    const lower = qualityFor(sized.curve, bytesAt(sized.curve, quality) * (room / size) * aim);
    coded = await tokenize(sized, Math.max(range.min, Math.min(lower, quality - 0.5)), runners);
  }
};

/** For a picture whose samples are not kept: each attempt decodes it again. */
async function makeInRoom(
  { collecting, curve }: Sized,
  room: number,
  { min, max }: SizeLimit['quality'],
  { codeAt }: PartRunners,
): Promise<ReachedSize> {
  const { width, height } = collecting;
  const makeAt = async (quality: number): Promise<ReachedSize & { bytes: number }> => {
    const parts = await codeAt!({ quality, size: { width, height } });
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    return { width, height, quality, parts, fits: bytes <= room, bytes };
  };
  const tried: [quality: number, bytes: number][] = [];
  let best: ReachedSize | null = null;
  let quality = qualityFor(curve, room * aim);
  for (let tries = 0; tries <= maxCorrections; tries++) {
    const made = await makeAt(quality);
    const { fits, bytes } = made;
    if (fits && (!best || quality > best.quality)) best = made;
    tried.push([quality, bytes]);
    if (fits && (bytes >= room * nearEnough || quality >= max)) break;
    const next = nextQuality(curve, tried, room * aim);
    if (Math.abs(next - quality) < leastStep) break;
    quality = next;
  }
  return best ?? makeAt(min);
}

/** Creates files within a limit that does not count their header. */
export const jpegCoder: LimitCoder = { mayBeOff: 1.05, measure, encode };
