// Quantization tables and thresholds, made so that a file of so many bytes scores highest by SSIMULACRA 2:
// found by search over photographs and drawings, at three strengths, see docs/quality.md.
import type { ChromaFormat } from '../../planes/planes.ts';

/**
 * What was found at one strength. Steps and thresholds are those at some distances from the DC coefficient
 * (in coefficients; see `lumaDistances` and so on); between them their logarithms are interpolated.
 */
interface Strength {
  lumaDc: number;
  luma: readonly number[];
  chromaDc: number;
  chroma: readonly number[];
  /** Parts of a step below which a coefficient becomes 0. */
  lumaThresholds: readonly number[];
  chromaThresholds: readonly number[];
}

const lumaDistances = [1, 1.42, 2, 3, 4.3, 6.2, 9.9];
const chromaDistances = [1, 1.42, 2, 3.2, 5.5, 9.9];
const thresholdDistances = [1, 2.5, 5, 9.9];

/** From fine to coarse. */
const strengths: readonly [Strength, Strength, Strength] = [
  {
    lumaDc: 2,
    luma: [3, 3.06, 4.57, 4.29, 5.99, 6.61, 7.9],
    chromaDc: 2,
    chroma: [2.01, 3, 3.54, 3.18, 4, 9.64],
    lumaThresholds: [0.54, 0.54, 0.6, 0.6],
    chromaThresholds: [0.54, 0.66, 0.6, 0.6],
  },
  {
    lumaDc: 3.15,
    luma: [5.42, 6.19, 14.7, 12.2, 17.4, 17.5, 24.5],
    chromaDc: 5.08,
    chroma: [5.1, 6.33, 11, 10.7, 12.1, 25.7],
    lumaThresholds: [0.46, 0.585, 0.66, 0.84],
    chromaThresholds: [0.5, 0.59, 0.615, 0.58],
  },
  {
    lumaDc: 7.41,
    luma: [8.41, 9.86, 19.6, 19.3, 27.1, 33.2, 36.2],
    chromaDc: 7.41,
    chroma: [8.6, 10.8, 13.8, 14.7, 20.4, 47.7],
    lumaThresholds: [0.6, 0.66, 0.66, 0.6],
    chromaThresholds: [0.6, 0.6, 0.6, 0.6],
  },
];

/** The strength at which all steps are 1. */
const finest = -3;

/** The strength for some qualities: 0, 1 and 2 are those above. */
const strengthOfQuality: readonly (readonly [quality: number, strength: number])[] = [
  [1, 8],
  [25, 4],
  [50, 2.45],
  [60, 2.08],
  [70, 1.58],
  [75, 1.31],
  [80, 0.87],
  [85, 0.59],
  [92, 0.1],
  [95, -0.32],
  [98, -1.02],
  [100, finest],
];

/** How much coarser color may be than at half resolution, where each sample is seen larger. */
const chromaCoarseness: Record<ChromaFormat, number> = {
  '4:0:0': 1,
  '4:2:0': 1,
  '4:2:2': 1.5,
  '4:4:4': 2.2,
};

/** The value at `x` of a line through points that are ordered by x; beyond them the nearest one's. */
function interpolate(xs: readonly number[], ys: readonly number[], x: number): number {
  const above = xs.findIndex((each) => each >= x);
  if (above <= 0) return ys.at(above)!;
  const share = (x - xs[above - 1]!) / (xs[above]! - xs[above - 1]!);
  return ys[above - 1]! + share * (ys[above]! - ys[above - 1]!);
}

/** Between two numbers, and beyond them, by their logarithms. */
function mix(a: number, b: number, share: number): number {
  return a * (b / a) ** share;
}

const distances = Array.from({ length: 64 }, (_, at) => Math.hypot(at % 8, Math.floor(at / 8)));

function spread(at: readonly number[], values: readonly number[]): number[] {
  const [xs, ys] = [at.map(Math.log), values.map(Math.log)];
  return distances.map((distance) => Math.exp(interpolate(xs, ys, Math.log(distance))));
}

/** Both tables of one kind of component, at a strength that need not be whole. */
function tableOf(
  kind: 'luma' | 'chroma',
  strength: number,
): { steps: number[]; thresholds: number[] } {
  const from = strength < 1 ? 0 : 1;
  const [a, b] = from === 0 ? [strengths[0], strengths[1]] : [strengths[1], strengths[2]];
  const between = (one: readonly number[], other: readonly number[], share: number): number[] =>
    one.map((value, i) => mix(value, other[i]!, share));
  const share = strength - from;
  const dc = mix(a[`${kind}Dc`], b[`${kind}Dc`], share);
  const steps = spread(
    kind === 'luma' ? lumaDistances : chromaDistances,
    between(a[kind], b[kind], share),
  );
  const thresholds = spread(
    thresholdDistances,
    between(a[`${kind}Thresholds`], b[`${kind}Thresholds`], Math.min(1, Math.max(0, share))),
  );
  // Where nothing is to be lost, coefficients are rounded.
  const part = Math.min(1, Math.max(0, 1 - strength / finest));
  return {
    steps: steps.with(0, dc),
    thresholds: thresholds.map((each) => 0.5 + (each - 0.5) * part).with(0, 0),
  };
}

/** Steps in raster order, 1 to 255, and below which part of its step a coefficient becomes 0. */
export interface Quantization {
  steps: [luma: number[], chroma: number[]];
  thresholds: [luma: number[], chroma: number[]];
}

/**
 * The quantization for a quality of 1 to 100, which need not be whole. On photographs it looks as good as
 * libjpeg's tables for that quality, or better.
 */
export function quantizationFor(quality: number, chroma: ChromaFormat): Quantization {
  const strength = interpolate(
    strengthOfQuality.map(([at]) => at),
    strengthOfQuality.map(([, value]) => value),
    quality,
  );
  const luma = tableOf('luma', strength);
  const color = tableOf('chroma', strength);
  const coarser = chromaCoarseness[chroma];
  const toSteps = (steps: number[]): number[] =>
    steps.map((step) => Math.min(255, Math.max(1, Math.round(step))));
  return {
    steps: [toSteps(luma.steps), toSteps(color.steps.map((step) => step * coarser))],
    thresholds: [luma.thresholds, color.thresholds],
  };
}
