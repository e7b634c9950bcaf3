import { dither } from '../planes/dither.ts';
import type { Raster } from '../planes/raster.ts';

/** Multiplying by this and dropping 24 bits divides numbers up to 65,790 by 257. */
const reciprocal = 65_281;

/**
 * Reduces 16-bit samples to 8 bits with an ordered dither, so that smooth skies show no bands.
 * Values that 8 bits represent exactly stay exact.
 */
export function reduceTo8(raster: Raster): Raster {
  const { data, width } = raster;
  if (data instanceof Uint8ClampedArray) return raster;
  const reduced = new Uint8ClampedArray(data.length);
  reduceRows(data, width, 0, reduced);
  return { ...raster, data: reduced };
}

/** The same for rows of RGBA. `firstRow` is the first one's position in its picture. */
export function reduceRows(
  data: Uint16Array,
  width: number,
  firstRow: number,
  reduced: Uint8ClampedArray,
): void {
  const rowLength = width * 4;
  for (let start = 0, y = firstRow; start < data.length; start += rowLength, y++) {
    const row = (y & 7) << 3;
    for (let at = start, x = 0; at < start + rowLength; at += 4, x++) {
      const threshold = dither[row | (x & 7)]!;
      reduced[at] = Math.imul(data[at]! + threshold, reciprocal) >>> 24;
      reduced[at + 1] = Math.imul(data[at + 1]! + threshold, reciprocal) >>> 24;
      reduced[at + 2] = Math.imul(data[at + 2]! + threshold, reciprocal) >>> 24;
      reduced[at + 3] = Math.imul(data[at + 3]! + threshold, reciprocal) >>> 24;
    }
  }
}
