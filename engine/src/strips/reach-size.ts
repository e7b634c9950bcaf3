// Encodes a picture within a limit of bytes from samples that are kept: some of its rows tell the
// size at each quality, then it is written at the chosen one.
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
import {
  codedBytesOf,
  type Chosen,
  type CountedRows,
  type JpegStripTask,
  type SizeLimit,
  type StripResult,
} from './task.ts';

/** Runs the work on a picture's parts. */
export interface PartRunners {
  /** The planes are transferred, and come back with the result if the task says so. */
  runPart: (task: JpegStripTask, planes: Planes) => Promise<StripResult>;
  writeScan: WriteScan;
  /**
   * Bytes available for a picture of this size, after its header and what else goes into the file.
   */
  roomAt: (size: Size) => Promise<number> | number;
  /** Decodes the file again, to samples of another size. */
  collectAt: (size: Size) => Promise<CollectedPicture>;
  /** Decodes again even if samples are kept, because their alpha needs to be resized, too. */
  collectsAgain?: boolean;
  /**
   * Decodes the file again and codes it with these choices: everything after the header. `null` if
   * samples are always kept.
   */
  codeAt: ((chosen: Chosen) => Promise<Parts>) | null;
}

type Parts = (Uint8Array<ArrayBuffer> | Blob)[];

/** The encoded picture. */
export interface ReachedSize extends Size {
  quality: number;
  /** Everything after the header. */
  parts: Parts;
  fits: boolean;
}

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

/** Limits how many parts are in memory for work at the same time. */
const partsAtOnce = 8;

/** Maps all items, a few at a time. */
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

/** A picture at one size, and its size in bytes at each quality as far as known. */
interface Sized extends Pick<CollectedPicture, 'collecting' | 'parts'> {
  curve: SizeCurve;
}

/** Measures and encodes one format. */
export interface LimitCoder {
  /**
   * Measured sizes may exceed actual ones by this factor. A size is tried only if it may still fit.
   */
  mayBeOff: number;
  /** Measures the size of samples over a range of qualities. */
  measure: (
    picture: CollectedPicture,
    range: SizeLimit['quality'],
    runners: PartRunners,
  ) => Promise<SizeCurve>;
  /**
   * Encodes at the best quality of a range that takes at most `room` bytes, or else at the lowest.
   */
  encode: (
    sized: Sized,
    room: number,
    range: SizeLimit['quality'],
    runners: PartRunners,
  ) => Promise<ReachedSize>;
}

/** Runs a part's task with changes. Its planes go to the worker and come back. */
export async function runKept(
  part: StripPart,
  changes: Partial<JpegStripTask>,
  { runPart }: PartRunners,
): Promise<StripResult> {
  const result = await runPart({ ...part.task, ...changes, givesBack: true }, part.planes);
  part.planes = result.planes!;
  return result;
}

/** For samples that are kept. Others are counted as they are decoded. */
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

/** Resizes samples. The given ones are released on the way. */
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
 * Encodes a picture, by default to a JPEG, in at most `roomAt` bytes: at the best quality that
 * fits, within 3 % below the limit unless that is `max`. If `min` does not fit, the picture gets
 * fewer pixels if that is allowed. If nothing fits, returns the closest. Releases the picture's
 * parts, except when it returns `null`: then there may be room for full chroma resolution.
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
      // The size of all rows is known now.
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
    // Uses the curve of the whole picture, scaled: having coded it once tells more than counting in
    // some rows of the new size.
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
  const tokens = codedBytesOf(results);
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
    // More zero bytes were stuffed than usual.
    const lower = qualityFor(sized.curve, bytesAt(sized.curve, quality) * (room / size) * aim);
    coded = await tokenize(sized, Math.max(range.min, Math.min(lower, quality - 0.5)), runners);
  }
};

const jpegCoder: LimitCoder = { mayBeOff: 1.05, measure: measureJpeg, encode: encodeJpeg };

/** The same for a picture whose samples are not kept: each attempt decodes it again. */
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
