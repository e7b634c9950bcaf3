import type { Place, Target } from './paint.ts';
import { lightToSrgb } from '../../color/transfer.ts';
import type { Samples } from './unpack.ts';

/** CIE 1976: below this, lightness is linear. */
const knee = 6 / 29;
const linear = (t: number): number => (t > knee ? t ** 3 : 3 * knee * knee * (t - 4 / 29));

/** White point of sRGB. The file's white is mapped to it, as most programs do. */
const [whiteX, whiteZ] = [0.950_47, 1.088_83];

/** Steps of the table from linear light to sRGB. */
const lightSteps = 4096;

/**
 * Coding of a and b: signed, or with zero in the middle of the range (TIFF 6.0 section 23, ICC.1).
 */
export type LabCoding = 'cie' | 'icc';

interface LabScale {
  lightness: number;
  /** Range of a and b. */
  colors: number;
  /** The code of zero for a and b, and the first code of negative values. */
  zero: number;
  negative: number;
}

function scaleOf(coding: LabCoding, isDeep: boolean): LabScale {
  const unit = isDeep ? 256 : 1;
  const range = isDeep ? 65_536 : 256;
  const isCie = coding === 'cie';
  return {
    lightness: 100 / (isDeep && !isCie ? 65_280 : range - 1),
    colors: 1 / unit,
    zero: isCie ? 0 : range / 2,
    negative: isCie ? range / 2 : range,
  };
}

/** Converts samples of L, a and b to sRGB pixels. */
export function paintLab(
  { data, width, count }: Samples,
  place: Place,
  target: Target,
  coding: LabCoding,
  alpha: number,
): void {
  const isDeep = target.data instanceof Uint16Array;
  const max = isDeep ? 65_535 : 255;
  const { lightness, colors, zero, negative } = scaleOf(coding, isDeep);
  const encoded = Float64Array.from(
    { length: lightSteps + 1 },
    (_, step) => lightToSrgb(step / lightSteps) * max + (isDeep ? 0.5 : 0),
  );
  const encode = (light: number): number => {
    if (light <= 0) return 0;
    if (light >= 1) return max;
    // Near black the curve is too steep for the table.
    if (light < 0.01) return lightToSrgb(light) * max;
    const step = light * lightSteps;
    const below = Math.floor(step);
    return encoded[below]! + (encoded[below + 1]! - encoded[below]!) * (step - below);
  };
  for (let row = 0; row < place.height; row++) {
    let to = ((place.y + row) * target.width + place.x) * 4;
    let from = row * width * count;
    for (const end = to + place.width * 4; to < end; to += 4, from += count) {
      const a = data[from + 1]! - (data[from + 1]! >= negative ? 2 * negative : zero);
      const b = data[from + 2]! - (data[from + 2]! >= negative ? 2 * negative : zero);
      const middle = (data[from]! * lightness + 16) / 116;
      const x = linear(middle + (a * colors) / 500) * whiteX;
      const y = linear(middle);
      const z = linear(middle - (b * colors) / 200) * whiteZ;
      target.data[to] = encode(3.240_454 * x - 1.537_139 * y - 0.498_531 * z);
      target.data[to + 1] = encode(-0.969_266 * x + 1.876_011 * y + 0.041_556 * z);
      target.data[to + 2] = encode(0.055_643 * x - 0.204_026 * y + 1.057_225 * z);
      target.data[to + 3] = alpha >= 0 ? data[from + alpha]! : max;
    }
  }
}
