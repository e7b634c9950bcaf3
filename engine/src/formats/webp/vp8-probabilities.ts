// The token probabilities of a frame (RFC 6386, section 13.4).
import { tokenProbabilities, updateProbabilities } from './vp8-tables.ts';

/** Bits of an event with a probability of `probability` / 256. */
export function bitsOf(probability: number): number {
  return 8 - Math.log2(probability);
}

/** Probability, of 256, of a zero bit after these counts. Never excludes either value. */
export function probabilityOf(zeros: number, ones: number): number {
  if (zeros + ones === 0) return 255;
  return Math.min(Math.max(Math.round((256 * zeros) / (zeros + ones)), 1), 255);
}

function bitsFor([zeros, ones]: readonly [number, number], probability: number): number {
  return zeros * bitsOf(probability) + ones * bitsOf(256 - probability);
}

/**
 * Chooses the probabilities from the counts of zeros and ones: the frame's own where they save more
 * bits than they cost, otherwise the defaults.
 */
export function chooseProbabilities(counts: Uint32Array): Uint8Array<ArrayBuffer> {
  return tokenProbabilities.map((usual, at) => {
    const counted = [counts[2 * at]!, counts[2 * at + 1]!] as const;
    const own = probabilityOf(...counted);
    const update = updateProbabilities[at]!;
    const sending = 8 + bitsOf(256 - update) - bitsOf(update);
    return bitsFor(counted, own) + sending < bitsFor(counted, usual) ? own : usual;
  });
}
