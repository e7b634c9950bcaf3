// What becomes of residual samples beside the transforms (ITU-T H.265 8.6.2, 8.6.5 to 8.6.8): levels that are not
// transformed, color predicted from luma, and all of them added to the prediction.
import { largestSample } from './picture';
import { coefficients } from './residual';
import { residual, reversed } from './transform';

/** The luma residual kept for cross-component prediction. */
const lumaResidual: usize = memory.data(32 * 32 * 2, 16);

export const AS_THEY_ARE = 0;
export const ADD_UP_ROWS = 1;
export const ADD_UP_COLUMNS = 2;

/**
 * Levels that are not transformed, 8.6.4.2: shifted to the scale of samples (`bitDepth` 0 leaves those of
 * lossless blocks as they are, 8.6.2). Each may add the one before it in its row or column, 8.6.8.
 */
export function skipTransform(log2Size: i32, bitDepth: i32, direction: i32): void {
  const up = bitDepth ? 5 + log2Size : 0;
  const down = bitDepth ? 20 - bitDepth : 0;
  const round = (1 << down) >> 1;
  const size = 1 << log2Size;
  const along = direction === ADD_UP_COLUMNS ? size << 1 : 2;
  const across = direction === ADD_UP_COLUMNS ? 2 : size << 1;
  for (let line = 0; line < size; line++) {
    let at = line * across;
    let sum = 0;
    for (let i = 0; i < size; i++) {
      const sample = (((<i32>load<i16>(coefficients + at)) << up) + round) >> down;
      sum = direction === AS_THEY_ARE ? sample : sum + sample;
      storeSample(residual + at, sum);
      at += along;
    }
  }
}

/** A residual sample beyond 16 bits makes the reconstructed one be clipped in any case. */
@inline
function storeSample(to: usize, sample: i32): void {
  store<i16>(to, min(max(sample, -32768), 32767));
}

/** transform_skip_rotation_enabled_flag, 8.6.2: a 4x4 block turned by 180 degrees. */
export function rotateCoefficients(): void {
  const top = v128.load(coefficients);
  const bottom = v128.load(coefficients, 16);
  v128.store(coefficients, reversed(bottom));
  v128.store(coefficients, reversed(top), 16);
}

export function clearResidual(to: usize, log2Size: i32): void {
  memory.fill(to, 0, 2 << (log2Size << 1));
}

export function keepLumaResidual(log2Size: i32): void {
  memory.copy(lumaResidual, residual, 2 << (log2Size << 1));
}

/** Cross-component prediction, 8.6.6. */
export function addFromLuma(log2Size: i32, scale: i32, depthLuma: i32, depthChroma: i32): void {
  const bytes = 2 << (log2Size << 1);
  for (let at = 0; at < bytes; at += 2) {
    const luma = ((<i32>load<i16>(lumaResidual + at)) << depthChroma) >> depthLuma;
    storeSample(residual + at, <i32>load<i16>(residual + at) + ((scale * luma) >> 3));
  }
}

/** Adds `residual` to the predicted samples and clips, 8.6.7. */
export function addResidual<T>(to: usize, stride: i32, log2Size: i32, bitDepth: i32): void {
  const size = 1 << log2Size;
  let from = residual;
  if (sizeof<T>() === 1) {
    if (log2Size === 2) {
      for (let y = 0; y < 4; y++) {
        const sum = i16x8.add_sat_s(
          i16x8.extend_low_i8x16_u(v128.load32_zero(to)),
          v128.load64_zero(from),
        );
        v128.store32_lane(to, i8x16.narrow_i16x8_u(sum, sum), 0);
        to += stride;
        from += 8;
      }
    } else if (log2Size === 3) {
      for (let y = 0; y < 8; y++) {
        const sum = i16x8.add_sat_s(v128.load8x8_u(to), v128.load(from));
        v128.store64_lane(to, i8x16.narrow_i16x8_u(sum, sum), 0);
        to += stride;
        from += 16;
      }
    } else {
      for (let y = 0; y < size; y++) {
        for (let x = 0; x < size; x += 16) {
          const old = v128.load(to + x);
          const low = i16x8.add_sat_s(i16x8.extend_low_i8x16_u(old), v128.load(from));
          const high = i16x8.add_sat_s(i16x8.extend_high_i8x16_u(old), v128.load(from, 16));
          v128.store(to + x, i8x16.narrow_i16x8_u(low, high));
          from += 32;
        }
        to += stride;
      }
    }
  } else {
    const zero = i16x8.splat(0);
    const maxValue = i16x8.splat(<i16>largestSample(bitDepth));
    if (log2Size === 2) {
      for (let y = 0; y < 4; y++) {
        const sum = i16x8.add_sat_s(v128.load64_zero(to), v128.load64_zero(from));
        v128.store64_lane(to, i16x8.min_s(i16x8.max_s(sum, zero), maxValue), 0);
        to += stride;
        from += 8;
      }
    } else {
      const bytes = size << 1;
      for (let y = 0; y < size; y++) {
        for (let x = 0; x < bytes; x += 16) {
          const sum = i16x8.add_sat_s(v128.load(to + x), v128.load(from));
          v128.store(to + x, i16x8.min_s(i16x8.max_s(sum, zero), maxValue));
          from += 16;
        }
        to += stride;
      }
    }
  }
}
