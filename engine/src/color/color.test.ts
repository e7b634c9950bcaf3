import { describe, expect, it } from 'vitest';
import { bytesOfBlob, convertFixture, fixture, readPixels } from '../../testing/pictures.ts';
import { averageDeltaE } from '../../testing/delta-e.ts';
import type { Raster } from '../planes/raster.ts';
import { primariesByCode, rgbToXyzD50 } from './primaries.ts';
import { readProfile } from './profile.ts';
import { toneMap } from './tone-map.ts';
import { writeMatrixProfile } from './write-profile.ts';

describe('a chart of Display P3 colors', () => {
  it('turns to sRGB within a delta E 2000 of 1 of what LittleCMS makes of it', async () => {
    const { blob } = await convertFixture('chart-p3.png', { format: 'png', color: 'srgb' });
    const pixels = await readPixels(blob);
    const reference = await readPixels(await fixture('chart-srgb.png'));
    expect(averageDeltaE(pixels.data, reference.data)).toBeLessThan(1);
    // The untouched numbers are not what was asked for.
    const untouched = await convertFixture('chart-p3.png', { format: 'png' });
    expect(averageDeltaE((await readPixels(untouched.blob)).data, reference.data)).toBeGreaterThan(
      1,
    );
  });

  it('carries its profile when the samples stay as they are', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const { blob } = await convertFixture('chart-p3.png', { format, lossless: true });
      const bytes = await bytesOfBlob(blob);
      const sharp = (await import('sharp')).default;
      const { icc } = await sharp(bytes).metadata();
      expect(readProfile(new Uint8Array(icc!))?.name).toBe('Display P3');
    }
  });
});

it('writes profiles that say what was meant', () => {
  for (const code of [1, 9, 12]) {
    const primaries = primariesByCode[code]!;
    const profile = readProfile(writeMatrixProfile(primaries))!;
    expect(profile.name).toBe(primaries.name);
    const expected = rgbToXyzD50(primaries);
    profile.matrix!.toXyz.forEach((value, index) => expect(value).toBeCloseTo(expected[index]!, 4));
    expect(profile.matrix!.curves[0](0.5)).toBeCloseTo(0.21404, 4);
  }
});

it('takes a broken profile for none', () => {
  const profile = writeMatrixProfile(primariesByCode[12]!);
  expect(readProfile(profile.subarray(0, 200))).toBeNull();
});

describe('HDR pictures', () => {
  const grays = [0, 8000, 16_000, 24_000, 32_000, 40_000, 48_000, 56_000, 65_535];

  function ramp(transfer: number): Raster {
    const data = new Uint16Array(grays.flatMap((gray) => [gray, gray, gray, 65_535]));
    const flags = { opaque: true, gray: false, premultiplied: false };
    return {
      width: grays.length,
      height: 1,
      data,
      ...flags,
      color: { cicp: { primaries: 9, transfer } },
    };
  }

  it.each([
    ['PQ', 16],
    ['HLG', 18],
  ])(
    '%s gray stays gray, gets brighter step by step and never clips before the end',
    (_, transfer) => {
      const raster = ramp(transfer);
      toneMap(raster);
      const values = grays.map((_gray, index) => raster.data[index * 4]!);
      const blues = grays.map((_gray, index) => raster.data[index * 4 + 2]!);
      expect(
        Math.max(...values.map((value, index) => Math.abs(value - blues[index]!))),
      ).toBeLessThan(80);
      const steps = values.slice(1).map((value, index) => value - values[index]!);
      expect(Math.min(...steps)).toBeGreaterThan(0);
      expect(values[0]).toBe(0);
      expect(values.at(-1)).toBeGreaterThan(65_000);
      expect(values.at(-2)).toBeLessThan(65_535);
    },
  );

  it('PQ paper white comes out bright, but below white', () => {
    const raster = ramp(16);
    // 203 candela per square meter are 58 % of the PQ signal.
    raster.data.fill(Math.round(0.5807 * 65_535), 0, 3);
    toneMap(raster);
    expect(raster.data[0]! / 65_535).toBeGreaterThan(0.8);
    expect(raster.data[0]! / 65_535).toBeLessThan(0.97);
  });
});
