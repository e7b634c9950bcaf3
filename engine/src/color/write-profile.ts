import { bytesOfU32 } from '../bytes/big-endian.ts';
import { adaptToD50, rgbToXyzD50, type Primaries } from './primaries.ts';

/** Length of the header (ICC.1:2022 section 7.2). A table of 12-byte tags follows. */
const headerSize = 128;

/**
 * Curve from samples to light: sRGB's, a gamma, or gamma, a, b, c and d of function type 3 (section
 * 10.18).
 */
export type TransferCurve =
  | 'srgb'
  | number
  | readonly [gamma: number, a: number, b: number, c: number, d: number];

/** IEC 61966-2-1. */
const srgbCurve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const;

function parametric(curve: TransferCurve): number[] {
  const type = typeof curve === 'number' ? 0 : 3;
  const values = typeof curve === 'number' ? [curve] : curve === 'srgb' ? srgbCurve : curve;
  return [...ascii('para'), ...u32(0), 0, type, 0, 0, ...values.flatMap(fixed)];
}

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

function u32(value: number): number[] {
  return [...bytesOfU32(value)];
}

function fixed(value: number): number[] {
  return u32(Math.round(value * 65_536));
}

function utf16(text: string): number[] {
  return Array.from(text, (character) => [0, character.charCodeAt(0)]).flat();
}

/** Section 10.15: one record, English. */
function localized(text: string): number[] {
  return [
    ...ascii('mluc'),
    ...u32(0),
    ...u32(1),
    ...u32(12),
    ...ascii('enUS'),
    ...u32(text.length * 2),
    ...u32(28),
    ...utf16(text),
  ];
}

function xyz(...values: number[]): number[] {
  return [...ascii('XYZ '), ...u32(0), ...values.flatMap(fixed)];
}

/**
 * Writes a display profile (ICC version 4.3) with three primaries and one curve, about 500 bytes.
 * For pictures whose file describes color without a profile.
 */
export function writeMatrixProfile(
  primaries: Primaries,
  transfer: TransferCurve = 'srgb',
): Uint8Array<ArrayBuffer> {
  const m = rgbToXyzD50(primaries);
  const curve = parametric(transfer);
  const tags: [signature: string, data: number[]][] = [
    ['desc', localized(primaries.name)],
    ['cprt', localized('CC0')],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['chad', [...ascii('sf32'), ...u32(0), ...adaptToD50(primaries.white).flatMap(fixed)]],
    ['rXYZ', xyz(m[0], m[3], m[6])],
    ['gXYZ', xyz(m[1], m[4], m[7])],
    ['bXYZ', xyz(m[2], m[5], m[8])],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const table: number[] = [...u32(tags.length)];
  const body: number[] = [];
  const places = new Map<number[], number>();
  const bodyStart = headerSize + 4 + tags.length * 12;
  for (const [signature, data] of tags) {
    let place = places.get(data);
    if (place === undefined) {
      place = bodyStart + body.length;
      places.set(data, place);
      body.push(...data, ...Array.from({ length: (4 - (data.length % 4)) % 4 }, () => 0));
    }
    table.push(...ascii(signature), ...u32(place), ...u32(data.length));
  }
  const bytes = new Uint8Array(bodyStart + body.length);
  bytes.set(u32(bytes.length), 0);
  bytes.set(u32(0x0430_0000), 8);
  bytes.set(ascii('mntrRGB XYZ '), 12);
  bytes.set([7, 0xea, 0, 1, 0, 1], 24); // 2026-01-01
  bytes.set(ascii('acsp'), 36);
  bytes.set(xyz(0.9642, 1, 0.8249).slice(8), 68);
  bytes.set(table, headerSize);
  bytes.set(body, bodyStart);
  return bytes;
}
