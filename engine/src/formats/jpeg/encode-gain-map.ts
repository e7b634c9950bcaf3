import type { Raster } from '../../planes/raster.ts';
import { resampleGainMap, type GainMapSamples } from '../../transform/gain-map.ts';
import { encodePlanes, encodeRaster } from './encode-raster.ts';

/** Above the first nothing is gained; below the second fewer pixels are the smaller loss. */
const bestQuality = 90;
const worstQuality = 20;

/** A map of fewer pixels a side says nothing of the picture. */
const leastSide = 16;

/** In a search for the best quality that fits. */
const maxEncodes = 8;

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
 * Encodes a gain map as a bare JPEG of at most `room` bytes: at the best quality that fits, and where
 * none does with half the pixels a side, and half of those. The smallest comes back when nothing fits.
 */
export async function encodeGainMapJpeg(
  map: GainMapSamples,
  room: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const best = await encodeAt(map, bestQuality);
  if (best.length <= room) return best;
  const worst = await encodeAt(map, worstQuality);
  if (worst.length > room) {
    const [width, height] = [Math.ceil(map.width / 2), Math.ceil(map.height / 2)];
    if (Math.min(width, height) < leastSide) return worst;
    const whole = { x: 0, y: 0, width: map.width, height: map.height };
    return encodeGainMapJpeg(resampleGainMap(map, whole, width, height), room);
  }
  let [fitting, low, high] = [worst, worstQuality, bestQuality];
  for (let encodes = 2; encodes < maxEncodes && high - low > 1; encodes++) {
    const middle = Math.floor((low + high) / 2);
    const bytes = await encodeAt(map, middle);
    if (bytes.length <= room) [fitting, low] = [bytes, middle];
    else high = middle;
  }
  return fitting;
}
