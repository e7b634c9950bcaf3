/** IEC 61966-2-1: an encoded sRGB value, 0 to 1, as light. */
export function srgbToLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Light, 0 to 1, as an encoded sRGB value. */
function lightToSrgb(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** SMPTE ST 2084: an encoded value as light in candela per square metre, 0 to 10000. */
export function pqToNits(value: number): number {
  const [m1, m2, c1, c2, c3] = [1305 / 8192, 2523 / 32, 107 / 128, 2413 / 128, 2392 / 128];
  const root = Math.max(value, 0) ** (1 / m2);
  return 10_000 * (Math.max(root - c1, 0) / (c2 - c3 * root)) ** (1 / m1);
}

/** ITU-R BT.2100 table 5: an encoded HLG value as scene light, 0 to 1. */
export function hlgToScene(value: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  return value <= 0.5 ? (value * value) / 3 : (Math.exp((value - c) / a) + b) / 12;
}

/**
 * A table from light to encoded samples, fine enough near black. Index it with
 * `Math.sqrt(light) * (encodeTableSize - 1)`: the root spreads the dark steps.
 */
const encodeTableSize = 16_384;

let table8: Float32Array | undefined;

/** Encoded sRGB on the scale 0 to 1 for light clipped to 0 to 1, within 1/4000 of the formula. */
export function makeSrgbEncoder(): (light: number) => number {
  table8 ??= Float32Array.from({ length: encodeTableSize }, (_, index) =>
    lightToSrgb((index / (encodeTableSize - 1)) ** 2),
  );
  const table = table8;
  return (light) => {
    if (light <= 0) return 0;
    if (light >= 1) return 1;
    return table[(Math.sqrt(light) * (encodeTableSize - 1) + 0.5) | 0]!;
  };
}
