import type { TiffFile } from './directories.ts';
import { fewNumbersOf, type Layout } from './layout.ts';
import { compressions, photometrics, tags } from './tags.ts';
import type { YcbcrColor } from './ycbcr.ts';

/** Default codes of black and white: full-range Y, and color centered on the middle. */
const usualReference = [0, 255, 128, 255, 128, 255];
const usualLuma = [0.299, 0.587, 0.114];

function isReference(numbers: readonly number[]): boolean {
  return numbers.length >= 6 && numbers.every((each) => Number.isFinite(each));
}

/** Color conversion of YCbCr according to the directory. Defaults replace invalid values. */
export function readYcbcrColor(file: TiffFile, { directory }: Layout): YcbcrColor {
  const reference = fewNumbersOf(file, directory, tags.referenceBlackWhite);
  const luma = fewNumbersOf(file, directory, tags.lumaCoefficients);
  return {
    luma: luma.length >= 3 && luma.every((each) => each > 0 && each < 1) ? luma : usualLuma,
    reference: isReference(reference) ? reference : usualReference,
  };
}

/**
 * Whether an old-style JPEG has unusual codes of black and white, which its decoder would ignore.
 * For new-style JPEGs, programs let the decoder convert colors, whatever the directory states.
 */
export function hasOwnColors(file: TiffFile, layout: Layout): boolean {
  const { compression, photometric, isSeparate } = layout;
  if (compression !== compressions.oldJpeg || photometric !== photometrics.ycbcr || isSeparate)
    return false;
  const { reference } = readYcbcrColor(file, layout);
  return usualReference.some((usual, at) => reference[at] !== usual);
}
