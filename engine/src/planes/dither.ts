/** An 8x8 ordered pattern (Bayer) of the numbers 0 to 63. Neighbors differ as much as possible. */
const pattern = Uint8Array.from({ length: 64 }, (_, place) => {
  const x = place & 7;
  const y = place >> 3;
  let value = 0;
  for (let bit = 0; bit < 3; bit++) {
    value = (value << 2) | ((((x ^ y) >> bit) & 1) << 1) | ((y >> bit) & 1);
  }
  return value;
});

/** What a sample of 16 bits gets before it loses 8: 8 rows of 8, the pattern's first at a picture's first pixel. */
// Thresholds are (number + 1/2) / 64 of 256: they stay below one step, which is 257.
export const dither = Int32Array.from(pattern, (number) => 4 * number + 2);
