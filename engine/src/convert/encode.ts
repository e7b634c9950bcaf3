import type { EncodeSettings, OutputCodec } from '../codec/output.ts';
import { quality as qualityRange, type ConvertOptions } from '../options.ts';
import type { Raster } from '../planes/raster.ts';

/** Below this quality the eye does not see what half the color resolution costs. */
export const fullChromaQuality = 90;

/** Below this quality fewer pixels are the smaller loss. */
const leastBeforeShrinking = 60;

/** The least quality that a limit of bytes leads to. */
export function leastQuality(fewerPixels: boolean): number {
  return fewerPixels ? leastBeforeShrinking : qualityRange.min;
}

/** Encodes at most, in a search for a size that only encoding tells. */
const maxEncodes = 8;

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

/** The same settings for another quality. */
function atQuality(settings: EncodeSettings, quality: number): EncodeSettings {
  return { ...settings, quality, halfChroma: settings.halfChroma || quality < fullChromaQuality };
}

/**
 * Searches for the highest quality, and none below `least`, whose file takes no more than `room` bytes.
 * Where nothing fits the smallest file found comes back.
 */
export async function encodeToTarget(
  codec: OutputCodec,
  raster: Raster,
  settings: EncodeSettings,
  room: number,
  least: number = qualityRange.min,
): Promise<Uint8Array<ArrayBuffer>> {
  const lowest = Math.min(least, settings.quality);
  const best = await codec.encode(raster, settings);
  if (best.length <= room || settings.lossless || codec.format === 'png') return best;
  const encodeAt = (quality: number) => codec.encode(raster, atQuality(settings, quality));
  const smallest = await encodeAt(lowest);
  if (smallest.length > room) return smallest;
  let fitting = smallest;
  let low: number = lowest;
  let high = settings.quality;
  for (let encodes = 2; encodes < maxEncodes && high - low > 1; encodes++) {
    const middle = Math.floor((low + high) / 2);
    const bytes = await encodeAt(middle);
    if (bytes.length <= room) {
      fitting = bytes;
      low = middle;
    } else {
      high = middle;
    }
  }
  return fitting;
}
