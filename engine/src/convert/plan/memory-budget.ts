import { maxKeptPixels } from '../../strips/counting.ts';

/**
 * Share of a device's memory that a page may take before browsers terminate it, as far as is known.
 */
const share = 0.4;

/** Assumed if the browser does not say: a mid-range phone. */
const usualGigabytes = 4;

export const gigabyte = 2 ** 30;

/** Bytes that a conversion may take in this browser. Browsers round and cap `deviceMemory`. */
export function memoryBudget(): number {
  const { deviceMemory = usualGigabytes } = (globalThis.navigator ?? {}) as {
    deviceMemory?: number;
  };
  return deviceMemory * share * gigabyte;
}

/**
 * Per collected pixel: planes of full chroma resolution, parts of them, and what these are coded
 * to.
 */
const collectedBytes = 9;

/**
 * Maximum number of pixels whose samples are collected. For larger pictures, samples are not kept
 * for a search.
 */
export function mostCollected(): number {
  return Math.min(maxKeptPixels, memoryBudget() / collectedBytes);
}
