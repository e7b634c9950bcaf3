import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../testing/mutate.ts';
import { planesOf, psnr, samplePhoto } from '../../../../testing/sample-planes.ts';
import { compiledModule } from '../../../../testing/wasm.ts';
import type { Turn } from '../../../geometry.ts';
import type { DecodedPixels } from '../../../planes/decoded-pixels.ts';
import type { ChromaFormat, Planes } from '../../../planes/planes.ts';
import type { SampleFormat } from '../../../planes/sample-format.ts';
import { samplingOf } from '../../../planes/sampling.ts';
import { flatten } from '../../../transform/alpha.ts';
import { JpegEncoder } from './encoder.ts';
import { jpegEnd, writeFrameHeader, writeScanHeader } from '../header.ts';
import { findSampleConversion } from './sample-conversion.ts';
import { quantizationFor, stepsFor } from './quantization.ts';
import { zigzag } from './tables.ts';
import { huffmanFor } from './tokens.ts';

const chromaFormats: ChromaFormat[] = ['4:2:0', '4:2:2', '4:4:4', '4:0:0'];
const upright: Turn = { transpose: false, flipX: false, flipY: false };

let encoder: JpegEncoder;
let module: WebAssembly.Module;

beforeAll(async () => {
  module = await compiledModule('jpeg');
  encoder = await JpegEncoder.create(module);
});

interface Choices {
  quality?: number;
  turn?: Turn;
  format?: Partial<SampleFormat>;
  stripRows?: number;
  /** An encoder for each strip, in turn. */
  encoders?: JpegEncoder[];
}

function encode(planes: Planes, choices: Choices = {}): Buffer {
  const { quality = 90, turn = upright, encoders = [encoder] } = choices;
  const { chroma, bitDepth, chromaBitDepth } = planes;
  const [width, height] = turn.transpose
    ? [planes.height, planes.width]
    : [planes.width, planes.height];
  const { across, down } = samplingOf(chroma);
  const gray = chroma === '4:0:0';
  const format = { bitDepth, chromaBitDepth, fullRange: true, matrix: 6, ...choices.format, gray };
  const conversion = findSampleConversion(format);
  const stripRows = choices.stripRows ?? height;
  const strips: Uint8Array[] = [];
  const encoderOf = (strip: number) => encoders[strip % encoders.length]!;
  for (let y = 0; y < height; y += stripRows) {
    const current = encoderOf(strips.length);
    current.setQuality(quality, chroma);
    const rows = Math.min(stripRows, height - y);
    const sampleBytes = bitDepth > 8 ? 2 : 1;
    const strip = current.samples.startStrip({ width, height: rows, chroma, sampleBytes });
    const from = { x: 0, y, width: planes.width, height: turn.transpose ? planes.height : rows };
    current.samples.place(strip, planes, from, { x: 0, y: 0 }, turn);
    current.samples.finish(strip, conversion);
    strips.push(current.tokenize(strip, y / (8 * down), y + rows >= height));
  }
  const huffman = huffmanFor(strips);
  // By another encoder than the one that made the tokens, if there is one.
  const scans = strips.map((tokens, i) => encoderOf(i + 1).writeScan([tokens], huffman));
  const quantization = stepsFor(quality, chroma);
  const restartInterval = Math.ceil(width / (8 * across));
  const header = writeFrameHeader({ width, height, chroma, quantization, restartInterval });
  return Buffer.concat([header, writeScanHeader(chroma, huffman), ...scans, jpegEnd]);
}

function grayPlanes({
  data,
  info,
}: {
  data: Buffer;
  info: { width: number; height: number };
}): Planes {
  const { width, height } = info;
  return {
    width,
    height,
    chroma: '4:0:0',
    bitDepth: 8,
    chromaBitDepth: 8,
    planes: [new Uint8Array(data)],
    strides: [width],
  };
}

async function decode(jpeg: Buffer, channels: 1 | 3 = 3) {
  const image = sharp(jpeg, { failOn: 'warning' });
  return (channels === 1 ? image.toColorspace('b-w') : image)
    .raw()
    .toBuffer({ resolveWithObject: true });
}

