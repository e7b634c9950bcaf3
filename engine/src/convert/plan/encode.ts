import type { EncodeSettings } from '../../codec/output.ts';
import { fullChromaQuality, leastQuality } from '../../codec/quality.ts';
import { quality as qualityRange, type ConvertOptions } from '../../options.ts';
import type { SizeLimit } from '../../strips/task.ts';

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
