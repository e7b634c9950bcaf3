import type { MoreForMap } from '../../codec/output.ts';
import type { GainMapMetadata } from '../../gain-map/metadata.ts';
import type { Raster } from '../../planes/raster.ts';
import { compareGainMaps } from '../../transform/compare-gain-maps.ts';
import { resampleGainMap, samplesOf, type GainMapSamples } from '../../transform/gain-map.ts';
import { encodePlanes, encodeRaster } from './encode-raster.ts';
import { readJpeg } from './segments.ts';

/** Above the first nothing is gained; below the second fewer pixels are the smaller loss. */
const bestQuality = 90;
const worstQuality = 20;

/** A map of fewer pixels a side says nothing of the picture. */
const leastSide = 16;

/** In a search for a quality. */
const maxEncodes = 8;

/**
 * Stops that a coded map may be off by, on average and at the 99th percentile. The picture's own coding adds
 * about as much again.
 */
const mostOff = { mean: 0.03, p99: 0.13 };

function rasterOf({ width, height, data }: GainMapSamples): Raster {
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let from = 0, to = 0; to < rgba.length; from += 3, to += 4) {
    rgba[to] = data[from]!;
    rgba[to + 1] = data[from + 1]!;
    rgba[to + 2] = data[from + 2]!;
    rgba[to + 3] = 255;
  }
  return { width, height, data: rgba, opaque: true, gray: false, premultiplied: false, color: {} };
}

function encodeAt(map: GainMapSamples, quality: number): Promise<Uint8Array<ArrayBuffer>> {
  if (map.channels === 3) return encodeRaster(rasterOf(map), quality, '4:2:0');
  const { width, height, data } = map;
  return encodePlanes(
    {
      width,
      height,
      chroma: '4:0:0',
      bitDepth: 8,
      chromaBitDepth: 8,
      planes: [data],
      strides: [width],
      color: { fullRange: true, primaries: 2, transfer: 2, matrix: 2 },
    },
    quality,
  );
}

/**
 * Looks between a quality that does and one that does not for the one nearest to the second that does.
 *
 * @param found What the first gave.
 */
async function searchQuality(
  map: GainMapSamples,
  [good, bad]: readonly [number, number],
  found: Uint8Array<ArrayBuffer>,
  isGood: (bytes: Uint8Array<ArrayBuffer>) => boolean | Promise<boolean>,
): Promise<Uint8Array<ArrayBuffer>> {
  let [best, near, far] = [found, good, bad];
  for (let encodes = 2; encodes < maxEncodes && Math.abs(far - near) > 1; encodes++) {
    const middle = Math.floor((near + far) / 2);
    const bytes = await encodeAt(map, middle);
    if (await isGood(bytes)) [best, near] = [bytes, middle];
    else far = middle;
  }
  return best;
}

/** Half the pixels a side; `null` where so few say nothing. */
function halve(map: GainMapSamples): GainMapSamples | null {
  const [width, height] = [Math.ceil(map.width / 2), Math.ceil(map.height / 2)];
  if (Math.min(width, height) < leastSide) return null;
  const whole = { x: 0, y: 0, width: map.width, height: map.height };
  return resampleGainMap(map, whole, width, height);
}

/** A map at a quality. */
interface Coded {
  quality: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** By how much the logarithm of most maps' bytes grows with each step of quality. */
const usualGrowth = 0.02;

/** What fits and fills so much of the room is as good as the best that fits. */
const wellFilled = 0.97;

/** The quality that fills the room, if between these two the logarithm of bytes grows evenly. */
function guessQuality(fitting: Coded | null, tooBig: Coded, room: number): number {
  const growth = fitting
    ? Math.log(tooBig.bytes.length / fitting.bytes.length) / (tooBig.quality - fitting.quality)
    : usualGrowth;
  const guess = Math.floor(tooBig.quality - Math.log(tooBig.bytes.length / room) / growth);
  const least = fitting ? fitting.quality + 1 : worstQuality;
  return Math.min(Math.max(guess, least), tooBig.quality - 1);
}

/** The best that fits, or nearly; the smallest where nothing does. */
async function encodeInRoom(map: GainMapSamples, room: number): Promise<Uint8Array<ArrayBuffer>> {
  const codeAt = async (quality: number): Promise<Coded> => ({
    quality,
    bytes: await encodeAt(map, quality),
  });
  let tooBig = await codeAt(bestQuality);
  if (tooBig.bytes.length <= room) return tooBig.bytes;
  let fitting: Coded | null = null;
  for (let encodes = 1; encodes < maxEncodes; encodes++) {
    if (tooBig.quality - (fitting?.quality ?? worstQuality) <= (fitting ? 1 : 0)) break;
    const isLast = fitting === null && encodes === maxEncodes - 1;
    const coded = await codeAt(isLast ? worstQuality : guessQuality(fitting, tooBig, room));
    if (coded.bytes.length > room) tooBig = coded;
    else fitting = coded;
    if (fitting && fitting.bytes.length >= wellFilled * room) break;
  }
  if (fitting) return fitting.bytes;
  const half = halve(map);
  return half ? encodeInRoom(half, room) : tooBig.bytes;
}

/** Whether the light that a coded map gives is the map's own, as far as one sees. */
async function isRight(
  coded: Uint8Array<ArrayBuffer>,
  map: GainMapSamples,
  metadata: GainMapMetadata,
): Promise<boolean> {
  const { decodeJpeg } = await import('./decode.ts');
  const raster = await decodeJpeg(coded, readJpeg(coded));
  const samples = samplesOf({ channels: map.channels, table: null }, raster);
  const { mean, p99 } = compareGainMaps(map, samples, metadata);
  return mean <= mostOff.mean && p99 <= mostOff.p99;
}

/** With as few pixels, and then as few bytes, as are right. */
async function encodeRight(
  map: GainMapSamples,
  metadata: GainMapMetadata,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const sizes = [map];
  for (let half = halve(map); half; half = halve(half)) sizes.unshift(half);
  for (const sized of sizes) {
    const best = await encodeAt(sized, bestQuality);
    const isGood = (bytes: Uint8Array<ArrayBuffer>) => isRight(bytes, map, metadata);
    if (await isGood(best)) return searchQuality(sized, [bestQuality, worstQuality], best, isGood);
  }
  return null;
}

/**
 * Encodes a gain map as a bare JPEG of at most `room` bytes: at the best quality that fits, and where
 * none does with half the pixels a side, and half of those. The smallest comes back when nothing fits.
 * Where its light would be seen to be wrong, it takes as many bytes more as that needs, up to `more.bytes`.
 */
export async function encodeGainMapJpeg(
  map: GainMapSamples,
  room: number,
  more?: MoreForMap,
): Promise<Uint8Array<ArrayBuffer>> {
  const fitting = await encodeInRoom(map, room);
  if (!more || more.bytes <= room || (await isRight(fitting, map, more.metadata))) return fitting;
  const right = await encodeRight(map, more.metadata);
  return right && right.length <= more.bytes ? right : encodeInRoom(map, more.bytes);
}
