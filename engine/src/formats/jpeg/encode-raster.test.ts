import sharp from 'sharp';
import { expect, test } from 'vitest';
import { planesOf, samplePhoto, type RgbPicture } from '../../../testing/sample-planes.ts';
import type { Raster } from '../../planes/raster.ts';
import { encodePlanes, encodeRaster } from './encode-raster.ts';

const quality = 92;
const [width, height] = [2400, 1600];

const decode = (jpeg: Uint8Array): Promise<Buffer> => sharp(jpeg).raw().toBuffer();

function rasterOf({ data }: RgbPicture): Raster {
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at++) {
    for (let channel = 0; channel < 3; channel++) rgba[at * 4 + channel] = data[at * 3 + channel]!;
  }
  return {
    width,
    height,
    data: rgba,
    opaque: true,
    gray: false,
    premultiplied: false,
    color: {},
  };
}

test('codes a large picture in strips as one would be', async () => {
  const picture = samplePhoto(width, height);
  const planes = planesOf(picture, '4:2:0');
  const decoded = await decode(await encodePlanes(planes, quality));
  // The upper rows alone are few enough for one strip.
  const rows = 640;
  const upper = planesOf({ width, height: rows, data: picture.data }, '4:2:0');
  const whole = await decode(await encodePlanes(upper, quality));
  // But for the rows whose chroma is interpolated with what lies below.
  expect(decoded.subarray(0, width * (rows - 1) * 3).equals(whole.subarray(0, -width * 3))).toBe(
    true,
  );
});

test('a large picture of pixels is the same from its first row to its last', async () => {
  const picture = samplePhoto(width, height);
  const original = Buffer.from(picture.data);
  const decoded = await decode(await encodeRaster(rasterOf(picture), quality, '4:4:4'));
  const errorOf = (top: number, rows: number): number => {
    let sum = 0;
    for (let at = top * width * 3; at < (top + rows) * width * 3; at++)
      sum += (decoded[at]! - original[at]!) ** 2;
    return sum / (rows * width * 3);
  };
  // A PSNR of 35 dB, in every part.
  for (let top = 0; top < height; top += 200) expect(errorOf(top, 200)).toBeLessThan(20);
});
