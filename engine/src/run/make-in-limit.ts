import { EngineError } from '../errors.ts';
import type { Size } from '../geometry.ts';
import type { ConvertedPicture } from '../options.ts';
import type { Collecting } from '../strips/frame.ts';
import { reachSize, type PartRunners } from '../strips/reach-size.ts';
import type { Chosen, SizeLimit, StripPlan, StripResult } from '../strips/task.ts';
import { sizeOf, type MakeAll, type Parts } from './file-parts.ts';
import { joinGainMap, startGainMap, wordsAbout } from './gain-map.ts';

/** A map at its least quality may be so many times what is its share. */
const mapTolerance = 2.5;

/** How the parts of such a file are made. */
export interface LimitRunners extends Omit<PartRunners, 'roomAt'> {
  /** What all of the plan's strips give back. */
  results: StripResult[];
  makeAll: MakeAll;
  /** The same file's plan for another size and quality. */
  replan: (chosen: Chosen) => Promise<StripPlan>;
}

/** What a plan became, beside what its result says already. */
export type Made = Pick<ConvertedPicture, 'width' | 'height' | 'hasGainMap' | 'notes'> & {
  parts: Parts;
};

/**
 * Makes a plan's file in no more bytes than its limit. Its gain map, whose size is known first, takes its
 * share of them.
 */
export async function makeInLimit(
  plan: StripPlan,
  limit: SizeLimit,
  collecting: Collecting,
  { results, makeAll, replan, ...runners }: LimitRunners,
): Promise<Made> {
  let sized = plan;
  let map: Parts | null = null;
  let isTooLarge = false;
  const roomAt = async (size: Size): Promise<number> => {
    if (size.width !== sized.width || size.height !== sized.height) {
      sized = await replan({ quality: limit.quality.max, size });
    }
    const { gainMap, header } = sized;
    if (!gainMap) return limit.bytes - header.length;
    const share = (limit.bytes * gainMap.share) / (1 + gainMap.share);
    const room = share - wordsAbout(gainMap, header);
    map = await startGainMap(gainMap, makeAll)(room);
    if (!map) return limit.bytes - header.length;
    isTooLarge = sizeOf(map) > room * mapTolerance;
    return limit.bytes - gainMap.head.bytes.length - (isTooLarge ? share : sizeOf(map));
  };
  const reached = await reachSize(results, collecting, limit, { ...runners, roomAt });
  // The other way makes it smaller still.
  if (isTooLarge) {
    throw new EngineError('unsupported-feature', 'the gain map is too large for the limit');
  }
  const { width, height, quality, fits } = reached;
  if (!fits && collecting.chroma !== '4:2:0' && collecting.chroma !== '4:0:0') {
    throw new EngineError('unsupported-feature', 'half the color is wanted for the limit');
  }
  const { header, gainMap } = await replan({ quality, size: { width, height } });
  const parts =
    gainMap && map ? joinGainMap(gainMap, reached.parts, map) : [header, ...reached.parts];
  const notes: Made['notes'] = [];
  if (width !== plan.width || height !== plan.height) notes.push('fewer-pixels');
  if (!fits) notes.push('target-not-reached');
  if (plan.gainMap && !map) notes.push('gain-map-unusable');
  return { width, height, hasGainMap: map !== null, notes, parts };
}
