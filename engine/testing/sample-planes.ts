import type { ChromaFormat, Planes } from '../src/planes/planes.ts';
import { samplingOf } from '../src/planes/sampling.ts';
import { seededRandom } from './mutate.ts';

/** Interleaved 8-bit RGB. */
export interface RgbPicture {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A made-up photograph: soft shapes, edges in all directions, and some grain. */
export function samplePhoto(width: number, height: number, seed = 1): RgbPicture {
  const random = seededRandom(seed);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sky = 120 + 90 * Math.sin(x / 37) * Math.cos(y / 29);
      const edge = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (height / 3) ** 2 ? 60 : 0;
      const stripe = (x + 2 * y) % 61 < 9 ? -50 : 0;
      const at = (y * width + x) * 3;
      const grain = (random() - 0.5) * 14;
      data[at] = Math.min(255, Math.max(0, sky + edge + grain));
      data[at + 1] = Math.min(255, Math.max(0, 200 - sky / 2 + stripe + grain));
      data[at + 2] = Math.min(255, Math.max(0, 90 + edge * 2 + (x * 80) / width + stripe + grain));
    }
  }
  return { width, height, data };
}

/**
 * The planes libjpeg makes of a picture, to the last bit: JFIF's YCbCr with 16 fractional bits, and
 * averages for subsampled chroma, whose rounding alternates between neighbors.
 */
export function planesOf({ width, height, data }: RgbPicture, chroma: ChromaFormat): Planes {
  const full = [0, 1, 2].map(() => new Uint8Array(width * height));
  const half = 1 << 15;
  const neutral = (128 << 16) + half - 1;
  for (let i = 0; i < width * height; i++) {
    const [r, g, b] = data.subarray(i * 3, i * 3 + 3);
    full[0]![i] = (19_595 * r! + 38_470 * g! + 7471 * b! + half) >> 16;
    full[1]![i] = (-11_059 * r! - 21_709 * g! + 32_768 * b! + neutral) >> 16;
    full[2]![i] = (32_768 * r! - 27_439 * g! - 5329 * b! + neutral) >> 16;
  }
  const { across, down } = samplingOf(chroma);
  const chromaWidth = Math.ceil(width / across);
  const chromaHeight = Math.ceil(height / down);
  const shrink = (plane: Uint8Array): Uint8Array => {
    const small = new Uint8Array(chromaWidth * chromaHeight);
    for (let y = 0; y < chromaHeight; y++) {
      for (let x = 0; x < chromaWidth; x++) {
        let sum = 0;
        for (let dy = 0; dy < down; dy++) {
          for (let dx = 0; dx < across; dx++) {
            const [sx, sy] = [
              Math.min(width - 1, x * across + dx),
              Math.min(height - 1, y * down + dy),
            ];
            sum += plane[sy * width + sx]!;
          }
        }
        const bias = across === 1 ? 0 : down === 2 ? 1 + (x & 1) : x & 1;
        small[y * chromaWidth + x] = Math.floor((sum + bias) / (across * down));
      }
    }
    return small;
  };
  const gray = chroma === '4:0:0';
  return {
    width,
    height,
    chroma,
    bitDepth: 8,
    chromaBitDepth: 8,
    color: { fullRange: true, primaries: 1, transfer: 13, matrix: 6 },
    planes: gray ? [full[0]!] : [full[0]!, shrink(full[1]!), shrink(full[2]!)],
    strides: gray ? [width] : [width, chromaWidth, chromaWidth],
  };
}

/** Decibels; infinite for equal samples. */
export function psnr(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let error = 0;
  for (let i = 0; i < a.length; i++) error += (a[i]! - b[i]!) ** 2;
  return 10 * Math.log10((255 * 255 * a.length) / error);
}
