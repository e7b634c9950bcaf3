import { describe, expect, test } from 'vitest';
import { unusualMetadata, withGainMap, type MapToWrite } from '../../testing/gain-map-files.ts';
import { bytesOfBlob, fixture } from '../../testing/pictures.ts';
import { createPool, type ConvertOptions, type ConvertResult } from '../index.ts';
import { plainMetadata } from '../gain-map/metadata.ts';
import { readHeif, withPrimary } from '../heif/file.ts';
import { compareGainMaps } from '../transform/compare-gain-maps.ts';
import {
  colorsOf,
  fitOf,
  likeness,
  mapOf,
  numbersOf,
  tracesIn,
} from '../../testing/gain-map-pictures.ts';

describe('the gain map of a HEIC', () => {
  const table = (sample: number): number => {
    // Inverts Apple's map with two stops of headroom.
    const light = (2 ** ((sample / 255) * 2) - 1) / 3;
    return Math.round(255 * (light < 0.018 ? light * 4.5 : 1.099 * light ** 0.45 - 0.099));
  };
  const pool = createPool();

  async function convertHeic(
    file: Uint8Array<ArrayBuffer>,
    options: ConvertOptions = {},
  ): Promise<ConvertResult & { bytes: Uint8Array<ArrayBuffer> }> {
    const result = await pool.convert(new Blob([file]), { name: 'photo.heic', ...options });
    return { ...result, bytes: await bytesOfBlob(result.blob) };
  }

  async function variant(map: MapToWrite): Promise<Uint8Array<ArrayBuffer>> {
    return withGainMap(await fixture('grid-rotated.heic'), await grayMap(), map);
  }

  /** The fixture with its map as its picture. */
  async function grayMap(): Promise<Uint8Array> {
    const file = await fixture('gain-map.heic');
    const item = readHeif(file)!.items.get(80)!;
    return withPrimary(file, item.id);
  }

  test.each<ConvertOptions>([
    {},
    { quality: 70 },
    { resize: { height: 100 } },
    { crop: { x: 21, y: 30, width: 100, height: 131 } },
    { metadata: 'strip' },
  ])('by Apple goes along, in words that all understand: %j', async (options) => {
    const { bytes, notes, hasGainMap } = await convertHeic(await fixture('gain-map.heic'), options);
    expect(notes).toEqual([]);
    expect(hasGainMap).toBe(true);
    expect(numbersOf((await mapOf(bytes))!)).toEqual(plainMetadata(2));
    expect(await fitOf(bytes, table)).toBeGreaterThan(likeness);
  });

  test('as a tone-mapped item goes along with its numbers', async () => {
    const { bytes, notes } = await convertHeic(await variant({ kind: 'tone-mapped' }));
    expect(notes).toEqual([]);
    expect(numbersOf((await mapOf(bytes))!)).toEqual(unusualMetadata);
    expect(await fitOf(bytes)).toBeGreaterThan(likeness);
  });

  test('of three colors gives its light beside a small picture, of which a tenth is too little', async () => {
    const picture = await fixture('rotated.heic');
    const { bytes } = await convertHeic(withGainMap(picture, picture, { kind: 'tone-mapped' }));
    const made = await colorsOf((await mapOf(bytes))!);
    const plain = await convertHeic(picture, { quality: 100 });
    const { mean, p99 } = compareGainMaps(await colorsOf(plain.bytes), made, unusualMetadata);
    expect([mean < 0.008, p99 < 0.04]).toEqual([true, true]);
  });

  test('is known from the header', async () => {
    const file = new Blob([await fixture('gain-map.heic')]);
    const seen = await pool.inspect(file);
    expect(seen.hasGainMap).toBe(true);
    expect(seen.plan.steps.map(({ kind }) => kind)).toContain('keep-gain-map');
    const left = await pool.inspect(file, { hdr: 'leave-out' });
    expect(left.plan.steps.map(({ kind }) => kind)).toContain('remove-gain-map');
  });

  test.each<[string, MapToWrite]>([
    ['is of a version to come', { kind: 'tone-mapped', toneMap: Uint8Array.of(1, 0, 0, 0, 0, 0) }],
    ['is cut short', { kind: 'tone-mapped', toneMap: Uint8Array.of(0, 0, 0) }],
    ['is no alternative', { kind: 'tone-mapped', alternatives: [1, 80] }],
    ['comes behind the picture', { kind: 'tone-mapped', alternatives: [1, 90] }],
    ['has no size', { kind: 'apple', size: { width: 0, height: 0 } }],
    ['is of another shape', { kind: 'apple', size: { width: 40, height: 78 } }],
    ['has no headroom', { kind: 'apple', headroom: 0.5 }],
    ['is smaller than it says', { kind: 'apple', size: { width: 416, height: 312 } }],
  ])('that %s leaves the ordinary picture, and a note', async (_, map) => {
    const { bytes, notes, hasGainMap } = await convertHeic(await variant(map));
    expect(notes).toEqual(['gain-map-unusable']);
    expect(hasGainMap).toBe(false);
    expect(tracesIn(bytes)).toEqual([]);
    const plain = await convertHeic(await fixture('grid-rotated.heic'));
    expect(bytes).toEqual(plain.bytes);
  });
});
