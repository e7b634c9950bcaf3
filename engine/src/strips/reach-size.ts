// A picture of so many bytes at most, from samples that are there already: a few of its rows tell what each
// quality takes, and one quality is written.
import { release } from '../bytes/release.ts';
import { jpegEnd, writeScanHeader } from '../formats/jpeg/header.ts';
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
import { isPart, releaseParts, SampleCollector, type CollectedPicture } from './collecting.ts';
import { countingFor, measureEvery } from './counting.ts';
import { planCollecting, type Collecting } from './frame.ts';
import type { StripPart } from './parts.ts';
import { type WriteScan, writeScans } from './scans.ts';
import { ScaleSearch, scaled } from './scale-search.ts';
import {
  aim,
  bytesAt,
  nearEnough,
  nextQuality,
  qualityFor,
  type SizeCurve,
  times,
} from './size-curve.ts';
import type { Chosen, CountedRows, JpegStripTask, SizeLimit, StripResult } from './task.ts';

/** Has the work on a picture's parts done. */
export interface PartRunners {
  /** The planes go away, and come back with the result where the task says so. */
  runPart: (task: JpegStripTask, planes: Planes) => Promise<StripResult>;
  writeScan: WriteScan;
  /** Bytes that pictures of this size may have behind their header, with what else goes into the file. */
  roomAt: (size: Size) => Promise<number> | number;
  /** The picture's samples at another size, from its file again. */
  collectAt: (size: Size) => Promise<CollectedPicture>;
  /** So they are also where they are kept, as alpha that goes with them needs its own size. */
  collectsAgain?: boolean;
  /** All behind the header of the picture as chosen, from its file again; `null` where samples are always kept. */
  codeAt: ((chosen: Chosen) => Promise<Parts>) | null;
}

type Parts = (Uint8Array<ArrayBuffer> | Blob)[];

/** What became of a picture. */
export interface ReachedSize extends Size {
  quality: number;
  /** All behind the header. */
  parts: Parts;
  fits: boolean;
}

/** What is counted is a few bytes off what is written. */
const surely = 0.999;

/** Of quality; less changes no table. */
const leastStep = 0.01;

/** Tries after the first one; the second misses only where a curve has a bend. */
const maxCorrections = 5;

/** A zero behind each 0xff of coded data, as often as these come up. */
const stuffing = 1 + 1 / 256;

/** Restart markers, and the bits that fill an interval's last byte. */
const intervalBytes = 2.5;

/** At work on so many parts at once there is no more in memory than these. */
const partsAtOnce = 8;

/** Runs something on all, on few at once. */
export async function mapSome<T, R>(
  items: readonly T[],
  run: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await run(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: partsAtOnce }, work));
  return results;
}

/** A picture at one size, and what it takes at each quality, as far as that is known by now. */
interface Sized extends Pick<CollectedPicture, 'collecting' | 'parts'> {
  curve: SizeCurve;
}

/** What knows a format's bytes. */
export interface LimitCoder {
  /** What is measured in some rows may be so many times what all take: what seems to take more yet is not tried. */
  mayBeOff: number;
  /** What samples take at qualities in a range. */
  measure: (
    picture: CollectedPicture,
    range: SizeLimit['quality'],
    runners: PartRunners,
  ) => Promise<SizeCurve>;
  /** The best of a range that takes no more than `room`, or what the least takes. */
  encode: (
    sized: Sized,
    room: number,
    range: SizeLimit['quality'],
    runners: PartRunners,
  ) => Promise<ReachedSize>;
}

/** Runs a task that differs in some words from a part's own; its planes go to the worker and come back. */
export async function runKept(
  part: StripPart,
  changes: Partial<JpegStripTask>,
  { runPart }: PartRunners,
): Promise<StripResult> {
  const result = await runPart({ ...part.task, ...changes, givesBack: true }, part.planes);
  part.planes = result.planes!;
  return result;
}

/** Of samples that are kept: others are counted as they come. */
const measureJpeg: LimitCoder['measure'] = async ({ parts, collecting }, range, runners) => {
  const output = { kind: 'counts', counting: countingFor(range) } as const;
  const counted = await mapSome(parts ?? [], (part) => runKept(part, { output }, runners));
  return curveOf(
    counted.flatMap(({ counts = [] }) => counts),
    collecting.chroma,
    range,
  );
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
    // A part counts for all its rows, however many of them were looked at.
    const estimated = counted.map(({ symbols }, part) => {
      const { rows, measured } = mcuRows[part]!;
      return symbols[index]!.map((count) => Math.round((count * rows) / measured));
    });
    return [quality, sizeOf(sumCounts(estimated), allRows, chroma)] as const;
  });
}

/** What so many of each symbol come to, with their tables and all markers. */
function sizeOf(counts: Uint32Array, intervals: number, chroma: Planes['chroma']): number {
  const huffman = huffmanOf(counts);
  const coded = (measureBits(counts, huffman) / 8) * stuffing + intervals * intervalBytes;
  return coded + writeScanHeader(chroma, huffman).length + jpegEnd.length;
}

