// Undoes the filters of rows in place (PNG, third edition, section 9). Pixels of 3 and 4 bytes,
// which nearly all pictures have, and of 6 and 8 use SIMD: one pixel at a time, as each depends on
// the one to its left.

/** Up: bytes do not depend on their neighbors. */
function addUp(row: usize, up: usize, size: usize): void {
  let x: usize = 0;
  for (; x + 16 <= size; x += 16) {
    v128.store(row + x, i8x16.add(v128.load(row + x), v128.load(up + x)));
  }
  for (; x < size; x++) store<u8>(row + x, load<u8>(row + x) + load<u8>(up + x));
}

/** Sub, for pixels of any size. */
function addLeft(row: usize, size: usize, pixelBytes: usize): void {
  for (let x = pixelBytes; x < size; x++) {
    store<u8>(row + x, load<u8>(row + x) + load<u8>(row + x - pixelBytes));
  }
}

/** Average, for pixels of any size. */
function addAverage(row: usize, up: usize, size: usize, pixelBytes: usize): void {
  for (let x: usize = 0; x < size; x++) {
    const left: u32 = x < pixelBytes ? 0 : load<u8>(row + x - pixelBytes);
    const above: u32 = load<u8>(up + x);
    store<u8>(row + x, load<u8>(row + x) + <u8>((left + above) >> 1));
  }
}

// @ts-ignore: decorator
@inline
function distance(a: i32, b: i32): i32 {
  return a > b ? a - b : b - a;
}

/** Paeth, for pixels of any size. */
function addPaeth(row: usize, up: usize, size: usize, pixelBytes: usize): void {
  for (let x: usize = 0; x < size; x++) {
    const hasLeft = x >= pixelBytes;
    const left: i32 = hasLeft ? load<u8>(row + x - pixelBytes) : 0;
    const corner: i32 = hasLeft ? load<u8>(up + x - pixelBytes) : 0;
    const above: i32 = load<u8>(up + x);
    const toLeft = distance(above, corner);
    const toUp = distance(left, corner);
    const toCorner = distance(left + above, 2 * corner);
    let guess = corner;
    if (toLeft <= toUp && toLeft <= toCorner) guess = left;
    else if (toUp <= toCorner) guess = above;
    store<u8>(row + x, load<u8>(row + x) + <u8>guess);
  }
}

/** Loads a pixel's bytes, and up to two of the next pixel's. */
// @ts-ignore: decorator
@inline
function loadPixel(at: usize, pixelBytes: usize): v128 {
  return pixelBytes > 4 ? v128.load64_zero(at) : v128.load32_zero(at);
}

// @ts-ignore: decorator
@inline
function storePixel(at: usize, pixel: v128, pixelBytes: usize): void {
  if (pixelBytes == 4) {
    v128.store32_lane(at, pixel, 0);
  } else if (pixelBytes == 8) {
    v128.store64_lane(at, pixel, 0);
  } else if (pixelBytes == 6) {
    v128.store32_lane(at, pixel, 0);
    v128.store16_lane(at + 4, pixel, 2);
  } else {
    v128.store16_lane(at, pixel, 0);
    v128.store8_lane(at + 2, pixel, 2);
  }
}

// @ts-ignore: decorator
@inline
function subPixels(row: usize, size: usize, pixelBytes: usize): void {
  let left = i8x16.splat(0);
  for (let x: usize = 0; x < size; x += pixelBytes) {
    left = i8x16.add(left, loadPixel(row + x, pixelBytes));
    storePixel(row + x, left, pixelBytes);
  }
}

// @ts-ignore: decorator
@inline
function averagePixels(row: usize, up: usize, size: usize, pixelBytes: usize): void {
  const one = i8x16.splat(1);
  let left = i8x16.splat(0);
  for (let x: usize = 0; x < size; x += pixelBytes) {
    const above = loadPixel(up + x, pixelBytes);
    // SIMD rounds averages up.
    const odd = v128.and(v128.xor(left, above), one);
    const average = i8x16.sub(i8x16.avgr_u(left, above), odd);
    left = i8x16.add(average, loadPixel(row + x, pixelBytes));
    storePixel(row + x, left, pixelBytes);
  }
}

/** The one of three samples that is nearest to the Paeth estimate, for eight 16-bit samples. */
// @ts-ignore: decorator
@inline
function guessPaeth(left: v128, above: v128, corner: v128): v128 {
  const toLeft = i16x8.sub(above, corner);
  const toUp = i16x8.sub(left, corner);
  const pa = i16x8.abs(toLeft);
  const pb = i16x8.abs(toUp);
  const pc = i16x8.abs(i16x8.add(toLeft, toUp));
  const least = i16x8.min_s(i16x8.min_s(pa, pb), pc);
  const aboveOrCorner = v128.bitselect(above, corner, i16x8.eq(pb, least));
  return v128.bitselect(left, aboveOrCorner, i16x8.eq(pa, least));
}

