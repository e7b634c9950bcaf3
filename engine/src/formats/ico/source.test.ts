import { beforeAll, describe, expect, test } from 'vitest';
import { mutate } from '../../../testing/mutate.ts';
import { fixture, readPixels } from '../../../testing/pictures.ts';
import { FileParts } from '../../bytes/file-parts.ts';
import { joinBytes } from '../../bytes/join.ts';
import { runPipeline, salvagePipeline } from '../../convert/pipeline.ts';
import { EngineError, orNull } from '../../errors.ts';
import type { ConvertOptions } from '../../options.ts';
import { loadInput } from '../table.ts';
import { chooseEntry } from './entries.ts';
import { createIcoInput } from './source.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Blue, green and red, as bitmaps have them. */
const [red, green] = [
  [0, 0, 255],
  [0, 255, 0],
] as const;

/** Rows of four bytes each, or of a multiple of them. */
const padded = (row: number[]): number[] => [
  ...row,
  ...Array.from({ length: (4 - (row.length % 4)) % 4 }, () => 0),
];

interface Bitmap {
  bits: number;
  /** From the bottom row up. */
  rows: number[][];
  palette?: number[];
  /** A bit for each pixel that is not shown, from the bottom row up. */
  mask?: number[];
  width: number;
}

/** A bitmap of as many rows, as icons have it: with twice its height. */
function writeBitmap({ bits, rows, palette = [], mask = [], width }: Bitmap): Bytes {
  const header = new Uint8Array(40);
  const view = new DataView(header.buffer);
  view.setUint32(0, 40, true);
  view.setInt32(4, width, true);
  view.setInt32(8, rows.length * 2, true);
  view.setUint16(12, 1, true);
  view.setUint16(14, bits, true);
  view.setUint32(32, palette.length / 4, true);
  const masks = mask.map((row) => padded([row]));
  return joinBytes([
    header,
    ...[palette, ...rows.map(padded), ...masks].map((part) => Uint8Array.from(part)),
  ]);
}

interface Stated {
  bytes: Bytes;
  side?: number;
  bits?: number;
  size?: number;
}

