// Interleaves lanes of two vectors, and makes pairs of factors for them.

// @ts-ignore: decorator
@inline
export function lowBytes(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

// @ts-ignore: decorator
@inline
export function highBytes(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

// @ts-ignore: decorator
@inline
export function low16(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

// @ts-ignore: decorator
@inline
export function high16(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

// @ts-ignore: decorator
@inline
export function low32(a: v128, b: v128): v128 {
  return v128.shuffle<i32>(a, b, 0, 4, 1, 5);
}

// @ts-ignore: decorator
@inline
export function high32(a: v128, b: v128): v128 {
  return v128.shuffle<i32>(a, b, 2, 6, 3, 7);
}

/** `a` and `b` in each lane of 32 bits, for `i32x4.dot_i16x8_s`. */
// @ts-ignore: decorator
@inline
export function pair(a: i32, b: i32): v128 {
  return i32x4.splat((a & 0xffff) | (b << 16));
}
