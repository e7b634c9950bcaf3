/** Cameras say in Exif that a picture is in Adobe RGB, and put no profile into it. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { exifTypes, writeExif } from '../../testing/exif-writer.ts';
import { bytesOfBlob, readPixels } from '../../testing/pictures.ts';
import { cameraNotes } from '../../testing/raw-files.ts';
import { writeTiff, type TiffEntry } from '../../testing/tiff-writer.ts';
import { primariesByCode } from '../color/primaries.ts';
import { readProfile } from '../color/profile.ts';
import { writeMatrixProfile } from '../color/write-profile.ts';
import { inspectFile } from '../convert/inspect.ts';
import { runPipeline } from '../convert/pipeline.ts';
import type { ConvertOptions } from '../options.ts';
import { editMetadata } from '../samples/file-metadata.ts';
import { addJpegMetadata } from './jpeg/metadata.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const tags = { colorSpace: 0xa001, interoperability: 0xa005, exif: 0x8769 };
const uncalibrated = 65_535;
const name = 'Adobe RGB (1998) compatible';

const background = { r: 130, g: 150, b: 110 };

/** The same by the words of the encoding: a gamma of 2.2 and a matrix to the light of sRGB. */
function inSrgb(): number[] {
  const [r, g, b] = [background.r, background.g, background.b].map(
    (value) => (value / 255) ** (563 / 256),
  );
  const light = [1.39836 * r! - 0.39836 * g!, g!, -0.04293 * g! + 1.04293 * b!];
  return light.map((each) => 255 * (1.055 * Math.max(each, 0.0031308) ** (1 / 2.4) - 0.055));
}

async function draw(width = 64, height = 48, gray = false): Promise<Bytes> {
  const drawn = sharp({ create: { width, height, channels: 3, background } });
  const space = gray ? drawn.toColourspace('b-w') : drawn;
  return new Uint8Array(await space.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer());
}

const exifOf = (colorSpace: number, index: string): Uint8Array =>
  writeExif({
    exif: [[tags.colorSpace, exifTypes.short, [colorSpace]]],
    interoperability: [[1, exifTypes.text, index]],
  });

const convert = async (bytes: Bytes, options: ConvertOptions): Promise<Bytes> =>
  bytesOfBlob((await runPipeline(new Blob([bytes]), '', options)).blob);

async function profileOf(bytes: Bytes): Promise<string | null> {
  const { icc } = await sharp(bytes).metadata();
  return icc ? readProfile(new Uint8Array(icc))!.name : null;
}

async function firstPixel(bytes: Bytes): Promise<number[]> {
  return [...(await readPixels(bytes)).data.subarray(0, 3)];
}

const near = (wanted: number[], room: number): unknown[] =>
  wanted.map((value): unknown =>
    expect.toSatisfy((found: number) => Math.abs(found - value) <= room),
  );

const formats = ['jpeg', 'png', 'webp'] as const;

describe.each([
  ['DCF', uncalibrated, 'R03'],
  ['as some cameras say it', 2, 'R98'],
])('a JPEG in Adobe RGB: %s', (_, colorSpace, index) => {
  const marked = async () =>
    addJpegMetadata(await draw(), { exif: exifOf(colorSpace, index) }, undefined);

  test.each(formats)('has its profile as %s, without metadata too', async (format) => {
    const bytes = await marked();
    for (const metadata of ['keep', 'strip'] as const)
      expect(await profileOf(await convert(bytes, { format, metadata }))).toBe(name);
  });

  test.each(formats)('has the colors of sRGB as %s where those are asked for', async (format) => {
    const result = await convert(await marked(), { format, color: 'srgb', quality: 95 });
    expect(await profileOf(result)).toBeNull();
    expect(await firstPixel(result)).toEqual(near(inSrgb(), format === 'png' ? 2 : 4));
  });

  test('has its profile where nothing but its metadata was taken', async () => {
    const stripped = await editMetadata(new Blob([await marked()]), { kind: 'strip', what: 'all' });
    expect(await profileOf(await bytesOfBlob(stripped))).toBe(name);
  });

  test('is said to be so', async () => {
    const { colorProfile } = await inspectFile(new Blob([await marked()]), '');
    expect(colorProfile.name).toBe(name);
  });
});

