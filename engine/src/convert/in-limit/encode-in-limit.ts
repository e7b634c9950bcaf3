// Encodes a raster within a limit of bytes.
import type { EncodeSettings, OutputCodec } from '../../codec/output.ts';
import type { Raster } from '../../planes/raster.ts';
import { type BytesAtSize, growthBetween } from '../../strips/limit/size-curve.ts';
import { resize } from '../../transform/resize.ts';
import { encodeJpegInLimit } from './encode-jpeg.ts';
import type { EncodedRaster, Limit } from './limit.ts';

/**
 * Encodes a raster within the limit at the best quality that fits, or else in as few bytes as
 * possible.
 */
export async function encodeInLimit(
  codec: OutputCodec,
  raster: Raster,
  settings: EncodeSettings,
  limit: Limit,
): Promise<EncodedRaster> {
  const coding = codec.strips(settings);
  if (coding === 'mcu-rows') return encodeJpegInLimit(raster, settings, limit);
  if (coding === 'macroblocks') {
    const { encodeWebpInLimit } = await import('./encode-webp.ts');
    return encodeWebpInLimit(raster, settings, limit);
  }
  return encodeWithoutLoss(codec, raster, settings, limit);
}

/** Sizes to try besides the original. */
const maxSizes = 6;
const leastSide = 16;

/** The share of the limit to aim for, and the share that is near enough. */
const aim = 0.97;
const nearEnough = 0.93;

/** Bytes grow as this power of pixels. Noisy and enlarged pictures lose few bytes at first. */
const usualGrowth = 0.85;
const leastGrowth = 0.5;

/** Minimum difference in pixels between sizes: a tenth at first, little on the way back up. */
const leastShrink = 0.9;
const leastChange = 0.03;

/** A picture encoded at one of its sizes. */
interface Tried extends BytesAtSize {
  made: EncodedRaster;
}

/**
 * A size between one that fits and one that does not, expected to take `goal` bytes; `null` if they
 * are too close.
 */
function pixelsBetween(fitting: BytesAtSize, over: BytesAtSize, goal: number): number | null {
  const growth = growthBetween(over, fitting, leastGrowth);
  const [least, most] = [fitting.pixels * (1 + leastChange), over.pixels * (1 - leastChange)];
  const pixels = fitting.pixels * (goal / fitting.bytes) ** (1 / growth);
  return least < most ? Math.min(Math.max(pixels, least), most) : null;
}

/** Without a quality to choose, fewer pixels are the only way to save bytes. */
async function encodeWithoutLoss(
  codec: OutputCodec,
  raster: Raster,
  settings: EncodeSettings,
  { room, mayShrink }: Limit,
): Promise<EncodedRaster> {
  const goal = Math.max(room, 1) * aim;
  const allPixels = raster.width * raster.height;
  const leastScale = leastSide / Math.min(raster.width, raster.height);
  let sized = raster;
  let scale = 1;
  let fitting: Tried | null = null;
  let over: Tried | null = null;
  for (let step = 0; ; step++) {
    const { width, height } = sized;
    // Encoding may change the samples, which are still needed to make smaller ones.
    const own = mayShrink && sized === raster ? { ...raster, data: raster.data.slice() } : sized;
    const bytes = await codec.encode(own, settings);
    const tried = { pixels: width * height, bytes: bytes.length, made: { bytes, width, height } };
    const growth: number = over ? growthBetween(over, tried, leastGrowth) : usualGrowth;
    if (tried.bytes <= room) fitting = tried;
    else over = tried;
    const isNear = fitting && fitting.bytes >= room * nearEnough;
    const isOver = isNear || !over || !mayShrink || step >= maxSizes;
    const smaller = (goal / tried.bytes) ** (1 / growth);
    const pixels: number | null = isOver
      ? null
      : fitting
        ? pixelsBetween(fitting, over!, goal)
        : tried.pixels * Math.min(smaller, leastShrink);
    const next = pixels === null ? null : Math.max(Math.sqrt(pixels / allPixels), leastScale);
    // If none fits, the last one is the smallest.
    if (next === null || (!fitting && next >= scale)) return (fitting ?? tried).made;
    scale = next;
    sized = await resize(
      raster,
      Math.round(raster.width * scale),
      Math.round(raster.height * scale),
    );
  }
}
