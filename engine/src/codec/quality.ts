// Thresholds on the quality scale.
import { quality as qualityRange } from '../options.ts';

/** Below this quality, half chroma resolution is not visible. */
export const fullChromaQuality = 90;

/** Typical bits per pixel of pictures that are worth full chroma resolution. */
export const fullChromaBits = 1.2;

/** Below this quality, fewer pixels look better. */
const leastBeforeShrinking = 60;

/** Lowest quality that a size limit may choose. */
export function leastQuality(fewerPixels: boolean): number {
  return fewerPixels ? leastBeforeShrinking : qualityRange.min;
}
