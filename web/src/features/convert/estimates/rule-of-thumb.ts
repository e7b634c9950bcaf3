/** Requirement C11. A rough guess; real sizes replace it as files are done. */
export function estimateBytes(originalBytes: number, quality: number): number {
  return Math.round(originalBytes * (0.15 + (quality / 100) * 0.35));
}

/** In percent, by the rule of Requirement C11. */
export function estimateReduction(quality: number): number {
  return Math.round(0.8 * (100 - quality));
}

/** How much smaller (positive) or larger (negative) the result is, in percent of the original. */
export function reductionOf(originalBytes: number, resultBytes: number): number {
  if (originalBytes <= 0) return 0;
  return Math.round((1 - resultBytes / originalBytes) * 100);
}
