import type { ConvertOptions, Inspection } from '@stillpix/engine';
import { frame } from '@stillpix/engine/facts';
import { type CropFraction, toFraction, type Size } from '../geometry/crop.ts';

/** Pixels of the result, and the part of the original that it shows. */
export function expectedResult(
  options: Pick<ConvertOptions, 'crop' | 'resize'>,
  original: Size,
): { size: Size; region: CropFraction } {
  const { area, size } = frame(original, options);
  return { size, region: toFraction(area, original) };
}

/** What samples of a photo have to keep so that they take what the photo will. */
export function expectedColor(
  { plan, colorProfile }: Pick<Inspection, 'plan' | 'colorProfile'>,
  { format = 'jpeg', resize, color }: ConvertOptions,
): { halfColor: boolean; wideGamut: boolean } {
  const hasHalf = plan.steps.some((step) => step.kind === 'encode' && step.settings.halfChroma);
  return {
    // What is resized is made of all its pixels, and other formats decide by themselves.
    halfColor: format === 'jpeg' && resize === undefined && hasHalf,
    wideGamut: color !== 'srgb' && /P3/.test(colorProfile.name),
  };
}
