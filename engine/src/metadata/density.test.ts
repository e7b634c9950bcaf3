/** What is to be printed in a certain size keeps it, whatever the format says it by. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { bytesOfBlob } from '../../testing/pictures.ts';
import { writeTiff } from '../../testing/tiff-writer.ts';
import { runPipeline } from '../convert/pipeline.ts';
import { addJpegMetadata } from '../formats/jpeg/metadata.ts';
import { setPngMetadata } from '../formats/png/metadata.ts';
import type { ConvertOptions } from '../options.ts';
import { editMetadata } from '../samples/file-metadata.ts';
import type { Density } from './density.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const [width, height] = [40, 30];
const drawn = () => sharp({ create: { width, height, channels: 3, background: '#708090' } });
const jpegOf = async (density: Density): Promise<Bytes> =>
  addJpegMetadata(new Uint8Array(await drawn().jpeg().toBuffer()), { density }, undefined);
const pngOf = async (density: Density): Promise<Bytes> =>
  setPngMetadata(new Uint8Array(await drawn().png().toBuffer()), { density }, undefined);

function tiffOf(x: number, y: number, unit: number): Bytes {
  const samples = new Uint8Array(width * height * 3).fill(120);
  return writeTiff({
    directories: [
      [
        [256, 3, [width]],
        [257, 3, [height]],
        [258, 3, [8, 8, 8]],
        [259, 3, [1]],
        [262, 3, [2]],
        [273, 'offset', samples],
        [277, 3, [3]],
        [279, 4, [samples.length]],
        [282, 5, [x, 1]],
        [283, 5, [y, 1]],
        [296, 3, [unit]],
      ],
    ],
  });
}

function bmpOf(x: number, y: number): Bytes {
  const view = new DataView(new ArrayBuffer(54 + width * height * 4));
  view.setUint16(0, 0x424d);
  const numbers = [54, 40, width, height, (32 << 16) | 1, 0, 0, x, y];
  numbers.forEach((each, index) => view.setUint32(10 + 4 * index, each, true));
  return new Uint8Array(view.buffer);
}

const convert = async (bytes: Bytes, options: ConvertOptions): Promise<Bytes> =>
  bytesOfBlob((await runPipeline(new Blob([bytes]), '', options)).blob);

/** JFIF 1.02: the unit and both numbers of the first segment, where that is JFIF's. */
function jfifOf(bytes: Bytes): number[] | null {
  const view = new DataView(bytes.buffer);
  if (view.getUint16(2) !== 0xffe0) return null;
  return [view.getUint8(13), view.getUint16(14), view.getUint16(16)];
}

/** PNG 11.3.4.3: the unit and both numbers, of each such chunk. */
function physOf(bytes: Bytes): number[][] {
  const view = new DataView(bytes.buffer);
  const found: number[][] = [];
  for (let at = 8; at + 8 < bytes.length; at += 12 + view.getUint32(at)) {
    const isPhys = view.getUint32(at + 4) === 0x70485973;
    if (isPhys)
      found.push([view.getUint8(at + 16), view.getUint32(at + 8), view.getUint32(at + 12)]);
  }
  return found;
}

const at300 = { x: 300, y: 300, isPerInch: true };

const sources: [name: string, make: () => Promise<Bytes> | Bytes][] = [
  ['JPEG', () => jpegOf(at300)],
  ['PNG', () => pngOf(at300)],
  ['TIFF by the inch', () => tiffOf(300, 300, 2)],
  ['BMP', () => bmpOf(11_811, 11_811)],
];

describe.each(sources)('300 dots an inch of a %s', (_, make) => {
  test.each(['keep', 'strip', 'without-location'] as const)(
    'stay, metadata: %s',
    async (metadata) => {
      const bytes = await make();
      expect(jfifOf(await convert(bytes, { metadata }))).toEqual([1, 300, 300]);
      expect(physOf(await convert(bytes, { metadata, format: 'png' }))).toEqual([
        [1, 11_811, 11_811],
      ]);
    },
  );

  test('stay in a file of a limited size', async () => {
    const result = await convert(await make(), { targetBytes: 3000 });
    expect(jfifOf(result)).toEqual([1, 300, 300]);
    expect(result.length).toBeLessThanOrEqual(3000);
  });
});

test('dots a centimeter become as many an inch', async () => {
  expect(jfifOf(await convert(tiffOf(100, 200, 3), {}))).toEqual([1, 254, 508]);
  const jpeg = await jpegOf({ x: 100, y: 200, isPerInch: true });
  jpeg[13] = 2;
  expect(physOf(await convert(jpeg, { format: 'png' }))).toEqual([[1, 10_000, 20_000]]);
});

test.each(['jpeg', 'png'] as const)(
  'pixels that are no squares stay so, turned too: %s',
  async (format) => {
    const numbersOf = (bytes: Bytes) => (format === 'png' ? physOf(bytes)[0] : jfifOf(bytes));
    const tall = await pngOf({ x: 1, y: 2, isPerInch: false });
    expect(numbersOf(await convert(tall, { format }))).toEqual([0, 1, 2]);
    expect(numbersOf(await convert(tall, { format, rotate: 90 }))).toEqual([0, 2, 1]);
    expect(numbersOf(await convert(tall, { format, rotate: 180 }))).toEqual([0, 1, 2]);
  },
);

test.each([
  ['none', 0, 0],
  ['of one side alone', 300, 0],
  ['beyond all printers', 4_000_000_000, 4_000_000_000],
])('what says nothing is not taken for a density: %s', async (_, x, y) => {
  expect(jfifOf(await convert(bmpOf(x, y), {}))).toEqual([0, 1, 1]);
});

describe('other metadata of a file', () => {
  test.each([
    ['JPEG', () => jpegOf(at300)],
    ['PNG', () => pngOf(at300)],
  ] as const)('leaves its density as it is: %s', async (name, make) => {
    const file = new Blob([await make()]);
    const from = new Blob([await jpegOf({ x: 72, y: 72, isPerInch: true })]);
    for (const edit of [
      { kind: 'strip', what: 'all' },
      { kind: 'strip', what: 'location' },
      { kind: 'copy', from },
    ] as const) {
      const bytes = await bytesOfBlob(await editMetadata(file, edit));
      expect(name === 'PNG' ? physOf(bytes) : [jfifOf(bytes)]).toEqual([
        name === 'PNG' ? [1, 11_811, 11_811] : [1, 300, 300],
      ]);
    }
  });
});
