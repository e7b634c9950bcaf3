import type { Raster } from '../planes/raster.ts';

/** An 8x8 ordered pattern of the numbers 0 to 63 (Bayer): neighbors differ as much as they can. */
const pattern = Uint8Array.from({ length: 64 }, (_, place) => {
  const x = place & 7;
  const y = place >> 3;
  let value = 0;
  for (let bit = 0; bit < 3; bit++) {
    value = (value << 2) | ((((x ^ y) >> bit) & 1) << 1) | ((y >> bit) & 1);
  }
  return value;
});

/** For numbers up to 65,790, multiplying by this and dropping 24 bits divides by 257. */
const reciprocal = 65_281;

/**
 * Brings 16-bit samples down to 8 bits with an ordered dither, so that smooth skies get no bands.
 * Values that 8 bits can hold exactly stay exact.
 */
export function reduceTo8(raster: Raster): Raster {
  const { data, width } = raster;
  if (data instanceof Uint8ClampedArray) return raster;
  const reduced = new Uint8ClampedArray(data.length);
  const rowLength = width * 4;
  for (let start = 0, y = 0; start < data.length; start += rowLength, y++) {
    const row = (y & 7) << 3;
    for (let at = start, x = 0; at < start + rowLength; at += 4, x++) {
      // Thresholds are (number + 1/2) / 64 of 256: they stay below one step, which is 257.
      const threshold = 4 * pattern[row | (x & 7)]! + 2;
      reduced[at] = Math.imul(data[at]! + threshold, reciprocal) >>> 24;
      reduced[at + 1] = Math.imul(data[at + 1]! + threshold, reciprocal) >>> 24;
      reduced[at + 2] = Math.imul(data[at + 2]! + threshold, reciprocal) >>> 24;
      reduced[at + 3] = Math.imul(data[at + 3]! + threshold, reciprocal) >>> 24;
    }
  }
  return { ...raster, data: reduced };
}
