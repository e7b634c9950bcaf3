import { expect, test } from 'vitest';
import { growthOf, isGrowing, type RestingMemory } from './memory-growth.ts';

const megabyte = 1e6;

/** Twenty samples of a run with two workers, a thousand mutants apart. */
function runOf(at: (mutants: number) => Omit<RestingMemory, 'mutants'>): RestingMemory[] {
  return Array.from({ length: 20 }, (_, index) => {
    const mutants = (index + 1) * 1000;
    return { mutants, ...at(mutants) };
  });
}

/** Up and down by up to 3 MB, as measured. */
const noise = (mutants: number): number => ((mutants / 1000) % 3) * 1.5 * megabyte;

const heapsWith = (first: number, second: number, name = 'b') =>
  new Map([
    ['page', 6 * megabyte],
    ['a', first],
    [name, second],
  ]);

test('memory that stays on its level is not growing', () => {
  const level = runOf((mutants) => ({
    heaps: heapsWith(5 * megabyte + noise(mutants) / 10, 5 * megabyte),
    owned: 250 * megabyte + noise(mutants),
  }));
  expect(isGrowing(growthOf(level))).toBe(false);
});

test('workers that meet their largest picture late are no leak', () => {
  const steps = runOf((mutants) => ({
    heaps: heapsWith(5 * megabyte, 5 * megabyte),
    owned: (220 + (mutants > 13_000 ? 30 : 0) + (mutants > 17_000 ? 15 : 0)) * megabyte,
  }));
  expect(isGrowing(growthOf(steps))).toBe(false);
});

test('a worker that is replaced, and grows to the size of the others, is no leak', () => {
  const replaced = runOf((mutants) => {
    const age = mutants - 12_000;
    const young = age > 0 ? Math.exp(-age / 2000) : 0;
    return {
      heaps: heapsWith(5 * megabyte, (5 - 4 * young) * megabyte, age > 0 ? 'c' : 'b'),
      owned: (250 - 60 * young) * megabyte + noise(mutants),
    };
  });
  expect(isGrowing(growthOf(replaced))).toBe(false);
});

test('a leak of 2 kB a mutant in one heap shows, though the other worker is replaced', () => {
  const leaking = runOf((mutants) => ({
    heaps: heapsWith(
      5 * megabyte + mutants * 2000,
      5 * megabyte + noise(mutants) / 10,
      mutants > 14_000 ? 'c' : 'b',
    ),
    owned: 250 * megabyte + noise(mutants) - (mutants > 14_000 ? 50 * megabyte : 0),
  }));
  const growth = growthOf(leaking);
  expect(growth.heaps).toBeCloseTo(2000, -3);
  expect(isGrowing(growth)).toBe(true);
});

test('a leak of 16 kB a mutant outside the heaps shows', () => {
  const leaking = runOf((mutants) => ({
    heaps: heapsWith(5 * megabyte, 5 * megabyte),
    owned: 250 * megabyte + noise(mutants) + mutants * 16_000,
  }));
  const growth = growthOf(leaking);
  expect(growth.heaps).toBe(0);
  expect(isGrowing(growth)).toBe(true);
});
