// A JPEG of so many bytes at most, from samples that are there already: a few of its rows tell what each
// quality takes, and one quality is written.
import { jpegEnd, writeScanHeader } from '../formats/jpeg/header.ts';
import type { HuffmanTables } from '../formats/jpeg/tables.ts';
import {
  huffmanFor,
  huffmanOf,
  measureBits,
  sumCounts,
  unpackTokens,
} from '../formats/jpeg/tokens.ts';
import type { Size } from '../geometry.ts';
import type { Planes } from '../planes/planes.ts';
import { samplingOf } from '../planes/sampling.ts';
import { joinSamples } from './collecting.ts';
import { countingFor, measureEvery } from './counting.ts';
import { planCollecting, type Collecting } from './frame.ts';
import type { StripPart } from './parts.ts';
import type { JpegStripTask, SizeLimit, StripResult } from './task.ts';

/** Has the work on a picture's parts done. */
export interface PartRunners {
  /** The planes go away, and come back with the result where the task says so. */
  runPart: (task: JpegStripTask, planes: Planes) => Promise<StripResult>;
  writeScan: (
    tokens: Uint8Array<ArrayBuffer>,
    huffman: HuffmanTables,
  ) => Promise<Uint8Array<ArrayBuffer>>;
  /** Bytes that pictures of this size may have behind their header, with what else goes into the file. */
  roomAt: (size: Size) => Promise<number> | number;
}

/** What became of a picture. */
export interface ReachedSize extends Size {
  quality: number;
  /** All behind the header. */
  parts: Uint8Array<ArrayBuffer>[];
  fits: boolean;
}

/** Bytes for some qualities, both rising. */
type SizeCurve = readonly (readonly [quality: number, bytes: number])[];

/** What is aimed at, and what is near enough below the limit: parts of the limit. */
const aim = 0.988;
const nearEnough = 0.972;

/** What is counted is a few bytes off what is written. */
const surely = 0.999;

/** Of quality; less changes no table. */
const leastStep = 0.01;

/** Tries after the first one; the second misses only where a curve has a bend. */
const maxCorrections = 3;

/** A step of smaller pictures makes each side shorter by this at least. */
const leastShrink = 0.95;

/** Each step should be the last; no side gets shorter than this. */
const maxShrinks = 4;
const leastSide = 16;

/** The quality that is aimed at for a picture that has to get smaller: pixels are worth more than the least. */
const shrunkQuality = 68;

/** Bytes grow less than pixels do: so much of their logarithm. */
const bytesPerPixels = 0.75;

/** A zero behind each 0xff of coded data, as often as these come up. */
const stuffing = 1 + 1 / 256;

/** Restart markers, and the bits that fill an interval's last byte. */
const intervalBytes = 2.5;

/** At work on so many parts at once there is no more in memory than these. */
const partsAtOnce = 8;

/** The curve's value at a quality, and the quality for a value; what lies outside has that of the end. */
function bytesAt(curve: SizeCurve, quality: number): number {
  const next = curve.findIndex(([at]) => at >= quality);
  if (next <= 0) return curve.at(next)![1];
  const [[from, low], [to, high]] = [curve[next - 1]!, curve[next]!];
  return low * (high / low) ** ((quality - from) / (to - from));
}

function qualityFor(curve: SizeCurve, bytes: number): number {
  const next = curve.findIndex(([, each]) => each >= bytes);
  if (next <= 0) return curve.at(next)![0];
  const [[from, low], [to, high]] = [curve[next - 1]!, curve[next]!];
  return from + ((to - from) * Math.log(bytes / low)) / Math.log(high / low);
}

async function mapSome<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await run(items[index]!);
    }
  };
  await Promise.all(Array.from({ length: partsAtOnce }, work));
  return results;
}

/** Samples at one size, and what they are worth at each quality, as far as that is known by now. */
interface Sized {
  collecting: Collecting;
  parts: StripPart[];
  curve: SizeCurve;
}

function times(curve: SizeCurve, factor: number): SizeCurve {
  return curve.map(([quality, bytes]) => [quality, bytes * factor]);
}