/** The same samples at another size; those that there are go away on the way. */
export async function resizeParts(
  parts: readonly StripPart[],
  from: Collecting,
  size: Size,
  { runPart }: Pick<PartRunners, 'runPart'>,
): Promise<CollectedPicture> {
  const whole = { x: 0, y: 0, width: from.width, height: from.height };
  const collecting = planCollecting(from, whole, { ...size, chroma: from.chroma }, 'lanczos');
  const { resampling } = collecting;
  const output = { kind: 'samples', resampling, counting: null } as const;
  const collector = new SampleCollector(collecting, parts[0]!.task.quality, parts.length);
  const resized: StripPart[] = [];
  await mapSome(parts, async (part, index) => {
    const { samples = [] } = await runPart({ ...part.task, output }, part.planes);
    resized.push(...collector.add(index, { samples }).filter(isPart));
  });
  return { collecting, parts: resized, counted: [] };
}

/**
 * Encodes a picture, by default to a JPEG, in at most as many bytes as there is room for: at the best quality that
 * fits, within 3 % below the limit where that is below `max`; and with fewer pixels, where that is allowed and `min`
 * does not do. What comes nearest comes back where nothing fits. The picture's parts go away on the way, but for
 * `null`: there may be room for color at its full resolution.
 */
export async function reachSize(
  { collecting, parts, counted }: CollectedPicture,
  { quality: range, mayShrink, fullChromaFrom }: SizeLimit,
  runners: PartRunners,
  coder: LimitCoder = jpegCoder,
): Promise<ReachedSize | null> {
  const curve =
    counted.length > 0
      ? curveOf(counted, collecting.chroma, range)
      : await coder.measure({ collecting, parts, counted }, range, runners);
  const whole: Sized = { collecting, parts, curve };
  let sized = whole;
  let room = await runners.roomAt(collecting);
  const mayBeFull = () =>
    fullChromaFrom !== undefined && bytesAt(whole.curve, fullChromaFrom) < room;
  if (mayBeFull()) return null;
  const search = new ScaleSearch(collecting, range, mayShrink);
  let best: ReachedSize | null = null;
  for (;;) {
    const isOver = bytesAt(sized.curve, range.min) > room * coder.mayBeOff;
    let next = isOver ? search.smaller(sized.curve, room) : null;
    if (next === null) {
      const reached = await coder.encode(sized, room, range, runners);
      // Now it is known what all rows take.
      if (sized === whole && mayBeFull()) return null;
      search.note(bytesAt(sized.curve, range.min), reached.fits);
      if (reached.fits) best = reached;
      if (!reached.fits) next = search.smaller(sized.curve, room);
      else if (reached.quality >= range.max) next = search.larger(sized.curve, room);
      if (next === null) {
        releaseParts(sized.parts);
        return best ?? reached;
      }
    }
    // The curve is taken for that of the whole, so many times as high: coding the picture once tells more
    // of it than counting in some of its rows.
    const there = bytesAt(sized.curve, range.min) * search.goTo(next);
    const factor = there / bytesAt(whole.curve, range.min);
    const size = scaled(collecting, next);
    const kept = runners.collectsAgain ? null : whole.parts;
    if (!kept) releaseParts(whole.parts);
    whole.parts = null;
    if (sized !== whole) releaseParts(sized.parts);
    const [resized, roomThere] = await Promise.all([
      kept ? resizeParts(kept, collecting, size, runners) : runners.collectAt(size),
      runners.roomAt(size),
    ]);
    sized = { ...resized, curve: times(whole.curve, factor) };
    room = roomThere;
  }
}

/** One whose samples are there. */
type Kept = Sized & { parts: StripPart[] };

const isKept = (sized: Sized): sized is Kept => sized.parts !== null;

/** A picture's tokens at one quality. */
interface Coded {
  quality: number;
  tokens: Uint8Array<ArrayBuffer>[];
  /** Bytes that they will take, nearly. */
  size: number;
}

async function tokenize(
  { parts, collecting }: Kept,
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

const encodeJpeg: LimitCoder['encode'] = async (sized, room, range, runners) => {
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
    // More zeros had to be stuffed in than usual.
    const lower = qualityFor(sized.curve, bytesAt(sized.curve, quality) * (room / size) * aim);
    coded = await tokenize(sized, Math.max(range.min, Math.min(lower, quality - 0.5)), runners);
  }
};

const jpegCoder: LimitCoder = { mayBeOff: 1.05, measure: measureJpeg, encode: encodeJpeg };

/** The same for a picture whose samples are not kept: each try decodes it again. */
async function makeInRoom(
  { collecting, curve }: Sized,
  room: number,
  { min, max }: SizeLimit['quality'],
  { codeAt }: PartRunners,
): Promise<ReachedSize> {
  const { width, height } = collecting;
  const makeAt = async (quality: number): Promise<ReachedSize & { bytes: number }> => {
    const parts = await codeAt!({ quality, size: { width, height } });
    const bytes = parts.reduce(
      (sum, part) => sum + (part instanceof Blob ? part.size : part.length),
      0,
    );
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
