// Converts samples of any depth, range and YCbCr matrix to those of a JPEG: 8 bits, full range,
// BT.601. All factors have 18 fractional bits, which is exact for 8-bit samples and leaves room for
// 12-bit ones.
//
// `thresholds` are 8x8 32-bit numbers, added at (x mod 8, y mod 8) before the fraction is cut off:
// halves round, an ordered pattern dithers. Rows of all planes hold a multiple of 8 samples, so
// vectors may run past the edge.

const fraction: i32 = 18;

// @ts-ignore: decorator
@inline
function load4(at: usize, bytes: i32): v128 {
  return bytes == 1
    ? i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)))
    : v128.load16x4_u(at);
}

// @ts-ignore: decorator
@inline
function store8(at: usize, a: v128, b: v128): void {
  const words = i16x8.narrow_i32x4_s(i32x4.shr_s(a, fraction), i32x4.shr_s(b, fraction));
  v128.store64_lane(at, i8x16.narrow_i16x8_u(words, words), 0);
}

/**
 * target = source * factor + offset. `bytes` per source sample: 1 or 2. `target` may equal
 * `source`.
 */
export function scalePlane(
  bytes: i32,
  source: usize,
  stride: i32,
  width: i32,
  height: i32,
  target: usize,
  targetStride: i32,
  factor: i32,
  offset: i32,
  thresholds: usize,
): void {
  const factors = i32x4.splat(factor);
  const offsets = i32x4.splat(offset);
  for (let y = 0; y < height; y++) {
    const row = thresholds + (y & 7) * 32;
    const a = i32x4.add(offsets, v128.load(row));
    const b = i32x4.add(offsets, v128.load(row, 16));
    for (let x = 0; x < width; x += 8) {
      const at = source + x * bytes;
      store8(
        target + x,
        i32x4.add(i32x4.mul(load4(at, bytes), factors), a),
        i32x4.add(i32x4.mul(load4(at + 4 * bytes, bytes), factors), b),
      );
    }
    source += stride;
    target += targetStride;
  }
}

/**
 * target = y * factorY + cb * factorCb + cr * factorCr + offset. Each chroma sample applies to the
 * `across` x `down` luma samples it covers.
 */
export function mixLuma(
  bytes: i32,
  y: usize,
  yStride: i32,
  cb: usize,
  cr: usize,
  cStride: i32,
  across: i32,
  down: i32,
  width: i32,
  height: i32,
  target: usize,
  targetStride: i32,
  factorY: i32,
  factorCb: i32,
  factorCr: i32,
  offset: i32,
  thresholds: usize,
): void {
  const factorsY = i32x4.splat(factorY);
  const factorsCb = i32x4.splat(factorCb);
  const factorsCr = i32x4.splat(factorCr);
  const offsets = i32x4.splat(offset);
  for (let row = 0; row < height; row++) {
    const luma = y + row * yStride;
    const chroma = (row / down) * cStride;
    const pattern = thresholds + (row & 7) * 32;
    for (let x = 0; x < width; x += 8) {
      const at = chroma + (x / across) * bytes;
      const left = i32x4.add(
        i32x4.add(i32x4.mul(load4(cb + at, bytes), factorsCb), offsets),
        i32x4.mul(load4(cr + at, bytes), factorsCr),
      );
      let first: v128;
      let second: v128;
      if (across == 2) {
        first = v128.shuffle<i32>(left, left, 0, 0, 1, 1);
        second = v128.shuffle<i32>(left, left, 2, 2, 3, 3);
      } else {
        const next = at + 4 * bytes;
        first = left;
        second = i32x4.add(
          i32x4.add(i32x4.mul(load4(cb + next, bytes), factorsCb), offsets),
          i32x4.mul(load4(cr + next, bytes), factorsCr),
        );
      }
      const lumaAt = luma + x * bytes;
      store8(
        target + x,
        i32x4.add(i32x4.add(i32x4.mul(load4(lumaAt, bytes), factorsY), first), v128.load(pattern)),
        i32x4.add(
          i32x4.add(i32x4.mul(load4(lumaAt + 4 * bytes, bytes), factorsY), second),
          v128.load(pattern, 16),
        ),
      );
    }
    target += targetStride;
  }
}

/** target = own * factorOwn + other * factorOther + offset: makes one chroma plane from both. */
export function mixChroma(
  bytes: i32,
  own: usize,
  other: usize,
  stride: i32,
  width: i32,
  height: i32,
  target: usize,
  targetStride: i32,
  factorOwn: i32,
  factorOther: i32,
  offset: i32,
  thresholds: usize,
): void {
  const factorsOwn = i32x4.splat(factorOwn);
  const factorsOther = i32x4.splat(factorOther);
  const offsets = i32x4.splat(offset);
  for (let y = 0; y < height; y++) {
    const row = thresholds + (y & 7) * 32;
    const a = i32x4.add(offsets, v128.load(row));
    const b = i32x4.add(offsets, v128.load(row, 16));
    for (let x = 0; x < width; x += 8) {
      const at = x * bytes;
      const next = at + 4 * bytes;
      const first = i32x4.add(
        i32x4.mul(load4(own + at, bytes), factorsOwn),
        i32x4.mul(load4(other + at, bytes), factorsOther),
      );
      const second = i32x4.add(
        i32x4.mul(load4(own + next, bytes), factorsOwn),
        i32x4.mul(load4(other + next, bytes), factorsOther),
      );
      store8(target + x, i32x4.add(first, a), i32x4.add(second, b));
    }
    own += stride;
    other += stride;
    target += targetStride;
  }
}
