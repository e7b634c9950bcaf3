import { describe, expect, test } from 'vitest';
import {
  bytesOfBlob,
  convertFixture,
  fixture,
  psnrOf,
  readPixels,
} from '../../testing/pictures.ts';
import { createPool } from '../index.ts';
import type { ConvertOptions } from '../options.ts';
import { readChunks } from '../formats/png/chunks.ts';
import { decodePng } from '../formats/png/decode.ts';

const pool = createPool();

/** Converts through the pool, which makes strips, and in one piece. */
async function bothWays(name: string, options: ConvertOptions) {
  const asked = { ...options, format: 'png' } as const;
  const file = new Blob([await fixture(name)]);
  const seen: number[] = [];
  const onProgress = (fraction: number) => void seen.push(fraction);
  const strips = await pool.convert(file, asked, { onProgress });
  const whole = await convertFixture(name, asked);
  const chunksOf = async (blob: Blob) => readChunks(await bytesOfBlob(blob));
  return {
    strips,
    whole,
    seen,
    chunks: { strips: await chunksOf(strips.blob), whole: await chunksOf(whole.blob) },
  };
}

describe('a PNG made in strips is the same picture as one made in one piece', () => {
  const cases: [name: string, options: ConvertOptions][] = [
    ['grid.heic', {}],
    ['grid-rotated.heic', {}],
    ['grid.heic', { color: 'srgb' }],
    ['grid.heic', { metadata: 'strip' }],
  ];

  test.each(cases)('%s %j', async (name, options) => {
    const { strips, whole, seen, chunks } = await bothWays(name, options);
    expect([strips.width, strips.height]).toEqual([whole.width, whole.height]);
    expect(strips.blob.type).toBe('image/png');
    expect(strips.notes).toEqual(whole.notes);
    expect(await decodePng(chunks.strips)).toEqual(await decodePng(chunks.whole));
    const described = (list: typeof chunks.strips) => list.filter(({ type }) => type !== 'IDAT');
    expect(described(chunks.strips)).toEqual(described(chunks.whole));
    // Another decoder agrees, checksum and all.
    const pixels = [await readPixels(strips.blob), await readPixels(whole.blob)] as const;
    expect(psnrOf(...pixels)).toBe(99);
    // More than one strip reported back.
    expect(seen.length).toBeGreaterThan(2);
  });
});
