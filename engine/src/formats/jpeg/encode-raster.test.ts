import sharp from 'sharp';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../testing/mutate.ts';
import { planesOf, samplePhoto, type RgbPicture } from '../../../testing/sample-planes.ts';
import { compiledModule } from '../../../testing/wasm.ts';
import type { Planes } from '../../planes/planes.ts';
import type { Raster } from '../../planes/raster.ts';
import { encodePlanes, encodeRaster } from './encode-raster.ts';
import { JpegEncoder } from './encoder.ts';
import { jpegEnd, writeJpegHeader } from './header.ts';
import { quantizationTables } from './tables.ts';

const quality = 92;
const [width, height] = [2400, 1600];

/** In one piece, with the tables that suit it best. */
async function encodeWhole(planes: Planes): Promise<Uint8Array> {
  const encoder = await JpegEncoder.create(await compiledModule('jpeg'));
  encoder.setQuality(quality);
  const strip = encoder.startStrip({ width, height, chroma: planes.chroma, sampleBytes: 1 });
  const area = { x: 0, y: 0, width, height };
  const turn = { transpose: false, flipX: false, flipY: false };
  encoder.place(strip, planes, area, { x: 0, y: 0 }, turn);
  encoder.finish(strip, null);
  const huffman = encoder.optimize(strip);
  const quantization = quantizationTables(quality);
  const restartInterval = width / (planes.chroma === '4:2:0' ? 16 : 8);
  const { chroma } = planes;
  const header = { width, height, chroma, quantization, huffman, restartInterval };
  return Buffer.concat([writeJpegHeader(header), encoder.encode(strip, 0, true), jpegEnd]);
}

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

/** Gray but for one row of noise, which no sample of rows comes across. */
function hiddenNoise(): RgbPicture {
  const random = seededRandom(7);
  const data = new Uint8Array(width * height * 3).fill(128);
  for (let at = width * 40 * 3; at < width * 48 * 3; at++) data[at] = random() * 256;
  return { width, height, data };
}

it.each<[name: string, picture: RgbPicture, larger: number]>([
  ['a photo', samplePhoto(width, height), 1.002],
  ['something only where nobody looked', hiddenNoise(), 2],
])(
  'a large picture has the samples of one coded in one piece, and nearly its size: %s',
  async (_, picture, larger) => {
    const planes = planesOf(picture, '4:2:0');
    const whole = await encodeWhole(planes);
    const inStrips = await encodePlanes(planes, quality);
    expect((await decode(inStrips)).equals(await decode(whole))).toBe(true);
    expect(inStrips.length).toBeLessThan(whole.length * larger);
  },
);

it('a large picture of pixels is the same from its first row to its last', async () => {
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
