import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { compiledModule } from '../../../testing/wasm.ts';
import { writeWebp } from './container.ts';
import { type MacroblockPlane, Vp8Encoder } from './vp8-encoder.ts';
import { hasModesForSize } from './vp8-modes.ts';

interface Picture {
  width: number;
  height: number;
  /** Y, Cb and Cr up to whole macroblocks. */
  planes: MacroblockPlane[];
}

const up = (size: number): number => Math.ceil(size / 16) * 16;

/** A picture of full range whose samples a function gives, for luma at twice the resolution of color. */
function draw(
  width: number,
  height: number,
  sample: (x: number, y: number, component: number) => number,
): Picture {
  const planes = [0, 1, 2].map((component): MacroblockPlane => {
    const by = component === 0 ? 1 : 2;
    const [across, down] = [up(width) / by, up(height) / by];
    const data = Uint8Array.from({ length: across * down }, (_, at) =>
      sample((at % across) * by, Math.floor(at / across) * by, component),
    );
    return { data, offset: 0, stride: across };
  });
  return { width, height, planes };
}

/** Slopes, edges in many directions, and some noise: something for every mode. */
function busy(x: number, y: number, component: number): number {
  const angle = (Math.floor(x / 24) * 5 + Math.floor(y / 24) * 3) % 16;
  const along = x * Math.cos((angle * Math.PI) / 16) + y * Math.sin((angle * Math.PI) / 16);
  const edge = Math.floor(along / 9) % 2 === 0 ? 60 : 190;
  const noise = ((x * 7919 + y * 104_729) % 23) - 11;
  return component === 0 ? edge + noise : 128 + ((x + 2 * y * component) % 90) - 45;
}

function partOf({ width, height, planes }: Picture, top: number, rows: number) {
  const shifted = planes.map(({ data, offset, stride }, component) => ({
    ...{ data, stride, offset: offset + (component === 0 ? top : top / 2) * stride },
  }));
  return [shifted, { width, height: Math.min(rows, height - top) }] as const;
}

let encoder: Vp8Encoder;
beforeAll(async () => {
  encoder = new Vp8Encoder(await compiledModule('vp8'));
});

function encode(picture: Picture, quality: number, rows = 4096): Uint8Array {
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

function largestError(picture: Picture, green: Uint8Array): number {
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
  it.each([
    [1, 1],
    [16, 16],
    [15, 33],
    [17, 16],
    [250, 3],
    [160, 144],
  ])('makes pictures of %i x %i that another decoder reads', async (width, height) => {
    const picture = draw(
      width,
      height,
      gray((x, y) => busy(x, y, 0)),
    );
    const frame = encode(picture, 100);
    const decoded = await decode(frame);
    expect([decoded.width, decoded.height]).toEqual([width, height]);
    expect(hasModesForSize(frame)).toBe(true);
    // Steps of 4 after the transform, and two changes of range.
    expect(largestError(picture, decoded.green)).toBeLessThanOrEqual(12);
  });

  it('decodes to what it reckoned with, from strips that know nothing of each other', async () => {
    // An error would be carried on from block to block, and be everywhere at the end.
    const picture = draw(
      400,
      336,
      gray((x, y) => busy(x, y, 0)),
    );
    const whole = largestError(picture, (await decode(encode(picture, 98))).green);
    for (const rows of [16, 32, 80]) {
      const frame = encode(picture, 98, rows);
      const { green } = await decode(frame);
      expect(hasModesForSize(frame)).toBe(true);
      expect(largestError(picture, green)).toBeLessThanOrEqual(whole + 6);
    }
  });

  it('has room for the largest levels there are', async () => {
    const harsh = gray((x, y) => (((x >> 2) + (y >> 2)) % 2 === 0 ? 255 : 0));
    const noise = gray((x, y) => (Math.imul(x * 31 + 7, y * 17 + 3) >>> 3) & 255);
    for (const sample of [harsh, noise]) {
      const picture = draw(64, 64, sample);
      const { green } = await decode(encode(picture, 100));
      expect(largestError(picture, green)).toBeLessThanOrEqual(16);
    }
  });

  it('keeps colors', async () => {
    const picture = draw(96, 96, (x, y, component) => [120, 128 + x / 2, 128 + y / 2][component]!);
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

  it('takes fewer bytes the lower the quality', () => {
    const picture = draw(320, 240, busy);
    const sizes = [50, 70, 85, 95, 100].map((quality) => encode(picture, quality).length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(sizes[0]! * 3).toBeLessThan(sizes.at(-1)!);
  });

  it('writes a flat picture in half a byte a macroblock', () => {
    expect(
      encode(
        draw(1600, 1200, () => 90),
        92,
      ).length,
    ).toBeLessThan(7500 / 2);
  });

  it('keeps the modes of the largest picture in the room that they have', () => {
    const size = { width: 16_383, height: 16_383 };
    const strip = draw(size.width, 128, busy);
    encoder.setQuality(size, 92);
    const first = encoder.codeStrip(strip.planes, strip, true);
    encoder.setQuality(size, 92);
    const other = encoder.codeStrip(strip.planes, strip, false);
    const strips = [first, ...Array.from({ length: 127 }, () => other)];
    expect(hasModesForSize(encoder.write(strips, size, 92))).toBe(true);
  });
});
