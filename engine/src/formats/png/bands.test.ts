import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fixture } from '../../../testing/pictures.ts';
import { joinBytes } from '../../bytes/join.ts';
import { inspectFile } from '../../convert/inspect.ts';
import type { Raster } from '../../planes/raster.ts';
import { readChunks, writeChunk } from './chunks.ts';
import { decodePng, decodePngBands } from './decode.ts';
import { colorTypes } from './header.ts';
import { headerChunk, pngSignature } from './stream.ts';
import { readPngMetadata } from './text-metadata.ts';

async function bandsOf(bytes: Uint8Array, rows: number): Promise<Raster[]> {
  const bands: Raster[] = [];
  for await (const band of decodePngBands(readChunks(bytes), rows)) {
    bands.push({ ...band, data: band.data.slice() });
  }
  return bands;
}

describe('a PNG band by band', () => {
  const names = ['drawing.png', 'alpha.png', 'gray.png', 'palette.png', 'chart-p3.png'];

  test.each(names)('is the picture that it is whole: %s', async (name) => {
    const bytes = await fixture(name);
    const whole = await decodePng(readChunks(bytes));
    for (const rows of [1, 7, whole.height, whole.height + 5]) {
      const bands = await bandsOf(bytes, rows);
      expect(bands).toHaveLength(Math.ceil(whole.height / rows));
      const samples = bands.flatMap(({ data }) => [...data]);
      expect(samples).toEqual([...whole.data]);
      for (const { width, opaque, gray, color } of bands) {
        expect({ width, opaque, gray, color }).toEqual({
          width: whole.width,
          opaque: whole.opaque,
          gray: whole.gray,
          color: whole.color,
        });
      }
    }
  });

  test('that ends early is corrupt', async () => {
    const size = { width: 40, height: 40 };
    const png = (rows: number) =>
      joinBytes([
        pngSignature,
        headerChunk(size, { bitDepth: 8, colorType: colorTypes.rgb }),
        writeChunk('IDAT', new Uint8Array(deflateSync(new Uint8Array(rows * 121)))),
        writeChunk('IEND'),
      ]);
    await expect(bandsOf(png(40), 16)).resolves.toHaveLength(3);
    await expect(bandsOf(png(39), 16)).rejects.toMatchObject({ code: 'corrupt-file' });
  });
});

test('a huge PNG that shrinks is never decoded whole', async () => {
  const header = headerChunk(
    { width: 16_000, height: 16_000 },
    { bitDepth: 8, colorType: colorTypes.rgb },
  );
  const file = new Blob([pngSignature, header, writeChunk('IDAT'), writeChunk('IEND')]);
  const { plan } = await inspectFile(file, 'a.png', { resize: { width: 200 } });
  expect(plan.ways).toEqual(['bands', 'raster']);
});

describe('metadata packed into text', () => {
  const raw = (kind: string, text: string) =>
    writeChunk(
      'zTXt',
      new TextEncoder().encode(`Raw profile type ${kind}\0\0`),
      new Uint8Array(deflateSync(text)),
    );
  const exif = raw('exif', '\nexif\n      14\n4d4D002a00000008\n000000000000\n');
  const read = (...chunks: Uint8Array[]) =>
    readPngMetadata(
      readChunks(
        joinBytes([
          pngSignature,
          headerChunk({ width: 1, height: 1 }, { bitDepth: 8, colorType: colorTypes.gray }),
          ...chunks,
          writeChunk('IEND'),
        ]),
      ),
    );

  test('is read from hexadecimal digits', async () => {
    const bytes = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0];
    expect((await read(exif)).exif).toEqual(Uint8Array.from(bytes));
  });

  test.each([
    ['\ngeneric profile\n      14\n'],
    ['\nname of 3 words\n14\n'],
    ['exif 14\n'],
    ['exif\n14 '],
  ])('is found behind whatever name it has: %j', async (head) => {
    const bytes = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0];
    const named = raw('APP1', `${head}457869660000\n4d4D002a00000008\n000000000000\n`);
    expect((await read(named)).exif).toEqual(Uint8Array.from(bytes));
  });

  test('is read no further once all packets together are bigger than any photo has', async () => {
    const bomb = raw('iptc', `\niptc\n 9\n${'0'.repeat(20e6)}`);
    expect((await read(exif, bomb)).exif).toBeDefined();
    expect(await read(bomb, exif)).toEqual({});
  });
});
