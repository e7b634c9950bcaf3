import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { busy, drawMacroblocks, type MacroblockPicture } from '../../../testing/macroblocks.ts';
import { planesOf, samplePhoto } from '../../../testing/sample-planes.ts';
import { compiledModule } from '../../../testing/wasm.ts';
import { writeWebp } from './container.ts';
import { type MacroblockPlane, Vp8Encoder } from './vp8-encoder.ts';
import { ModeReader } from './vp8-modes.ts';
import { Vp8Module } from './vp8-module.ts';
import { frameQuality } from './vp8-quality.ts';
import { writeFrame } from './vp8-writer.ts';

function partOf({ width, height, planes }: MacroblockPicture, top: number, rows: number) {
  const shifted = planes.map(({ data, offset, stride }, component) => ({
    data,
    stride,
    offset: offset + (component === 0 ? top : top / 2) * stride,
  }));
  return [shifted, { width, height: Math.min(rows, height - top) }] as const;
}

let encoder: Vp8Encoder;
let modes: ModeReader;
beforeAll(async () => {
  modes = new ModeReader(await compiledModule('webp-modes'));
  encoder = new Vp8Encoder(await compiledModule('vp8'));
});

function encode(picture: MacroblockPicture, quality: number, rows = 4096): Uint8Array {
  encoder.setQuality(picture, quality);
  const strips: Uint8Array[] = [];
  for (let top = 0; top < picture.height; top += rows) {
    encoder.setQuality(picture, quality);
    strips.push(encoder.codeStrip(...partOf(picture, top, rows), top === 0));
  }
  return encoder.write(strips, picture, quality);
}

/** Green, as libwebp has it: mostly luma. */
async function decode(
  frame: Uint8Array,
): Promise<{ width: number; height: number; green: Uint8Array }> {
  const { data, info } = await sharp(writeWebp([{ type: 'VP8 ', data: frame }]))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const green = Uint8Array.from({ length: data.length / 3 }, (_, at) => data[at * 3 + 1]!);
  return { width: info.width, height: info.height, green };
}

function largestError(picture: MacroblockPicture, green: Uint8Array): number {
  const [y] = picture.planes as [MacroblockPlane];
  let most = 0;
  for (let row = 0; row < picture.height; row++)
    for (let x = 0; x < picture.width; x++) {
      const error = green[row * picture.width + x]! - y.data[row * y.stride + x]!;
      most = Math.max(most, Math.abs(error));
    }
  return most;
}

const gray = (picture: (x: number, y: number) => number) => (x: number, y: number, c: number) =>
  c === 0 ? picture(x, y) : 128;