describe('a JPEG that is not said to be in Adobe RGB', () => {
  test.each([
    ['sRGB', 1, 'R98'],
    ['sRGB, whatever stands beside it', 1, 'R03'],
    ['of no known colors', uncalibrated, 'R98'],
  ])('%s', async (_, colorSpace, index) => {
    const exif = exifOf(colorSpace, index);
    const bytes = await addJpegMetadata(await draw(), { exif }, undefined);
    expect(await profileOf(await convert(bytes, {}))).toBeNull();
  });

  test('but has a profile keeps that', async () => {
    const icc = writeMatrixProfile(primariesByCode[12]!);
    const bytes = await addJpegMetadata(await draw(), { exif: exifOf(uncalibrated, 'R03') }, icc);
    expect(await profileOf(await convert(bytes, {}))).toBe('Display P3');
  });

  test('nor is one of gray alone', async () => {
    const exif = exifOf(uncalibrated, 'R03');
    const bytes = await addJpegMetadata(await draw(64, 48, true), { exif }, undefined);
    expect(await profileOf(await convert(bytes, {}))).toBeNull();
  });
});

const noted: TiffEntry = [
  tags.exif,
  'directories',
  [
    [
      [tags.colorSpace, 3, [uncalibrated]],
      [tags.interoperability, 'directories', [[[1, 2, 'R03']]]],
    ],
  ],
];

describe('the JPEG in a raw file', () => {
  const write = async (...about: TiffEntry[]): Promise<Bytes> => {
    const jpeg = await draw(700, 500);
    const sensor: TiffEntry[] = [
      [262, 3, [32_803]],
      [273, 'offset', new Uint8Array(64)],
    ];
    const named: TiffEntry[] = [
      [330, 'directories', [sensor]],
      [513, 'offset', jpeg],
      [514, 4, [jpeg.length]],
    ];
    return writeTiff({ directories: [[...cameraNotes, ...about, ...named]] });
  };
  const dng = [50_706, 1, [1, 4, 0, 0]] as const;

  test('is in Adobe RGB where the camera says so', async () => {
    const raw = await write(noted);
    expect(await profileOf(await convert(raw, {}))).toBe(name);
    const result = await convert(raw, { color: 'srgb', format: 'png' });
    expect(await firstPixel(result)).toEqual(near(inSrgb(), 2));
  });

  test('is in sRGB in a DNG, unless that says it of the JPEG', async () => {
    expect(await profileOf(await convert(await write(noted, dng), {}))).toBeNull();
    const said = await write(dng, [50_970, 4, [3]]);
    expect(await profileOf(await convert(said, {}))).toBe(name);
  });
});

test('a TIFF in Adobe RGB has its profile, and what the camera said', async () => {
  const samples = Uint8Array.from(
    { length: 8 * 8 * 3 },
    (_, at) => Object.values(background)[at % 3]!,
  );
  const tiff = writeTiff({
    directories: [
      [
        ...([
          [256, 3, [8]],
          [257, 3, [8]],
          [258, 3, [8, 8, 8]],
          [259, 3, [1]],
          [262, 3, [2]],
          [273, 'offset', samples],
          [277, 3, [3]],
          [279, 4, [samples.length]],
        ] satisfies TiffEntry[]),
        noted,
      ],
    ],
  });
  const result = await convert(tiff, { format: 'png' });
  expect(await profileOf(result)).toBe(name);
  const again = await convert(tiff, { format: 'jpeg' });
  const { exif } = await sharp(again).metadata();
  expect(exif!.toString('latin1')).toContain('R03');
});
