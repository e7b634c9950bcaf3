// Searches for the quality, and if need be the number of pixels, at which a picture takes at most a
// number of bytes. Its samples are kept, or decoded again for each attempt.
import { EngineError } from '../../errors.ts';
import type { Size } from '../../geometry.ts';
import type { Planes } from '../../planes/planes.ts';
import { isPart, releaseParts, SampleCollector, type CollectedPicture } from '../collecting.ts';
import { planCollecting } from '../frame.ts';
import type { StripPart } from '../parts.ts';
import type { WriteScan } from '../scans.ts';
import type { Collecting } from '../tasks/plan.ts';
import { requireResult, type StripResult } from '../tasks/result.ts';
import type { Chosen, SizeLimit } from '../tasks/size-limit.ts';
import type { JpegStripTask } from '../tasks/task.ts';
import { ScaleSearch, scaled } from './scale-search.ts';
import { bytesAt, type SizeCurve, times } from './size-curve.ts';

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
  codeAt: ((chosen: Chosen) => Promise<Uint8Array<ArrayBuffer>[]>) | null;
}

/** The encoded picture. */
export interface ReachedSize extends Size {
  quality: number;
  /** Everything after the header. */
  parts: Uint8Array<ArrayBuffer>[];
  fits: boolean;
}

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
export interface Sized extends Pick<CollectedPicture, 'collecting' | 'parts'> {
  curve: SizeCurve;
}

/** Measures and encodes one format. */
export interface LimitCoder {
  /**
   * Measured sizes may exceed actual ones by this factor. A size is tried only if it may still fit.
   */
  mayBeOff: number;
  /** Measures the size of a picture over a range of qualities. */
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
  if (!result.planes) throw new EngineError('worker-crashed', 'A strip kept its planes');
  part.planes = result.planes;
  return result;
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
    const given = await runPart({ ...part.task, output }, part.planes);
    const { parts: rows } = requireResult(given, 'samples');
    resized.push(...collector.add(index, rows).filter(isPart));
  });
  return { collecting, parts: resized, counted: [] };
}

/**
 * Encodes a picture in at most `roomAt` bytes: at the best quality that
 * fits, within 3 % below the limit unless that is `max`. If `min` does not fit, the picture gets
 * fewer pixels if that is allowed. If nothing fits, returns the closest. Releases the picture's
 * parts, except when it returns `null`: then there may be room for full chroma resolution.
 */
export async function reachSize(
  picture: CollectedPicture,
  { quality: range, mayShrink, guess }: Pick<SizeLimit, 'quality' | 'mayShrink' | 'guess'>,
  runners: PartRunners,
  coder: LimitCoder,
): Promise<ReachedSize | null> {
  const { collecting, parts } = picture;
  const curve = await coder.measure(picture, range, runners);
  const whole: Sized = { collecting, parts, curve };
  let sized = whole;
  let room = await runners.roomAt(collecting);
  const mayBeFull = () => guess?.chroma === 'half' && bytesAt(whole.curve, guess.fullFrom) < room;
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
