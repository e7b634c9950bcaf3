import type { Raster } from '../planes/raster.ts';

/** An 8x8 ordered pattern of the thresholds 0 to 63 (Bayer): neighbors differ as much as they can. */
const pattern = new Float32Array(64).map((_, place) => {
  const x = place & 7;
  const y = place >> 3;
  let value = 0;
  for (let bit = 0; bit < 3; bit++) {
    value = (value << 2) | ((((x ^ y) >> bit) & 1) << 1) | ((y >> bit) & 1);
  }
  return (value + 0.5) / 64;
});

/**
 * Brings 16-bit samples down to 8 bits with an ordered dither, so that smooth skies get no bands.
 * Values that 8 bits can hold exactly stay exact.
 */
export function reduceTo8(raster: Raster): Raster {
  const { data, width } = raster;
  if (data instanceof Uint8ClampedArray) return raster;
  const reduced = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at++) {
    const pixel = at >> 2;
    const x = pixel % width;
    const y = (pixel - x) / width;
    // The floor of value / 257 + threshold; thresholds stay below one step.
    reduced[at] = Math.floor(data[at]! / 257 + pattern[((y & 7) << 3) | (x & 7)]! * (256 / 257));
  }
  return { ...raster, data: reduced };
}
