import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pixelsOfTiff, tiffOf } from '../../../testing/tiff-pictures.ts';
import type { TiffEntry } from '../../../testing/tiff-writer.ts';

describe('a JPEG inside', () => {
  const size = { width: 32, height: 16 };

  /** Four flat blocks, which JPEG hardly alters. */
  async function makeJpeg() {
    const colors = [
      [200, 40, 40],
      [40, 160, 40],
      [60, 60, 200],
      [220, 220, 90],
    ];
    const pixels = Uint8Array.from({ length: size.width * size.height * 3 }, (_, at) => {
      const x = Math.floor(at / 3) % size.width;
      return colors[Math.floor(x / 8)]![at % 3]!;
    });
    const jpeg = await sharp(pixels, { raw: { ...size, channels: 3 } })
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimizeCoding: false })
      .toBuffer();
    const segments: { marker: number; bytes: Uint8Array }[] = [];
    let at = 2;
    while (segments.at(-1)?.marker !== 0xda) {
      const end = at + 2 + jpeg.readUInt16BE(at + 2);
      segments.push({ marker: jpeg[at + 1]!, bytes: jpeg.subarray(at, end) });
      at = end;
    }
    return { colors, jpeg, segments, coded: jpeg.subarray(at, -2), pixels };
  }

  const isTable = (marker: number): boolean => marker === 0xdb || marker === 0xc4;
  const stream = (...parts: Uint8Array[]) => [
    0xff,
    0xd8,
    ...parts.flatMap((p) => [...p]),
    0xff,
    0xd9,
  ];
  const ycbcr = { ...size, samples: 3, photometric: 6 };
  const sharing: TiffEntry = [530, 3, [1, 1]];

  /** How far the blocks' colors are from these, at most. */
  async function differenceFrom(
    colors: number[][],
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<number> {
    const pixels = await pixelsOfTiff(bytes);
    const differences = colors.flatMap((color, block) =>
      color.map((value, channel) => Math.abs(pixels[3 + 8 * block]![channel]! - value)),
    );
    return Math.max(...differences);
  }

  test('may have its tables apart from it', async () => {
    const { colors, segments, coded } = await makeJpeg();
    const tables = segments.filter(({ marker }) => isTable(marker)).map(({ bytes }) => bytes);
    const rest = segments.filter(({ marker }) => !isTable(marker) && marker !== 0xe0);
    const strips = [stream(...rest.map(({ bytes }) => bytes), coded)];
    const entries: TiffEntry[] = [[347, 7, stream(...tables)], sharing];
    expect(
      await differenceFrom(colors, tiffOf([{ ...ycbcr, compression: 7, strips, entries }])),
    ).toBeLessThan(6);
  });

  test('has the colors that the directory says, not those that JPEGs mostly have', async () => {
    const { jpeg, pixels } = await makeJpeg();
    const picture = { ...ycbcr, photometric: 2, compression: 7, strips: [[...jpeg]] };
    const [first] = await pixelsOfTiff(tiffOf([picture]));
    // Y, Cb and Cr of the first pixel, taken for red, green and blue.
    const [red = 0, green = 0, blue = 0] = pixels;
    const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
    const expected = [luma, 128 + (blue - luma) * 0.564, 128 + (red - luma) * 0.713];
    for (const [channel, value] of expected.entries())
      expect(Math.abs(first![channel]! - value)).toBeLessThan(6);
  });

  test('of the old kind may be one stream that the directory names', async () => {
    const { colors, jpeg } = await makeJpeg();
    const entries: TiffEntry[] = [[513, 'offset', jpeg], [514, 4, [jpeg.length]], sharing];
    expect(
      await differenceFrom(colors, tiffOf([{ ...ycbcr, compression: 6, strips: [[0]], entries }])),
    ).toBeLessThan(6);
  });

  test('of the old kind has Y, Cb and Cr where the directory says RGB, or nothing of its samples', async () => {
    const { colors, jpeg } = await makeJpeg();
    const entries: TiffEntry[] = [[513, 'offset', jpeg], sharing];
    const picture = { ...ycbcr, compression: 6, strips: [[0]] };
    for (const other of [{ photometric: 2 }, { entries: [...entries, [277, null] as const] }]) {
      const bytes = tiffOf([{ ...picture, entries, ...other }]);
      expect(await differenceFrom(colors, bytes)).toBeLessThan(6);
    }
  });

  test('of the old kind may have the start of the scan in its first strip', async () => {
    const { colors, segments, coded } = await makeJpeg();
    const tables = segments.filter(({ marker }) => marker !== 0xe0 && marker !== 0xda);
    const scan = segments.find(({ marker }) => marker === 0xda)!.bytes;
    const stated = stream(...tables.map(({ bytes }) => bytes)).slice(0, -2);
    const entries: TiffEntry[] = [[513, 'offset', Uint8Array.from([...stated, 0, 0])], sharing];
    const picture = { ...ycbcr, compression: 6, strips: [[...scan, ...coded]], entries };
    expect(await differenceFrom(colors, tiffOf([picture]))).toBeLessThan(6);
  });

  test('of the old kind may have other black and white than JPEGs have', async () => {
    const { colors, jpeg } = await makeJpeg();
    // Y from 0 to 127 is all there is: twice as bright.
    const reference: TiffEntry = [532, 4, [0, 127, 128, 255, 128, 255]];
    const entries: TiffEntry[] = [[513, 'offset', jpeg], sharing, reference];
    const bytes = tiffOf([{ ...ycbcr, compression: 6, strips: [[0]], entries }]);
    const brighter = colors.map(([red = 0, green = 0, blue = 0]) => {
      const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
      return [red, green, blue].map((value) => Math.min(255, Math.max(0, value + luma)));
    });
    expect(await differenceFrom(brighter, bytes)).toBeLessThan(9);
  });

  test('that libjpeg gives up is said to be damaged, in words', async () => {
    const { jpeg } = await makeJpeg();
    // Without its steps.
    const broken = jpeg.map((byte, at) => (byte === 0xdb && jpeg[at - 1] === 0xff ? 0xee : byte));
    const strips = [[...broken]];
    const decoding = pixelsOfTiff(
      tiffOf([{ ...ycbcr, compression: 7, strips, entries: [sharing] }]),
    );
    await expect(decoding).rejects.toMatchObject({
      code: 'corrupt-file',
      message: expect.stringMatching(/^JPEG: [^[]*$/) as string,
    });
  });

  test('of the old kind may be nothing but codes, with tables by tags', async () => {
    const { colors, segments, coded } = await makeJpeg();
    const places = new Map<string, Uint8Array>();
    for (const { marker, bytes } of segments.filter((each) => isTable(each.marker))) {
      for (let at = 4; at < bytes.length;) {
        const id = bytes[at]!;
        const counts = bytes.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
        const length = marker === 0xdb ? 64 : 16 + counts;
        places.set(`${marker} ${id}`, bytes.subarray(at + 1, at + 1 + length));
        at += 1 + length;
      }
    }
    const table = (name: string): Uint8Array => places.get(name)!;
    const entries: TiffEntry[] = [
      [519, 'offsets', [table('219 0'), table('219 1')]],
      [520, 'offsets', [table('196 0'), table('196 1')]],
      [521, 'offsets', [table('196 16'), table('196 17')]],
      sharing,
    ];
    const picture = { ...ycbcr, compression: 6, strips: [[...coded]], entries };
    expect(await differenceFrom(colors, tiffOf([picture]))).toBeLessThan(6);
  });
});