/** An icon (1) or a cursor (2), and what the directory says of each picture. */
function writeIcon(pictures: Stated[], kind: 1 | 2 = 1): Bytes {
  const directory = new Uint8Array(6 + 16 * pictures.length);
  const view = new DataView(directory.buffer);
  view.setUint16(2, kind, true);
  view.setUint16(4, pictures.length, true);
  let at = directory.length;
  for (const [index, { bytes, side = 0, bits = 0, size = bytes.length }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    directory.set([side, side], entry);
    view.setUint16(entry + 6, bits, true);
    view.setUint32(entry + 8, size, true);
    view.setUint32(entry + 12, at, true);
    at += bytes.length;
  }
  return joinBytes([directory, ...pictures.map(({ bytes }) => bytes)]);
}

const convert = (bytes: Bytes, options: ConvertOptions = { format: 'png' }) =>
  runPipeline(new Blob([bytes]), 'icon.ico', options);

async function pixelsOf(bytes: Bytes): Promise<number[][]> {
  const { blob } = await convert(bytes);
  const { data } = await readPixels(blob, 4);
  return Array.from({ length: data.length / 4 }, (_, index) => [
    ...data.subarray(4 * index, 4 * index + 4),
  ]);
}

const twoColors = [...red, 0, ...green, 0];

describe('a bitmap of two pixels, of which the second is not shown', () => {
  const mask = [0b0100_0000];
  const [shown, hidden] = [
    [255, 0, 0, 255],
    [0, 255, 0, 0],
  ];

  test.each([
    ['1 bit', { bits: 1, palette: twoColors, rows: [[0b0100_0000]] }],
    ['4 bits', { bits: 4, palette: twoColors, rows: [[0x01]] }],
    ['8 bits', { bits: 8, palette: twoColors, rows: [[0, 1]] }],
    ['16 bits', { bits: 16, rows: [[0x00, 0x7c, 0xe0, 0x03]] }],
    ['24 bits', { bits: 24, rows: [[...red, ...green]] }],
    ['32 bits without alpha', { bits: 32, rows: [[...red, 0, ...green, 0]] }],
  ])('%s', async (_, bitmap) => {
    const icon = writeIcon([{ bytes: writeBitmap({ ...bitmap, width: 2, mask }) }]);
    expect(await pixelsOf(icon)).toEqual([shown, hidden]);
  });

  test('32 bits: alpha counts, and the mask does not', async () => {
    const rows = [[...red, 128, ...green, 255]];
    const icon = writeIcon([{ bytes: writeBitmap({ bits: 32, rows, width: 2, mask }) }]);
    expect(await pixelsOf(icon)).toEqual([
      [255, 0, 0, 128],
      [0, 255, 0, 255],
    ]);
  });

  test('a JPEG shows white there', async () => {
    const rows = Array.from({ length: 16 }, () => [0, 0, 0, 0, 0, 0, 0, 0].flatMap(() => red));
    const hiding = Array.from({ length: 16 }, () => 0xff);
    const bytes = writeIcon([{ bytes: writeBitmap({ bits: 24, rows, width: 8, mask: hiding }) }]);
    const { blob, notes } = await convert(bytes, { format: 'jpeg' });
    expect([...(await readPixels(blob)).data.subarray(0, 3)]).toEqual([255, 255, 255]);
    expect(notes).toContain('transparency-filled');
  });
});

test('rows run from the bottom, those of the mask too', async () => {
  const bitmap = { bits: 24, rows: [[...red], [...green]], width: 1, mask: [0b1000_0000, 0] };
  expect(await pixelsOf(writeIcon([{ bytes: writeBitmap(bitmap) }]))).toEqual([
    [0, 255, 0, 255],
    [255, 0, 0, 0],
  ]);
});

test('a bitmap whose mask is missing is shown whole', async () => {
  const bytes = writeBitmap({ bits: 24, rows: [[...red]], width: 1 });
  expect(await pixelsOf(writeIcon([{ bytes }]))).toEqual([[255, 0, 0, 255]]);
});

describe('a directory that counts too few bytes of', () => {
  test('a bitmap', async () => {
    const bitmap = { bits: 24, rows: [[...red], [...green]], width: 1, mask: [0b1000_0000, 0] };
    for (const size of [0, 47]) {
      const icon = writeIcon([{ bytes: writeBitmap(bitmap), size }]);
      expect(await pixelsOf(icon)).toEqual([
        [0, 255, 0, 255],
        [255, 0, 0, 0],
      ]);
    }
  });

  test('a PNG', async () => {
    const icon = writeIcon([{ bytes: png, size: 40 }, { bytes: square(4, 24, green) }]);
    expect(await readPixels((await convert(icon)).blob, 4)).toEqual(await readPixels(png, 4));
  });
});

test('a mask is not looked for in the next picture', async () => {
  const bytes = writeBitmap({ bits: 24, rows: [[...red]], width: 1 });
  const icon = writeIcon([{ bytes }, { bytes: Uint8Array.from({ length: 40 }, () => 0xff) }]);
  expect(await pixelsOf(icon)).toEqual([[255, 0, 0, 255]]);
});

const square = (side: number, bits: number, color: readonly number[]): Bytes =>
  writeBitmap({
    bits,
    width: side,
    rows: Array.from({ length: side }, () => Array.from({ length: side }, () => color).flat()),
  });

let png: Bytes;

beforeAll(async () => {
  png = await fixture('palette.png');
});

describe('of several pictures', () => {
  test('the largest is taken, whatever the directory says', async () => {
    const icon = writeIcon([
      { bytes: square(8, 24, green), side: 99 },
      { bytes: square(16, 24, red), side: 1 },
      { bytes: square(4, 24, green), side: 0 },
    ]);
    const { width, input } = await convert(icon);
    expect({ width, input }).toEqual({ width: 16, input: 'ico' });
  });

  test('the one with more bits is, where they are as large', async () => {
    const icon = writeIcon([
      { bytes: square(4, 24, green) },
      { bytes: square(4, 32, [...red, 255]) },
      { bytes: square(4, 24, green) },
    ]);
    expect((await pixelsOf(icon))[0]).toEqual([255, 0, 0, 255]);
  });

  test('the one with more pixels is, where they are as wide', async () => {
    const low = writeBitmap({
      bits: 32,
      width: 4,
      rows: [[...red, 255, ...red, 255, ...red, 255, ...red, 255]],
    });
    const icon = writeIcon([{ bytes: low }, { bytes: square(4, 24, green) }]);
    const { width, height } = await convert(icon);
    expect({ width, height }).toEqual({ width: 4, height: 4 });
  });

  test('the one that the directory gives more bits is, where they are as deep', async () => {
    const [poor, good] = [square(4, 32, [...green, 255]), square(4, 32, [...red, 255])];
    const pictures = [
      { bytes: poor, bits: 4 },
      { bytes: good, bits: 32 },
      { bytes: poor, bits: 8 },
    ];
    expect((await pixelsOf(writeIcon(pictures)))[0]).toEqual([255, 0, 0, 255]);
    // Where icons have bits, cursors have the place of their tip.
    expect((await pixelsOf(writeIcon(pictures, 2)))[0]).toEqual([0, 255, 0, 255]);
  });

  test('a PNG is, and stays what it is', async () => {
    const icon = writeIcon([{ bytes: square(8, 24, green) }, { bytes: png }], 2);
    const { blob } = await convert(icon);
    const expected = await readPixels(png, 4);
    expect(await readPixels(blob, 4)).toEqual(expected);
  });
});

test('the header alone says what the whole file says', async () => {
  const input = createIcoInput(() => loadInput('png'));
  for (const bytes of [png, square(16, 32, [...red, 7])]) {
    const icon = writeIcon([{ bytes: square(8, 24, green) }, { bytes }]);
    const header = await input.readHeader(new FileParts(new Blob([icon])));
    expect((await input.open(header)).pictures).toEqual((await input.open(icon)).pictures);
  }
});

describe('damage', () => {
  test.each([
    ['a directory that names no picture', () => writeIcon([{ bytes: png }]).fill(0, 6)],
    ['a directory that is cut', () => writeIcon([{ bytes: png }]).slice(0, 12)],
    ['pictures outside the file', () => writeIcon([{ bytes: png }]).slice(0, 30)],
    ['rows that are missing', () => writeIcon([{ bytes: square(16, 24, red) }]).slice(0, 300)],
    ['a PNG that is cut', () => writeIcon([{ bytes: png }]).slice(0, 120)],
  ])('%s', async (_, write) => {
    await expect(convert(write())).rejects.toMatchObject({ code: 'corrupt-file' });
  });

  test('of any kind gives a picture or an error of ours', () => {
    const icon = writeIcon([{ bytes: square(8, 24, green) }, { bytes: png }]);
    const ends = Array.from({ length: 500 }, (_, seed) =>
      orNull(() => chooseEntry(Uint8Array.from(mutate(icon, seed))).end <= 2 * icon.length),
    );
    expect(new Set(ends)).toEqual(new Set([true, null]));
  });
});

describe('what is left of a damaged icon', () => {
  const salvage = (bytes: Bytes) =>
    salvagePipeline(new Blob([bytes]), 'icon.ico', { format: 'png' });

  test.each<[string, () => Bytes]>([
    ['a PNG', () => png.slice(0, 120)],
    ['a bitmap', () => square(99, 24, green).slice(0, 300)],
  ])(
    'is the largest sound picture, where the largest of all is damaged: %s',
    async (_, damaged) => {
      const icon = writeIcon([
        { bytes: square(4, 24, green) },
        { bytes: square(8, 24, red) },
        { bytes: damaged() },
      ]);
      await expect(convert(icon)).rejects.toMatchObject({ code: 'corrupt-file' });
      const { blob, notes, missing } = await salvage(icon);
      const { width, data } = await readPixels(blob, 4);
      expect({ width, pixel: [...data.subarray(0, 4)] }).toEqual({
        width: 8,
        pixel: [255, 0, 0, 255],
      });
      expect(notes).toEqual(['may-be-damaged']);
      expect(missing).toBeUndefined();
    },
  );

  test.each([24, 32])('is its only bitmap, as far as it goes: %i bits', async (bits) => {
    const pixel = bits === 32 ? [...red, 255] : red;
    const whole = writeIcon([{ bytes: square(16, bits, pixel) }]);
    const lost = 4 * 16 * (bits / 8);
    const { blob, notes, missing } = await salvage(whole.slice(0, whole.length - lost));
    const { data } = await readPixels(blob, 4);
    // Rows run from the bottom.
    const tops = Array.from({ length: 16 }, (_, row) => [...data.subarray(row * 64, row * 64 + 4)]);
    const [clear, opaque] = [
      [0, 0, 0, 0],
      [255, 0, 0, 255],
    ];
    expect(tops).toEqual([...Array(4).fill(clear), ...Array(12).fill(opaque)]);
    expect(notes).toEqual(['partly-missing']);
    expect(missing).toBe(0.25);
  });

  test('is nothing, where there is only the head of a bitmap', async () => {
    const head = writeIcon([{ bytes: square(16, 24, red) }]).slice(0, 64);
    await expect(salvage(head)).rejects.toMatchObject({ code: 'corrupt-file' });
  });

  test('is a picture or an error of ours, whatever the damage', async () => {
    const icon = writeIcon([
      { bytes: square(8, 24, green) },
      { bytes: square(12, 32, [...red, 9]) },
      { bytes: png },
    ]);
    for (let seed = 1; seed <= 200; seed++) {
      const mutant = mutate(icon, seed).slice();
      const ending: unknown = await salvage(mutant).catch((error: unknown) => error);
      const isOurs = ending instanceof EngineError || !(ending instanceof Error);
      expect(isOurs, `seed ${seed}: ${String(ending)}`).toBe(true);
    }
  });
});
