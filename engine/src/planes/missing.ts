import type { Raster } from './raster.ts';

/** Opaque gray, which stands for pixels of an opaque picture that could not be read. */
export const missingPixel = 0xff80_8080;

/** Makes pixels `from` to `end` (exclusive) that gray. */
export function fillMissing(data: Raster['data'], from: number, end: number): void {
  if (data instanceof Uint8ClampedArray) {
    new Uint32Array(data.buffer, data.byteOffset, data.length / 4).fill(missingPixel, from, end);
    return;
  }
  const part = data.subarray(from * 4, end * 4);
  for (let at = 0; at < part.length; at++) part[at] = at % 4 === 3 ? 65_535 : 0x8080;
}
