import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { bytesOfBlob, readPixels } from '../../../testing/pictures.ts';
import { pixelsOfTiff, tiffOf } from '../../../testing/tiff-pictures.ts';
import type { TiffEntry } from '../../../testing/tiff-writer.ts';
import { primariesByCode } from '../../color/primaries.ts';
import { writeMatrixProfile } from '../../color/write-profile.ts';
import { inspectFile } from '../../convert/inspect.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import { summarizeExif } from '../../metadata/exif-summary.ts';
import type { ConvertOptions } from '../../options.ts';

const square = { width: 2, height: 2, strips: [[10, 20, 30, 40]] };
const withEntries = (...entries: TiffEntry[]) => tiffOf([{ ...square, entries }]);
const convert = (bytes: Uint8Array<ArrayBuffer>, options: ConvertOptions) =>
  runPipeline(new Blob([bytes]), 'a.tif', options);

test.each([
  [1, [10, 20, 30, 40]],
  [2, [20, 10, 40, 30]],
  [3, [40, 30, 20, 10]],
  [6, [30, 10, 40, 20]],
  [8, [20, 40, 10, 30]],
  [99, [10, 20, 30, 40]],
])('a picture with orientation %i stands upright', async (orientation, expected) => {
  const pixels = await pixelsOfTiff(withEntries([274, 3, [orientation]]));
  expect(pixels.map(([level]) => level)).toEqual(expected);
});

describe('what a file says of its picture', () => {
  const iptc = [0x1c, 2, 80, 0, 2, 0x41, 0x42];
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>';
  const entries: TiffEntry[] = [
    [271, 2, 'Maker'],
    [274, 3, [6]],
    [700, 1, new TextEncoder().encode(xmp)],
    [33_723, 7, iptc],
    [0x8769, 'directories', [[[0x8827, 3, [400]]]]],
  ];

  test('goes with the result, and orientation says then that it is upright', async () => {
    const { blob } = await convert(withEntries(...entries), {});
    const metadata = await sharp(await bytesOfBlob(blob)).metadata();
    const summary = summarizeExif(new Uint8Array(metadata.exif!.subarray(6)));
    expect(summary).toMatchObject({ make: 'Maker', exposure: { sensitivity: 400 } });
    expect(metadata.orientation).toBe(1);
    expect(metadata.xmp!.toString()).toContain('xmpmeta');
    expect(metadata.iptc!.includes(Buffer.from(iptc))).toBe(true);
  });

  test('keeps IPTC beside other resources of Photoshop, as Photoshop stores it', async () => {
    const resource = (id: number, data: number[]) => [
      ...[0x38, 0x42, 0x49, 0x4d, id >> 8, id & 255, 0, 0],
      ...[0, 0, 0, data.length, ...data],
    ];
    const iptcOf = async (resources: number[]) => {
      const tags = withEntries([33_723, 7, iptc], [34_377, 7, resources]);
      const { blob } = await convert(tags, {});
      return (await sharp(await bytesOfBlob(blob)).metadata()).iptc!;
    };
    const [copyright, own] = [resource(0x040a, [1, 0]), resource(0x0404, [0x1c, 2, 5, 0, 0, 0])];
    const both = await iptcOf(copyright);
    expect(both.includes(Buffer.from(copyright))).toBe(true);
    expect(both.includes(Buffer.from(iptc))).toBe(true);
    expect((await iptcOf([...copyright, ...own])).includes(Buffer.from(iptc))).toBe(false);
    expect((await iptcOf(copyright.slice(0, -1))).includes(Buffer.from(iptc))).toBe(true);
  });

  test('goes with none of it where that is asked', async () => {
    const { blob } = await convert(withEntries(...entries), { metadata: 'strip' });
    const { exif, xmp: packet, iptc: record } = await sharp(await bytesOfBlob(blob)).metadata();
    expect([exif, packet, record]).toEqual([undefined, undefined, undefined]);
  });

  test('is told of its header alone', async () => {
    const inspection = await inspectFile(new Blob([withEntries(...entries)]), 'a.tiff');
    expect(inspection).toMatchObject({
      format: 'tiff',
      width: 2,
      height: 2,
      bitDepth: 8,
      orientation: 6,
      nameMatches: true,
      metadata: { camera: 'Maker', hasXmp: true, exposure: { sensitivity: 400 } },
    });
  });
});

