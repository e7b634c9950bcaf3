// Assigns tiles to groups that share prefix codes: each to the group whose codes take the fewest
// bits.
import { allSymbols, type Band, groups, symbols, type Vp8lModule } from './vp8l-module.ts';

/** Tiles per group needed to pay for the group's codes. */
const tilesPerGroup = 128;

/** Each round uses one of this many tiles, for this many rounds; the last uses all. */
const sampled = 4;
const rounds = 3;

/**
 * Cost units per bit; most bits of a symbol; and the cost of a symbol that would end another's
 * being the only one.
 */
const costUnits = 8;
const mostBits = 18;
const intrusionBits = 500;

/**
 * Initial groups: the simplest tiles form one, and the others are ranked by complexity into groups
 * of equal size.
 */
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
 * Bits of a symbol that occurs `count` times among `all`, of which `most` are equal. Codes have at
 * least one bit, except for an only symbol.
 */
function bitsOf(count: number, all: number, most: number): number {
  if (all > 0 && most === all) return count === 0 ? intrusionBits : 0;
  return count === 0 ? mostBits : Math.min(mostBits, Math.max(1, Math.log2(all / count)));
}

/** Sets the symbols' costs from their counts. Returns the total number of bits. */
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
 * Assigns the tiles of all bands to groups. Leaves each group's symbol counts, and marks only the
 * pixels to be coded by their cache index. Returns whether the cache is used at all.
 *
 * @param tiles The bands' tiles, one after the other.
 * @param spreads The complexity of each tile.
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
      // Starts at another tile in each row: sources coded in blocks have similar columns.
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
