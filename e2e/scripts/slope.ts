/** A measurement and when it was made, in hours since the beginning. */
export interface Sample {
  hours: number;
  value: number;
}

/**
 * How fast a value grows, by least squares, and the standard error of that: a line through noise has
 * a slope too, and the error says how much of it is the noise.
 */
export function fitSlope(samples: readonly Sample[]): { perHour: number; error: number } {
  const count = samples.length;
  if (count < 3) throw new Error('a slope with its error needs three samples');
  const mean = (read: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + read(sample), 0) / count;
  const hours = mean((sample) => sample.hours);
  const value = mean((sample) => sample.value);
  const spread = samples.reduce((sum, sample) => sum + (sample.hours - hours) ** 2, 0);
  const perHour =
    samples.reduce((sum, one) => sum + (one.hours - hours) * (one.value - value), 0) / spread;
  const left = samples.reduce(
    (sum, one) => sum + (one.value - value - perHour * (one.hours - hours)) ** 2,
    0,
  );
  return { perHour, error: Math.sqrt(left / (count - 2) / spread) };
}

/** Whether a value grows by more than is allowed, beyond what its noise would explain. */
export function isRising(samples: readonly Sample[], allowedPerHour: number): boolean {
  const { perHour, error } = fitSlope(samples);
  // Three standard errors: one flat run in seven hundred would be called rising.
  return perHour - 3 * error > allowedPerHour;
}
