// Plans the gain map of a picture in strips, in strips of its own.
import type { GainMap } from '../../codec/gain-map.ts';
import { jpegOutput } from '../../formats/jpeg/output.ts';
import { describeGainMap } from '../../formats/jpeg/trailing-items.ts';
import { isSingleChannel } from '../../gain-map/metadata.ts';
import type { PlanarPicture } from '../../tiles/planar-picture.ts';
import type { Frame } from '../../strips/frame.ts';
import { planStrips, writeHeader } from '../../strips/plan-strips.ts';
import type { GainMapPlan, McuStrips } from '../../strips/tasks/plan.ts';
import type { JpegStripTask } from '../../strips/tasks/task.ts';
import { followArea } from '../../transform/follow-area.ts';
import { composeTurns, isTurned, placedSize } from '../../transform/orient.ts';
import { hasStep, type PlannedSteps } from './plan.ts';

/**
 * The part of a gain map that matches the result, with its new size. The map gets no more pixels
 * than it has. `null` for the whole map as it is.
 */
function mapFrame(map: PlanarPicture, steps: PlannedSteps): Frame | null {
  const { turn, placement, area, width, height } = steps;
  const turned = placedSize({ ...map.placement, ...composeTurns(map.placement, turn) });
  const followed = followArea(turned, placedSize(placement), area, { width, height });
  const isSmaller = followed.size.width < turned.width || followed.size.height < turned.height;
  if (!isSmaller && !hasStep(steps, 'crop', 'resize')) return null;
  return { ...followed, halfChroma: null, kernel: 'mean' };
}

/**
 * Whether the gain applies to the picture's own colors, per channel. The map then has to state
 * which colors these were.
 */
export function isOfColors(gainMap: GainMap | 'unusable'): boolean {
  if (gainMap === 'unusable') return false;
  return gainMap.metadata.inBaseColors && !isSingleChannel(gainMap.metadata);
}

/**
 * Tried in order until the map is small enough. Further down, each step changes bytes and light a
 * lot.
 */
const mapQualities = [90, 75, 60, 50, 42, 35, 30];

/** A map in strips, apart from its place in the file. */
export type PlannedMap = McuStrips<JpegStripTask> &
  Pick<GainMapPlan, 'kind' | 'height' | 'headers' | 'stored'>;

/** `null` for a map that cannot be made in strips. */
export function planMap(
  bytes: Uint8Array,
  { picture, table, metadata, icc, stored }: GainMap,
  pictureQuality: number,
  steps: PlannedSteps,
): PlannedMap | null {
  const qualities = mapQualities.filter((quality) => quality <= Math.max(pictureQuality, 60));
  if (!picture) return null;
  const { turn } = steps;
  const frame = mapFrame(picture, steps);
  const choices = { turn, table, ...(frame && { frame }) };
  const plan = planStrips(bytes, picture, qualities[0]!, [], choices);
  if (!plan) return null;
  const { width, height, header: _, ...strips } = plan;
  const { chroma } = strips.tasks[0]!;
  // A table applies to luma only.
  if (table && chroma !== '4:0:0') return null;
  const headers = qualities.map((quality) => {
    const bare = writeHeader({ width, height, chroma, quality, segments: [] });
    return { quality, bytes: describeGainMap(bare, metadata, icc) };
  });
  const isAsStored = !frame && !table && !isTurned(steps.placement);
  const whole =
    isAsStored && stored
      ? jpegOutput.gainMaps!.describe({ bytes: stored.jpeg, metadata, icc })
      : null;
  return { kind: 'strips', ...strips, height, headers, stored: whole };
}
