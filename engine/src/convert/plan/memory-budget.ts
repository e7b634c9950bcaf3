import { maxKeptPixels } from '../../strips/counting.ts';

/** What a page may take of a device's memory before browsers end it, as far as is known. */
const share = 0.4;

/** Where the browser does not say: a phone of the middle class. */
const usualGigabytes = 4;

export const gigabyte = 2 ** 30;

/** Bytes that a conversion may take in this browser. `deviceMemory` is rounded and capped by browsers. */
export function memoryBudget(): number {
  const { deviceMemory = usualGigabytes } = (globalThis.navigator ?? {}) as {
    deviceMemory?: number;
  };
  return deviceMemory * share * gigabyte;
}

/** Of each pixel that is collected: planes of full color resolution, parts of them, and what these are coded to. */
const collectedBytes = 9;

/** Pixels whose samples may be collected; they are not kept for a search where there are more. */
export function mostCollected(): number {
  return Math.min(maxKeptPixels, memoryBudget() / collectedBytes);
}