describe('against libjpeg-turbo at quality 100, where every step is 1 for both', () => {
  // An odd number of blocks across and down, so that MCUs stick out. A frame of one color, because
  // beyond the edge chroma repeats itself here, and there becomes the mean of repeated pixels.
  const [width, height] = [200, 151];
  const photo = samplePhoto(width, height);
  photo.data.forEach((_, i) => {
    if (Math.floor(i / 3) % width >= width - 4) photo.data[i] = 99;
  });
  const input = { raw: { width, height, channels: 3 as const } };

  for (const chroma of ['4:2:0', '4:4:4', '4:0:0'] as const) {
    test(`is the same picture in as many bytes: ${chroma}`, async () => {
      const image = sharp(photo.data, input);
      const theirs = await (chroma === '4:0:0' ? image.toColorspace('b-w') : image)
        .jpeg({ quality: 100, chromaSubsampling: chroma === '4:4:4' ? chroma : '4:2:0' })
        .toBuffer();
      const planes =
        chroma === '4:0:0'
          ? grayPlanes(await decode(await image.toColorspace('b-w').png().toBuffer(), 1))
          : planesOf(photo, chroma);
      const ours = encode(planes, { quality: 100 });
      expect((await decode(ours)).data.equals((await decode(theirs)).data)).toBe(true);
      // The restart markers are ours alone: what fills the last byte, the marker, and DC anew.
      const rows = Math.ceil(height / (chroma === '4:2:0' ? 16 : 8));
      expect(ours.length).toBeGreaterThan(theirs.length * 0.99);
      expect(ours.length - rows * 6).toBeLessThan(theirs.length * 1.01);
    });
  }
});

describe('coefficients whose bits are worth little', () => {
  const quality = 20;
  const [{ steps, worths }] = quantizationFor(quality, '4:0:0');

  function wave(place: number, x: number, y: number): number {
    const [u, v] = [zigzag[place]! % 8, Math.floor(zigzag[place]! / 8)];
    const scale = (u === 0 ? Math.SQRT1_2 : 1) * (v === 0 ? Math.SQRT1_2 : 1);
    const along = (at: number, frequency: number) =>
      Math.cos(((2 * at + 1) * frequency * Math.PI) / 16);
    return (scale / 4) * along(x, u) * along(y, v);
  }

  /** What is left, in steps, of the coefficients of a block, by their places in the zigzag order. */
  async function left(coefficients: Record<number, number>): Promise<Record<number, number>> {
    const places = Object.keys(coefficients).map(Number);
    const samples = Uint8Array.from({ length: 64 }, (_, i) => {
      const waves = places.map(
        (at) => coefficients[at]! * steps[zigzag[at]!]! * wave(at, i % 8, i >> 3),
      );
      return Math.round(waves.reduce((sum, each) => sum + each, 128));
    });
    const data = Buffer.from(samples);
    const jpeg = encode(grayPlanes({ data, info: { width: 8, height: 8 } }), { quality });
    const decoded = (await decode(jpeg, 1)).data;
    const levelAt = (at: number): number => {
      const sum = decoded.reduce((total, value, i) => total + value * wave(at, i % 8, i >> 3), 0);
      return Math.round(Math.abs(sum) / steps[zigzag[at]!]!);
    };
    return Object.fromEntries(places.map((at) => [at, levelAt(at)]));
  }

  /** How many steps a coefficient has that is worth so many bits. */
  function worth(place: number, bits: number): number {
    return (1 + bits / worths[zigzag[place]!]!) / 2;
  }

  test('stay where another one near makes them cheap', async () => {
    expect(await left({ 40: worth(40, 6), 41: 2 })).toEqual({ 40: 1, 41: 2 });
  });

  test('go where they cost a long run', async () => {
    expect(await left({ 40: worth(40, 6) })).toEqual({ 40: 0 });
    expect(await left({ 2: 3, 20: worth(20, 6) })).toEqual({ 2: 3, 20: 0 });
  });

  test('go together where each would stay for the other', async () => {
    expect(await left({ 40: worth(40, 6), 41: worth(41, 6) })).toEqual({ 40: 0, 41: 0 });
  });

  test('stay where they are the slope of a block', async () => {
    expect(await left({ 1: worth(1, 8) })).toEqual({ 1: 1 });
    expect(await left({ 2: worth(2, 8) })).toEqual({ 2: 1 });
  });

  test('become a level less only where that takes a bit less', async () => {
    expect(await left({ 1: 1.53 })).toEqual({ 1: 1 });
    expect(await left({ 1: 2.54 })).toEqual({ 1: 3 });
    expect(await left({ 1: 3.53 })).toEqual({ 1: 3 });
  });
});