/** Runs a task that differs in some words from a part's own; its planes go to the worker and come back. */
async function runKept(
  part: StripPart,
  changes: Partial<JpegStripTask>,
  { runPart }: PartRunners,
): Promise<StripResult> {
  const result = await runPart({ ...part.task, ...changes, givesBack: true }, part.planes);
  part.planes = result.planes!;
  return result;
}

/** Some rows of a picture, and how often each symbol occurs in a part of them at each quality. */
interface CountedRows {
  height: number;
  counts: readonly Uint32Array[];
}

async function measure(
  parts: readonly StripPart[],
  range: SizeLimit['quality'],
  runners: PartRunners,
): Promise<SizeCurve> {
  const output = { kind: 'counts', counting: countingFor(range) } as const;
  const counted = await mapSome(parts, async (part): Promise<CountedRows> => {
    const { height } = part.planes;
    const { counts } = await runKept(part, { output }, runners);
    return { height, counts: counts![0]! };
  });
  return curveOf(counted, parts[0]!.task.chroma, range);
}

/** What strips have counted on the way; `null` where they were not asked to. */
function findCurve(
  results: readonly StripResult[],
  { width, chroma }: Collecting,
  range: SizeLimit['quality'],
): SizeCurve | null {
  const counted = results.flatMap(({ samples = [], counts = [] }) =>
    counts.map((each, index): CountedRows => {
      return { height: samples[index]![0]!.data.length / width, counts: each };
    }),
  );
  return counted.length > 0 ? curveOf(counted, chroma, range) : null;
}

function curveOf(
  counted: readonly CountedRows[],
  chroma: Planes['chroma'],
  range: SizeLimit['quality'],
): SizeCurve {
  const mcuHeight = 8 * samplingOf(chroma).down;
  const mcuRows = counted.map(({ height }) => {
    const rows = Math.ceil(height / mcuHeight);
    const first = Math.min(measureEvery >> 1, rows - 1);
    return { rows, measured: Math.ceil((rows - first) / measureEvery) };
  });
  const allRows = mcuRows.reduce((sum, { rows }) => sum + rows, 0);
  return countingFor(range).qualities.map((quality, index) => {
    // A part counts for all its rows, however many of them were looked at.
    const scaled = counted.map(({ counts }, part) => {
      const { rows, measured } = mcuRows[part]!;
      return counts[index]!.map((count) => Math.round((count * rows) / measured));
    });
    return [quality, sizeOf(sumCounts(scaled), allRows, chroma)] as const;
  });
}

/** What so many of each symbol come to, with their tables and all markers. */
function sizeOf(counts: Uint32Array, intervals: number, chroma: Planes['chroma']): number {
  const huffman = huffmanOf(counts);
  const coded = (measureBits(counts, huffman) / 8) * stuffing + intervals * intervalBytes;
  return coded + writeScanHeader(chroma, huffman).length + jpegEnd.length;
}

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

/**
 * The same samples at a size that should do. Their curve is taken for that of the whole, `factor` times as
 * high: coding them once tells more of it than counting in some rows.
 */
async function shrink(
  { collecting, parts, curve }: Sized,
  size: Size,
  factor: number,
  { quality }: JpegStripTask,
  runners: PartRunners,
): Promise<Sized> {
  const whole = { x: 0, y: 0, width: collecting.width, height: collecting.height };
  const target = { ...size, chroma: collecting.chroma };
  const smaller = planCollecting(collecting, whole, target, 'lanczos');
  const { resampling } = smaller;
  const output = { kind: 'samples', resampling, counting: null } as const;
  const results = await mapSome(parts, (part) => runKept(part, { output }, runners));
  const samples = results.flatMap((each) => each.samples ?? []);
  const joined = joinSamples(samples, smaller, quality);
  return { collecting: smaller, parts: joined, curve: times(curve, factor) };
}

/**
 * Encodes samples in at most as many bytes as there is room for: at the best quality that fits, within 3 % below
 * the limit where that is below `max`; and with fewer pixels, where that is allowed and `min` does not do.
 * What comes nearest comes back where nothing fits.
 */
