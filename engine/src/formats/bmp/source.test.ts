import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { bytesOfBlob, readPixels } from '../../../testing/pictures.ts';
import { FileParts } from '../../bytes/file-parts.ts';
import { joinBytes } from '../../bytes/join.ts';
import { primariesByCode } from '../../color/primaries.ts';
import { writeMatrixProfile } from '../../color/write-profile.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import type { ConvertOptions } from '../../options.ts';
import { input } from './source.ts';

const [red, green] = [
  [255, 0, 0],
  [0, 255, 0],
];

/** A BMP of 4 x 2 pixels, from the bottom row up; without alpha's mask, in runs of a palette of red and green. */
function writeBmp(
  headerSize: number,
  { bits, compression, data }: { bits: number; compression: number; data: number[] },
  change: (view: DataView) => void = () => {},
): Blob {
  const paletteStart = 14 + headerSize;
  const dataStart = paletteStart + (bits === 8 ? 8 : 0);
  const bytes = new Uint8Array(dataStart + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(10, dataStart, true);
  view.setUint32(14, headerSize, true);
  view.setInt32(18, 4, true);
  view.setInt32(22, 2, true);
  view.setUint16(28, bits, true);
  view.setUint32(30, compression, true);
  view.setUint32(46, bits === 8 ? 2 : 0, true);
  if (headerSize > 40)
    for (const [index, mask] of [0xff0000, 0xff00, 0xff, 0xff000000].entries())
      view.setUint32(54 + 4 * index, mask, true);
  if (bits === 8) bytes.set([0, 0, 255, 0, 0, 255, 0, 0], paletteStart);
  bytes.set(data, dataStart);
  change(view);
  return new Blob([bytes]);
}

const inRuns = (data: number[]): Blob => writeBmp(40, { bits: 8, compression: 1, data });

const convert = (file: Blob, options: ConvertOptions) => runPipeline(file, 'a.bmp', options);

async function pixelsOf(blob: Blob): Promise<number[][]> {
  const { data } = await readPixels(blob, 4);
  return Array.from({ length: data.length / 4 }, (_, index) => [
    ...data.subarray(4 * index, 4 * index + 4),
  ]);
}

describe('a BMP in runs', () => {
  // Two pixels of green, and no word of the six others.
  const skipping = inRuns([2, 1, 0, 1]);

  test('is transparent where it skips pixels', async () => {
    const { blob } = await convert(skipping, { format: 'png' });
    const alphas = (await pixelsOf(blob)).map(([, , , alpha]) => alpha);
    expect(alphas).toEqual([0, 0, 0, 0, 255, 255, 0, 0]);
  });

  test.each([
    [undefined, [255, 255, 255]],
    ['#0000ff', [0, 0, 255]],
  ])('has a background of %s in a JPEG, which is said', async (background, color) => {
    const options = { quality: 100, ...(background !== undefined && { background }) };
    const { blob, notes } = await convert(skipping, options);
    const [corner] = await pixelsOf(blob);
    for (const [channel, value] of color.entries())
      expect(Math.abs(corner![channel]! - value)).toBeLessThan(4);
    expect(notes).toContain('transparency-filled');
  });

  test('says nothing of transparency where it skips none', async () => {
    const { notes } = await convert(inRuns([4, 0, 0, 0, 4, 1, 0, 1]), {});
    expect(notes).not.toContain('transparency-filled');
  });
});

describe.each([56, 108, 124])('a BMP with a header of %i bytes and a mask of alpha', (size) => {
  const withAlpha = (...alphas: number[]): Blob => {
    const pixels = alphas.map((alpha, index) => [
      ...(index < 4 ? red! : green!).toReversed(),
      alpha,
    ]);
    return writeBmp(size, { bits: 32, compression: 3, data: pixels.flat() });
  };

  test('is opaque where its alpha was never filled in, as all of it would be invisible', async () => {
    const file = withAlpha(0, 0, 0, 0, 0, 0, 0, 0);
    const { blob } = await convert(file, { format: 'png' });
    expect(await pixelsOf(blob)).toEqual([
      ...Array.from({ length: 4 }, () => [...green!, 255]),
      ...Array.from({ length: 4 }, () => [...red!, 255]),
    ]);
    expect((await convert(file, {})).notes).not.toContain('transparency-filled');
  });

  test('keeps an alpha that some of its pixels have', async () => {
    const { blob } = await convert(withAlpha(0, 0, 0, 255, 128, 0, 0, 0), { format: 'png' });
    const alphas = (await pixelsOf(blob)).map(([, , , alpha]) => alpha);
    expect(alphas).toEqual([128, 0, 0, 0, 0, 0, 0, 255]);
  });
});

const reds = (count: number) => Array.from({ length: count }, () => [...red!, 255]);
const pngOf = async (file: Blob) => pixelsOf((await convert(file, { format: 'png' })).blob);

test('a BMP that gives no place of its pixels has them behind its palette', async () => {
  const data = [1, 0, 0, 0, 0, 0, 0, 0];
  const file = writeBmp(40, { bits: 8, compression: 0, data }, (view) => view.setUint32(10, 0));
  expect(await pngOf(file)).toEqual([...reds(4), [...green!, 255], ...reds(3)]);
});

test('a BMP may count more colors than its bits can tell', async () => {
  const restOfPalette = Array.from({ length: 4 * 298 }, () => 7);
  const data = [...restOfPalette, 1, 0, 0, 0, 0, 0, 0, 0];
  const file = writeBmp(40, { bits: 8, compression: 0, data }, (view) => {
    view.setUint32(10, 54 + 4 * 300, true);
    view.setUint32(46, 300, true);
  });
  expect(await pngOf(file)).toEqual([...reds(4), [...green!, 255], ...reds(3)]);
});

test('a BMP of 2 bits a pixel has four colors', async () => {
  const palette = [0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0];
  const data = [...palette, 0b00_01_10_11, 0, 0, 0, 0b11_10_01_00, 0, 0, 0];
  const file = writeBmp(40, { bits: 2, compression: 0, data }, (view) =>
    view.setUint32(10, 54 + palette.length, true),
  );
  const colors = [[0, 0, 0], [255, 255, 255], red!, green!].map((color) => [...color, 255]);
  expect(await pngOf(file)).toEqual([...colors.toReversed(), ...colors]);
});

test("a BMP may have the short form of OS/2's second header", async () => {
  const data = [...green!, ...red!.toReversed(), ...red!.toReversed(), ...red!.toReversed()];
  const usual = writeBmp(40, { bits: 24, compression: 0, data: [...data, ...data] }, (view) => {
    view.setUint32(10, 30, true);
    view.setUint32(14, 16, true);
  });
  const bytes = new Uint8Array(await usual.arrayBuffer());
  const file = new Blob([bytes.subarray(0, 30), bytes.subarray(54)]);
  const row = [[...green!, 255], ...reds(3)];
  expect(await pngOf(file)).toEqual([...row, ...row]);
});

test('a BMP is black where its palette has no color', async () => {
  const file = writeBmp(40, { bits: 8, compression: 0, data: [1, 2, 255, 0, 0, 0, 0, 0] });
  const black = [0, 0, 0, 255];
  expect(await pngOf(file)).toEqual([...reds(4), [...green!, 255], black, black, ...reds(1)]);
});

test('a BMP in runs may run from the top', async () => {
  const file = writeBmp(40, { bits: 8, compression: 1, data: [4, 0, 0, 0, 4, 1, 0, 1] }, (view) =>
    view.setInt32(22, -2, true),
  );
  const greens = Array.from({ length: 4 }, () => [...green!, 255]);
  expect(await pngOf(file)).toEqual([...reds(4), ...greens]);
});

test('a BMP of OS/2 may have runs of 24 bits, with moves and stretches', async () => {
  const [bgrRed, bgrGreen] = [[...red!].toReversed(), green!];
  // A run of two and a stretch of three, of which one is too much, then two pixels behind two that are skipped.
  const stretch = [0, 3, ...bgrGreen, ...bgrRed, ...bgrRed, 0];
  const data = [2, ...bgrRed, ...stretch, 0, 0, 0, 2, 2, 0, 2, ...bgrGreen, 0, 1];
  const rows = [
    [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [...green!, 255],
      [...green!, 255],
    ],
    [...reds(2), [...green!, 255], ...reds(1)],
  ];
  for (const size of [40, 64])
    expect(await pngOf(writeBmp(size, { bits: 24, compression: 4, data }))).toEqual(rows.flat());
});

test('a BMP in nibbles has two colors take turns in a run', async () => {
  const palette = [0, 0, 255, 0, 0, 255, 0, 0];
  const data = [...palette, 3, 0x01, 1, 0x10, 0, 0, 0, 4, 0x11, 0x00, 0, 1];
  const file = writeBmp(40, { bits: 4, compression: 2, data }, (view) => {
    view.setUint32(10, 54 + palette.length, true);
    view.setUint32(46, 2, true);
  });
  const [r, g] = [
    [...red!, 255],
    [...green!, 255],
  ];
  expect(await pngOf(file)).toEqual([g, g, r, r, r, g, r, g]);
});

describe('what is a BMP for printers only is refused by name', () => {
  test.each([
    ['a JPEG', 124, { bits: 0, compression: 4 }],
    ['a JPEG that states its bits', 124, { bits: 24, compression: 4 }],
    ['a PNG', 124, { bits: 0, compression: 5 }],
    ['a fax of OS/2', 64, { bits: 1, compression: 3 }],
  ])('%s', async (_, size, facts) => {
    const file = writeBmp(size, { ...facts, data: [1, 2, 3, 4] });
    const failure = { code: 'unsupported-feature', feature: 'bmp-compression' };
    await expect(convert(file, {})).rejects.toMatchObject(failure);
  });
});

test.each([
  [1, 24],
  [2, 8],
  [3, 8],
  [3, 24],
])('compression %i has no %i bits', async (compression, bits) => {
  const data = Array.from({ length: 64 }, () => 0);
  const file = writeBmp(40, { bits, compression, data });
  await expect(convert(file, {})).rejects.toMatchObject({ code: 'corrupt-file' });
});

test.each([
  [108, 0x80],
  [124, 0x80],
  [40, 255],
])('with a header of %i bytes and no mask that counts, alpha is %i', async (size, alpha) => {
  const data = Array.from({ length: 8 }, () => [...red!].toReversed().concat(0x80)).flat();
  const file = writeBmp(size, { bits: 32, compression: 0, data });
  expect((await pngOf(file))[0]).toEqual([...red!, alpha]);
});

describe('the profile of a BMP', () => {
  const icc = writeMatrixProfile(primariesByCode[12]!);
  const pixels = Array.from({ length: 24 }, () => 128);

  // MBED and LINK.
  const [embedded, linked] = [0x4d424544, 0x4c494e4b];

  /** Its profile lies at its end, behind `between` bytes. */
  async function withProfile(kind: number, between = 0): Promise<Blob> {
    const start = 124 + pixels.length + between;
    const file = writeBmp(124, { bits: 24, compression: 0, data: pixels }, (view) => {
      view.setUint32(70, kind, true);
      view.setUint32(126, start, true);
      view.setUint32(130, icc.length, true);
    });
    return new Blob([joinBytes([await bytesOfBlob(file), new Uint8Array(between), icc])]);
  }

  test('stays with its picture', async () => {
    const { blob } = await convert(await withProfile(embedded), { format: 'png' });
    const { icc: kept } = await sharp(await bytesOfBlob(blob)).metadata();
    expect(new Uint8Array(kept!)).toEqual(icc);
  });

  test('is seen without the rest of the file', async () => {
    const file = await withProfile(embedded, 200_000);
    const header = await input.readHeader(new FileParts(file));
    expect((await input.open(header)).pictures[0]!.color).toEqual({ icc });
  });

  test.each([
    ['is elsewhere', () => withProfile(linked)],
    ['is cut', async () => (await withProfile(embedded)).slice(0, -1)],
  ])('counts for nothing where it %s', async (_, write) => {
    const source = await input.open(await bytesOfBlob(await write()));
    expect(source.pictures[0]!.color).toEqual({});
  });
});
