import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { unusualMetadata } from '../../../testing/gain-map-files.ts';
import { grayOf, likeness } from '../../../testing/gain-map-pictures.ts';
import { seededRandom } from '../../../testing/mutate.ts';
import { bytesOfBlob, fixture, psnrOf } from '../../../testing/pictures.ts';
import { runInStrips } from '../../../testing/run-in-strips.ts';
import { joinBytes } from '../../bytes/join.ts';
import { runPipeline, startPipeline } from '../../convert/pipeline.ts';
import { jpegEnd } from '../../formats/jpeg/header.ts';
import { jpegOutput } from '../../formats/jpeg/output.ts';
import { readJpeg } from '../../formats/jpeg/segments.ts';
import { createPool, type ConvertOptions } from '../../index.ts';
import { mapInStrips } from '../../strips/tasks/plan.ts';
import type { Chosen } from '../../strips/tasks/size-limit.ts';
import { writeOrientation } from '../../metadata/exif-orientation.ts';

const mapSize = { width: 100, height: 75 };

let picture: Uint8Array<ArrayBuffer>;
let map: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  const large = sharp(await fixture('grid.png'))
    .resize(1600, 1200)
    .removeAlpha()
    .raw();
  // As detailed as a photo, so that a tenth of its bytes is enough for a map.
  const { data: samples, info } = await large.toBuffer({ resolveWithObject: true });
  const random = seededRandom(1);
  const noisy = samples.map((sample) => sample + Math.round(16 * (random() - 0.5)));
  const { width, height, channels } = info;
  const drawn = sharp(noisy, { raw: { width, height, channels } });
  picture = new Uint8Array(await drawn.jpeg({ quality: 95 }).toBuffer());
  const { data } = await grayOf(picture, mapSize.width, mapSize.height);
  map = await jpegOutput.gainMaps!.encode({ ...mapSize, channels: 1, data }, 1e6);
});

function photo(orientation = 1, bytes = map, of = picture): Promise<Uint8Array<ArrayBuffer>> {
  const exif = orientation === 1 ? {} : { exif: writeOrientation(orientation) };
  const described = { bytes, metadata: unusualMetadata, icc: undefined };
  return jpegOutput.gainMaps!.attach(of, exif, undefined, described);
}

async function inStrips(file: Uint8Array<ArrayBuffer>, options: ConvertOptions = {}) {
  const blob = new Blob([file]);
  const start = (chosen?: Chosen) => startPipeline(blob, 'photo.jpg', options, {}, chosen);
  const begun = await start();
  if (begun.kind !== 'planned') throw new Error('made in one piece');
  const result = await runInStrips(begun.planned, blob, (_, chosen) => start(chosen));
  const bytes = await bytesOfBlob(result.blob);
  const { gainMap } = await sharp(bytes).metadata();
  return { ...result, bytes, map: gainMap ? new Uint8Array(gainMap.image) : null };
}

function scanOf(jpeg: Uint8Array): Uint8Array {
  const { scan, end } = readJpeg(new Uint8Array(jpeg));
  return jpeg.subarray(scan, end);
}

describe('a JPEG with a gain map, in strips', () => {
  test.each<ConvertOptions>([
    {},
    { quality: 75 },
    { rotate: 90 },
    { resize: { width: 900 } },
    { resize: { width: 800, height: 800, mode: 'fill' } },
    { crop: { x: 137, y: 221, width: 901, height: 790 } },
    { targetBytes: 160_000 },
  ])('keeps it, and it still fits: %j', async (options) => {
    const result = await inStrips(await photo(), options);
    expect([result.notes, result.hasGainMap]).toEqual([[], true]);
    const made = await grayOf(result.map!);
    expect(psnrOf(made, await grayOf(result.bytes, made.width, made.height))).toBeGreaterThan(
      likeness,
    );
  });

  test.each([2, 3, 4, 5, 6, 7, 8])('has it set upright: %i', async (orientation) => {
    const result = await inStrips(await photo(orientation));
    const made = await grayOf(result.map!);
    expect(psnrOf(made, await grayOf(result.bytes, made.width, made.height))).toBeGreaterThan(
      likeness,
    );
  });

  test('has no more pixels in it than in the picture', async () => {
    const { data } = await grayOf(picture, 500, 375);
    const large = { width: 500, height: 375, channels: 1, data } as const;
    const encoded = await jpegOutput.gainMaps!.encode(large, Number.POSITIVE_INFINITY);
    const small = await sharp(picture).resize(400, 300).jpeg({ quality: 100 }).toBuffer();
    const file = await photo(1, encoded, new Uint8Array(small));
    const result = await inStrips(file, { quality: 100, targetBytes: 1e6 });
    const { width, height } = await grayOf(result.map!);
    expect([width, height]).toEqual([400, 300]);
  });

  test('has it as it is coded where it stays as it is', async () => {
    for (const options of [{}, { metadata: 'strip' }, { targetBytes: 200_000 }] as const) {
      const result = await inStrips(await photo(), options);
      expect(scanOf(result.map!)).toEqual(scanOf(map));
    }
    const turned = await inStrips(await photo(), { rotate: 180 });
    expect(scanOf(turned.map!)).not.toEqual(scanOf(map));
  });
});

describe('a JPEG whose gain map strips cannot give', () => {
  const pool = createPool();

  async function convert(file: Uint8Array<ArrayBuffer>) {
    const result = await pool.convert(new Blob([file]));
    return { notes: result.notes, bytes: await bytesOfBlob(result.blob) };
  }

  test('is made the other way where that makes the map small enough', async () => {
    const small = new Uint8Array(await sharp(picture).resize(200, 150).jpeg().toBuffer());
    const file = await photo(1, map, small);
    await expect(inStrips(file)).rejects.toMatchObject({ code: 'unsupported-feature' });
    const whole = await runPipeline(new Blob([file]), 'photo.jpg', {});
    expect(await convert(file)).toEqual({ notes: [], bytes: await bytesOfBlob(whole.blob) });
  });

  test('keeps the map too large where there is no memory for the other way, and leaves out a damaged one', async () => {
    const small = new Uint8Array(await sharp(picture).resize(200, 150).jpeg().toBuffer());
    const { scan, end } = readJpeg(map);
    const half = joinBytes([map.subarray(0, (scan + end) >> 1), jpegEnd]);
    for (const [bytes, notes] of [
      [map, []],
      [half, ['gain-map-unusable']],
    ] as const) {
      const blob = new Blob([await photo(1, bytes, small)]);
      const begun = await startPipeline(blob, 'photo.jpg', {}, {});
      if (begun.kind !== 'planned') throw new Error('made in one piece');
      const gainMap = mapInStrips(begun.planned.plan);
      expect(gainMap!.fitsWhole).toBe(true);
      gainMap!.fitsWhole = false;
      const result = await runInStrips(begun.planned, blob);
      expect(result).toMatchObject({ notes, hasGainMap: notes.length === 0 });
    }
  });

  test('is an ordinary picture where the map is damaged, and that is said', async () => {
    const { scan, end } = readJpeg(map);
    const half = joinBytes([map.subarray(0, (scan + end) >> 1), jpegEnd]);
    const { notes, bytes } = await convert(await photo(1, half));
    expect(notes).toEqual(['gain-map-unusable']);
    expect((await sharp(bytes).metadata()).gainMap).toBeUndefined();
  });
});
