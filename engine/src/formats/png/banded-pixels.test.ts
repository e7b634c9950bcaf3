import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { samplePhoto } from '../../../testing/sample-planes.ts';
import { reduceTo8 } from '../../transform/depth.ts';
import { BandedPixels } from './banded-pixels.ts';
import { readChunks } from './chunks.ts';
import { decodePng } from './decode.ts';
import { readPngHeader } from './header.ts';

// A band of so many columns has 125 rows.
const [width, height] = [2000, 1203];
const photo = sharp(samplePhoto(width, height).data, { raw: { width, height, channels: 3 } });

async function open(png: Uint8Array, reach?: number): Promise<BandedPixels> {
  const chunks = readChunks(new Uint8Array(png), 'unchecked');
  return new BandedPixels(chunks, readPngHeader(chunks), reach);
}

async function read(pixels: BandedPixels, rows: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let top = 0; top < pixels.height; top += rows) {
    const count = Math.min(rows, pixels.height - top);
    const part = new Uint8Array(count * pixels.width * 4);
    await pixels.copy(top, count, part);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

describe('a PNG of which only a band is in memory', () => {
  test.each([64, 125, 701])('gives all of its pixels, %i rows at a time', async (rows) => {
    const clear = photo.clone().ensureAlpha(0.5);
    const pixels = await open(await clear.clone().png({ compressionLevel: 1 }).toBuffer());
    expect(pixels.opaque).toBe(false);
    expect((await read(pixels, rows)).equals(await clear.clone().raw().toBuffer())).toBe(true);
  });

  // Widths that are no whole number of what is reduced at once, too.
  test.each([
    { rows: 64, columns: width, hasAlpha: false },
    { rows: 501, columns: 1997, hasAlpha: false },
    { rows: 64, columns: 1999, hasAlpha: true },
    { rows: 7, columns: 3, hasAlpha: true },
  ])('gives 16 bits dithered to 8, as at once: %j', async ({ rows, columns, hasAlpha }) => {
    const area = { left: 0, top: 0, width: columns, height };
    const part = photo.clone().extract(area).toColourspace('rgb16').gamma(1.7);
    const deep = hasAlpha ? part.ensureAlpha(0.3) : part;
    const png = new Uint8Array(await deep.png({ compressionLevel: 1 }).toBuffer());
    const decoded = await decodePng(readChunks(png, 'unchecked'));
    expect(decoded.data).toBeInstanceOf(Uint16Array);
    const whole = reduceTo8(decoded);
    expect((await read(await open(png), rows)).equals(Buffer.from(whole.data.buffer))).toBe(true);
  });

  test('can be left at any row, and gives none twice', async () => {
    const pixels = await open(await photo.clone().png({ compressionLevel: 1 }).toBuffer());
    expect(pixels.opaque).toBe(true);
    const row = new Uint8Array(width * 4);
    await pixels.copy(0, 1, row);
    await expect(pixels.copy(0, 1, row)).rejects.toMatchObject({ code: 'unsupported-feature' });
    pixels.close();
  });

  test('gives its last rows again, as far as was asked for', async () => {
    const pixels = await open(await photo.clone().png({ compressionLevel: 1 }).toBuffer(), 20);
    const expected = await photo.clone().ensureAlpha().raw().toBuffer();
    const rowBytes = width * 4;
    for (const [top, rows] of [
      [0, 50],
      [30, 10],
      [31, 130],
      [150, 14],
      [144, 30],
      // Behind a gap there are ten.
      [200, 10],
      [200, 15],
      [199 + 16, 5],
      [height - 3, 3],
    ] as const) {
      const part = new Uint8Array(rows * rowBytes);
      await pixels.copy(top, rows, part);
      expect(expected.subarray(top * rowBytes, (top + rows) * rowBytes).equals(part)).toBe(true);
    }
    const row = new Uint8Array(rowBytes);
    await expect(pixels.copy(height - 4, 1, row)).rejects.toMatchObject({
      code: 'unsupported-feature',
    });
  });

  test('can be read with gaps', async () => {
    const clear = photo.clone().ensureAlpha(0.5);
    const pixels = await open(await clear.clone().png({ compressionLevel: 1 }).toBuffer());
    const expected = await clear.clone().raw().toBuffer();
    for (const [top, rows] of [
      [3, 2],
      [124, 3],
      [1100, 103],
    ] as const) {
      const part = new Uint8Array(rows * width * 4);
      await pixels.copy(top, rows, part);
      const rowBytes = width * 4;
      expect(expected.subarray(top * rowBytes, (top + rows) * rowBytes).equals(part)).toBe(true);
    }
  });

  test('fails where samples are missing, or their checksum is wrong', async () => {
    const png = await photo.clone().png({ compressionLevel: 1 }).toBuffer();
    const wrong = Buffer.from(png);
    wrong[png.length - 40]! ^= 1;
    await expect(open(wrong)).rejects.toMatchObject({ code: 'corrupt-file' });
    const chunks = readChunks(new Uint8Array(png), 'unchecked');
    const first = chunks.findIndex(({ type }) => type === 'IDAT');
    const cut = chunks.filter(({ type }, at) => type !== 'IDAT' || at === first);
    const pixels = new BandedPixels(cut, readPngHeader(chunks));
    await expect(read(pixels, 100)).rejects.toMatchObject({ code: 'corrupt-file' });
  });
});
