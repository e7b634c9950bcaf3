import type { TiffFile } from './directories.ts';
import { fewNumbersOf, type Layout } from './layout.ts';
import { compressions, photometrics, tags } from './tags.ts';
import type { YcbcrColor } from './ycbcr.ts';

/** Codes of black and white where nothing is said: all of Y, and colors around the middle. */
const usualReference = [0, 255, 128, 255, 128, 255];
const usualLuma = [0.299, 0.587, 0.114];

function isReference(numbers: readonly number[]): boolean {
  return numbers.length >= 6 && numbers.every((each) => Number.isFinite(each));
}

/** How a directory says that Y, Cb and Cr become colors; what makes no sense is not said. */
export function readYcbcrColor(file: TiffFile, { directory }: Layout): YcbcrColor {
  const reference = fewNumbersOf(file, directory, tags.referenceBlackWhite);
  const luma = fewNumbersOf(file, directory, tags.lumaCoefficients);
  return {
    luma: luma.length >= 3 && luma.every((each) => each > 0 && each < 1) ? luma : usualLuma,
    reference: isReference(reference) ? reference : usualReference,
  };
}

/**
 * Whether a JPEG of the old kind has other black and white than JPEGs have, which its decoder knows nothing of. Of
 * the new kind programs let the decoder make colors, whatever the directory says.
 */
export function hasOwnColors(file: TiffFile, layout: Layout): boolean {
  const { compression, photometric, isSeparate } = layout;
  if (compression !== compressions.oldJpeg || photometric !== photometrics.ycbcr || isSeparate)
    return false;
  const { reference } = readYcbcrColor(file, layout);
  return usualReference.some((usual, at) => reference[at] !== usual);
}
