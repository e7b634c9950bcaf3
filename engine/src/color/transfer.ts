/** IEC 61966-2-1: linear light of an encoded sRGB value, 0 to 1. */
export function srgbToLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Encoded sRGB value of linear light, 0 to 1. */
export function lightToSrgb(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** SMPTE ST 2084: light of an encoded value in candela per square meter, 0 to 10000. */
export function pqToNits(value: number): number {
  const [m1, m2, c1, c2, c3] = [1305 / 8192, 2523 / 32, 107 / 128, 2413 / 128, 2392 / 128];
  const root = Math.max(value, 0) ** (1 / m2);
  return 10_000 * (Math.max(root - c1, 0) / (c2 - c3 * root)) ** (1 / m1);
}

/** The inverse of `pqToNits`. */
export function nitsToPq(nits: number): number {
  const [m1, m2, c1, c2, c3] = [1305 / 8192, 2523 / 32, 107 / 128, 2413 / 128, 2392 / 128];
  const power = (Math.max(nits, 0) / 10_000) ** m1;
  return ((c1 + c2 * power) / (1 + c3 * power)) ** m2;
}

/** ITU-R BT.2100 table 5: scene light, 0 to 1, of an encoded HLG value. */
export function hlgToScene(value: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  return value <= 0.5 ? (value * value) / 3 : (Math.exp((value - c) / a) + b) / 12;
}

/** The inverse of `hlgToScene`. */
export function sceneToHlg(light: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  return light <= 1 / 12 ? Math.sqrt(3 * Math.max(light, 0)) : a * Math.log(12 * light - b) + c;
}

/** White as linear light in 14 bits. Leaves headroom in 16 bits for ringing. */
export const maxLight = 2 ** 14;

let bytesOfLight: Uint8Array<ArrayBuffer> | null = null;

/**
 * 8-bit sRGB for each value of linear light. Made on first use, because it takes some milliseconds
 * by which every thread would start later.
 */
export function lightToBytes(): Uint8Array<ArrayBuffer> {
  bytesOfLight ??= Uint8Array.from({ length: maxLight + 1 }, (_, light) =>
    Math.round(lightToSrgb(light / maxLight) * 255),
  );
  return bytesOfLight;
}

const tableSize = 65_536;

const tables = new Map<number, Uint16Array>();

/**
 * Encoded sRGB samples, 0 to `max`, for linear light, to be read with `encodeLight`. The index is
 * the square root of the light, which gives dark values more steps.
 */
export function encodeTable(max: 255 | 65_535): Uint16Array {
  const known = tables.get(max);
  if (known) return known;
  const table = Uint16Array.from({ length: tableSize }, (_, index) =>
    Math.round(lightToSrgb((index / (tableSize - 1)) ** 2) * max),
  );
  tables.set(max, table);
  return table;
}

/** The sample for linear light. Clips values outside 0 to 1. */
export function encodeLight(table: Uint16Array, light: number): number {
  if (light <= 0) return 0;
  return light >= 1
    ? table[tableSize - 1]!
    : table[(Math.sqrt(light) * (tableSize - 1) + 0.5) | 0]!;
}
