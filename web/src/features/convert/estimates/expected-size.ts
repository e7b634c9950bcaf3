import type { ConvertOptions, Inspection } from '@stillpix/engine';
import { frame } from '@stillpix/engine/facts';
import { type CropFraction, toFraction, type Size } from '../geometry/crop.ts';

/** Size of the result in pixels, and the part of the original that it shows. */
export function expectedResult(
  options: Pick<ConvertOptions, 'crop' | 'resize'>,
  original: Size,
): { size: Size; region: CropFraction } {
  const { area, size } = frame(original, options);
  return { size, region: toFraction(area, original) };
}

/** What color information samples must keep to take as many bytes as the photo. */
export function expectedColor(
  { plan, colorProfile }: Pick<Inspection, 'plan' | 'colorProfile'>,
  { format = 'jpeg', resize, color }: ConvertOptions,
): { halfColor: boolean; wideGamut: boolean } {
  const hasHalf = plan.steps.some((step) => step.kind === 'encode' && step.settings.halfChroma);
  return {
    // Resized pictures are made from all pixels, and other formats decide by themselves.
    halfColor: format === 'jpeg' && resize === undefined && hasHalf,
    wideGamut: color !== 'srgb' && /P3/.test(colorProfile.name),
  };
}
