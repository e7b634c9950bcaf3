import { describe, expect, test } from 'vitest';
import { bytesOfBlob, convertFixture, fixture, readPixels } from '../../testing/pictures.ts';
import { averageDeltaE } from '../../testing/delta-e.ts';
import type { Raster } from '../planes/raster.ts';
import { reduceTo8 } from '../transform/depth.ts';
import { primariesByCode, rgbToXyzD50 } from './primaries.ts';
import { readProfile } from './profile.ts';
import { requireToneMapper } from './tone-map.ts';
import { pqToNits, srgbToLight } from './transfer.ts';
import { writeMatrixProfile } from './write-profile.ts';

describe('a chart of Display P3 colors', () => {
  test('turns to sRGB within a delta E 2000 of 1 of what LittleCMS makes of it', async () => {
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

  test('carries its profile when the samples stay as they are', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const { blob } = await convertFixture('chart-p3.png', { format, lossless: true });
      const bytes = await bytesOfBlob(blob);
      const sharp = (await import('sharp')).default;
      const { icc } = await sharp(bytes).metadata();
      expect(readProfile(new Uint8Array(icc!))?.name).toBe('Display P3');
    }
  });
});

test('writes profiles that say what was meant', () => {
  for (const code of [1, 9, 12]) {
    const primaries = primariesByCode[code]!;
    const profile = readProfile(writeMatrixProfile(primaries))!;
    expect(profile.name).toBe(primaries.name);
    const expected = rgbToXyzD50(primaries);
    profile.matrix!.toXyz.forEach((value, index) => expect(value).toBeCloseTo(expected[index]!, 4));
    expect(profile.matrix!.curves[0](0.5)).toBeCloseTo(0.21404, 4);
  }
});

test('takes a broken profile for none', () => {
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

  test.each([
    ['PQ', 16],
    ['HLG', 18],
  ])(
    '%s gray stays gray, gets brighter step by step and never clips before the end',
    async (_, transfer) => {
      const { raster } = (await requireToneMapper()).map(ramp(transfer), { deep: true });
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

  test('PQ paper white comes out bright, but below white', async () => {
    const bright = ramp(16);
    // 203 candela per square meter are 58 % of the PQ signal.
    bright.data.fill(Math.round(0.5807 * 65_535), 0, 3);
    const { raster } = (await requireToneMapper()).map(bright, { deep: true });
    expect(raster.data[0]! / 65_535).toBeGreaterThan(0.8);
    expect(raster.data[0]! / 65_535).toBeLessThan(0.97);
  });

  /** More pixels than are mapped at once, in rows that are no multiple of what is mapped together. */
  function noise(transfer: number): Raster {
    const [width, height] = [333, 251];
    const data = Uint16Array.from({ length: width * height * 4 }, (_, at) =>
      at % 4 === 3 ? 65_535 : (at * 40_503) % 52_000,
    );
    return { ...ramp(transfer), width, height, data };
  }

  test.each([
    ['PQ', 16],
    ['HLG', 18],
  ])('%s in 8 bits is what 16 bits are, dithered', async (_, transfer) => {
    const mapper = await requireToneMapper();
    const deep = mapper.map(noise(transfer), { deep: true });
    const { raster } = mapper.map(noise(transfer));
    expect(raster.data).toBeInstanceOf(Uint8ClampedArray);
    expect(raster.data).toEqual(reduceTo8(deep.raster).data);
  });

  test('keeps what is transparent', async () => {
    const mapper = await requireToneMapper();
    const opaque = noise(16);
    const data = opaque.data.map((sample, at) => (at % 4 === 3 ? at % 65_536 : sample));
    const { raster } = mapper.map({ ...opaque, data, opaque: false });
    expect(raster.data.filter((_, at) => at % 4 === 3)).toEqual(
      data.filter((_, at) => at % 4 === 3),
    );
    const colors = (each: Raster) => each.data.filter((_, at) => at % 4 !== 3);
    expect(colors(raster)).toEqual(colors(mapper.map(opaque, { deep: true }).raster));
  });

  test('says how much each pixel was darkened', async () => {
    const mapper = await requireToneMapper();
    const lightOf = (data: Raster['data'], at: number, toLight: (value: number) => number) =>
      Math.max(...Array.from(data.subarray(at * 4, at * 4 + 3), (each) => toLight(each / 65_535)));
    // Gray, so that no color is out of sRGB's reach.
    const gray = ramp(16);
    const mapped = mapper.map(gray, { deep: true, darkening: true });
    grays.forEach((_gray, at) => {
      const light = lightOf(gray.data, at, pqToNits) / 203;
      const shown = lightOf(mapped.raster.data, at, srgbToLight);
      const undone = shown * 2 ** ((mapped.darkening!.stops * mapped.darkening!.shares[at]!) / 255);
      expect(Math.abs(Math.log2((undone + 1e-4) / (light + 1e-4)))).toBeLessThan(0.02);
    });
  });
});