describe('any size and sampling', () => {
  for (const chroma of chromaFormats) {
    test(`decodes to what went in: ${chroma}`, async () => {
      for (const [width, height] of [
        [1, 1],
        [7, 9],
        [16, 16],
        [17, 33],
        [100, 29],
        [65, 48],
      ] as const) {
        const planes = planesOf(samplePhoto(width, height), chroma);
        const { data, info } = await decode(encode(planes, { quality: 100 }), 1);
        expect([info.width, info.height]).toEqual([width, height]);
        expect(psnr(data, planes.planes[0]!)).toBeGreaterThan(chroma === '4:0:0' ? 55 : 35);
      }
    });
  }
});

describe('strips', () => {
  test('of different encoders join to what one strip gives', async () => {
    const second = await JpegEncoder.create(module);
    for (const chroma of chromaFormats) {
      const planes = planesOf(samplePhoto(203, 199), chroma);
      const whole = encode(planes);
      expect(encode(planes, { stripRows: 48, encoders: [encoder, second] })).toEqual(whole);
      expect(encode(planes, { stripRows: 16, encoders: [second, encoder] })).toEqual(whole);
    }
  });

  test('of extreme samples stay inside their memory', async () => {
    const noise = samplePhoto(640, 64, 3);
    noise.data.forEach((_, i) => (noise.data[i] = (i * 7919) % 251 < 125 ? 0 : 255));
    const { info } = await decode(encode(planesOf(noise, '4:4:4'), { quality: 100 }));
    expect(info.width).toBe(640);
  });

  test('refuse planes that are smaller than they say, or do not fit', () => {
    const planes = planesOf(samplePhoto(64, 64), '4:2:0');
    const strip = encoder.samples.startStrip({
      width: 64,
      height: 64,
      chroma: '4:2:0',
      sampleBytes: 1,
    });
    const corrupt = expect.objectContaining({ code: 'corrupt-file' });
    const all = { x: 0, y: 0, width: 64, height: 64 };
    const cut = { ...planes, planes: planes.planes.map((plane) => plane.subarray(1)) };
    expect(() => encoder.samples.place(strip, cut, all, { x: 0, y: 0 }, upright)).toThrow(corrupt);
    expect(() => encoder.samples.place(strip, planes, all, { x: 16, y: 0 }, upright)).toThrow(
      corrupt,
    );
  });
});

/** What `Turn` promises, sample by sample. */
function turned(planes: Planes, { transpose, flipX, flipY }: Turn): Planes {
  const size = (component: number): [number, number] => {
    const { across, down } = samplingOf(planes.chroma);
    return component === 0
      ? [planes.width, planes.height]
      : [Math.ceil(planes.width / across), Math.ceil(planes.height / down)];
  };
  const result = planes.planes.map((plane, component) => {
    const [width, height] = size(component);
    const newWidth = transpose ? height : width;
    return plane.map((_, i) => {
      const [x, y] = [i % newWidth, Math.floor(i / newWidth)];
      const [a, b] = transpose ? [y, x] : [x, y];
      return plane[(flipY ? height - 1 - b : b) * width + (flipX ? width - 1 - a : a)]!;
    });
  });
  const [width, height] = transpose ? [planes.height, planes.width] : [planes.width, planes.height];
  const strides = result.map((_, component) => size(component)[transpose ? 1 : 0]);
  return { ...planes, width, height, planes: result, strides };
}

