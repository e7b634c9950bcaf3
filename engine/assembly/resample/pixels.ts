// Resamples RGBA pixels as premultiplied linear light, in floating point. The four numbers of a
// pixel form one vector.

/**
 * Reads `count` pixels with 8 bits per sample, or 16 with `deep`. `table` has the light of each
 * value; alpha is a fraction of `max`. `plain` pixels are premultiplied already.
 */
export function readPixels(
  source: usize,
  deep: bool,
  plain: bool,
  count: i32,
  table: usize,
  max: f32,
  target: usize,
): void {
  const end = target + ((<usize>count) << 4);
  for (; target < end; target += 16) {
    const red: usize = deep ? load<u16>(source) : load<u8>(source);
    const green: usize = deep ? load<u16>(source, 2) : load<u8>(source, 1);
    const blue: usize = deep ? load<u16>(source, 4) : load<u8>(source, 2);
    const own: u32 = deep ? load<u16>(source, 6) : load<u8>(source, 3);
    const alpha = <f32>own / max;
    const factor: f32 = plain ? 1 : alpha;
    store<f32>(target, load<f32>(table + (red << 2)) * factor);
    store<f32>(target, load<f32>(table + (green << 2)) * factor, 4);
    store<f32>(target, load<f32>(table + (blue << 2)) * factor, 8);
    store<f32>(target, alpha, 12);
    source += deep ? 8 : 4;
  }
}

/**
 * Filters a row horizontally to `width` pixels. `first` has the first source pixel of each,
 * `weights` the `taps` weights of each.
 */
export function shrinkPixels(
  row: usize,
  first: usize,
  weights: usize,
  taps: i32,
  width: i32,
  target: usize,
): void {
  for (let x = 0; x < width; x++) {
    let from = row + ((<usize>load<u32>(first + ((<usize>x) << 2))) << 4);
    let sum = f32x4.splat(0);
    for (let tap = 0; tap < taps; tap++) {
      sum = f32x4.add(sum, f32x4.mul(v128.load(from), v128.load32_splat(weights)));
      from += 16;
      weights += 4;
    }
    v128.store(target, sum);
    target += 16;
  }
}

/** Adds up `taps` weighted rows of `count` pixels, from row `start` of a ring of rows on. */
export function sumPixels(
  ring: usize,
  stride: usize,
  start: i32,
  weights: usize,
  taps: i32,
  count: i32,
  target: usize,
): void {
  for (let x: usize = 0; x < (<usize>count) << 4; x += 16) {
    let sum = f32x4.splat(0);
    let row = start;
    for (let tap = 0; tap < taps; tap++) {
      const pixel = v128.load(ring + <usize>row * stride + x);
      sum = f32x4.add(sum, f32x4.mul(pixel, v128.load32_splat(weights + ((<usize>tap) << 2))));
      row = row + 1 == taps ? 0 : row + 1;
    }
    v128.store(target + x, sum);
  }
}
