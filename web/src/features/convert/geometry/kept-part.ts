import type { ConvertOptions } from '@stillpix/engine';
import { frame } from '@stillpix/engine/facts';
import { type CropFraction, toFraction, type Size } from './crop.ts';

/**
 * The part of the upright original that a result shows, after crop and filling a box. The whole if
 * the original's size is unknown.
 */
export function keptPart(
  options: Pick<ConvertOptions, 'crop' | 'resize'>,
  original: Size | null,
): CropFraction {
  if (original === null) return { x: 0, y: 0, width: 1, height: 1 };
  return toFraction(frame(original, options).area, original);
}
