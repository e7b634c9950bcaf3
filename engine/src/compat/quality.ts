import { quality } from '../options.ts';

/** The engine's quality for one from 0 to 1, as canvas has it. Below a half there is nothing to give. */
export function qualityOf(fraction: number): number {
  return Math.min(quality.max, Math.max(quality.min, Math.round(fraction * 100)));
}

/** What pictures made by way of a canvas have: neither metadata nor a gain map. */
export const likeCanvas = { metadata: 'strip', hdr: 'leave-out' } as const;
