// Which tiles share prefix codes: those that take the fewest bits with the codes of the others.
import { allSymbols, type Band, groups, symbols, type Vp8lModule } from './vp8l-module.ts';

/** So many tiles make up for the codes of a group of their own. */
const tilesPerGroup = 128;

/** Groups are made from one tile of so many, this often, and then from all. */
const sampled = 4;
const rounds = 3;

/** Units of costs in a bit, a symbol's bits at most, and those of one that would end another's being alone. */
const costUnits = 8;
const mostBits = 18;
const intrusionBits = 500;

/** A group for each tile: the easiest ones are one, and of the others each has as many as the next, by how hard they are. */
function rank(spreads: Float64Array): Uint8Array {
  const count = Math.max(1, Math.min(groups, Math.round(spreads.length / tilesPerGroup)));
  if (count === 1) return new Uint8Array(spreads.length);
  const easiest = spreads.reduce((least, spread) => Math.min(least, spread), Infinity);
  const harder = spreads.filter((spread) => spread > easiest).sort();
  const limits = Array.from(
    { length: count - 1 },
    (_, group) => harder[Math.floor((group * harder.length) / (count - 1))] ?? Infinity,
  );
  return Uint8Array.from(spreads, (spread) => {
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spread < limits[middle]!) high = middle;
      else low = middle + 1;
    }
    return low;
  });
}

/**
 * Bits of a symbol that occurs so often among so many, of which `most` are the same: no code is shorter than one bit,
 * unless it is alone.
 */
function bitsOf(count: number, all: number, most: number): number {
  if (all > 0 && most === all) return count === 0 ? intrusionBits : 0;
  return count === 0 ? mostBits : Math.min(mostBits, Math.max(1, Math.log2(all / count)));
}

/** Gives symbols the costs that follow from how often they were counted. Returns the bits of all of them. */
function setCosts({ counts, costs }: Vp8lModule): number {
  let total = 0;
  for (let group = 0; group < groups; group++) {
    const own = counts.subarray(group * allSymbols, (group + 1) * allSymbols);
    let start = 0;
    for (const size of symbols) {
      const end = start + size;
      let [all, most] = [0, 0];
      for (let at = start; at < end; at++) {
        all += own[at]!;
        most = Math.max(most, own[at]!);
      }
      for (let at = start; at < end; at++) {
        const bits = bitsOf(own[at]!, all, most);
        total += own[at]! * bits;
        costs[at * groups + group] = bits * costUnits;
      }
      start = end;
    }
  }
  return total;
}

/**
 * Sorts the tiles of all bands into groups, leaves the symbols of each counted, and marks only what is to be
 * coded by its place in the cache. Returns whether there is a cache at all.
 *
 * @param tiles The bands' own, one after the other.
 * @param spreads How hard each tile is.
 */
export function sortTiles(
  module: Vp8lModule,
  bands: readonly Band[],
  tiles: Uint8Array,
  spreads: Float64Array,
): boolean {
  tiles.set(rank(spreads));
  const count = (usesCache: boolean, chooses: boolean, step: number): void => {
    module.clear();
    bands.forEach((band, index) => {
      // In another place of each row: what was coded in blocks has columns that are alike.
      const how = { usesCache, chooses, first: (index * 3) % step, step };
      module.count(band, { ...how, settles: step === 1 });
    });
  };
  const bitsWith = (usesCache: boolean): number => {
    count(usesCache, false, sampled);
    return setCosts(module);
  };
  const bitsWithout = bitsWith(false);
  const usesCache = bitsWith(true) < bitsWithout;
  if (!usesCache) bitsWith(false);
  for (let round = 0; round < rounds; round++) {
    count(usesCache, true, sampled);
    setCosts(module);
  }
  count(usesCache, true, 1);
  return usesCache;
}