export async function reachSize(
  results: StripResult[],
  collecting: Collecting,
  { quality: range, mayShrink }: SizeLimit,
  runners: PartRunners,
): Promise<ReachedSize> {
  const samples = results.flatMap((each) => each.samples ?? []);
  const parts = joinSamples(samples, collecting, range.max);
  const counted = findCurve(results, collecting, range);
  const curve = counted ?? (await measure(parts, range, runners));
  const whole: Sized = { collecting, parts, curve };
  let sized = whole;
  let room = await runners.roomAt(collecting);
  for (let scale = 1, step = 0; ; step++) {
    const [[, least]] = sized.curve as [[quality: number, bytes: number]];
    const short = Math.min(collecting.width, collecting.height);
    const isOver = least > room * aim;
    const goal = bytesAt(sized.curve, Math.max(shrunkQuality, range.min));
    const shorter = Math.min(scaleFor(room * aim, goal), leastShrink);
    const smaller = scale * shorter;
    const canShrink = mayShrink && step < maxShrinks && short * smaller >= leastSide;
    if (!isOver || !canShrink) {
      const reached = await encodeInRoom(sized, room, range, runners);
      if (reached.fits || !canShrink) return reached;
    }
    scale = smaller;
    const size = scaled(collecting, scale);
    const lower = bytesAt(sized.curve, range.min) * shorter ** (2 * bytesPerPixels);
    const factor = lower / bytesAt(whole.curve, range.min);
    [sized, room] = await Promise.all([
      shrink(whole, size, factor, parts[0]!.task, runners),
      runners.roomAt(size),
    ]);
  }
}

/** What sides have to be multiplied by for so many bytes instead of others. */
function scaleFor(room: number, bytes: number): number {
  return Math.sqrt(Math.max(room, 1) / bytes) ** (1 / bytesPerPixels);
}

/** A picture's tokens at one quality. */
interface Coded {
  quality: number;
  tokens: Uint8Array<ArrayBuffer>[];
  /** Bytes that they will take, nearly. */
  size: number;
}

async function tokenize(
  { parts, collecting }: Sized,
  quality: number,
  runners: PartRunners,
): Promise<Coded> {
  const results = await mapSome(parts, (part) => runKept(part, { quality }, runners));
  const tokens = results.flatMap((each) => each.parts) as Uint8Array<ArrayBuffer>[];
  const unpacked = tokens.map((each) => unpackTokens(each));
  const rows = unpacked.reduce((sum, { header }) => sum + header.rows, 0);
  const counts = sumCounts(unpacked.map((each) => each.counts));
  return { quality, tokens, size: sizeOf(counts, rows, collecting.chroma) };
}

/** The best of a few tries that fits, or what the least quality gives. What they tell goes into the curve. */
async function findFitting(
  sized: Sized,
  room: number,
  { min, max }: SizeLimit['quality'],
  runners: PartRunners,
): Promise<Coded> {
  let best: Coded | null = null;
  let quality = qualityFor(sized.curve, room * aim);
  for (let tries = 0; tries <= maxCorrections; tries++) {
    const coded = await tokenize(sized, quality, runners);
    const fits = coded.size <= room * surely;
    if (fits && (!best || coded.quality > best.quality)) best = coded;
    sized.curve = times(sized.curve, coded.size / bytesAt(sized.curve, quality));
    if (fits && (coded.size >= room * nearEnough || quality >= max)) break;
    const next = qualityFor(sized.curve, room * aim);
    if (Math.abs(next - quality) < leastStep) break;
    quality = next;
  }
  return best ?? tokenize(sized, min, runners);
}

async function encodeInRoom(
  sized: Sized,
  room: number,
  range: SizeLimit['quality'],
  runners: PartRunners,
): Promise<ReachedSize> {
  const { width, height, chroma } = sized.collecting;
  let coded = await findFitting(sized, room, range, runners);
  for (;;) {
    const { quality, tokens } = coded;
    const huffman = huffmanFor(tokens);
    const scans = await Promise.all(tokens.map((each) => runners.writeScan(each, huffman)));
    const parts = [writeScanHeader(chroma, huffman), ...scans, jpegEnd];
    const size = parts.reduce((sum, { length }) => sum + length, 0);
    if (size <= room || quality <= range.min) {
      return { width, height, quality, parts, fits: size <= room };
    }
    // More zeros had to be stuffed in than usual.
    const lower = qualityFor(sized.curve, bytesAt(sized.curve, quality) * (room / size) * aim);
    coded = await tokenize(sized, Math.max(range.min, Math.min(lower, quality - 0.5)), runners);
  }
}
