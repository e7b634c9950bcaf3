// Quantization tables and thresholds, made so that a file of so many bytes scores highest by SSIMULACRA 2 and
// Butteraugli: found by search over photographs and drawings, at three strengths, see docs/decisions/017.
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
  /** Parts of a step, at least a half, below which a coefficient becomes 0. */
  lumaThresholds: readonly number[];
  chromaThresholds: readonly number[];
}

const lumaDistances = [1, 1.42, 2, 3, 4.3, 6.2, 9.9];
const chromaDistances = [1, 1.42, 2, 3.2, 5.5, 9.9];
const thresholdDistances = [1, 2.5, 5, 9.9];

/** From fine to coarse. */
const strengths: readonly [Strength, Strength, Strength] = [
  {
    lumaDc: 2.24,
    luma: [3, 3.06, 4.43, 4.16, 6.35, 7.01, 8.37],
    chromaDc: 2,
    chroma: [2.01, 3, 3.54, 3.66, 4.6, 11.1],
    lumaThresholds: [0.54, 0.54, 0.6, 0.54],
    chromaThresholds: [0.565, 0.685, 0.625, 0.625],
  },
  {
    lumaDc: 3.53,
    luma: [5.42, 6.19, 14.3, 11.8, 18.4, 18.6, 26],
    chromaDc: 5.08,
    chroma: [5.1, 6.33, 11, 12.3, 13.9, 29.6],
    lumaThresholds: [0.5, 0.585, 0.66, 0.78],
    chromaThresholds: [0.525, 0.615, 0.64, 0.605],
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

/** How many parts of a step higher the threshold of an isolated coefficient is, see `assembly/jpeg`. */
const isolatedMore = { luma: 0.15, chroma: 0.23 };

/** The strength at which all steps are 1. */
const finest = -3;

/** The strength for some qualities: 0, 1 and 2 are those above. */
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
): { steps: number[]; thresholds: number[]; isolatedThresholds: number[] } {
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
  const raised = (more: number): number[] =>
    thresholds.map((each) => 0.5 + (each + more - 0.5) * part).with(0, 0);
  return {
    steps: steps.with(0, dc),
    thresholds: raised(0),
    isolatedThresholds: raised(isolatedMore[kind]),
  };
}

/** In raster order. */
export interface Quantization {
  /** 1 to 255. */
  steps: [luma: number[], chroma: number[]];
  /** The part of its step below which a coefficient becomes 0. */
  thresholds: [luma: number[], chroma: number[]];
  /** The same for one that has no other near it. */
  isolatedThresholds: [luma: number[], chroma: number[]];
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
    isolatedThresholds: [luma.isolatedThresholds, color.isolatedThresholds],
  };
}
