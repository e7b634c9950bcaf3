import type { PngHeader } from './header.ts';

/** From so many bytes of RGBA on a picture is not decoded whole where it need not be. */
const maxWholeBytes = 160e6;

/** Pixels that are decoded at a time then. */
const bandPixels = 2.5e5;

/** Whether a picture is so large, and can be decoded row by row. */
export function isForBands({ width, height, bitDepth, interlaced }: PngHeader): boolean {
  return !interlaced && width * height * (bitDepth > 8 ? 8 : 4) >= maxWholeBytes;
}

/** Rows of a picture that are decoded at a time. */
export function bandRowsOf({ width }: PngHeader): number {
  return Math.max(1, Math.floor(bandPixels / width));
}
