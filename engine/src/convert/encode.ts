import type { EncodeSettings } from '../codec/output.ts';
import { quality as qualityRange, type ConvertOptions } from '../options.ts';
import type { SizeLimit } from '../strips/task.ts';

/** Below this quality the eye does not see what half the color resolution costs. */
export const fullChromaQuality = 90;

/** Below this quality fewer pixels are the smaller loss. */
const leastBeforeShrinking = 60;

/** The least quality that a limit of bytes leads to. */
export function leastQuality(fewerPixels: boolean): number {
  return fewerPixels ? leastBeforeShrinking : qualityRange.min;
}

/** What is asked of a file's size, where anything is; `max` is the quality that is asked for. */
export function sizeLimit(
  { targetBytes, fewerPixels = false }: ConvertOptions,
  max: number,
): SizeLimit | null {
  if (targetBytes === undefined) return null;
  const quality = { min: Math.min(leastQuality(fewerPixels), max), max };
  return { bytes: targetBytes, quality, mayShrink: fewerPixels };
}

/** What the options ask of an encoder; `halfChroma` says that the picture has no more to keep. */
export function settingsFor(options: ConvertOptions, halfChroma: boolean): EncodeSettings {
  const quality = options.quality ?? qualityRange.default;
  return {
    quality,
    lossless: options.lossless ?? false,
    halfChroma: halfChroma || quality < fullChromaQuality,
    small: options.targetBytes !== undefined || options.keepSmallerOriginal === true,
  };
}
