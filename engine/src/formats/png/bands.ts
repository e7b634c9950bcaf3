import type { PngHeader } from './header.ts';

/** Pictures with this many bytes of RGBA are decoded in bands where possible. */
const maxWholeBytes = 160e6;

/** Pixels per band. */
const bandPixels = 2.5e5;

/** Whether a picture is large enough for bands and can be decoded row by row. */
export function isForBands({ width, height, bitDepth, interlaced }: PngHeader): boolean {
  return !interlaced && width * height * (bitDepth > 8 ? 8 : 4) >= maxWholeBytes;
}

/** Rows per band. */
export function bandRowsOf({ width }: PngHeader): number {
  return Math.max(1, Math.floor(bandPixels / width));
}
