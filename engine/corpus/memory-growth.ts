import { median } from '../bench/statistics.ts';

/** What a page owned at rest, in bytes. */
export interface RestingMemory {
  /** Mutants done before. */
  mutants: number;
  /** By thread: heaps and array buffers. */
  heaps: ReadonlyMap<string, number>;
  /** Everything that the processes own, WebAssembly memories included. */
  owned: number;
}

/** Bytes that each mutant has left behind. */
export interface Growth {
  heaps: number;
  owned: number;
}

/**
 * At most so much may each mutant leave behind. In the heaps a run without a leak shows 0.3 kB at
 * most, for code that is still compiled when it is first needed. In all it shows up to 6 kB, since
 * WebAssembly memories never shrink: they grow with the largest picture that a worker has met.
 */
export const maxGrowth: Growth = { heaps: 1_000, owned: 12_000 };

/**
 * The slope of the second half of a run, as the median over all pairs of samples (Theil and Sen):
 * a step, as when a worker meets its largest picture or a new one takes its place, does not move it
 * much, and a leak moves all pairs.
 */
export function growthOf(samples: readonly RestingMemory[]): Growth {
  const settled = samples.slice(samples.length >> 1);
  const slope = (difference: (before: RestingMemory, after: RestingMemory) => number): number =>
    median(
      settled.flatMap((before, index) =>
        settled
          .slice(index + 1)
          .map((after) => difference(before, after) / (after.mutants - before.mutants)),
      ),
    );
  return {
    heaps: slope(({ heaps: before }, { heaps: after }) => {
      // A worker that was replaced in between says nothing.
      const both = [...before].filter(([thread]) => after.has(thread));
      return both.reduce((sum, [thread, bytes]) => sum + after.get(thread)! - bytes, 0);
    }),
    owned: slope((before, after) => after.owned - before.owned),
  };
}

export function isGrowing({ heaps, owned }: Growth): boolean {
  return heaps > maxGrowth.heaps || owned > maxGrowth.owned;
}
