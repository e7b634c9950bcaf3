import { beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../testing/mutate.ts';
import { compiledModule } from '../../../testing/wasm.ts';
import { planToSrgb, type ToSrgb } from '../../color/to-srgb.ts';
import { lightToBytes, maxLight } from '../../color/transfer.ts';
import type { Planes } from '../../planes/planes.ts';
import { noTurn } from '../../transform/orient.ts';
import { JpegEncoder } from './encoder/encoder.ts';

let encoder: JpegEncoder;

beforeAll(async () => {
  encoder = await JpegEncoder.create(await compiledModule('jpeg'));
});

const displayP3 = { cicp: { primaries: 12, transfer: 13, matrix: 6, fullRange: true } };

function requireToSrgb(): ToSrgb {
  const toSrgb = planToSrgb(displayP3);
  if (!(toSrgb instanceof Int32Array)) throw new Error('Display P3 has a matrix');
  return toSrgb;
}

const color = { fullRange: true, primaries: 12, transfer: 13, matrix: 6 };

/** Planes of 4:2:0 of any samples. */
function planesOf(width: number, height: number, random: () => number): Planes {
  const [columns, rows] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const plane = (length: number) => Uint8Array.from({ length }, () => Math.floor(random() * 256));
  const planes = [plane(width * height), plane(columns * rows), plane(columns * rows)];
  const strides = [width, columns, columns];
  const shape = { width, height, chroma: '4:2:0', bitDepth: 8, chromaBitDepth: 8 } as const;
  return { ...shape, planes, strides, color };
}

/** A part of the planes in sRGB, each component without gaps. */
function convertPart(source: Planes, x: number, width: number): number[][] {
  const { height } = source;
  const shape = { width, height, chroma: '4:2:0', sampleBytes: 1 } as const;
  const strip = encoder.samples.startStrip(shape);
  encoder.samples.place(strip, source, { x, y: 0, width, height }, { x: 0, y: 0 }, noTurn);
  encoder.samples.finish(strip, null, null, requireToSrgb());
  return encoder.samples.samplesOf(strip).map(({ data, offset, stride, rows, width: columns }) =>
    Array.from({ length: rows }, (_, row) => {
      const from = offset + row * stride;
      return Array.from(data.subarray(from, from + columns));
    }).flat(),
  );
}

/** The same by the words of BT.601 and IEC 61966-2-1, one pixel after the other. */
function expectedColor(y: number, cb: number, cr: number): [number, number, number] {
  const [u, v] = [cb - 128, cr - 128];
  const clamp = (value: number): number => Math.min(Math.max(Math.round(value), 0), 255);
  const rgb = [y + 1.402 * v, y - 0.344136 * u - 0.714136 * v, y + 1.772 * u].map(clamp);
  const toSrgb = requireToSrgb();
  const [r, g, b] = [0, 1, 2].map((channel) => {
    const sum = rgb.reduce((all, value, at) => all + toSrgb[(at * 256 + value) * 4 + channel]!, 0);
    const light = Math.min(Math.max(Math.round(sum / 2 ** 14), 0), maxLight);
    return lightToBytes()[light]!;
  }) as [number, number, number];
  return [r, g, b];
}

describe('planes to sRGB', () => {
  test('what is done for many pixels at once is to the bit what is done for two', () => {
    const random = seededRandom(11);
    for (const [width, height] of [
      [37, 5],
      [64, 4],
      [50, 1],
    ] as const) {
      const source = planesOf(width, height, random);
      const whole = convertPart(source, 0, width);
      for (let x = 0; x < width; x += 2) {
        const columns = Math.min(2, width - x);
        const [y = [], cb, cr] = convertPart(source, x, columns);
        for (let row = 0; row < height; row++) {
          const from = row * width + x;
          expect(whole[0]!.slice(from, from + columns)).toEqual(
            y.slice(row * columns, (row + 1) * columns),
          );
        }
        const halves = Math.ceil(width / 2);
        const column = (plane: number[]) => plane.filter((_, at) => at % halves === x / 2);
        expect([column(whole[1]!), column(whole[2]!)]).toEqual([cb, cr]);
      }
    }
  });

  test('gives the color that curve and matrix say', () => {
    const random = seededRandom(12);
    for (let round = 0; round < 50; round++) {
      const [y = 0, cb = 0, cr = 0] = [0, 0, 0].map(() => Math.floor(random() * 256));
      const planes = [y, cb, cr].map((value, at) => new Uint8Array(at === 0 ? 32 : 8).fill(value));
      const shape = { width: 16, height: 2, chroma: '4:2:0', bitDepth: 8 } as const;
      const source = { ...shape, chromaBitDepth: 8, planes, strides: [16, 8, 8], color };
      const [r, g, b] = expectedColor(y, cb, cr);
      const [luma, blue, red] = convertPart(source, 0, 16).map((plane) => plane[9 % plane.length]!);
      expect(Math.abs(luma! - (0.299 * r + 0.587 * g + 0.114 * b))).toBeLessThan(1);
      const chroma = [128 + (b - luma!) / 1.772, 128 + (r - luma!) / 1.402];
      expect(Math.abs(blue! - Math.min(chroma[0]!, 255))).toBeLessThan(1.5);
      expect(Math.abs(red! - Math.min(chroma[1]!, 255))).toBeLessThan(1.5);
    }
  });
});
