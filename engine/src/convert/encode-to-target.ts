// The quality at which a file takes so many bytes, where only encoding tells how many these are.
import type { EncodeSettings, OutputCodec } from '../codec/output.ts';
import { quality as qualityRange } from '../options.ts';
import type { Raster } from '../planes/raster.ts';
import { fullChromaQuality } from './encode.ts';

/** Encodes at most, in a search for a size that only encoding tells. */
const maxEncodes = 8;

/** The same settings for another quality. */
function atQuality(settings: EncodeSettings, quality: number): EncodeSettings {
  return { ...settings, quality, halfChroma: settings.halfChroma || quality < fullChromaQuality };
}

/** Of the bytes there are: more would not be seen. */
const nearlyAll = 0.98;

interface Encoded {
  quality: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Between a quality that fits and one that does not. Bytes grow with quality by about the same factor from step to
 * step; where that leads to the same end twice, the middle comes next.
 */
async function searchBetween(
  fitting: Encoded,
  missing: Encoded,
  room: number,
  encodeAt: (quality: number) => Promise<Encoded>,
): Promise<Encoded> {
  let [low, high] = [fitting, missing];
  let lastFitted: boolean | null = null;
  let isStuck = false;
  for (let encodes = 2; encodes < maxEncodes && high.quality - low.quality > 1; encodes++) {
    if (low.bytes.length >= room * nearlyAll) break;
    const [small, large] = [low.bytes.length, high.bytes.length];
    const share = isStuck ? 0.5 : Math.log(room / small) / Math.log(large / small);
    const guess = Math.floor(low.quality + (high.quality - low.quality) * share);
    const made = await encodeAt(Math.min(Math.max(guess, low.quality + 1), high.quality - 1));
    const fits = made.bytes.length <= room;
    if (fits) low = made;
    else high = made;
    isStuck = fits === lastFitted;
    lastFitted = fits;
  }
  return low;
}

/**
 * Searches for a quality, none below `least`, whose file takes no more than `room` bytes, and nearly as many unless
 * the settings' own takes fewer. Where nothing fits the smallest file found comes back.
 *
 * @param isUnlikely What does not fit at the least quality is found out first.
 */
export async function encodeToTarget(
  codec: OutputCodec,
  raster: Raster,
  settings: EncodeSettings,
  room: number,
  { least = qualityRange.min, isUnlikely = false }: { least?: number; isUnlikely?: boolean } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { quality } = settings;
  const lowest = Math.min(least, quality);
  const fits = ({ bytes }: Encoded): boolean => bytes.length <= room;
  const encodeAt = async (each: number): Promise<Encoded> => ({
    quality: each,
    bytes: await codec.encode(raster, atQuality(settings, each)),
  });
  const isOneSize = settings.lossless || codec.format === 'png' || lowest === quality;
  const worst = isUnlikely && !isOneSize ? await encodeAt(lowest) : null;
  if (worst && !fits(worst)) return worst.bytes;
  const best = await encodeAt(quality);
  if (fits(best) || isOneSize) return best.bytes;
  const low = worst ?? (await encodeAt(lowest));
  if (!fits(low)) return low.bytes;
  const found = await searchBetween(low, best, room, encodeAt);
  return found.bytes;
}
