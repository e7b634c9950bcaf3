import type { ComponentQuantization } from './quantization.ts';

/** Of one kind of component, as `assembly/jpeg` stores them. */
export const quantizerBytes = 704;

/**
 * The bits that a coefficient of one step takes after 0 to 15 zeros, its sign among them: in the middle of what
 * they are in files of photographs at a quality of 80.
 */
const runBits = {
  luma: [3, 4.4, 5.6, 6.4, 7, 7.7, 8.2, 9.1, 10, 10.5, 10.9, 11.8, 12, 13, 14, 15.3],
  chroma: [3, 4.5, 6.5, 7.2, 8, 8.7, 9.3, 9.8, 10.8, 11.2, 11.4, 12.3, 12.3, 13, 13.5, 14],
};

/** The bits that 16 zeros take. */
const longRunBits = 10;

/** The largest that a byte of the module holds: more is as good as any. */
const largestWorth = 127;

/** How many steps a coefficient has about which there is most doubt: there its worth is kept where factors end. */
const doubtful = 0.6;

/** The tables by which `assembly/jpeg` quantizes one kind of component, see `quantizers` there. */
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
    // The DC coefficient is coded in any case, and no reason to look at the others.
    words[256 + i] = i === 0 ? 0x7fff : Math.ceil(2 ** 14 / words[i]) - 1;
  });
  const bytes = new Uint8Array(words.buffer);
  for (let run = 0; run < 64; run++) {
    bytes[640 + run] = Math.round(2 * (longRunBits * (run >> 4) + runBits[kind][run & 15]!));
  }
  return bytes;
}
