import sharp, { type PngOptions, type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { salvageMutants } from '../../../testing/salvage-mutants.ts';
import { samplePhoto } from '../../../testing/sample-planes.ts';
import { joinBytes } from '../../bytes/join.ts';
import type { Raster } from '../../planes/raster.ts';
import { createLocalPool } from '../../run/local-pool.ts';
import { type Chunk, readChunks, writeChunk } from './chunks.ts';
import { decodePng } from './decode.ts';
import { input } from './source.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const [width, height] = [200, 150];
const photo = samplePhoto(width, height);
const picture = () => sharp(photo.data, { raw: { width, height, channels: 3 } });
const bytesOf = async (made: Sharp, options: PngOptions = {}): Promise<Bytes> =>
  new Uint8Array(await made.png(options).toBuffer());

const kinds = {
  'of true colors': await bytesOf(picture()),
  'with alpha': await bytesOf(picture().ensureAlpha(0.5)),
  'of 16 bits': await bytesOf(picture().toColorspace('rgb16')),
  gray: await bytesOf(picture().toColorspace('b-w')),
  'with a palette': await bytesOf(picture(), { palette: true, colors: 100 }),
};
const interlaced = await bytesOf(picture(), { progressive: true });
const sound = kinds['of true colors'];

const signature = sound.subarray(0, 8);
const join = (chunks: Chunk[]): Bytes =>
  joinBytes([signature, ...chunks.map(({ type, data }) => writeChunk(type, data))]);

/** All samples in chunks of so many bytes. */
function split(png: Bytes, size: number): Bytes {
  const chunks = readChunks(png);
  const samples = joinBytes(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const pieces = Array.from({ length: Math.ceil(samples.length / size) }, (_, index) => ({
    type: 'IDAT',
    data: samples.subarray(index * size, (index + 1) * size),
  }));
  const before = chunks.slice(
    0,
    chunks.findIndex(({ type }) => type === 'IDAT'),
  );
  return join([...before, ...pieces, { type: 'IEND', data: new Uint8Array() }]);
}

/** Offset of the data of chunk `index` of that name. */
function findData(png: Bytes, name: string, index = 0): number {
  const chunks = readChunks(png).filter(({ type }) => type === name);
  return chunks[index]!.data.byteOffset;
}

function changed(bytes: Bytes, change: (copy: Bytes) => void): Bytes {
  const copy = bytes.slice();
  change(copy);
  return copy;
}

const decodeWhole = async (png: Bytes): Promise<Raster> => decodePng(readChunks(png));

async function salvage(png: Bytes): Promise<Raster> {
  const source = await input.openDamaged!(png);
  await source.load();
  return source.decode(0);
}

/** How many rows from the top are as in the whole picture. */
function countSame(some: Raster, whole: Raster): number {
  const row = whole.width * 4;
  const differs = some.data.findIndex((sample, at) => sample !== whole.data[at]);
  return differs === -1 ? whole.height : Math.floor(differs / row);
}

/** Asserts that what was read is right, and returns how many rows that are. */
async function requireRows(png: Bytes, whole: Raster): Promise<number> {
  const some = await salvage(png);
  const rows = height * (1 - (some.missing ?? 0));
  expect(rows).toBeCloseTo(Math.round(rows), 6);
  const end = Math.round(rows) * width * 4;
  expect(some.data.subarray(0, end)).toEqual(whole.data.subarray(0, end));
  const deep = some.data instanceof Uint16Array;
  const missing = whole.opaque ? (deep ? [32_896, 65_535] : [128, 255]) : [0];
  for (const sample of new Set(some.data.subarray(end))) expect(missing).toContain(sample);
  return Math.round(rows);
}

describe.each(Object.entries(kinds))('of a PNG %s', (_, png) => {
  test.each([0.2, 0.5, 0.8, 0.97])('cut at %d, the rows before are read', async (share) => {
    const whole = await decodeWhole(png);
    const rows = await requireRows(png.subarray(0, Math.floor(png.length * share)), whole);
    expect(Math.abs(rows - height * share)).toBeLessThan(height * 0.15);
  });

  test('cut anywhere, no pixel is made up', async () => {
    const whole = await decodeWhole(png);
    const start = findData(png, 'IDAT');
    for (let end = png.length - 30; end > start + 2000; end -= 1501)
      expect(await requireRows(png.subarray(0, end), whole)).toBeLessThan(height);
  });
});

describe('a PNG of which all pixels can be read', () => {
  const inPieces = split(sound, 5000);

  test.each([
    ['without its end', sound.subarray(0, -12)],
    ['with half of its end', sound.subarray(0, -6)],
    ['with a wrong checksum', changed(sound, (copy) => (copy[copy.length - 13]! ^= 1))],
    ['with a wrong checksum of its header', changed(sound, (copy) => (copy[30]! ^= 1))],
    [
      'with a wrong length of its samples',
      changed(inPieces, (copy) => (copy[findData(inPieces, 'IDAT', 1) - 7]! ^= 0x40)),
    ],
    [
      'with a wrong name of its samples',
      changed(inPieces, (copy) => (copy[findData(inPieces, 'IDAT', 1) - 1]! ^= 0x80)),
    ],
    ['with rubbish before its end', joinBytes([sound.subarray(0, -12), new Uint8Array(30)])],
  ])('%s', async (_, png) => {
    const some = await salvage(png);
    expect(some).toMatchObject({ mayBeDamaged: true });
    expect(some.missing).toBeUndefined();
    expect(countSame(some, await decodeWhole(sound))).toBe(height);
  });
});

describe('a damaged PNG', () => {
  test('keeps the rows before the damage', async () => {
    const whole = await decodeWhole(sound);
    for (const share of [0.2, 0.5, 0.9]) {
      const at = Math.floor(sound.length * share);
      const some = await salvage(changed(sound, (copy) => copy.fill(0xff, at, at + 100)));
      expect(countSame(some, whole)).toBeGreaterThan(height * (share - 0.15));
    }
  });

  test('whose header may be wrong is converted only where its samples fit', async () => {
    const wrong = changed(sound, (copy) => (copy[19]! ^= 1));
    await expect(salvage(wrong)).rejects.toMatchObject({ code: 'corrupt-file' });
  });

  test('has gray for colors that are beyond its palette', async () => {
    const png = kinds['with a palette'];
    const chunks = readChunks(png).map(({ type, data }) => ({
      type,
      data: type === 'PLTE' ? data.subarray(0, 30) : data,
    }));
    const some = await salvage(join(chunks));
    expect(some).toMatchObject({ mayBeDamaged: true, opaque: true });
    expect([...some.data]).toContain(128);
  });

  test.each([8, 30, 41, 43])('of %i bytes is refused', async (length) => {
    await expect(salvage(sound.slice(0, length))).rejects.toMatchObject({ code: 'corrupt-file' });
  });
});

describe('of an interlaced PNG that is cut', () => {
  test.each([0.1, 0.5, 0.9])('at %d, the passes read make up the picture', async (share) => {
    const whole = await decodeWhole(interlaced);
    const some = await salvage(interlaced.subarray(0, Math.floor(interlaced.length * share)));
    expect(Math.abs(some.missing! - (1 - share))).toBeLessThan(0.12);
    const pixelsOf = ({ data }: Raster) => new Uint32Array(data.buffer);
    const pixels = pixelsOf(some);
    const same = pixelsOf(whole).filter((pixel, at) => pixel === pixels[at]).length;
    expect(same / pixels.length).toBeGreaterThanOrEqual(1 - some.missing! - 1e-9);
    expect(pixels.filter((pixel) => pixel === 0xff80_8080).length / pixels.length).toBeLessThan(
      0.2,
    );
  });
});

describe('in a conversion', () => {
  const file = new Blob([sound.subarray(0, sound.length / 2)]);

  test('says how much is missing', async () => {
    const pool = createLocalPool();
    await expect(pool.convert(file, { format: 'png' })).rejects.toMatchObject({
      code: 'corrupt-file',
    });
    const {
      notes,
      missing,
      width: across,
    } = await pool.convert(file, {
      format: 'png',
      salvage: true,
    });
    expect([notes, across]).toEqual([['partly-missing'], width]);
    expect(Math.abs(missing! - 0.5)).toBeLessThan(0.15);
  });

  test('every damaged file comes to an end', async () => {
    const small = await bytesOf(picture().resize(48, 40), { progressive: true });
    const palette = await bytesOf(picture().resize(40, 48), { palette: true });
    const seen = await salvageMutants(small, palette);
    for (const ending of ['partly-missing', 'may-be-damaged', 'corrupt-file'])
      expect(seen).toContain(ending);
  });
});
