import type { MoreForMap } from '../../codec/output.ts';
import type { GainMapMetadata } from '../../gain-map/metadata.ts';
import type { Raster } from '../../planes/raster.ts';
import { compareGainMaps } from '../../transform/compare-gain-maps.ts';
import { resampleGainMap, samplesOf, type GainMapSamples } from '../../transform/gain-map.ts';
import { encodePlanes, encodeRaster } from './encode-raster.ts';
import { readJpeg } from './segments.ts';

/** A quality above the first gains nothing. Below the second, fewer pixels lose less. */
const bestQuality = 90;
const worstQuality = 20;

/** Smallest side of a map that still says something about the picture. */
const leastSide = 16;

/** Most encodes in a search for a quality. */
const maxEncodes = 8;

/**
 * Largest error of a coded map in stops: on average and at the 99th percentile. Coding the picture
 * itself adds about as much again.
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
 * Finds the lowest quality that is still good, between a good one and a bad one.
 *
 * @param found The result at the good quality.
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

/** Halves both sides. `null` where too few pixels would remain. */
function halve(map: GainMapSamples): GainMapSamples | null {
  const [width, height] = [Math.ceil(map.width / 2), Math.ceil(map.height / 2)];
  if (Math.min(width, height) < leastSide) return null;
  const whole = { x: 0, y: 0, width: map.width, height: map.height };
  return resampleGainMap(map, whole, width, height);
}

/** A map encoded at some quality. */
interface Coded {
  quality: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Typical growth of the logarithm of a map's size per quality step. */
const usualGrowth = 0.02;

/** A result that fills this share of the room is good enough to stop searching. */
const wellFilled = 0.97;

/**
 * The quality expected to fill the room, if the logarithm of the size grows evenly between the two.
 */
function guessQuality(fitting: Coded | null, tooBig: Coded, room: number): number {
  const growth = fitting
    ? Math.log(tooBig.bytes.length / fitting.bytes.length) / (tooBig.quality - fitting.quality)
    : usualGrowth;
  const guess = Math.floor(tooBig.quality - Math.log(tooBig.bytes.length / room) / growth);
  const least = fitting ? fitting.quality + 1 : worstQuality;
  return Math.min(Math.max(guess, least), tooBig.quality - 1);
}

/**
 * The best quality that fits, or nearly. If even the smallest size does not fit, returns that one.
 */
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

/** Whether the coded map gives visibly the same light as the original. */
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

/** The smallest map that looks right: first the fewest pixels, then the fewest bytes. */
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
 * Encodes a gain map as a bare JPEG of at most `room` bytes, at the best quality that fits. Where
 * none fits, halves the map's sides, repeatedly if needed. If nothing fits, returns the smallest.
 * If the result would give visibly wrong light, spends as many more bytes as needed, up to
 * `more.bytes`.
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
