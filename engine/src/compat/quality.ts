import { quality } from '../options.ts';

/** A canvas takes it where it is given no number from 0 to 1. */
const usual = 0.92;

/** The engine's quality for one from 0 to 1. Below a half there is nothing to give. */
function ofFraction(fraction: number): number {
  return Math.min(quality.max, Math.max(quality.min, Math.round(fraction * 100)));
}

/** The engine's quality for whatever a canvas may be given as one. */
export function qualityOfCanvas(given: unknown): number {
  return ofFraction(typeof given === 'number' && given >= 0 && given <= 1 ? given : usual);
}

/** The engine's quality for what is multiplied and cut off, as heic-convert does in Node. */
export function qualityOfProduct(given: unknown): number {
  const fraction = Number(given);
  return ofFraction(Number.isNaN(fraction) ? usual : fraction);
}

/** What pictures made by way of a canvas have: neither metadata nor a gain map. */
export const likeCanvas = { metadata: 'strip', hdr: 'leave-out' } as const;
