import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { salvageMutants } from '../../../testing/salvage-mutants.ts';
import { samplePhoto } from '../../../testing/sample-planes.ts';
import type { Raster } from '../../planes/raster.ts';
import { createLocalPool } from '../../run/local-pool.ts';
import { readWebp } from './container.ts';
import { decodeWebp } from './decode.ts';
import { input } from './source.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const [width, height] = [320, 240];
const photo = samplePhoto(width, height);
const picture = () => sharp(photo.data, { raw: { width, height, channels: 3 } });
const bytesOf = async (made: Sharp): Promise<Bytes> => new Uint8Array(await made.toBuffer());

async function animate(lossless: boolean): Promise<Bytes> {
  const frames = [picture(), picture().negate()].map((frame) => frame.png().toBuffer());
  const joined = sharp(await Promise.all(frames), { join: { animated: true } });
  return bytesOf(joined.webp({ lossless, loop: 0, delay: [100, 100] }));
}

const kinds: Record<string, Bytes> = {
  lossy: await bytesOf(picture().webp({ quality: 90 })),
  'with alpha': await bytesOf(picture().ensureAlpha(0.5).webp({ quality: 80 })),
  lossless: await bytesOf(picture().webp({ lossless: true })),
  'lossless with a palette': await bytesOf(
    sharp(await picture().png({ palette: true, colors: 12 }).toBuffer()).webp({ lossless: true }),
  ),
  'lossless with alpha': await bytesOf(picture().ensureAlpha(0.5).webp({ lossless: true })),
};

const decode = (bytes: Bytes): Promise<Raster> => decodeWebp(bytes, readWebp(bytes));

async function salvage(bytes: Bytes): Promise<Raster> {
  const source = await input.openDamaged!(bytes);
  await source.load();
  return source.decode(0);
}

/** Samples before the first that differs. */
function countSame(some: Raster, whole: Raster): number {
  const differs = some.data.findIndex((sample, at) => sample !== whole.data[at]);
  return differs === -1 ? some.data.length : differs;
}

describe.each(Object.entries(kinds))('of a WebP, %s, that is cut', (name, bytes) => {
  test.each([0.3, 0.5, 0.8, 0.95])('at %d, the rows before are read', async (share) => {
    const cut = bytes.subarray(0, Math.floor(bytes.length * share));
    const [whole, some] = [await decode(bytes), await salvage(cut)];
    expect(Math.abs(some.missing! - (1 - share))).toBeLessThan(0.2);
    const end = Math.round(height * (1 - some.missing!)) * width * 4;
    expect(countSame(some, whole)).toBeGreaterThanOrEqual(end);
    const rest = new Uint32Array(some.data.buffer).subarray(end / 4);
    expect([...new Set(rest)]).toEqual([name.includes('alpha') ? 0 : 0xff80_8080]);
  });

  test('before its pixels, nothing is read', async () => {
    for (const length of [12, 20, 30, 60]) {
      const cut = bytes.slice(0, length);
      await expect(async () => salvage(cut)).rejects.toMatchObject({ code: 'corrupt-file' });
    }
  });
});

describe.each([
  ['lossy', false],
  ['lossless', true],
])('of a %s animation that is cut', (_, lossless) => {
  test('in a later frame, the first is whole', async () => {
    const bytes = await animate(lossless);
    const some = await salvage(bytes.subarray(0, Math.floor(bytes.length * 0.9)));
    expect(some).toMatchObject({ mayBeDamaged: true });
    expect(some.missing).toBeUndefined();
    expect(countSame(some, await decode(bytes))).toBe(some.data.length);
  });

  test('in the first frame, its rows before are read', async () => {
    const bytes = await animate(lossless);
    const [whole, some] = [
      await decode(bytes),
      await salvage(bytes.subarray(0, Math.floor(bytes.length * 0.3))),
    ];
    const end = Math.round(height * (1 - some.missing!)) * width * 4;
    expect(end).toBeGreaterThan(0.3 * some.data.length);
    expect(countSame(some, whole)).toBeGreaterThanOrEqual(end);
  });
});

describe('a conversion of a damaged WebP', () => {
  test('says how much is missing', async () => {
    const bytes = kinds['lossy']!;
    const file = new Blob([bytes.subarray(0, bytes.length / 2)]);
    const options = { format: 'png', salvage: true } as const;
    const { notes, missing } = await createLocalPool().convert(file, options);
    expect(notes).toEqual(['partly-missing']);
    expect(Math.abs(missing! - 0.5)).toBeLessThan(0.15);
  });

  test('comes to an end', async () => {
    const small = picture().resize(48, 40);
    const files = [
      await bytesOf(small.clone().webp()),
      await bytesOf(small.clone().webp({ lossless: true })),
      await bytesOf(small.clone().ensureAlpha(0.5).webp()),
    ];
    const seen = await salvageMutants(...files);
    for (const ending of ['partly-missing', 'may-be-damaged', 'corrupt-file'])
      expect(seen).toContain(ending);
  });
});
