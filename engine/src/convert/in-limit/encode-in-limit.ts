// A raster as a file of so many bytes at most.
import type { EncodeSettings, OutputCodec } from '../../codec/output.ts';
import type { Raster } from '../../planes/raster.ts';
import { type BytesAtSize, growthBetween } from '../../strips/size-curve.ts';
import { resize } from '../../transform/resize.ts';
import { encodeJpegInLimit } from './encode-jpeg.ts';
import type { EncodedRaster, Limit } from './limit.ts';

/** Encodes a raster in as many bytes as there are, at the best quality that does, or else as few as can be. */
export async function encodeInLimit(
  codec: OutputCodec,
  raster: Raster,
  settings: EncodeSettings,
  limit: Limit,
): Promise<EncodedRaster> {
  if (codec.format === 'jpeg') return encodeJpegInLimit(raster, settings, limit);
  if (codec.format === 'webp' && !settings.lossless) {
    const { encodeWebpInLimit } = await import('./encode-webp.ts');
    return encodeWebpInLimit(raster, settings, limit);
  }
  return encodeWithoutLoss(codec, raster, settings, limit);
}

/** Steps of smaller pictures. */
const maxShrinks = 6;
const leastSide = 16;

/** The next step should be the last. */
const margin = 0.94;

/** Bytes grow as this power of pixels; noise and enlarged pictures lose few bytes at first. */
const usualGrowth = 0.85;
const leastGrowth = 0.5;

/** What has no quality to choose gets fewer pixels, where it may. */
async function encodeWithoutLoss(
  codec: OutputCodec,
  raster: Raster,
  settings: EncodeSettings,
  { room, mayShrink }: Limit,
): Promise<EncodedRaster> {
  let sized = raster;
  let before: BytesAtSize | null = null;
  for (let step = 0; ; step++) {
    const { width, height } = sized;
    // What it may be made smaller from has to stay.
    const own = mayShrink && sized === raster ? { ...raster, data: raster.data.slice() } : sized;
    const bytes = await codec.encode(own, settings);
    const now = { pixels: width * height, bytes: bytes.length };
    const growth = before ? growthBetween(before, now, leastGrowth) : usualGrowth;
    const share = (Math.max(room, 1) / bytes.length) * margin;
    const scale = Math.min(0.95, share ** (1 / (2 * growth)));
    const canShrink =
      mayShrink && step < maxShrinks && Math.min(width, height) * scale >= leastSide;
    if (bytes.length <= room || !canShrink) return { bytes, width, height };
    before = now;
    sized = await resize(raster, Math.round(width * scale), Math.round(height * scale));
  }
}
