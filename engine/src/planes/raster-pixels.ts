import type { DecodedPixels } from './decoded-pixels.ts';
import type { Raster } from './raster.ts';

/** An 8-bit raster as pixels that can be copied in any order. Alpha is straight. */
export function pixelsOfRaster({ width, height, data, opaque }: Raster): DecodedPixels {
  return {
    width,
    height,
    order: 'rgb',
    opaque,
    async copy(top, rows, target) {
      target.set(data.subarray(top * width * 4, (top + rows) * width * 4));
    },
    close() {},
  };
}
