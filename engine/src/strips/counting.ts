import type { SizeLimit } from './tasks/size-limit.ts';
import type { Counting } from './tasks/task.ts';

/** Qualities at which size is measured. Between them its logarithm is nearly linear. */
const measuredQualities = [50, 60, 70, 78, 86, 92, 96, 100];

/** Measuring one of this many MCU rows tells the size of all within a few percent. */
export const measureEvery = 8;

/** What to count in a picture so that a quality can be chosen from a range. */
export function countingFor({ min, max }: SizeLimit['quality']): Counting {
  const between = measuredQualities.filter((quality) => quality > min && quality < max);
  return { qualities: [...new Set([min, ...between, max])], every: measureEvery };
}

/**
 * Above this number of pixels, samples are not kept for a search: each attempt decodes them again.
 */
export const maxKeptPixels = 50e6;