// @ts-ignore: decorator
@inline
function paethPixels(row: usize, up: usize, size: usize, pixelBytes: usize): void {
  const lower = i16x8.splat(0xff);
  let left = i16x8.splat(0);
  let corner = i16x8.splat(0);
  for (let x: usize = 0; x < size; x += pixelBytes) {
    const above = i16x8.extend_low_i8x16_u(loadPixel(up + x, pixelBytes));
    const guess = guessPaeth(left, above, corner);
    const filtered = i16x8.extend_low_i8x16_u(loadPixel(row + x, pixelBytes));
    left = v128.and(i16x8.add(guess, filtered), lower);
    corner = above;
    storePixel(row + x, i8x16.narrow_i16x8_u(left, left), pixelBytes);
  }
}

/**
 * Unfilters two Paeth rows at once, the second one pixel behind the first. Each pixel waits for its
 * left neighbor, so two rows take no longer than one. `up`, `first` and `second` are consecutive
 * rows. For pixels of up to 4 bytes.
 */
// @ts-ignore: decorator
@inline
function paethPairs(first: usize, second: usize, up: usize, size: usize, pixelBytes: usize): void {
  const lower = i16x8.splat(0xff);
  const none = i16x8.splat(0);
  // The lower half holds a pixel of the first row, the upper half one of the second.
  let left = none;
  let corner = none;
  for (let x: usize = 0; x < size + pixelBytes; x += pixelBytes) {
    // Past the end of the first row, any data may be read, because it is not kept.
    const upper = i16x8.extend_low_i8x16_u(v128.load32_zero(up + x));
    const above = v128.shuffle<u64>(upper, left, 0, 2);
    const guess = guessPaeth(left, above, corner);
    const filtered = v128.load32_lane(second + x - pixelBytes, v128.load32_zero(first + x), 1);
    left = v128.and(i16x8.add(guess, i16x8.extend_low_i8x16_u(filtered)), lower);
    corner = above;
    const pixels = i8x16.narrow_i16x8_u(left, left);
    if (x < size) storePixel(first + x, pixels, pixelBytes);
    // The second row has no pixel before its first one.
    if (x > 0) storePixel(second + x - pixelBytes, i64x2.shr_u(pixels, 32), pixelBytes);
    else left = i64x2.replace_lane(left, 1, 0);
  }
}

// @ts-ignore: decorator
@inline
function undoPixels(filter: u8, row: usize, up: usize, size: usize, pixelBytes: usize): void {
  if (filter == 1) subPixels(row, size, pixelBytes);
  else if (filter == 3) averagePixels(row, up, size, pixelBytes);
  else paethPixels(row, up, size, pixelBytes);
}

function undo(filter: u8, row: usize, up: usize, size: usize, pixelBytes: usize): void {
  if (filter == 2) return addUp(row, up, size);
  if (pixelBytes == 3) undoPixels(filter, row, up, size, 3);
  else if (pixelBytes == 4) undoPixels(filter, row, up, size, 4);
  else if (pixelBytes == 6) undoPixels(filter, row, up, size, 6);
  else if (pixelBytes == 8) undoPixels(filter, row, up, size, 8);
  else if (filter == 1) addLeft(row, size, pixelBytes);
  else if (filter == 3) addAverage(row, up, size, pixelBytes);
  else addPaeth(row, up, size, pixelBytes);
}

/**
 * Unfilters rows of `size` bytes in place, each preceded by its filter type. `up` is the previous
 * row, or zeros; it receives the last row. May read bytes past the rows and past `up`. Returns 0,
 * or the number of an unknown filter.
 */
export function unfilterRows(
  rows: usize,
  count: i32,
  size: usize,
  pixelBytes: usize,
  up: usize,
): i32 {
  let above = up;
  const mayPair = pixelBytes == 3 || pixelBytes == 4;
  for (let y = 0; y < count; y++) {
    const filter = load<u8>(rows);
    if (filter > 4) return filter;
    let row = rows + 1;
    if (mayPair && filter == 4 && y + 1 < count && load<u8>(row + size) == 4) {
      const first = row;
      row += size + 1;
      if (pixelBytes == 3) paethPairs(first, row, above, size, 3);
      else paethPairs(first, row, above, size, 4);
      y++;
    } else if (filter > 0) undo(filter, row, above, size, pixelBytes);
    above = row;
    rows = row + size;
  }
  memory.copy(up, above, size);
  return 0;
}

/**
 * Converts rows of RGB, as `unfilterRows` leaves them, to opaque RGBA without gaps at `target`. May
 * read past the rows.
 */
export function addAlpha(rows: usize, count: i32, width: usize, target: usize): void {
  const opaque = i32x4.splat(0xff000000);
  for (let y = 0; y < count; y++) {
    rows++;
    let x: usize = 0;
    for (; x + 4 <= width; x += 4) {
      const colors = v128.load(rows);
      const spread = i8x16.shuffle(
        colors,
        colors,
        0,
        1,
        2,
        0,
        3,
        4,
        5,
        0,
        6,
        7,
        8,
        0,
        9,
        10,
        11,
        0,
      );
      v128.store(target, v128.bitselect(opaque, spread, opaque));
      rows += 12;
      target += 16;
    }
    for (; x < width; x++) {
      store<u16>(target, load<u16>(rows));
      store<u16>(target + 2, <u16>load<u8>(rows + 2) | 0xff00);
      rows += 3;
      target += 4;
    }
  }
}
