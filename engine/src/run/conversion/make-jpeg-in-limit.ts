import { EngineError } from '../../errors.ts';
import type { Size } from '../../geometry.ts';
import { type CollectedPicture, releaseParts } from '../../strips/collecting.ts';
import { countingFor } from '../../strips/counting.ts';
import { jpegCoder } from '../../strips/limit/reach-jpeg.ts';
import { type PartRunners, reachSize, type ReachedSize } from '../../strips/limit/reach-size.ts';
import type { JpegPlan, LimitedPlan } from '../../strips/tasks/plan.ts';
import { countsOf } from '../../strips/tasks/result.ts';
import type { ChromaGuess, Chosen } from '../../strips/tasks/size-limit.ts';
import { joinGainMap } from './gain-map.ts';
import { type LimitRunners, type Made, requireLimited, stripsFor } from './limit-runners.ts';
import { MapInLimit } from './map-in-limit.ts';

type LimitedJpeg = LimitedPlan<'jpeg'>;

function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

/**
 * Makes a plan's JPEG within its limit of bytes. The size of its gain map is known first, and is
 * subtracted.
 */
export async function makeJpegInLimit(plan: LimitedJpeg, runners: LimitRunners): Promise<Made> {
  const { limit } = plan;
  // The guess for the first plan holds for the others, because these have other sizes.
  const chroma = limit.guess?.chroma;
  const replan = async (chosen: Chosen): Promise<LimitedJpeg> =>
    requireLimited(await runners.replan({ ...(chroma && { chroma }), ...chosen }), 'jpeg');
  const planAt = (size: Size): Promise<LimitedJpeg> => replan({ quality: limit.quality.max, size });
  const map = new MapInLimit(plan, planAt, runners);
  const picture = await collectPicture(plan, runners);
  const partRunners: PartRunners = {
    ...runners,
    roomAt: (size) => map.roomAt(size),
    async collectAt(size) {
      const again = await planAt(size);
      return runners.collect(again.tasks, again.collecting);
    },
    async codeAt(chosen) {
      return runners.makeJpeg(stripsFor(await replan(chosen), { kind: 'tokens' }));
    },
  };
  const guessAgain = (other: ChromaGuess['chroma']): Promise<Made> => {
    releaseParts(picture.parts);
    return makeWithChroma(other, plan, runners);
  };
  const reached = await reachSize(picture, limit, partRunners, jpegCoder);
  if (!reached) return guessAgain('full');
  const { quality, fits } = reached;
  const size = { width: reached.width, height: reached.height };
  await map.settle(size);
  if (!fits && chroma === 'full') return guessAgain('half');
  const made = plan.collecting.chroma;
  if (!fits && made !== '4:2:0' && made !== '4:0:0') {
    throw new EngineError('unsupported-feature', 'half the color is wanted for the limit');
  }
  return fileOf(await replan({ quality, size }), plan, reached, map);
}

/** The samples of a picture and their counts, or only the counts if there are too many samples. */
async function collectPicture(
  plan: LimitedJpeg,
  { collect, makeStrips }: LimitRunners,
): Promise<CollectedPicture> {
  const { tasks, collecting, limit } = plan;
  if (!limit.decodesAgain) return collect(tasks, collecting);
  const output = { kind: 'counts', counting: countingFor(limit.quality) } as const;
  const strips = await makeStrips(stripsFor(plan, output), output);
  return { collecting, parts: null, counted: countsOf(strips) };
}

/** Makes the JPEG with another chroma resolution than was guessed. */
async function makeWithChroma(
  chroma: ChromaGuess['chroma'],
  { width, height, limit }: LimitedJpeg,
  runners: LimitRunners,
): Promise<Made> {
  const replan = (chosen: Chosen) => runners.replan({ chroma, ...chosen });
  const size = { width, height };
  const again = await replan({ quality: limit.quality.max, size });
  return makeJpegInLimit(requireLimited(again, 'jpeg'), { ...runners, replan });
}

/** Joins what was made at the chosen quality and size. `planned` is the first plan. */
function fileOf(
  { header, map: behind }: JpegPlan,
  planned: JpegPlan,
  reached: ReachedSize,
  map: MapInLimit,
): Made {
  const { width, height, fits } = reached;
  const parts =
    behind && map.bytes
      ? joinGainMap(behind, reached.parts, map.bytes)
      : [header, ...reached.parts];
  const notes = [...planned.notes];
  if (!isSameSize(reached, planned)) notes.push('fewer-pixels');
  if (!fits) notes.push('target-not-reached');
  if (planned.map?.kind === 'strips' && !map.bytes)
    notes.push(map.isLeftOut ? 'gain-map-removed' : 'gain-map-unusable');
  return { width, height, hasGainMap: map.bytes !== null, notes, parts };
}
