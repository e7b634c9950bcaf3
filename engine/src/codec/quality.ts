// What a number of quality is worth.
import { quality as qualityRange } from '../options.ts';

/** Below this quality the eye does not see what half the color resolution costs. */
export const fullChromaQuality = 90;

/** Bits for each pixel that color at its full resolution mostly takes where it is worth that. */
export const fullChromaBits = 1.2;

/** Below this quality fewer pixels are the smaller loss. */
const leastBeforeShrinking = 60;

/** The least quality that a limit of bytes leads to. */
export function leastQuality(fewerPixels: boolean): number {
  return fewerPixels ? leastBeforeShrinking : qualityRange.min;
}