test('a profile goes with its colors', async () => {
  const profile = writeMatrixProfile(primariesByCode[12]!, 2.2);
  const colors = { width: 1, height: 1, samples: 3, photometric: 2, strips: [[200, 100, 50]] };
  const bytes = tiffOf([{ ...colors, entries: [[34_675, 7, profile]] }]);
  const { blob } = await convert(bytes, { format: 'png' });
  const { icc } = await sharp(await bytesOfBlob(blob)).metadata();
  expect(new Uint8Array(icc!)).toEqual(profile);
});

describe('a file of several pictures', () => {
  const page = (level: number, kind = 0, size = 2) => ({
    width: size,
    height: size,
    strips: [Array<number>(size * size).fill(level)],
    entries: [[254, 4, [kind]]] as const,
  });
  const [smaller, mask] = [1, 4];

  test('gives its pages in their order, but for smaller copies and masks', async () => {
    const file = tiffOf([page(1, smaller, 1), page(50, 2), page(9, mask), page(60), page(70)]);
    const result = await convert(file, { format: 'png', pictures: 'all' });
    const all = [result, ...result.others];
    expect(all.map(({ role }) => role)).toEqual(['main', 'further', 'further']);
    const levels = await Promise.all(all.map(async ({ blob }) => (await readPixels(blob)).data[0]));
    expect(levels).toEqual([50, 60, 70]);
  });

  test('gives the first, and says so', async () => {
    const { notes, others } = await convert(tiffOf([page(1), page(2)]), {});
    expect(notes).toContain('other-pictures-left-out');
    expect(others).toEqual([]);
  });

  test('leaves out pages that it cannot read', async () => {
    const file = tiffOf([page(1), { ...page(2), compression: 34_712 }, page(3)]);
    const { pictures } = await inspectFile(new Blob([file]), 'a.tif');
    expect(pictures).toBe(2);
  });
});

test.each([
  ['tiff-compression', { compression: 34_712 }],
  ['tiff-compression', { compression: 50_000 }],
  ['tiff-colors', { photometric: 32_845, samples: 3 }],
  ['tiff-bits', { bits: 64 }],
  ['tiff-mixed-bits', { samples: 3, photometric: 2, entries: [[258, 3, [5, 6, 5]]] as const }],
  ['tiff-bits', { entries: [[339, 3, [6]]] as const }],
  ['tiff-old-jpeg', { compression: 6, photometric: 1 }],
])('what is not read is refused as %s: %o', async (feature, change) => {
  const strips = [Array<number>(64).fill(7)];
  await expect(pixelsOfTiff(tiffOf([{ ...square, strips, ...change }]))).rejects.toMatchObject({
    code: 'unsupported-feature',
    feature,
  });
});

test("what a camera's sensor has seen is not taken for a picture", async () => {
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0000ff' } })
    .jpeg()
    .toBuffer();
  const bytes = withEntries(
    [262, 3, [32_803]],
    [513, 'offset', jpeg],
    [514, 4, [jpeg.length]],
    [50_706, 1, [1, 4, 0, 0]],
  );
  const { input, width } = await convert(bytes, {});
  expect([input, width]).toEqual(['raw', 8]);
});

test('strips and tiles lie side by side, and tiles may stand out of the picture', async () => {
  const tile = (level: number) => deflateSync(new Uint8Array(16 * 16).fill(level));
  const none = null;
  const entries = [
    [273, none],
    [278, none],
    [279, none],
    [322, 4, [16]],
    [323, 4, [16]],
    [324, 'offsets', [1, 2, 3, 4].map(tile)],
    [325, 4, [1, 2, 3, 4].map((level) => tile(level).length)],
  ] as const;
  const pixels = await pixelsOfTiff(
    tiffOf([{ width: 20, height: 18, compression: 8, strips: [], entries }]),
  );
  const levelAt = (x: number, y: number) => pixels[y * 20 + x]![0];
  expect([levelAt(15, 15), levelAt(16, 15), levelAt(15, 16), levelAt(19, 17)]).toEqual([
    1, 2, 3, 4,
  ]);
});