describe('the VP8 encoder', () => {
  test.each([
    [1, 1],
    [16, 16],
    [15, 33],
    [17, 16],
    [250, 3],
    [160, 144],
  ])('makes pictures of %i x %i that another decoder reads', async (width, height) => {
    const picture = drawMacroblocks(
      width,
      height,
      gray((x, y) => busy(x, y, 0)),
    );
    const frame = encode(picture, 100);
    const decoded = await decode(frame);
    expect([decoded.width, decoded.height]).toEqual([width, height]);
    expect(modes.hasModesForSize(frame)).toBe(true);
    // Steps of 4 after the transform, and two changes of range.
    expect(largestError(picture, decoded.green)).toBeLessThanOrEqual(12);
  });

  test('decodes to what it reckoned with, from strips that know nothing of each other', async () => {
    // An error would be carried on from block to block, and be everywhere at the end.
    const picture = drawMacroblocks(
      400,
      336,
      gray((x, y) => busy(x, y, 0)),
    );
    const whole = largestError(picture, (await decode(encode(picture, 98))).green);
    for (const rows of [16, 32, 80]) {
      const frame = encode(picture, 98, rows);
      const { green } = await decode(frame);
      expect(modes.hasModesForSize(frame)).toBe(true);
      expect(largestError(picture, green)).toBeLessThanOrEqual(whole + 6);
    }
  });

  test('has room for the largest levels there are', async () => {
    const harsh = gray((x, y) => (((x >> 2) + (y >> 2)) % 2 === 0 ? 255 : 0));
    const noise = gray((x, y) => (Math.imul(x * 31 + 7, y * 17 + 3) >>> 3) & 255);
    for (const sample of [harsh, noise]) {
      const picture = drawMacroblocks(64, 64, sample);
      const { green } = await decode(encode(picture, 100));
      expect(largestError(picture, green)).toBeLessThanOrEqual(16);
    }
  });

  test('keeps colors', async () => {
    const picture = drawMacroblocks(
      96,
      96,
      (x, y, component) => [120, 128 + x / 2, 128 + y / 2][component]!,
    );
    const { data } = await sharp(writeWebp([{ type: 'VP8 ', data: encode(picture, 95) }]))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const [x, y] of [
      [8, 8],
      [80, 8],
      [8, 80],
      [60, 60],
    ] as const) {
      const [cb, cr] = [x / 2, y / 2];
      const expected = [120 + 1.402 * cr, 120 - 0.344 * cb - 0.714 * cr, 120 + 1.772 * cb];
      const found = [0, 1, 2].map((channel) => data[(y * 96 + x) * 3 + channel]!);
      expected.forEach((value, channel) =>
        expect(Math.abs(found[channel]! - value)).toBeLessThanOrEqual(5),
      );
    }
  });

  test('takes fewer bytes the lower the quality', () => {
    const picture = drawMacroblocks(320, 240, busy);
    const sizes = [50, 70, 85, 95, 100].map((quality) => encode(picture, quality).length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(sizes[0]! * 3).toBeLessThan(sizes.at(-1)!);
  });

  test('takes nearly any number of bytes at a quality between whole numbers', async () => {
    const photo = planesOf(samplePhoto(320, 240), '4:2:0');
    const picture = drawMacroblocks(320, 240, (x, y, component) => {
      const by = component === 0 ? 1 : 2;
      return photo.planes[component]![(y / by) * photo.strides[component]! + x / by]!;
    });
    const sizes = Array.from({ length: 48 }, (_, at) => encode(picture, 88.05 + at / 6).length);
    const steps = sizes.slice(1).map((size, at) => size / sizes[at]!);
    expect(Math.max(...steps)).toBeLessThan(1.06);
    expect(Math.min(...steps)).toBeGreaterThan(0.99);
    expect(sizes.at(-1)! / sizes[0]!).toBeGreaterThan(1.5);
    await decode(encode(picture, 91.3));
  });

  test('tries some rows as what they are in the whole, predicted from those above', () => {
    const size = { width: 1920, height: 320 };
    // Columns, of which a row that knows what is above it needs little, and something new in each row.
    const picture = drawMacroblocks(size.width, size.height, (x, y, component) => {
      const column = (x * 97 + component * 31) % 140;
      return 50 + column + (Math.floor(x / 5) % 7 === (y >> 4) % 7 ? 24 : 0);
    });
    const whole = encode(picture, 80).length;
    const rows = 32;
    const trials = { picture: size, qualities: [80, 60], rows };
    const [tried, lower] = encoder.codeTrials(picture.planes, size, true, trials);
    const write = (strip: Uint8Array, quality: number) =>
      encoder.write([strip], { ...size, height: rows }, quality).length;
    const share = (write(tried!, 80) * (size.height / rows)) / whole;
    expect(share).toBeGreaterThan(0.9);
    // A frame's header counts ten times.
    expect(share).toBeLessThan(1.25);
    expect(write(lower!, 60)).toBeLessThan(write(tried!, 80));
  });

  test('writes a flat picture in half a byte a macroblock', () => {
    expect(
      encode(
        drawMacroblocks(1600, 1200, () => 90),
        92,
      ).length,
    ).toBeLessThan(7500 / 2);
  });

  test('says of no macroblock whether it has levels where there is no room to', async () => {
    const size = { width: 16_383, height: 16_383 };
    const quality = 80;
    const picture = drawMacroblocks(64, 48, (x, y, component) =>
      x < 32 ? 90 : busy(x, y, component),
    );
    const small = encode(picture, quality);
    encoder.setQuality(size, quality);
    const strip = encoder.codeStrip(picture.planes, picture, true);
    // The same macroblocks, written as those of a large picture are.
    const module = new Vp8Module(await compiledModule('vp8'));
    const frame = writeFrame(module, [strip], picture, frameQuality(quality, 1024 ** 2));
    expect(modes.hasModesForSize(frame)).toBe(true);
    const [one, other] = [await decode(small), await decode(frame)];
    expect(largestError(picture, other.green)).toBeLessThan(
      2 * largestError(picture, one.green) + 8,
    );
  });
});
