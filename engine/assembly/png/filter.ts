// Packs RGBA samples as PNG stores them, and filters rows (PNG, third edition, section 9).

/**
 * Rows may be read and written this far past their ends, and by more than a pixel before their
 * starts.
 */
export const margin: usize = 32;

/** Packs one row of RGBA. `stored` is the number of channels (1: gray; 2: gray and alpha; 3; 4). */
export function packRow(from: usize, to: usize, width: i32, stored: i32, deep: bool): void {
  if (deep) return packDeep(from, to, width, stored);
  if (stored == 4) {
    memory.copy(to, from, (<usize>width) << 2);
    return;
  }
  if (stored == 3) {
    // 4 pixels at a time. The next write overwrites the last 4 bytes.
    for (let x = 0; x < width; x += 4, from += 16, to += 12) {
      v128.store(
        to,
        v128.swizzle(
          v128.load(from),
          i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1),
        ),
      );
    }
    return;
  }
  for (let x = 0; x < width; x++, from += 4, to += stored) {
    store<u8>(to, load<u8>(from));
    if (stored == 2) store<u8>(to, load<u8>(from, 3), 1);
  }
}

// @ts-ignore: decorator
@inline
function store16(to: usize, sample: u16): void {
  store<u16>(to, bswap<u16>(sample));
}

/** Packs 16-bit samples, which PNG stores big-endian. */
function packDeep(from: usize, to: usize, width: i32, stored: i32): void {
  const size: usize = (<usize>stored) << 1;
  for (let x = 0; x < width; x++, from += 8, to += size) {
    store16(to, load<u16>(from));
    if (stored == 2) store16(to + 2, load<u16>(from, 6));
    if (stored < 3) continue;
    store16(to + 2, load<u16>(from, 2));
    store16(to + 4, load<u16>(from, 4));
    if (stored == 4) store16(to + 6, load<u16>(from, 6));
  }
}

// @ts-ignore: decorator
@inline
function addDistances(sum: v128, difference: v128): v128 {
  const distances = i8x16.abs(difference);
  return i32x4.add(sum, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(distances)));
}

// @ts-ignore: decorator
@inline
function total(sum: v128): u32 {
  return (
    i32x4.extract_lane(sum, 0) +
    i32x4.extract_lane(sum, 1) +
    i32x4.extract_lane(sum, 2) +
    i32x4.extract_lane(sum, 3)
  );
}

/** Section 9.4 for 8 samples in 16 bits. */
// @ts-ignore: decorator
@inline
function paeth8(left: v128, above: v128, corner: v128): v128 {
  const toLeft = i16x8.sub(above, corner);
  const toUp = i16x8.sub(left, corner);
  const pa = i16x8.abs(toLeft);
  const pb = i16x8.abs(toUp);
  const pc = i16x8.abs(i16x8.add(toLeft, toUp));
  const useLeft = v128.and(i16x8.le_s(pa, pb), i16x8.le_s(pa, pc));
  return v128.bitselect(left, v128.bitselect(above, corner, i16x8.le_s(pb, pc)), useLeft);
}

/** Mask of the bytes that belong to the row, in its last 16. */
// @ts-ignore: decorator
@inline
function tailMask(left: i32): v128 {
  const places = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return left >= 16 ? i8x16.splat(-1) : i8x16.lt_u(places, i8x16.splat(<i8>left));
}

/**
 * Filters one row of `size` bytes to `target`: the filter type, then the differences. Tries Sub, Up
 * and Paeth, and takes the one with the smallest sum of distances (section 12.7). Without `up` (0),
 * only Sub. `scratch` has room for three rows with margins.
 */
export function filterRow(
  row: usize,
  up: usize,
  size: i32,
  pixelBytes: i32,
  scratch: usize,
  target: usize,
): void {
  const stride: usize = (<usize>size + margin + 15) & ~15;
  const ups = scratch + stride;
  const paeths = ups + stride;
  let subSum = i32x4.splat(0);
  let upSum = i32x4.splat(0);
  let paethSum = i32x4.splat(0);
  for (let x = 0; x < size; x += 16) {
    const here = v128.load(row + x);
    const left = v128.load(row + x - pixelBytes);
    const mask = tailMask(size - x);
    const sub = i8x16.sub(here, left);
    v128.store(scratch + x, sub);
    if (up == 0) continue;
    const above = v128.load(up + x);
    const corner = v128.load(up + x - pixelBytes);
    const low = paeth8(
      i16x8.extend_low_i8x16_u(left),
      i16x8.extend_low_i8x16_u(above),
      i16x8.extend_low_i8x16_u(corner),
    );
    const high = paeth8(
      i16x8.extend_high_i8x16_u(left),
      i16x8.extend_high_i8x16_u(above),
      i16x8.extend_high_i8x16_u(corner),
    );
    const rise = i8x16.sub(here, above);
    const guess = i8x16.sub(here, i8x16.narrow_i16x8_u(low, high));
    v128.store(ups + x, rise);
    v128.store(paeths + x, guess);
    subSum = addDistances(subSum, v128.and(sub, mask));
    upSum = addDistances(upSum, v128.and(rise, mask));
    paethSum = addDistances(paethSum, v128.and(guess, mask));
  }
  let filter: u8 = 1;
  let chosen = scratch;
  if (up != 0) {
    let least = total(subSum);
    if (total(upSum) < least) {
      least = total(upSum);
      filter = 2;
      chosen = ups;
    }
    if (total(paethSum) < least) {
      filter = 4;
      chosen = paeths;
    }
  }
  store<u8>(target, filter);
  memory.copy(target + 1, chosen, size);
}
