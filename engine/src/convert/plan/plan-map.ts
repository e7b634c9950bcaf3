// The gain map that a picture in strips keeps, in strips of its own.
import type { GainMap } from '../../codec/gain-map.ts';
import { jpegOutput } from '../../formats/jpeg/output.ts';
import { describeGainMap } from '../../formats/jpeg/trailing-items.ts';
import { isSingleChannel } from '../../gain-map/metadata.ts';
import type { PlanarPicture } from '../../heif/pictures.ts';
import type { Frame } from '../../strips/frame.ts';
import { planStrips, writeHeader } from '../../strips/plan-strips.ts';
import type { GainMapPlan, MapBehind } from '../../strips/task.ts';
import { followArea } from '../../transform/follow-area.ts';
import { composeTurns, isTurned, placedSize } from '../../transform/orient.ts';
import { hasStep, type PlannedSteps } from './plan.ts';

/**
 * The same part of a gain map, whose samples are never fewer for each of the picture's, nor more than these; `null`
 * for all of it as it is.
 */
function mapFrame(map: PlanarPicture, steps: PlannedSteps): Frame | null {
  const { turn, placement, area, width, height } = steps;
  const turned = placedSize({ ...map.placement, ...composeTurns(map.placement, turn) });
  const followed = followArea(turned, placedSize(placement), area, { width, height });
  const isSmaller = followed.size.width < turned.width || followed.size.height < turned.height;
  if (!isSmaller && !hasStep(steps, 'crop', 'resize')) return null;
  return { ...followed, halfChroma: null, kernel: 'mean' };
}

/** The gain is of the picture's own colors, one by one: it has to be told which ones these were. */
export function isOfColors(gainMap: GainMap | 'unusable'): boolean {
  if (gainMap === 'unusable') return false;
  return gainMap.metadata.inBaseColors && !isSingleChannel(gainMap.metadata);
}

/** Tried one after the other until the map is small enough; further down, bytes and light fall fast from step to step. */
const mapQualities = [90, 75, 60, 50, 42, 35, 30];

/** `null` for a map that cannot be made in strips. */
export function planMap(
  bytes: Uint8Array,
  { picture, table, metadata, icc, stored }: GainMap,
  pictureQuality: number,
  steps: PlannedSteps,
): Omit<GainMapPlan, keyof MapBehind | 'fitsWhole'> | null {
  const qualities = mapQualities.filter((quality) => quality <= Math.max(pictureQuality, 60));
  if (!picture) return null;
  const { turn } = steps;
  const frame = mapFrame(picture, steps);
  const choices = { turn, table, ...(frame && { frame }) };
  const plan = planStrips(bytes, picture, qualities[0]!, [], choices);
  if (!plan) return null;
  const { width, height, tasks, collecting } = plan;
  const { chroma } = tasks[0]!;
  // A table is for light alone.
  if (table && chroma !== '4:0:0') return null;
  const headers = qualities.map((quality) => {
    const bare = writeHeader({ width, height, chroma, quality, segments: [] });
    return { quality, bytes: describeGainMap(bare, metadata, icc) };
  });
  const isAsStored = !frame && !table && !isTurned(steps.placement);
  const whole =
    isAsStored && stored && jpegOutput.gainMaps!.describe({ bytes: stored.jpeg, metadata, icc });
  return {
    height,
    tasks,
    headers,
    ...(collecting && { collecting }),
    ...(whole && { stored: whole }),
  };
}