test('turns and mirrors planes in all eight ways, whatever their size', () => {
  const sizes = [
    [70, 44],
    [71, 45],
    [3, 130],
  ] as const;
  const cases = chromaFormats.flatMap((chroma) => sizes.map((size) => ({ chroma, size })));
  for (const { chroma, size } of cases) {
    for (const depth of [8, 10]) {
      const planes = planesOf(samplePhoto(size[0], size[1]), chroma);
      if (depth === 10) {
        planes.planes = planes.planes.map((plane) => Uint16Array.from(plane, (v) => v * 4));
        planes.bitDepth = planes.chromaBitDepth = 10;
      }
      for (let i = 0; i < 8; i++) {
        const turn = { transpose: (i & 1) > 0, flipX: (i & 2) > 0, flipY: (i & 4) > 0 };
        // It would become a sampling of which few decoders have heard.
        if (turn.transpose && chroma === '4:2:2') continue;
        expect(encode(planes, { turn })).toEqual(encode(turned(planes, turn)));
      }
    }
  }
});

/** JFIF 1.02's matrix in steps of 1/32768, so that each row still adds up exactly. */
const jfifMatrix = [
  [9798, 19_235, 3735],
  [-5529, -10_855, 16_384],
  [16_384, -13_720, -2664],
] as const;

/** Planes of RGBA by plain arithmetic; chroma of 4:2:0 is that of the mean of 2 x 2 pixels. */
function plainPlanes(rgba: Uint8ClampedArray, width: number, chroma: ChromaFormat): Planes {
  const height = rgba.length / 4 / width;
  const planes = (chroma === '4:0:0' ? [0] : [0, 1, 2]).map((component) => {
    const step = component > 0 && chroma === '4:2:0' ? 2 : 1;
    const plane: number[] = [];
    for (let y = 0; y < height; y += step) {
      for (let x = 0; x < width; x += step) {
        let sum = 0;
        for (const row of [y, Math.min(height - 1, y + step - 1)]) {
          for (const column of [x, Math.min(width - 1, x + step - 1)]) {
            const at = (row * width + column) * 4;
            jfifMatrix[component]!.forEach((factor, i) => (sum += factor * rgba[at + i]!));
          }
        }
        const sample = sum / 4 / 32_768;
        // Halves go up in luma and down in chroma, as in libjpeg.
        plane.push(component === 0 ? Math.floor(sample + 0.5) : 128 + Math.ceil(sample - 0.5));
      }
    }
    return Uint8ClampedArray.from(plane);
  });
  const chromaWidth = chroma === '4:2:0' ? Math.ceil(width / 2) : width;
  return {
    width,
    height,
    chroma,
    bitDepth: 8,
    chromaBitDepth: 8,
    color: { fullRange: true, primaries: 1, transfer: 13, matrix: 6 },
    planes: planes.map((plane) => new Uint8Array(plane)),
    strides: planes.map((_, component) => (component === 0 ? width : chromaWidth)),
  };
}

