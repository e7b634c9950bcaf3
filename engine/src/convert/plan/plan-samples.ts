import { isGrayProfile } from '../../color/profile-header.ts';
import type { ColorTags } from '../../planes/raster.ts';
import { planStrips } from '../../strips/plan-strips.ts';
import type { Collecting } from '../../strips/tasks/plan.ts';
import type { JpegStripTask } from '../../strips/tasks/task.ts';
import { encodingOf, hasStep, type PlannedSteps } from './plan.ts';
import type { PictureRequest } from './picture-request.ts';
import { findToSrgb } from './srgb-step.ts';
import { onlyHas, stepsOfMcuRows } from './strip-steps.ts';

/** A picture as strips that return their samples, and the color of these. */
export interface SamplesPlan {
  tasks: readonly JpegStripTask[];
  collecting: Collecting;
  color: ColorTags;
}

/** The primary picture's planes as they are coded, if steps and file allow it; else `null`. */
export async function planSamples(
  { bytes, source }: Pick<PictureRequest, 'bytes' | 'source'>,
  steps: PlannedSteps,
): Promise<SamplesPlan | null> {
  const picture = source.findPicture?.(0);
  const { color, gray } = source.pictures[0]!;
  const { icc } = color;
  if (!picture || !onlyHas(steps, stepsOfMcuRows) || (icc && isGrayProfile(icc) && !gray))
    return null;
  const toSrgb = await findToSrgb(steps, color);
  if (toSrgb === null || (toSrgb !== 'same' && picture.chroma === '4:0:0')) return null;
  const { turn, area, width, height } = steps;
  const isFramed = hasStep(steps, 'crop', 'resize');
  const frame = { area, size: { width, height }, halfChroma: null, kernel: 'lanczos' } as const;
  const plan = planStrips(bytes, picture, encodingOf(steps).settings.quality, [], {
    turn,
    collects: true,
    toSrgb: toSrgb === 'same' ? null : toSrgb,
    frame: isFramed ? frame : undefined,
  });
  if (!plan?.collecting) return null;
  const meaning = hasStep(steps, 'convert-to-srgb') ? {} : color;
  return { tasks: plan.tasks, collecting: plan.collecting, color: meaning };
}
