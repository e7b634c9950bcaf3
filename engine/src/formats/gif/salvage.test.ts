import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { salvageMutants } from '../../../testing/salvage-mutants.ts';
import { samplePhoto } from '../../../testing/sample-planes.ts';
import type { Raster } from '../../planes/raster.ts';
import { createLocalPool } from '../../run/local-pool.ts';
import { input } from './source.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const [width, height] = [200, 150];
const photo = samplePhoto(width, height);
const picture = () => sharp(photo.data, { raw: { width, height, channels: 3 } });

async function writeGif(made: Sharp): Promise<Bytes> {
  return new Uint8Array(await made.gif({ dither: 0 }).toBuffer());
}

const gif = await writeGif(picture());

const hole = { width: 50, height: 50, channels: 4 as const, background: '#000' };
const withHoles = await writeGif(
  picture()
    .ensureAlpha()
    .composite([{ input: { create: hole }, blend: 'dest-out', left: 9, top: 9 }]),
);

/** Declares the same rows to be in the order of an interlaced picture. */
function interlace(bytes: Bytes): Bytes {
  const copy = bytes.slice();
  const size = [0, 0, 0, 0, width, 0, height, 0];
  const at = copy.findIndex(
    (byte, from) => byte === 0x2c && size.every((one, index) => copy[from + 1 + index] === one),
  );
  copy[at + 9]! |= 0x40;
  return copy;
}

const decode = async (bytes: Bytes): Promise<Raster> => (await input.open(bytes)).decode(0);
const salvage = async (bytes: Bytes): Promise<Raster> =>
  (await input.openDamaged!(bytes)).decode(0);
const pixelsOf = ({ data }: Raster): Uint32Array => new Uint32Array(data.buffer);

describe.each([
  ['opaque', gif, 0xff80_8080],
  ['with transparent pixels', withHoles, 0],
])('of a GIF that is cut, %s', (_, bytes, unread) => {
  test.each([0.3, 0.5, 0.8, 0.95])('at %d, the pixels before are read', async (share) => {
    const [whole, some] = [
      await decode(bytes),
      await salvage(bytes.subarray(0, Math.floor(bytes.length * share))),
    ];
    expect(Math.abs(some.missing! - (1 - share))).toBeLessThan(0.15);
    const end = Math.round(width * height * (1 - some.missing!));
    expect(pixelsOf(some).subarray(0, end)).toEqual(pixelsOf(whole).subarray(0, end));
    expect([...new Set(pixelsOf(some).subarray(end))]).toEqual([unread]);
  });
});

test('an interlaced GIF that is cut repeats the rows it has', async () => {
  const bytes = interlace(gif);
  const [whole, some] = [
    pixelsOf(await decode(bytes)),
    await salvage(bytes.subarray(0, bytes.length / 2)),
  ];
  expect(Math.abs(some.missing! - 0.5)).toBeLessThan(0.15);
  const pixels = pixelsOf(some);
  const same = pixels.filter((pixel, at) => pixel === whole[at]).length;
  expect(same / pixels.length).toBeGreaterThanOrEqual(1 - some.missing!);
  expect(pixels).not.toContain(0xff80_8080);
});

test('a GIF with a code out of place keeps the pixels before it', async () => {
  const half = Math.floor(gif.length / 2);
  const zeroed = gif.slice().fill(0, half, half + 300);
  await expect(decode(zeroed)).rejects.toMatchObject({ code: 'corrupt-file' });
  const [whole, some] = [pixelsOf(await decode(gif)), await salvage(zeroed)];
  const differs = pixelsOf(some).findIndex((pixel, at) => pixel !== whole[at]);
  expect(differs / whole.length).toBeGreaterThan(0.35);
});

test('a GIF without its end is whole', async () => {
  const some = await salvage(gif.subarray(0, -2));
  expect(some.missing).toBeUndefined();
  expect(some.mayBeDamaged).toBe(true);
  expect(some.data).toEqual((await decode(gif)).data);
});

test('a GIF without pixels is refused', async () => {
  const header = gif.subarray(0, 13 + 768 + 12);
  await expect(salvage(header)).rejects.toMatchObject({ code: 'corrupt-file' });
});

describe('a conversion of a damaged GIF', () => {
  const file = new Blob([gif.subarray(0, gif.length / 2)]);

  test('says how much is missing', async () => {
    const options = { format: 'png', salvage: true } as const;
    const { notes, missing } = await createLocalPool().convert(file, options);
    expect(notes).toEqual(['partly-missing']);
    expect(Math.abs(missing! - 0.5)).toBeLessThan(0.15);
  });

  test('comes to an end', async () => {
    const small = await writeGif(picture().resize(48, 40));
    const seen = await salvageMutants(small);
    for (const ending of ['partly-missing', 'may-be-damaged', 'corrupt-file'])
      expect(seen).toContain(ending);
  });
});