describe('pixels', () => {
  const encodeRgba = (
    rgba: Uint8ClampedArray,
    width: number,
    chroma: '4:2:0' | '4:4:4' | '4:0:0',
  ) => {
    const strip = encoder.samples.startStrip({
      width,
      height: rgba.length / 4 / width,
      chroma,
      sampleBytes: 1,
    });
    encoder.samples.placeRgba(strip, rgba);
    encoder.samples.finish(strip, null);
    return Buffer.from(encoder.tokenize(strip, 0, true));
  };
  const encodePlain = (planes: Planes) => {
    const { width, height, chroma } = planes;
    const strip = encoder.samples.startStrip({ width, height, chroma, sampleBytes: 1 });
    encoder.samples.place(strip, planes, { x: 0, y: 0, width, height }, { x: 0, y: 0 }, upright);
    encoder.samples.finish(strip, null);
    return Buffer.from(encoder.tokenize(strip, 0, true));
  };

  for (const chroma of ['4:2:0', '4:4:4', '4:0:0'] as const) {
    test(`become the planes that plain arithmetic gives, at any size: ${chroma}`, () => {
      encoder.setQuality(100, chroma);
      const random = seededRandom(7);
      for (const [width, height] of [
        [1, 1],
        [2, 3],
        [7, 9],
        [16, 16],
        [17, 33],
        [100, 29],
        [65, 64],
        [31, 131],
        [203, 65],
      ] as const) {
        // Extremes beside each other, whose sums are the largest there are.
        const rgba = Uint8ClampedArray.from({ length: width * height * 4 }, () =>
          random() < 0.3 ? (random() < 0.5 ? 0 : 255) : random() * 256,
        );
        expect(encodeRgba(rgba, width, chroma)).toEqual(
          encodePlain(plainPlanes(rgba, width, chroma)),
        );
      }
    });
  }

  /** Pixels in an order of their own, as browsers keep them. */
  const keptPixels = (
    rgba: Uint8ClampedArray,
    width: number,
    order: DecodedPixels['order'],
  ): DecodedPixels => {
    const stored = Uint8Array.from(rgba, (_, at) => {
      const channel = at & 3;
      return rgba[order === 'rgb' || (channel & 1) === 1 ? at : at - channel + (2 - channel)]!;
    });
    return {
      width,
      height: rgba.length / 4 / width,
      order,
      opaque: false,
      async copy(top, rows, target) {
        target.set(stored.subarray(top * width * 4, (top + rows) * width * 4));
      },
      close() {},
    };
  };
  const encodeKept = async (pixels: DecodedPixels, background: string) => {
    const { width, height } = pixels;
    const strip = encoder.samples.startStrip({ width, height, chroma: '4:4:4', sampleBytes: 1 });
    const isFilled = await encoder.samples.placePixels(strip, pixels, 0, background);
    encoder.samples.finish(strip, null);
    return { isFilled, tokens: Buffer.from(encoder.tokenize(strip, 0, true)) };
  };

  test.each(['rgb', 'bgr'] as const)('lie on a color by their alpha: %s', async (order) => {
    encoder.setQuality(100, '4:4:4');
    const random = seededRandom(11);
    for (const [width, height] of [
      [1, 1],
      [3, 1],
      [7, 9],
      [65, 131],
      [256, 256],
    ] as const) {
      const every = width === 256;
      const rgba = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) =>
        every ? ((at & 3) === 3 ? at >> 10 : at >> 2) : random() * 256,
      );
      const laid = { width, height, data: rgba.slice(), opaque: false, gray: false };
      flatten({ ...laid, premultiplied: false, color: {} }, '#0a64f0');
      const { isFilled, tokens } = await encodeKept(keptPixels(rgba, width, order), '#0a64f0');
      expect(tokens).toEqual(encodeRgba(laid.data, width, '4:4:4'));
      expect(isFilled).toBe(true);
    }
  });

  test('say whether any of them is not opaque, the last one too', async () => {
    const filled = async (alphas: number[]) => {
      const rgba = Uint8ClampedArray.from(alphas.flatMap((alpha) => [1, 2, 3, alpha]));
      return (await encodeKept(keptPixels(rgba, alphas.length, 'rgb'), '#ffffff')).isFilled;
    };
    for (let length = 1; length < 10; length++) {
      const opaque = Array.from({ length }, () => 255);
      // What pixels were there before does not count.
      await filled([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
      expect(await filled(opaque)).toBe(false);
      expect(await filled(opaque.with(length - 1, 254))).toBe(true);
      expect(await filled(opaque.with(0, 0))).toBe(true);
    }
  });

  test('are weighed as JFIF says', () => {
    const exact = [
      [0.299, 0.587, 0.114],
      [-0.168736, -0.331264, 0.5],
      [0.5, -0.418688, -0.081312],
    ];
    exact.flat().forEach((factor, i) => {
      expect(Math.abs(jfifMatrix.flat()[i]! / 32_768 - factor)).toBeLessThan(1 / 32_768);
    });
  });
});

