import { EngineError } from '../../../errors.ts';
import { type SampleFormat, lumaWeights } from '../../../planes/sample-format.ts';

/** Whether planes with this matrix can become a JPEG without a detour through RGB. */
export function canConvertMatrix(matrix: number): boolean {
  return matrix in lumaWeights;
}

/** Linear conversion to 8-bit full-range BT.601: factors and offsets with 18 fractional bits. */
export interface SampleConversion {
  luma: { y: number; cb: number; cr: number; offset: number };
  cb: { own: number; other: number; offset: number };
  cr: { own: number; other: number; offset: number };
  /** Each output chroma plane depends on both input ones. */
  mixes: boolean;
  /** Input has more than 8 bits: the division's remainder is dithered with an ordered pattern. */
  dithers: boolean;
}

const one = 2 ** 18;

/**
 * Finds the conversion of samples to what JPEG holds (JFIF 1.02: 8 bits, full range, BT.601).
 * `null` when they already comply. Throws `unsupported-feature` for matrices other than plain YCbCr
 * (RGB, YCgCo, ICtCp).
 */
export function findSampleConversion(format: SampleFormat): SampleConversion | null {
  const { gray, bitDepth, fullRange, matrix } = format;
  const chromaBitDepth = gray ? bitDepth : format.chromaBitDepth;
  const weights = lumaWeights[gray && matrix in lumaWeights ? 6 : matrix];
  if (!weights) {
    throw new EngineError('unsupported-feature', `matrix ${matrix} is no plain YCbCr`, {
      feature: `matrix-${matrix}`,
    });
  }
  const [red, blue] = weights;
  const [jpegRed, jpegBlue] = lumaWeights[6]!;
  const mixes = red !== jpegRed || blue !== jpegBlue;
  if (bitDepth === 8 && chromaBitDepth === 8 && fullRange && !mixes) return null;

  // Contribution of one unit of luma, Cb or Cr to the JPEG's luma, Cb and Cr.
  const convert = (y: number, cb: number, cr: number): [number, number, number] => {
    const r = y + 2 * (1 - red) * cr;
    const b = y + 2 * (1 - blue) * cb;
    const g = (y - red * r - blue * b) / (1 - red - blue);
    const luma = jpegRed * r + jpegBlue * b + (1 - jpegRed - jpegBlue) * g;
    return [luma, (b - luma) / (2 * (1 - jpegBlue)), (r - luma) / (2 * (1 - jpegRed))];
  };
  const ofCb = convert(0, 1, 0);
  const ofCr = convert(0, 0, 1);

  // H.273, 8.3: luma from 16 to 235 and chroma from 16 to 240, in units of 2^(depth - 8).
  const unit = 2 ** (bitDepth - 8);
  const chromaUnit = 2 ** (chromaBitDepth - 8);
  const lumaGain = fullRange ? 255 / (2 ** bitDepth - 1) : 255 / (219 * unit);
  const chromaGain = fullRange ? 255 / (2 ** chromaBitDepth - 1) : 255 / (224 * chromaUnit);
  const black = fullRange ? 0 : 16 * unit;
  const neutral = 128 * chromaUnit;

  const scaled = (value: number): number => Math.round(value * one);
  const y = scaled(lumaGain);
  const lumaCb = scaled(ofCb[0] * chromaGain);
  const lumaCr = scaled(ofCr[0] * chromaGain);
  const chroma = (own: number, other: number): SampleConversion['cb'] => {
    const [ownFactor, otherFactor] = [scaled(own * chromaGain), scaled(other * chromaGain)];
    const offset = 128 * one - (ownFactor + otherFactor) * neutral;
    return { own: ownFactor, other: otherFactor, offset };
  };
  return {
    luma: { y, cb: lumaCb, cr: lumaCr, offset: -y * black - (lumaCb + lumaCr) * neutral },
    cb: chroma(ofCb[1], ofCr[1]),
    cr: chroma(ofCr[2], ofCb[2]),
    mixes,
    dithers: bitDepth > 8 || chromaBitDepth > 8,
  };
}

/** Entry of a recursive 8x8 ordered dither: values 0 to 63, each once, similar values far apart. */
function bayer(x: number, y: number): number {
  let value = 0;
  for (let bit = 0; bit < 3; bit++) {
    const [bx, by] = [(x >> bit) & 1, (y >> bit) & 1];
    value = value * 4 + ((bx ^ by) * 2 + by);
  }
  return value;
}

/** Added before the fraction is cut off: an 8x8 pattern, row by row, of values below 2^18. */
export function thresholdPattern(dithers: boolean): Int32Array {
  return Int32Array.from({ length: 64 }, (_, i) =>
    dithers ? Math.round(((bayer(i & 7, i >> 3) + 0.5) / 64) * one) : one / 2,
  );
}
