// The probabilities that a frame's tokens are written with (RFC 6386, section 13.4).
import { tokenProbabilities, updateProbabilities } from './vp8-tables.ts';

/** Bits that an event takes which is expected `probability` times in 256. */
export function bitsOf(probability: number): number {
  return 8 - Math.log2(probability);
}

/** How probable it is, in 256, that a bit is 0 that was 0 and 1 so often: never out of the question. */
export function probabilityOf(zeros: number, ones: number): number {
  if (zeros + ones === 0) return 255;
  return Math.min(Math.max(Math.round((256 * zeros) / (zeros + ones)), 1), 255);
}

function bitsFor([zeros, ones]: readonly [number, number], probability: number): number {
  return zeros * bitsOf(probability) + ones * bitsOf(256 - probability);
}

/**
 * The probabilities to write with, from how often each bit was 0 and 1: the frame's own where they save more than
 * it takes to send them, else the usual ones.
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
