import { primariesByCode, type Primaries } from '../../color/primaries.ts';
import { writeMatrixProfile, type TransferCurve } from '../../color/write-profile.ts';
import type { ColorTags } from '../../planes/raster.ts';
import type { JxlBits } from './bits.ts';

/**
 * Color of a JPEG XL picture (ISO/IEC 18181-1 annex E): named, so that tags can describe the same
 * for stored samples; an ICC profile, which is coded along with the pixels; or unknown.
 */
export type JxlColor =
  | { kind: 'named'; gray: boolean; tags: ColorTags }
  | { kind: 'icc' | 'unknown'; gray: boolean };

/** Tables E.2 to E.5. Primaries and transfer functions use ITU-T H.273 code points. */
const spaces = { rgb: 0, gray: 1, xyb: 2 } as const;
const custom = 2;
const equalEnergy = 10;
const dciWhite = 11;
const transfers = { bt709: 1, linear: 8, srgb: 13, pq: 16, dci: 17, hlg: 18 } as const;

/** Inverse of ITU-R BT.709's curve: gamma, a, b, c, d of ICC's function type 3. */
const bt709Curve = [1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081] as const;

type Point = readonly [x: number, y: number];

const d65: Point = primariesByCode[1]!.white;
const named: Readonly<Record<number, Primaries>> = {
  1: primariesByCode[1]!,
  9: primariesByCode[9]!,
  11: primariesByCode[12]!,
};

/** A coordinate in millionths, with the sign in the lowest bit. */
function readCoordinate(bits: JxlBits): number {
  const folded = bits.u32([19, 0], [19, 524_288], [20, 1_048_576], [21, 2_097_152]);
  return (folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2) / 1e6;
}

function readPoint(bits: JxlBits): Point {
  return [readCoordinate(bits), readCoordinate(bits)];
}

function readWhite(bits: JxlBits): Point {
  const white = bits.enumerated();
  if (white === custom) return readPoint(bits);
  if (white === equalEnergy) return [1 / 3, 1 / 3];
  return white === dciWhite ? primariesByCode[11]!.white : d65;
}

/** Encoders that take chromaticities from an ICC profile store them slightly inaccurately. */
const tolerance = 0.002;

function isNear(one: Primaries, other: Primaries): boolean {
  return (['red', 'green', 'blue', 'white'] as const).every((point) =>
    one[point].every((value, axis) => Math.abs(value - other[point][axis]!) < tolerance),
  );
}

function readPrimaries(bits: JxlBits, white: Point): Primaries {
  const code = bits.enumerated();
  if (code === custom) {
    const [red, green, blue] = [readPoint(bits), readPoint(bits), readPoint(bits)];
    const points = { name: 'RGB', red, green, blue, white };
    return Object.values(primariesByCode).find((known) => isNear(points, known)) ?? points;
  }
  const primaries = named[code] ?? named[1]!;
  if (white === d65) return primaries;
  return white === primariesByCode[11]!.white && code === 11
    ? primariesByCode[11]!
    : { ...primaries, name: 'RGB', white };
}

/** Reads a transfer function: a gamma in units of 1e-7, or a curve by its H.273 code point. */
function readTransfer(bits: JxlBits): { code: number | null; curve: TransferCurve | null } {
  if (bits.flag()) {
    const exponent = bits.bits(24) / 1e7;
    return { code: null, curve: exponent > 0 ? 1 / exponent : null };
  }
  const code = bits.enumerated();
  if (code === transfers.bt709) return { code, curve: bt709Curve };
  if (code === transfers.linear) return { code, curve: 1 };
  if (code === transfers.dci) return { code, curve: 2.6 };
  return { code, curve: code === transfers.srgb ? 'srgb' : null };
}

/** Tags for primaries and transfer. `null` when there are none. */
function tagsFor(
  primaries: Primaries,
  { code, curve }: ReturnType<typeof readTransfer>,
): ColorTags | null {
  const known = Object.entries(primariesByCode).find(([, each]) => each === primaries);
  if (code === transfers.pq || code === transfers.hlg) {
    return known ? { cicp: { primaries: Number(known[0]), transfer: code } } : null;
  }
  if (curve === null) return null;
  if (!known || curve !== 'srgb') return { icc: writeMatrixProfile(primaries, curve) };
  return known[0] === '1'
    ? {}
    : { cicp: { primaries: Number(known[0]), transfer: transfers.srgb } };
}

/**
 * Reads the color encoding bundle. For a profile, reads only that there is one. Throws
 * `corrupt-file`.
 */
export function readColorEncoding(bits: JxlBits): JxlColor {
  if (bits.flag()) return { kind: 'named', gray: false, tags: {} };
  const hasProfile = bits.flag();
  const space = bits.enumerated();
  const gray = space === spaces.gray;
  if (hasProfile) return { kind: 'icc', gray };
  if (space !== spaces.rgb && !gray) return { kind: 'unknown', gray };
  const white = readWhite(bits);
  // Gray has the same brightness for any white point: only its curve matters.
  const primaries = gray ? primariesByCode[1]! : readPrimaries(bits, white);
  const transfer = readTransfer(bits);
  try {
    const tags = tagsFor(primaries, transfer);
    return tags ? { kind: 'named', gray, tags } : { kind: 'unknown', gray };
  } catch {
    // Collinear chromaticities define no colors.
    return { kind: 'unknown', gray };
  }
}
