// Cube roots of four floats at once.

/** A step of Halley's method, which triples the right digits of `y`, nearly the cube root of `x`. */
// @ts-ignore: decorator
@inline
function refine(y: v128, x: v128): v128 {
  const cube = f32x4.mul(f32x4.mul(y, y), y);
  const numerator = f32x4.add(cube, f32x4.add(x, x));
  const denominator = f32x4.add(f32x4.add(cube, cube), x);
  return f32x4.div(f32x4.mul(y, numerator), denominator);
}

/** The cube root of floats above 0. */
// @ts-ignore: decorator
@inline
export function cubeRoot(x: v128): v128 {
  // A third of a float's bits, taken for an integer, is nearly the bits of its root but for a constant.
  const bits = f32x4.mul(f32x4.convert_i32x4_s(x), f32x4.splat(1.0 / 3.0));
  const guess = i32x4.add(i32x4.trunc_sat_f32x4_s(bits), i32x4.splat(709_921_077));
  return refine(refine(guess, x), x);
}
