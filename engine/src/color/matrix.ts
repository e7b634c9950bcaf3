/** 3x3, in row-major order. */
export type Matrix3 = readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

export type Vector3 = readonly [number, number, number];

export function multiply(a: Matrix3, b: Matrix3): Matrix3 {
  const at = (row: number, column: number) =>
    a[row * 3]! * b[column]! + a[row * 3 + 1]! * b[column + 3]! + a[row * 3 + 2]! * b[column + 6]!;
  return [at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(1, 2), at(2, 0), at(2, 1), at(2, 2)];
}

export function apply(m: Matrix3, [x, y, z]: Vector3): Vector3 {
  return [
    m[0] * x + m[1] * y + m[2] * z,
    m[3] * x + m[4] * y + m[5] * z,
    m[6] * x + m[7] * y + m[8] * z,
  ];
}

/** Throws RangeError when there is no inverse. */
export function invert([a, b, c, d, e, f, g, h, i]: Matrix3): Matrix3 {
  const cofactors = [e * i - f * h, f * g - d * i, d * h - e * g] as const;
  const determinant = a * cofactors[0] + b * cofactors[1] + c * cofactors[2];
  if (Math.abs(determinant) < 1e-12) throw new RangeError('The matrix has no inverse');
  const scale = 1 / determinant;
  return [
    cofactors[0] * scale,
    (c * h - b * i) * scale,
    (b * f - c * e) * scale,
    cofactors[1] * scale,
    (a * i - c * g) * scale,
    (c * d - a * f) * scale,
    cofactors[2] * scale,
    (b * g - a * h) * scale,
    (a * e - b * d) * scale,
  ];
}
