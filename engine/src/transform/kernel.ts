/** The source pixels that make up each target pixel, and their weights. */
export interface Contributions {
  /** First source pixel of each target pixel. */
  first: Int32Array;
  /** `taps` weights per target pixel. They add up to 1. */
  weights: Float32Array;
  taps: number;
}

/** The part of a source that becomes the target, in source pixels, possibly fractional. */
export interface Span {
  start: number;
  length: number;
}

/** `lanczos` for visible samples; `mean` for those that must not ring, such as gain maps. */
export type Kernel = 'lanczos' | 'mean';

/** Three lobes keep edges crisp with little ringing. */
const lobes = 3;

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= lobes) return 0;
  const angle = Math.PI * x;
  return (lobes * Math.sin(angle) * Math.sin(angle / lobes)) / (angle * angle);
}

/**
 * The part of a source pixel (1 wide, centered at `x`) that lies in a window of `width` around 0.
 */
function overlap(x: number, width: number): number {
  return Math.max(0, Math.min(x + 0.5, width / 2) - Math.max(x - 0.5, -width / 2));
}

/**
 * Contributions that resample `span` of a source with `source` pixels to `target` pixels. For a
 * smaller target the kernel widens, which prevents moiré.
 */
export function contributions(
  span: Span,
  source: number,
  target: number,
  kernel: Kernel = 'lanczos',
): Contributions {
  const scale = span.length / target;
  const stretch = Math.max(scale, 1);
  const reach = kernel === 'lanczos' ? lobes * stretch : (stretch + 1) / 2;
  const taps = Math.min(source, Math.ceil(reach) * 2 + 1);
  const first = new Int32Array(target);
  const weights = new Float32Array(target * taps);
  for (let index = 0; index < target; index++) {
    const center = span.start + (index + 0.5) * scale - 0.5;
    const start = Math.min(Math.max(Math.ceil(center - reach), 0), source - taps);
    first[index] = start;
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const x = start + tap - center;
      const weight = kernel === 'lanczos' ? lanczos(x / stretch) : overlap(x, stretch);
      weights[index * taps + tap] = weight;
      sum += weight;
    }
    for (let tap = 0; tap < taps; tap++) weights[index * taps + tap]! /= sum;
  }
  return { first, weights, taps };
}

/** The same in integers, for SIMD. */
export interface WholeContributions {
  first: Int32Array;
  /** `taps` weights per target pixel with 14 fractional bits. They add up to exactly 1. */
  weights: Int16Array;
  /** Padded with zero weights to a multiple of `multiple`. */
  taps: number;
}

/** Fractional bits of weights. */
export const weightBits = 14;

/** Rounds weights, carrying each rounding error over to the next one. */
export function inWholeNumbers(
  { first, weights, taps }: Contributions,
  multiple: number,
): WholeContributions {
  const padded = Math.ceil(taps / multiple) * multiple;
  const whole = new Int16Array(first.length * padded);
  for (let index = 0; index < first.length; index++) {
    let sum = 0;
    let given = 0;
    for (let tap = 0; tap < taps; tap++) {
      sum += weights[index * taps + tap]!;
      const upTo = tap === taps - 1 ? 1 << weightBits : Math.round(sum * (1 << weightBits));
      whole[index * padded + tap] = upTo - given;
      given = upTo;
    }
  }
  return { first, weights: whole, taps: padded };
}
