import type { ToSrgb } from '../../color/to-srgb.ts';
import type { ColorTags } from '../../planes/raster.ts';
import { hasStep, type PlannedSteps } from './plan.ts';

/** The conversion to sRGB if that is a step, see `planToSrgb`. */
export async function findToSrgb(
  steps: PlannedSteps,
  color: ColorTags,
): Promise<ToSrgb | 'same' | null> {
  if (!hasStep(steps, 'convert-to-srgb')) return 'same';
  const { planToSrgb } = await import('../../color/to-srgb.ts');
  return planToSrgb(color);
}
