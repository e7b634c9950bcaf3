import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { farthestFromRamp, transfers, writeHdrPng } from '../../../testing/hdr-ramp.ts';
import { bytesOfBlob } from '../../../testing/pictures.ts';
import { createPool } from '../../index.ts';

const pool = createPool();

describe.each(Object.entries(transfers))('a PNG of 16 bits whose cICP says %s', (_, transfer) => {
  const open = async () => new Blob([await writeHdrPng(transfer)]);

  test('is known as HDR from its header', async () => {
    const { colorProfile, bitDepth } = await pool.inspect(await open());
    expect(colorProfile).toMatchObject({ kind: 'code-points', hdr: true });
    expect(bitDepth).toBe(16);
  });

  test('becomes an ordinary JPEG whose gain map gives its light back', async () => {
    const { blob, hasGainMap, notes } = await pool.convert(await open());
    expect(hasGainMap).toBe(true);
    expect(notes).toEqual(['gain-map-made']);
    expect(await farthestFromRamp(await bytesOfBlob(blob), transfer)).toBeLessThan(0.2);
  });

  test('is tone-mapped alone where a map is not wanted, or has no place', async () => {
    for (const options of [{ hdr: 'leave-out' }, { format: 'png' }, { format: 'webp' }] as const) {
      const { blob, hasGainMap, notes } = await pool.convert(await open(), options);
      expect(hasGainMap).toBe(false);
      expect(notes).toEqual(['tone-mapped']);
      expect((await sharp(await bytesOfBlob(blob)).metadata()).gainMap).toBeUndefined();
    }
  });
});
