// Quantization tables and coefficient worths. They were found by search over photographs and
// drawings, to score highest by SSIMULACRA 2 and Butteraugli at a given file size: see
// docs/decisions/017.
import type { ChromaFormat } from '../../../planes/planes.ts';

/**
 * Search result at one strength. The steps belong to certain distances from the DC coefficient, in
 * coefficients (see `lumaDistances` and so on); steps in between are interpolated logarithmically.
 */
interface Strength {
  lumaDc: number;
  luma: readonly number[];
  chromaDc: number;
  chroma: readonly number[];
  /** Exponent by which a coefficient's worth falls with its distance. */
  lumaFall: number;
  chromaFall: number;
  /** Factor on `worthBits`. */
  worth: number;
}

const lumaDistances = [1, 1.42, 2, 3, 4.3, 6.2, 9.9];
const chromaDistances = [1, 1.42, 2, 3.2, 5.5, 9.9];

/** From fine to coarse. */
const strengths: readonly [Strength, Strength, Strength] = [
  {
    lumaDc: 2.24,
    luma: [2.67, 2.72, 4.47, 4.2, 6.17, 6.81, 8.13],
    chromaDc: 1.65,
    chroma: [1.86, 2.78, 3.28, 4.59, 5.77, 13.9],
    lumaFall: 0.15,
    chromaFall: 0.45,
    worth: 1,
  },
  {
    lumaDc: 3.53,
    luma: [5.11, 5.84, 14.4, 11.9, 16.9, 17, 23.8],
    chromaDc: 4.62,
    chroma: [4.72, 5.86, 10.2, 15.4, 17.4, 37.1],
    lumaFall: 0.27,
    chromaFall: 0.3,
    worth: 1.5,
  },
  {
    lumaDc: 7.41,
    luma: [7.69, 9.02, 18.1, 17.8, 24.1, 29.5, 32.2],
    chromaDc: 7.04,
    chroma: [9.29, 11.7, 14.9, 16.5, 22.8, 53.4],
    lumaFall: 0.45,
    chromaFall: 0.15,
    worth: 1.5,
  },
];

/** What a coefficient of one step is worth, in bits, at the distance `worthDistance`. */
const worthBits = { luma: 14.3, chroma: 21.3 };
const worthDistance = 3;

/** How much error, in steps, a coefficient may add to save a bit. */
const shortening = 0.1;

/** The strength at which all steps become 1. */
const finest = -3;

/** Strength by quality. Strengths 0, 1 and 2 are the entries of `strengths`. */
const strengthOfQuality: readonly (readonly [quality: number, strength: number])[] = [
  [1, 8],
  [25, 4],
  [50, 2.45],
  [60, 2.08],
  [70, 1.33],
  [75, 0.98],
  [80, 0.72],
  [85, 0.445],
  [92, -0.06],
  [95, -0.42],
  [98, -1.02],
  [100, finest],
];

/**
 * How much coarser chroma may be quantized, relative to half resolution, where each sample covers
 * more pixels.
 */
const chromaCoarseness: Record<ChromaFormat, number> = {
  '4:0:0': 1,
  '4:2:0': 1,
  '4:2:2': 1.5,
  '4:4:4': 2.2,
};

/** Linear interpolation at `x` through points in ascending order; clamps outside of them. */
function interpolate(xs: readonly number[], ys: readonly number[], x: number): number {
  const above = xs.findIndex((each) => each >= x);
  if (above <= 0) return ys.at(above)!;
  const share = (x - xs[above - 1]!) / (xs[above]! - xs[above - 1]!);
  return ys[above - 1]! + share * (ys[above]! - ys[above - 1]!);
}

/** Logarithmic interpolation, and extrapolation, between two numbers. */
function mix(a: number, b: number, share: number): number {
  return a * (b / a) ** share;
}

const distances = Array.from({ length: 64 }, (_, at) => Math.hypot(at % 8, Math.floor(at / 8)));

function spread(at: readonly number[], values: readonly number[]): number[] {
  const [xs, ys] = [at.map(Math.log), values.map(Math.log)];
  return distances.map((distance) => Math.exp(interpolate(xs, ys, Math.log(distance))));
}

/** Quantization of one kind of component at a strength that may be fractional. */
function quantizationOf(kind: 'luma' | 'chroma', strength: number): ComponentQuantization {
  const lower = strength < 1 ? 0 : 1;
  const [a, b] = lower === 0 ? [strengths[0], strengths[1]] : [strengths[1], strengths[2]];
  const share = strength - lower;
  const steps = spread(
    kind === 'luma' ? lumaDistances : chromaDistances,
    a[kind].map((value, i) => mix(value, b[kind][i]!, share)),
  );
  // At the finest strength nothing may be lost: coefficients are only rounded.
  const part = Math.min(1, Math.max(0, 1 - strength / finest));
  const clamped = Math.min(1, Math.max(0, share));
  const between = (from: number, to: number): number => from * (1 - clamped) + to * clamped;
  const fall = between(a[`${kind}Fall`], b[`${kind}Fall`]);
  const worth = (between(a.worth, b.worth) * worthBits[kind]) / part;
  return {
    steps: steps.with(0, mix(a[`${kind}Dc`], b[`${kind}Dc`], share)),
    worths: distances.map((distance) => worth * (Math.max(1, distance) / worthDistance) ** -fall),
    shortening: shortening * part,
  };
}

/** How one kind of component is quantized. Arrays are in raster order. */
export interface ComponentQuantization {
  /** 1 to 255 when written to a file. */
  steps: number[];
  /** Worth of a coefficient of one step, in bits. One of c steps is worth 2c - 1 times as much. */
  worths: number[];
  /** How much error, in steps, a coefficient may add to save a bit. */
  shortening: number;
}

/** Quantization of luma and of chroma. */
export type Quantization = [luma: ComponentQuantization, chroma: ComponentQuantization];

/**
 * Quantization for a quality from 1 to 100, fractions allowed. On photographs it looks at least as
 * good as libjpeg's tables at the same quality.
 */
export function quantizationFor(quality: number, chroma: ChromaFormat): Quantization {
  const strength = interpolate(
    strengthOfQuality.map(([at]) => at),
    strengthOfQuality.map(([, value]) => value),
    quality,
  );
  const coarseness = { luma: 1, chroma: strength > finest ? chromaCoarseness[chroma] : 1 };
  const roundedOf = (kind: 'luma' | 'chroma'): ComponentQuantization => {
    const found = quantizationOf(kind, strength);
    const steps = found.steps.map((step) => Math.round(step * coarseness[kind]));
    return { ...found, steps: steps.map((step) => Math.min(255, Math.max(1, step))) };
  };
  return [roundedOf('luma'), roundedOf('chroma')];
}

/** Quantization tables as a file of this quality lists them. */
export function stepsFor(
  quality: number,
  chroma: ChromaFormat,
): [luma: number[], chroma: number[]] {
  const [luma, color] = quantizationFor(quality, chroma);
  return [luma.steps, color.steps];
}
