import { apply, invert, multiply, type Matrix3, type Vector3 } from './matrix.ts';

/** Chromaticities (CIE 1931 x, y) of red, green, blue and white. */
export interface Primaries {
  name: string;
  red: readonly [number, number];
  green: readonly [number, number];
  blue: readonly [number, number];
  white: readonly [number, number];
}

const d65 = [0.3127, 0.329] as const;

/** By code point of ITU-T H.273 table 2. Only those that occur in photos. */
export const primariesByCode: Readonly<Record<number, Primaries>> = {
  1: { name: 'sRGB', red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: d65 },
  9: {
    name: 'Rec. 2020',
    red: [0.708, 0.292],
    green: [0.17, 0.797],
    blue: [0.131, 0.046],
    white: d65,
  },
  11: {
    name: 'DCI-P3',
    red: [0.68, 0.32],
    green: [0.265, 0.69],
    blue: [0.15, 0.06],
    white: [0.314, 0.351],
  },
  12: {
    name: 'Display P3',
    red: [0.68, 0.32],
    green: [0.265, 0.69],
    blue: [0.15, 0.06],
    white: d65,
  },
};

/** White of the profile connection space, ICC.1:2022 section 7.2.16. */
const d50: Vector3 = [0.9642, 1, 0.8249];

/** The Bradford cone response matrix (ICC.1:2022 annex E.3). */
const bradford: Matrix3 = [
  0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296,
];

function toXyz([x, y]: readonly [number, number]): Vector3 {
  return [x / y, 1, (1 - x - y) / y];
}

/** Chromatic adaptation from a white point to D50. */
export function adaptToD50(white: readonly [number, number]): Matrix3 {
  const from = apply(bradford, toXyz(white));
  const to = apply(bradford, d50);
  const gains: Matrix3 = [to[0] / from[0], 0, 0, 0, to[1] / from[1], 0, 0, 0, to[2] / from[2]];
  return multiply(invert(bradford), multiply(gains, bradford));
}

/** Matrix from linear RGB with these primaries to XYZ relative to D50. */
export function rgbToXyzD50({ red, green, blue, white }: Primaries): Matrix3 {
  const [r, g, b] = [toXyz(red), toXyz(green), toXyz(blue)];
  const columns: Matrix3 = [r[0], g[0], b[0], r[1], g[1], b[1], r[2], g[2], b[2]];
  const [sr, sg, sb] = apply(invert(columns), toXyz(white));
  const scaled = multiply(columns, [sr, 0, 0, 0, sg, 0, 0, 0, sb]);
  return multiply(adaptToD50(white), scaled);
}
