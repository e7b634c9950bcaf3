/** Seeded damage to files, so that a failing mutant can be made again from its seed alone. */

/** A small generator (mulberry32) of numbers from 0 to below 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const interesting = [0, 1, 0x7f, 0x80, 0xff];

/** Flips, overwrites, cuts, repeats and moves parts of `bytes`; 1 to 8 times, as the seed decides. */
export function mutate(bytes: Uint8Array, seed: number): Uint8Array {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * Math.max(1, limit));
  let result = bytes.slice();
  for (let round = 1 + below(8); round > 0; round--) {
    // Headers are small and decide everything, so half of the damage goes to the first kilobytes.
    const at = below(random() < 0.5 ? Math.min(result.length, 4096) : result.length);
    const kind = below(12);
    if (kind < 4) result[at] = result[at]! ^ (1 << below(8));
    else if (kind < 6) result[at] = interesting[below(interesting.length)]!;
    else if (kind < 8) result.fill(random() < 0.5 ? 0 : 255, at, at + 1 + below(8));
    else if (kind === 8) result[at] = below(256);
    else if (kind === 9) result.copyWithin(at, below(result.length), below(result.length));
    else {
      const length = below(Math.min(64, result.length - at));
      const piece = result.slice(at, at + length);
      const longer = new Uint8Array(result.length + (kind === 10 ? length : -length));
      longer.set(result.subarray(0, at));
      if (kind === 10) longer.set(piece, at);
      longer.set(result.subarray(kind === 10 ? at : at + length), at + (kind === 10 ? length : 0));
      result = longer;
    }
  }
  return random() < 0.1 ? result.subarray(0, below(result.length)) : result;
}
