import { EngineError } from '../errors.ts';
import type { ColorTags, Raster } from '../planes/raster.ts';
import { invert, multiply, type Matrix3 } from './matrix.ts';
import { primariesByCode, rgbToXyzD50 } from './primaries.ts';
import type { Curve } from './curves.ts';
import { readProfile, type Profile } from './profile.ts';
import { applyTables } from './table-to-srgb.ts';
import { encodeLight, encodeTable, maxLight, srgbToLight } from './transfer.ts';

/** Conversion of a picture's values to linear sRGB. */
interface ToLinearSrgb {
  curves: [Curve, Curve, Curve];
  /** `null` for sRGB's own primaries. */
  matrix: Matrix3 | null;
}

const xyzToSrgb = invert(rgbToXyzD50(primariesByCode[1]!));

function findConversion({ cicp }: ColorTags, profile: Profile | null): ToLinearSrgb | null {
  if (profile?.matrix) {
    return { curves: profile.matrix.curves, matrix: multiply(xyzToSrgb, profile.matrix.toXyz) };
  }
  if (profile?.gray) return { curves: [profile.gray, profile.gray, profile.gray], matrix: null };
  if (profile) {
    throw new EngineError('unsupported-feature', `The profile "${profile.name}" is for no screen`, {
      feature: 'icc-profile',
    });
  }
  const primaries = cicp && primariesByCode[cicp.primaries];
  if (!primaries || cicp.primaries === 1) return null;
  const matrix = multiply(xyzToSrgb, rgbToXyzD50(primaries));
  return { curves: [srgbToLight, srgbToLight, srgbToLight], matrix };
}

/** The curve's light for every sample value of 8 (or 16) bits. */
function tabulate(curve: Curve, max: number): Float32Array {
  return Float32Array.from({ length: max + 1 }, (_, value) => curve(value / max));
}

/**
 * Converts 8-bit pixels to sRGB. For each value of red, then green, then blue: what it adds to the
 * light of red, green and blue, then 0. White is 2^28.
 */
export type ToSrgb = Int32Array<ArrayBuffer>;

/**
 * Plans the conversion to sRGB by curves and a matrix. `same` for colors that are already sRGB;
 * `null` where tables are needed, or for one channel.
 */
export function planToSrgb(color: ColorTags): ToSrgb | 'same' | null {
  const profile = color.icc ? readProfile(color.icc) : null;
  if (profile && !profile.matrix) return null;
  const conversion = findConversion(color, profile);
  if (!conversion?.matrix) return conversion ? null : 'same';
  const { curves, matrix } = conversion;
  const parts = curves.flatMap((curve, channel) =>
    Array.from(tabulate(curve, 255), (light) =>
      [...[0, 1, 2].map((row) => light * matrix[row * 3 + channel]!), 0].map((part) =>
        Math.round(part * maxLight * 2 ** 14),
      ),
    ),
  );
  return Int32Array.from(parts.flat());
}

/**
 * Converts the samples to sRGB in place (relative colorimetric, out-of-gamut values clipped) and
 * drops the tags. For profiles with tables, uses the perceptual ones. Throws `unsupported-feature`
 * (`icc-profile`) for profiles of neither RGB nor gray.
 */
export function convertToSrgb(raster: Raster): void {
  const { color } = raster;
  const profile = color.icc ? readProfile(color.icc) : null;
  if (profile?.tables && color.icc && profile.space !== 'CMYK') {
    applyTables(raster, { space: profile.space, tables: profile.tables }, color.icc);
    raster.color = {};
    return;
  }
  const conversion = findConversion(color, profile);
  raster.color = {};
  if (!conversion) return;
  const { data } = raster;
  const max = data instanceof Uint16Array ? 65_535 : 255;
  const red = tabulate(conversion.curves[0], max);
  const green = tabulate(conversion.curves[1], max);
  const blue = tabulate(conversion.curves[2], max);
  const table = encodeTable(max);
  const m = conversion.matrix ?? ([1, 0, 0, 0, 1, 0, 0, 0, 1] as const);
  for (let at = 0; at < data.length; at += 4) {
    const r = red[data[at]!]!;
    const g = green[data[at + 1]!]!;
    const b = blue[data[at + 2]!]!;
    data[at] = encodeLight(table, m[0] * r + m[1] * g + m[2] * b);
    data[at + 1] = encodeLight(table, m[3] * r + m[4] * g + m[5] * b);
    data[at + 2] = encodeLight(table, m[6] * r + m[7] * g + m[8] * b);
  }
}
