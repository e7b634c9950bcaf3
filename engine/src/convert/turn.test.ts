import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  bytesOfBlob,
  convertFixture,
  fixture,
  psnrOf,
  readPixels,
} from '../../testing/pictures.ts';
import { readOrientation } from '../metadata/exif.ts';
import type { ConvertOptions, Rotation } from '../options.ts';
import { createPool } from '../run/create-pool.ts';
import { readJpegMetadata } from '../formats/jpeg/read-metadata.ts';
import { readJpeg } from '../formats/jpeg/segments.ts';
import { inspectFile } from './inspect.ts';
import { runPipeline } from './pipeline.ts';

/**
 * The fixture is stored sideways: it has no `irot`, and Exif has orientation 6 and the stored size.
 */
const lying = 'phone-p3.heic';
const lyingReference = async () => sharp(await fixture('phone-p3.png'));

/**
 * Offset of the value of an Exif tag that is one SHORT. The fixtures' blocks are big-endian or
 * little-endian.
 */
function findShort(view: DataView, tag: number): { at: number; littleEndian: boolean } {
  for (let at = 0; at + 12 <= view.byteLength; at++) {
    for (const littleEndian of [true, false]) {
      const isEntry =
        view.getUint16(at, littleEndian) === tag &&
        view.getUint16(at + 2, littleEndian) === 3 &&
        view.getUint32(at + 4, littleEndian) === 1;
      if (isEntry) return { at: at + 8, littleEndian };
    }
  }
  throw new Error(`no tag ${tag}`);
}

/** The same file with another size in Exif. */
async function withPixelSize(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await fixture(lying);
  const view = new DataView(bytes.buffer);
  for (const [tag, value] of [
    [0xa002, width],
    [0xa003, height],
  ] as const) {
    const { at, littleEndian } = findShort(view, tag);
    view.setUint16(at, value, littleEndian);
  }
  return bytes;
}

async function sizeOf(bytes: Uint8Array<ArrayBuffer>, options: ConvertOptions = {}) {
  const { width, height, notes } = await runPipeline(new Blob([bytes]), 'a.heic', options);
  return { size: `${width}x${height}`, turned: notes.includes('turned-by-exif') };
}

describe('a HEIC that says only in Exif how the camera was held', () => {
  test('is turned where nobody has turned its samples: Exif has the stored size', async () => {
    const result = await convertFixture(lying, { quality: 100 });
    expect([result.width, result.height]).toEqual([64, 96]);
    expect(result.notes).toContain('turned-by-exif');
    const upright = await (await lyingReference()).rotate(90).png().toBuffer();
    expect(psnrOf(await readPixels(result.blob), await readPixels(upright))).toBeGreaterThan(38);
    const { exif } = readJpegMetadata(readJpeg(await bytesOfBlob(result.blob)));
    expect(readOrientation(exif!)).toBe(1);
  });

  test('stays as stored where Exif has the sides swapped, or no size', async () => {
    const asStored = { size: '96x64', turned: false };
    expect(await sizeOf(await withPixelSize(96, 64))).toEqual({ size: '64x96', turned: true });
    expect(await sizeOf(await withPixelSize(64, 96))).toEqual(asStored);
    expect(await sizeOf(await withPixelSize(0, 0))).toEqual(asStored);
  });

  test('stays as stored when that is asked for', async () => {
    const bytes = await fixture(lying);
    expect(await sizeOf(bytes, { exifOrientation: 'ignore' })).toEqual({
      size: '96x64',
      turned: false,
    });
    const { plan, turnedByExif } = await inspectFile(new Blob([bytes]), 'a.heic', {
      exifOrientation: 'ignore',
    });
    expect([plan.width, plan.height, turnedByExif]).toEqual([96, 64, true]);
  });

  test('is turned once when the container says how, too', async () => {
    const result = await convertFixture('rotated.heic');
    expect([result.width, result.height]).toEqual([64, 96]);
    expect(result.notes).not.toContain('turned-by-exif');
  });
});

const rotations: Rotation[] = [0, 90, 180, 270];
const flips = [undefined, 'horizontal', 'vertical'] as const;
const turns = rotations.flatMap((rotate) => flips.map((flip) => ({ rotate, flip })));

function optionsOf({ rotate, flip }: (typeof turns)[number]): ConvertOptions {
  return { rotate, ...(flip && { flip }) };
}

/** The picture turned by sharp, which mirrors before it rotates unless these are two pipelines. */
async function turnedBySharp(
  png: Uint8Array,
  { rotate, flip }: (typeof turns)[number],
): Promise<Buffer> {
  const rotated = sharp(await sharp(png, { ignoreIcc: true }).rotate(rotate).png().toBuffer());
  if (flip === 'horizontal') rotated.flop();
  if (flip === 'vertical') rotated.flip();
  return rotated.png().toBuffer();
}

describe.each(turns)('turning by $rotate degrees, then mirroring $flip', (turn) => {
  test.each(['drawing.png', 'located.jpg', 'alpha.webp', 'lossless.webp'])('%s', async (name) => {
    const [plain, turned] = await Promise.all([
      convertFixture(name, { format: 'png' }),
      convertFixture(name, { format: 'png', ...optionsOf(turn) }),
    ]);
    const expected = await turnedBySharp(await bytesOfBlob(plain.blob), turn);
    const pixels = await readPixels(turned.blob, 4);
    expect(pixels).toEqual(await readPixels(expected, 4));
  });

  test.each(['grid.heic', 'grid-rotated.heic', 'phone-p3.heic'])('%s, in strips', async (name) => {
    const file = new Blob([await fixture(name)]);
    const options = { quality: 100, ...optionsOf(turn) };
    const { plan } = await inspectFile(file, name, options);
    expect(plan.ways[0]).toBe('strips');
    const pool = createPool();
    const [plain, turned, whole] = await Promise.all([
      pool.convert(file, { quality: 100 }),
      pool.convert(file, options),
      runPipeline(file, name, options),
    ]);
    const expected = await readPixels(await turnedBySharp(await bytesOfBlob(plain.blob), turn));
    for (const result of [turned, whole]) {
      const pixels = await readPixels(result.blob);
      expect(pixels).toMatchObject({ width: plan.width, height: plan.height });
      expect(psnrOf(pixels, expected)).toBeGreaterThan(36);
    }
  });
});

test('crops and resizes what stands after turning', async () => {
  const crop = { x: 4, y: 8, width: 20, height: 30 };
  const turn = { rotate: 90, flip: 'horizontal' } as const;
  const plain = await bytesOfBlob((await convertFixture('drawing.png', { format: 'png' })).blob);
  const cut = await convertFixture('drawing.png', { format: 'png', ...turn, crop });
  const expected = sharp(await turnedBySharp(plain, turn)).extract({
    left: crop.x,
    top: crop.y,
    width: crop.width,
    height: crop.height,
  });
  expect(await readPixels(cut.blob)).toEqual(await readPixels(await expected.png().toBuffer()));
});

test.each([{ rotate: 45 }, { flip: 'diagonal' }, { exifOrientation: 'twice' }])(
  'refuses %o',
  async (wrong) => {
    await expect(convertFixture('drawing.png', wrong as ConvertOptions)).rejects.toMatchObject({
      code: 'invalid-options',
    });
  },
);
