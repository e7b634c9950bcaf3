import type { Counting, SizeLimit } from './task.ts';

/** Where the curve of bytes is measured; its logarithm is nearly straight between. */
const measuredQualities = [50, 60, 70, 78, 86, 92, 96, 100];

/** One row of MCUs in so many tells within a few percent what all of them take. */
export const measureEvery = 8;

/** What of a picture has to be counted so that a quality can be chosen from a range. */
export function countingFor({ min, max }: SizeLimit['quality']): Counting {
  const between = measuredQualities.filter((quality) => quality > min && quality < max);
  return { qualities: [...new Set([min, ...between, max])], every: measureEvery };
}

/** Samples of more pixels than these are not kept for a search: they are decoded again for each try. */
export const maxKeptPixels = 50e6;
