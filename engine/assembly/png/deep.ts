// Reduces rows of 16-bit samples to 8 bits with an ordered dither.

/** Multiplying by this and dropping 24 bits divides numbers up to 65,790 by 257. */
const reciprocal: u32 = 65_281;

/** The four big-endian samples of a pixel, in 32 bits each. */
// @ts-ignore: decorator
@inline
function samplesAt(at: usize): v128 {
  const bytes = v128.load64_zero(at);
  return i8x16.swizzle(bytes, i8x16(1, 0, -1, -1, 3, 2, -1, -1, 5, 4, -1, -1, 7, 6, -1, -1));
}

/** Reduces a pixel's samples. `opaque` forces alpha to its maximum. */
// @ts-ignore: decorator
@inline
function reduced(at: usize, opaque: v128, threshold: usize): v128 {
  const samples = v128.or(samplesAt(at), opaque);
  const raised = i32x4.add(samples, v128.load32_splat(threshold));
  return i32x4.shr_u(i32x4.mul(raised, i32x4.splat(reciprocal)), 24);
}

/**
 * Converts rows of 16-bit RGB or RGBA, as `unfilterRows` leaves them, to 8-bit RGBA without gaps at
 * `target`. May read past the rows and write past the target.
 *
 * @param firstRow Position of the first row in the picture.
 * @param dither 8 x 8 32-bit numbers below 256, added to samples before they are divided by 257.
 */
export function reduceDeep(
  rows: usize,
  count: i32,
  width: i32,
  channels: usize,
  firstRow: i32,
  dither: usize,
  target: usize,
): void {
  const pixelBytes = channels * 2;
  const opaque = channels == 3 ? i32x4(0, 0, 0, 0xffff) : i32x4.splat(0);
  for (let y = 0; y < count; y++) {
    rows++;
    const thresholds = dither + <usize>(((firstRow + y) & 7) << 5);
    for (let x = 0; x < width; x += 4) {
      const at = rows + <usize>x * pixelBytes;
      const threshold = thresholds + <usize>((x & 4) << 2);
      const first = i16x8.narrow_i32x4_u(
        reduced(at, opaque, threshold),
        reduced(at + pixelBytes, opaque, threshold + 4),
      );
      const second = i16x8.narrow_i32x4_u(
        reduced(at + 2 * pixelBytes, opaque, threshold + 8),
        reduced(at + 3 * pixelBytes, opaque, threshold + 12),
      );
      v128.store(target + <usize>x * 4, i8x16.narrow_i16x8_u(first, second));
    }
    rows += <usize>width * pixelBytes;
    target += <usize>width * 4;
  }
}
