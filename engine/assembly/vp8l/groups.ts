// Costs of residuals, and the assignment of tiles to groups with shared prefix codes (RFC 9649,
// section 6.2.2).

import {
  choices,
  cacheSymbol,
  costs,
  counts,
  residualBytes,
  residuals,
  firstAlpha,
  firstBlue,
  firstRed,
  hasAlpha,
  groups,
  markBytes,
  marks,
  symbols,
  width,
} from './memory';
import { side } from './predict';

/** A tile's cost in each group. */
const sums: usize = memory.data(32 * 2, 16);

// @ts-ignore: decorator
@inline
function countAt(base: usize, symbol: u32): void {
  const at = base + ((<usize>symbol) << 2);
  store<u32>(at, load<u32>(at) + 1);
}

// @ts-ignore: decorator
@inline
function costOf(symbol: u32, group: i32): u32 {
  return load<u16>(costs + ((<usize>symbol) << 6) + ((<usize>group) << 1));
}

/** Whether coding a cached residual by its cache index takes no more bits than by its channels. */
// @ts-ignore: decorator
@inline
function isBestCached(word: u32, group: i32): bool {
  const green = costOf((word >> 8) & 255, group);
  const red = costOf(firstRed + ((word >> 16) & 255), group);
  const blue = costOf(firstBlue + (word & 255), group);
  const alpha = hasAlpha ? costOf(firstAlpha + (word >> 24), group) : 0;
  return costOf(cacheSymbol(word), group) <= green + red + blue + alpha;
}

/** With `chooses`, clears marks of cached residuals for which the cache costs more. */
function countTile(
  start: usize,
  mark: usize,
  columns: i32,
  rows: i32,
  group: i32,
  chooses: bool,
  usesCache: bool,
): void {
  const base = counts + <usize>(group * symbols * 4);
  for (let row = 0; row < rows; row++, start += residualBytes, mark += 2) {
    const found: u32 = usesCache ? load<u16>(mark) : 0;
    let left = found;
    for (let column = 0; column < columns; column++) {
      const word = load<u32>(start + ((<usize>column) << 2));
      if (((found >> column) & 1) != 0) {
        if (!chooses || isBestCached(word, group)) {
          countAt(base, cacheSymbol(word));
          continue;
        }
        left &= ~(1 << column);
      }
      countAt(base, (word >> 8) & 255);
      countAt(base, firstRed + ((word >> 16) & 255));
      countAt(base, firstBlue + (word & 255));
      if (hasAlpha) countAt(base, firstAlpha + (word >> 24));
    }
    store<u16>(mark, <u16>left);
  }
}

/** The group in which a tile takes the fewest bits. */
function groupOf(start: usize, mark: usize, columns: i32, rows: i32, usesCache: bool): i32 {
  let a = i16x8.splat(0);
  let b = a;
  let c = a;
  let d = a;
  for (let row = 0; row < rows; row++, start += residualBytes, mark += 2) {
    let found: u32 = usesCache ? load<u16>(mark) : 0;
    for (let column = 0; column < columns; column++, found >>= 1) {
      const word = load<u32>(start + ((<usize>column) << 2));
      const green = costs + ((<usize>((word >> 8) & 255)) << 6);
      const red = costs + ((<usize>(firstRed + ((word >> 16) & 255))) << 6);
      const blue = costs + ((<usize>(firstBlue + (word & 255))) << 6);
      let e = add3(v128.load(green), v128.load(red), v128.load(blue));
      let f = add3(v128.load(green, 16), v128.load(red, 16), v128.load(blue, 16));
      let g = add3(v128.load(green, 32), v128.load(red, 32), v128.load(blue, 32));
      let h = add3(v128.load(green, 48), v128.load(red, 48), v128.load(blue, 48));
      if (hasAlpha) {
        const alpha = costs + ((<usize>(firstAlpha + (word >> 24))) << 6);
        e = i16x8.add(e, v128.load(alpha));
        f = i16x8.add(f, v128.load(alpha, 16));
        g = i16x8.add(g, v128.load(alpha, 32));
        h = i16x8.add(h, v128.load(alpha, 48));
      }
      if ((found & 1) != 0) {
        const color = costs + ((<usize>cacheSymbol(word)) << 6);
        e = i16x8.min_u(e, v128.load(color));
        f = i16x8.min_u(f, v128.load(color, 16));
        g = i16x8.min_u(g, v128.load(color, 32));
        h = i16x8.min_u(h, v128.load(color, 48));
      }
      a = i16x8.add_sat_u(a, e);
      b = i16x8.add_sat_u(b, f);
      c = i16x8.add_sat_u(c, g);
      d = i16x8.add_sat_u(d, h);
    }
  }
  v128.store(sums, a);
  v128.store(sums, b, 16);
  v128.store(sums, c, 32);
  v128.store(sums, d, 48);
  let best = 0;
  for (let group = 1; group < groups; group++) {
    if (load<u16>(sums + ((<usize>group) << 1)) < load<u16>(sums + ((<usize>best) << 1)))
      best = group;
  }
  return best;
}

// @ts-ignore: decorator
@inline
function add3(a: v128, b: v128, c: v128): v128 {
  return i16x8.add(i16x8.add(a, b), c);
}

export function clearCounts(): void {
  memory.fill(counts, 0, <usize>(groups * symbols * 4));
}

/**
 * Counts the symbols of every `step`-th tile of a band of residuals, starting at `first`: in their
 * current groups or, with `chooses`, in the cheapest ones.
 */
export function countBand(rows: i32, chooses: bool, usesCache: bool, first: i32, step: i32): void {
  for (let x = first * side; x < width; x += side * step) {
    const tile = choices + x / side;
    const columns = min(side, width - x);
    const start = residuals + ((<usize>x) << 2);
    const mark = marks + (x / side) * markBytes;
    if (chooses) store<u8>(tile, <u8>groupOf(start, mark, columns, rows, usesCache));
    countTile(start, mark, columns, rows, load<u8>(tile), chooses, usesCache);
  }
}
