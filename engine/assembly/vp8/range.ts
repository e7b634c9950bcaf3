// Converts full-range samples, as in JPEG, to VP8's range: luma 16 to 235, chroma 16 to 240.

/** 219/255 and 224/255, with 15 fractional bits. */
const lumaGain: i16 = 28142;
const chromaGain: i16 = 28784;

/** Converts `count` samples at `at` in place, and up to 15 after them. */
export function narrowRange(at: usize, count: i32, isChroma: bool): void {
  const gain = i16x8.splat(isChroma ? chromaGain : lumaGain);
  const middle = i16x8.splat(isChroma ? 128 : 0);
  const offset = i16x8.splat(isChroma ? 128 : 16);
  for (const end = at + count; at < end; at += 16) {
    const samples = v128.load(at);
    const low = i16x8.sub(i16x8.extend_low_i8x16_u(samples), middle);
    const high = i16x8.sub(i16x8.extend_high_i8x16_u(samples), middle);
    v128.store(
      at,
      i8x16.narrow_i16x8_u(
        i16x8.add(i16x8.q15mulr_sat_s(low, gain), offset),
        i16x8.add(i16x8.q15mulr_sat_s(high, gain), offset),
      ),
    );
  }
}
