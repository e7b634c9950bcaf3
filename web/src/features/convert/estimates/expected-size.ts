import type { ConvertOptions } from '@stillpix/engine';
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
