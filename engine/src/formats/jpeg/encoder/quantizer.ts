import type { ComponentQuantization } from './quantization.ts';

/** Size of one kind of component's tables in `assembly/jpeg`. */
export const quantizerBytes = 704;

/**
 * Typical bits for a coefficient of one step after 0 to 15 zeros, sign included: from the middle of
 * what photographs at quality 80 take.
 */
const runBits = {
  luma: [3, 4.4, 5.6, 6.4, 7, 7.7, 8.2, 9.1, 10, 10.5, 10.9, 11.8, 12, 13, 14, 15.3],
  chroma: [3, 4.5, 6.5, 7.2, 8, 8.7, 9.3, 9.8, 10.8, 11.2, 11.4, 12.3, 12.3, 13, 13.5, 14],
};

/** Bits for a run of 16 zeros. */
const longRunBits = 10;

/** Largest worth that the module's byte holds. A greater one would change nothing. */
const largestWorth = 127;

/**
 * The size, in steps, of the coefficients that are hardest to decide. Where a factor reaches its
 * limit, the worth still holds here.
 */
const doubtful = 0.6;

/** Tables with which `assembly/jpeg` quantizes one kind of component; see `quantizers` there. */
export function quantizerOf(
  kind: 'luma' | 'chroma',
  { steps, worths, shortening }: ComponentQuantization,
): Uint8Array {
  const words = new Int16Array(quantizerBytes / 2);
  steps.forEach((step, i) => {
    words[i] = Math.round(4096 / step);
    words[64 + i] = i === 0 ? 0 : Math.round(8 * step * shortening);
    const worth = 2 * worths[i]!;
    const factor = Math.min(0x7fff, Math.round((2048 * worth) / step));
    words[128 + i] = factor;
    const atDoubt = Math.min(largestWorth, worth * (2 * doubtful - 1));
    words[192 + i] = Math.round(((factor * step) / 1024) * doubtful - atDoubt);
    // The DC coefficient is always coded, so it is no reason to look at the others.
    words[256 + i] = i === 0 ? 0x7fff : Math.ceil(2 ** 14 / words[i]) - 1;
  });
  const bytes = new Uint8Array(words.buffer);
  for (let run = 0; run < 64; run++) {
    bytes[640 + run] = Math.round(2 * (longRunBits * (run >> 4) + runBits[kind][run & 15]!));
  }
  return bytes;
}
