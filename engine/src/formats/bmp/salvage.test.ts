import { describe, expect, test } from 'vitest';
import { salvageMutants } from '../../../testing/salvage-mutants.ts';
import { samplePhoto } from '../../../testing/sample-planes.ts';
import type { Raster } from '../../planes/raster.ts';
import { createLocalPool } from '../../run/local-pool.ts';
import { input } from './source.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const [width, height] = [41, 30];
const photo = samplePhoto(width, height);

interface Kind {
  bits: number;
  compression?: number;
  /** From the top, which a negative height says. */
  topDown?: boolean;
  hasAlpha?: boolean;
  data: Bytes;
}

function writeBmp({ bits, compression = 0, topDown, hasAlpha, data }: Kind): Bytes {
  const paletteStart = 14 + (hasAlpha ? 108 : 40);
  const dataStart = paletteStart + (bits === 8 ? 1024 : 0);
  const bytes = new Uint8Array(dataStart + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(10, dataStart, true);
  view.setUint32(14, paletteStart - 14, true);
  view.setInt32(18, width, true);
  view.setInt32(22, topDown ? -height : height, true);
  view.setUint16(28, bits, true);
  view.setUint32(30, compression, true);
  if (hasAlpha) view.setUint32(66, 0xff000000, true);
  if (bits === 8)
    for (let index = 0; index < 256; index++)
      bytes.set([index, 255 - index, index >> 1], paletteStart + index * 4);
  bytes.set(data, dataStart);
  return bytes;
}

const rowsOf = (bits: number): Bytes => {
  const stride = Math.ceil((width * bits) / 32) * 4;
  const samples = Array.from({ length: stride * height }, (_, at) => photo.data[at] ?? at % 251);
  return Uint8Array.from(samples);
};

/** Each row as runs of two pixels, with its end. */
const runs = Uint8Array.from(
  Array.from({ length: height }, (_, row) => {
    const pairs = Array.from({ length: Math.ceil(width / 2) }, (__, x) => [2, (row * 7 + x) % 256]);
    return [...pairs, [0, 0]];
  }).flat(2),
);

const kinds: Record<string, Kind> = {
  'of true colors': { bits: 24, data: rowsOf(24) },
  'from the top': { bits: 24, topDown: true, data: rowsOf(24) },
  'with alpha': { bits: 32, hasAlpha: true, data: rowsOf(32) },
  'with a palette': { bits: 8, data: rowsOf(8) },
  'in runs': { bits: 8, compression: 1, data: runs },
};

const decode = async (bytes: Bytes): Promise<Raster> => (await input.open(bytes)).decode(0);
const salvage = async (bytes: Bytes): Promise<Raster> =>
  (await input.openDamaged!(bytes)).decode(0);

/** Pixels in the order of the file's rows. */
function storedPixels({ data }: Raster, topDown = false): number[] {
  const pixels = new Uint32Array(data.buffer);
  const rows = Array.from({ length: height }, (_, row) => [
    ...pixels.subarray(row * width, (row + 1) * width),
  ]);
  return (topDown ? rows : rows.toReversed()).flat();
}

describe.each(Object.entries(kinds))('of a BMP %s that is cut', (_, kind) => {
  test.each([0.1, 0.4, 0.95])('at %d, the pixels before are read', async (share) => {
    const bytes = writeBmp(kind);
    const cut = bytes.subarray(0, bytes.length - Math.floor(kind.data.length * (1 - share)));
    await expect(decode(cut)).rejects.toMatchObject({ code: 'corrupt-file' });
    const some = await salvage(cut);
    expect(Math.abs(some.missing! - (1 - share))).toBeLessThan(1.2 / height);
    const end = Math.round(width * height * (1 - some.missing!));
    const [read, whole] = [some, await decode(bytes)].map((raster) =>
      storedPixels(raster, kind.topDown),
    );
    expect(read!.slice(0, end)).toEqual(whole!.slice(0, end));
    expect([...new Set(read!.slice(end))]).toEqual([kind.hasAlpha ? 0 : 0xff80_8080]);
  });
});

test('a BMP whose unused alpha is zero stays opaque', async () => {
  const data = rowsOf(32).map((sample, at) => (at % 4 === 3 ? 0 : sample));
  const some = await salvage(writeBmp({ bits: 32, hasAlpha: true, data }).subarray(0, -500));
  expect(some.opaque).toBe(true);
  expect(storedPixels(some).at(-1)).toBe(0xff80_8080);
});

test('a BMP without pixels is refused', async () => {
  const bytes = writeBmp({ ...kinds['of true colors']!, data: new Uint8Array(100) });
  await expect(salvage(bytes)).rejects.toMatchObject({ code: 'corrupt-file' });
});

describe('a conversion of a damaged BMP', () => {
  test('says how much is missing', async () => {
    const bytes = writeBmp(kinds['of true colors']!);
    const file = new Blob([bytes.subarray(0, bytes.length / 2)]);
    const options = { format: 'png', salvage: true } as const;
    const { notes, missing } = await createLocalPool().convert(file, options);
    expect(notes).toEqual(['partly-missing']);
    expect(Math.abs(missing! - 0.5)).toBeLessThan(0.05);
  });

  test('comes to an end', async () => {
    const bytes = Object.values(kinds).map(writeBmp);
    const seen = await salvageMutants(...bytes);
    for (const ending of ['partly-missing', 'may-be-damaged', 'corrupt-file'])
      expect(seen).toContain(ending);
  });
});
