import type { Picture } from './picture.ts';

/** How far a picture is from its reference. Decibels of PSNR against a peak of 255; no difference is 99. */
export interface Difference {
  luma: number;
  /** Both chroma planes together, averaged over 2x2 pixels so that the way they were upsampled is no matter. */
  chroma: number;
  /** The mean squared error in luma of the worst block of 32x32: a single wrong tile or CTU shows here. */
  worstBlock: number;
}

const blockSide = 32;
const identical = 99;

const psnr = (squared: number, samples: number) =>
  squared === 0 ? identical : Math.min(identical, 10 * Math.log10((255 * 255 * samples) / squared));

/** Compares two pictures of the same size. */
export function difference(reference: Picture, actual: Picture): Difference {
  const { width, height, rgb: a } = reference;
  const b = actual.rgb;
  let lumaSum = 0;
  let chromaSum = 0;
  let worstBlock = 0;
  for (let top = 0; top < height; top += blockSide) {
    const bottom = Math.min(height, top + blockSide);
    for (let left = 0; left < width; left += blockSide) {
      const right = Math.min(width, left + blockSide);
      let block = 0;
      for (let y = top; y < bottom; y++) {
        for (let i = (y * width + left) * 3; i < (y * width + right) * 3; i += 3) {
          const d =
            0.299 * ((a[i] ?? 0) - (b[i] ?? 0)) +
            0.587 * ((a[i + 1] ?? 0) - (b[i + 1] ?? 0)) +
            0.114 * ((a[i + 2] ?? 0) - (b[i + 2] ?? 0));
          block += d * d;
        }
      }
      lumaSum += block;
      const pixels = (bottom - top) * (right - left);
      if (pixels >= 64) worstBlock = Math.max(worstBlock, block / pixels);
    }
  }
  for (let y = 0; y + 1 < height; y += 2) {
    for (let x = 0; x + 1 < width; x += 2) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (const i of [(y * width + x) * 3, ((y + 1) * width + x) * 3]) {
        for (let n = i; n < i + 6; n += 3) {
          red += (a[n] ?? 0) - (b[n] ?? 0);
          green += (a[n + 1] ?? 0) - (b[n + 1] ?? 0);
          blue += (a[n + 2] ?? 0) - (b[n + 2] ?? 0);
        }
      }
      const cb = (-0.168736 * red - 0.331264 * green + 0.5 * blue) / 4;
      const cr = (0.5 * red - 0.418688 * green - 0.081312 * blue) / 4;
      chromaSum += cb * cb + cr * cr;
    }
  }
  return {
    luma: psnr(lumaSum, width * height),
    chroma: psnr(chromaSum, 2 * Math.max(1, (width >> 1) * (height >> 1))),
    worstBlock,
  };
}

/** Beyond these figures no eye and no other decoder sees a difference, whatever the encoder reaches. */
const surelyGood: Difference = { luma: 45, chroma: 43, worstBlock: 12 };

/**
 * Whether a lossy result is as near to the reference as an independent encoder comes at the same
 * quality (`expected`, libjpeg-turbo at 92), with a margin for another encoder's rounding.
 */
export function isAsNear(found: Difference, expected: Difference): boolean {
  return (
    found.luma >= Math.min(expected.luma - 2.5, surelyGood.luma) &&
    found.chroma >= Math.min(expected.chroma - 2.5, surelyGood.chroma) &&
    found.worstBlock <= Math.max(expected.worstBlock * 3, surelyGood.worstBlock)
  );
}

/**
 * Whether a lossless result has the reference's samples, give or take the rounding of one conversion and,
 * at hard edges, another interpolation of color.
 */
export function isSame(found: Difference): boolean {
  return found.luma >= 48 && found.chroma >= 46 && found.worstBlock <= 10;
}