/** A flat picture of one color, so that a decoder shows what each sample became. */
function flat(y: number, cb: number, cr: number, bitDepth: number): Planes {
  const plane = (value: number, size: number) =>
    bitDepth === 8 ? new Uint8Array(size).fill(value) : new Uint16Array(size).fill(value);
  return {
    width: 64,
    height: 64,
    chroma: '4:2:0',
    bitDepth,
    chromaBitDepth: bitDepth,
    planes: [plane(y, 4096), plane(cb, 1024), plane(cr, 1024)],
    strides: [64, 32, 32],
  };
}

async function meanColor(jpeg: Buffer): Promise<number[]> {
  const { data } = await decode(jpeg);
  const sums = [0, 0, 0];
  data.forEach((value, i) => (sums[i % 3]! += value));
  return sums.map((sum) => sum / 4096);
}

describe('samples of other formats', () => {
  test('limited range becomes full range', async () => {
    const format = { fullRange: false };
    const shown = async (y: number) =>
      (await meanColor(encode(flat(y, 128, 128, 8), { quality: 100, format })))[0];
    expect(await shown(16)).toBe(0);
    expect(await shown(235)).toBe(255);
    expect(await shown(126)).toBe(128);
    expect(await shown(5)).toBe(0);
    expect(await shown(250)).toBe(255);
  });

  test('BT.709 and BT.2020 show the colors they mean', async () => {
    for (const [matrix, red, blue] of [
      [1, 0.2126, 0.0722],
      [9, 0.2627, 0.0593],
    ] as const) {
      for (const rgb of [
        [200, 60, 90],
        [30, 180, 70],
        [120, 130, 220],
      ] as const) {
        const y = red * rgb[0] + blue * rgb[2] + (1 - red - blue) * rgb[1];
        const cb = 128 + (rgb[2] - y) / (2 * (1 - blue));
        const cr = 128 + (rgb[0] - y) / (2 * (1 - red));
        for (const bits of [8, 10, 12]) {
          const scale = (2 ** bits - 1) / 255;
          const planes = flat(
            Math.round(y * scale),
            Math.round(cb * scale),
            Math.round(cr * scale),
            bits,
          );
          const color = await meanColor(encode(planes, { quality: 100, format: { matrix } }));
          for (const i of [0, 1, 2]) expect(Math.abs(color[i]! - rgb[i]!)).toBeLessThan(2.1);
        }
      }
    }
  });

  test('10 bits are dithered: a shade between two 8-bit ones is kept on average', async () => {
    for (const shade of [401, 402, 403]) {
      const [mean] = await meanColor(encode(flat(shade, 512, 512, 10), { quality: 100 }));
      expect(Math.abs(mean! - (shade * 255) / 1023)).toBeLessThan(0.13);
    }
  });

  test('matrices that are no YCbCr are refused by name', () => {
    const format = { gray: false, bitDepth: 8, chromaBitDepth: 8, fullRange: true, matrix: 0 };
    expect(() => findSampleConversion(format)).toThrow(
      expect.objectContaining({ code: 'unsupported-feature', feature: 'matrix-0' }),
    );
    expect(findSampleConversion({ ...format, matrix: 6 })).toBeNull();
  });
});

test('puts ready-made segments where readers look for them', () => {
  const exif = Uint8Array.of(0xff, 0xe1, 0, 10, ...Buffer.from('Exif\0\0II'));
  const bytes = writeFrameHeader({
    width: 16,
    height: 16,
    chroma: '4:2:0',
    restartInterval: 1,
    quantization: stepsFor(90, '4:2:0'),
    segments: [exif],
  });
  expect([...bytes.subarray(0, 14)]).toEqual([0xff, 0xd8, ...exif]);
});
