import type { Place, Target } from './paint.ts';
import { lightToSrgb } from '../../color/transfer.ts';
import type { Samples } from './unpack.ts';

/** Of CIE 1976: below this, lightness goes straight. */
const knee = 6 / 29;
const linear = (t: number): number => (t > knee ? t ** 3 : 3 * knee * knee * (t - 4 / 29));

/** White of sRGB. What the file's own white is becomes white, as with most programs. */
const [whiteX, whiteZ] = [0.950_47, 1.088_83];

/** Steps of the table that brings light to sRGB. */
const lightSteps = 4096;

/** How Lab is coded: a and b are signed, or zero in the middle of their range (TIFF 6.0 section 23, ICC.1). */
export type LabCoding = 'cie' | 'icc';

interface LabScale {
  lightness: number;
  /** Of a and b. */
  colors: number;
  /** What zero is for a and b, and from which code on they are negative. */
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

/** Puts samples of L, a and b into pixels of sRGB. */
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
    // Near black the curve is too steep for a table.
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
