import type { EncodeSettings } from '../../codec/output.ts';
import { fullChromaQuality, leastQuality } from '../../codec/quality.ts';
import { quality as qualityRange, type ConvertOptions } from '../../options.ts';
import type { SizeLimit } from '../../strips/tasks/size-limit.ts';

/** The limit for a file's size, if there is one. `max` is the requested quality. */
export function sizeLimit(
  { targetBytes, fewerPixels = false }: ConvertOptions,
  max: number,
): SizeLimit | null {
  if (targetBytes === undefined) return null;
  const quality = { min: Math.min(leastQuality(fewerPixels), max), max };
  const chosenLater = { guess: null, decodesAgain: false };
  return { bytes: targetBytes, quality, mayShrink: fewerPixels, ...chosenLater };
}

/**
 * The encoder settings for the options. `halfChroma` means that the source has no more chroma
 * resolution to keep.
 */
export function settingsFor(options: ConvertOptions, halfChroma: boolean): EncodeSettings {
  const quality = options.quality ?? qualityRange.default;
  return {
    quality,
    lossless: options.lossless ?? false,
    halfChroma: halfChroma || quality < fullChromaQuality,
    small: options.targetBytes !== undefined || options.keepSmallerOriginal === true,
  };
}
