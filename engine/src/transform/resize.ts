import { encodeLight, encodeTable, srgbToLight } from '../color/transfer.ts';
import type { Raster } from '../raster.ts';

/** The source pixels, and their weights, that one target pixel is made of. */
interface Contributions {
  /** First source pixel for each target pixel. */
  first: Int32Array;
  /** `taps` weights for each target pixel; they add up to 1. */
  weights: Float32Array;
  taps: number;
}

/** Lobes of the kernel: 3 keeps edges crisp with little ringing. */
const lobes = 3;

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= lobes) return 0;
  const angle = Math.PI * x;
  return (lobes * Math.sin(angle) * Math.sin(angle / lobes)) / (angle * angle);
}

/** When a picture shrinks, the kernel widens with it: that is what keeps moiré out. */
function contributions(source: number, target: number): Contributions {
  const scale = source / target;
  const stretch = Math.max(scale, 1);
  const taps = Math.min(source, Math.ceil(lobes * stretch) * 2 + 1);
  const first = new Int32Array(target);
  const weights = new Float32Array(target * taps);
  for (let index = 0; index < target; index++) {
    const center = (index + 0.5) * scale - 0.5;
    const start = Math.min(Math.max(Math.ceil(center - lobes * stretch), 0), source - taps);
    first[index] = start;
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const weight = lanczos((start + tap - center) / stretch);
      weights[index * taps + tap] = weight;
      sum += weight;
    }
    for (let tap = 0; tap < taps; tap++) weights[index * taps + tap]! /= sum;
  }
  return { first, weights, taps };
}

/**
 * Resamples to `width` x `height` with a separable Lanczos kernel of three lobes, in linear light (the
 * sRGB curve stands for every display curve, which is near enough for weights) and with alpha
 * multiplied in. Rows come and go one at a time, so memory beyond the result is a few dozen rows.
 */
export function resize(raster: Raster, width: number, height: number): Raster {
  if (width === raster.width && height === raster.height) return raster;
  const max = raster.data instanceof Uint16Array ? 65_535 : 255;
  const light = Float32Array.from({ length: max + 1 }, (_, value) => srgbToLight(value / max));
  const data =
    max === 255 ? new Uint8ClampedArray(width * height * 4) : new Uint16Array(width * height * 4);
  const columns = contributions(raster.width, width);
  const rows = contributions(raster.height, height);
  const ring = Array.from({ length: rows.taps }, () => new Float32Array(width * 4));
  const linear = new Float32Array(raster.width * 4);
  const sum = new Float32Array(width * 4);
  let ready = 0;
  for (let y = 0; y < height; y++) {
    const first = rows.first[y]!;
    for (ready = Math.max(ready, first); ready < first + rows.taps; ready++) {
      readRow(raster, ready, light, linear);
      shrinkRow(linear, columns, ring[ready % rows.taps]!);
    }
    sum.fill(0);
    for (let tap = 0; tap < rows.taps; tap++) {
      const weight = rows.weights[y * rows.taps + tap]!;
      if (weight === 0) continue;
      const row = ring[(first + tap) % rows.taps]!;
      for (let i = 0; i < sum.length; i++) sum[i]! += row[i]! * weight;
    }
    writeRow(sum, data, y * width * 4, max, raster.premultiplied);
  }
  return { ...raster, width, height, data };
}

/** One row as light, multiplied by alpha. */
function readRow(
  { data, width, opaque, premultiplied }: Raster,
  y: number,
  light: Float32Array,
  out: Float32Array,
): void {
  const max = light.length - 1;
  let from = y * width * 4;
  for (let to = 0; to < out.length; to += 4, from += 4) {
    const alpha = opaque ? 1 : data[from + 3]! / max;
    const factor = opaque || premultiplied ? 1 : alpha;
    out[to] = light[data[from]!]! * factor;
    out[to + 1] = light[data[from + 1]!]! * factor;
    out[to + 2] = light[data[from + 2]!]! * factor;
    out[to + 3] = alpha;
  }
}

function shrinkRow(
  row: Float32Array,
  { first, weights, taps }: Contributions,
  out: Float32Array,
): void {
  for (let x = 0; x < first.length; x++) {
    let [r, g, b, a] = [0, 0, 0, 0];
    let from = first[x]! * 4;
    const end = (x + 1) * taps;
    for (let tap = x * taps; tap < end; tap++, from += 4) {
      const weight = weights[tap]!;
      r += row[from]! * weight;
      g += row[from + 1]! * weight;
      b += row[from + 2]! * weight;
      a += row[from + 3]! * weight;
    }
    out[x * 4] = r;
    out[x * 4 + 1] = g;
    out[x * 4 + 2] = b;
    out[x * 4 + 3] = a;
  }
}

function writeRow(
  row: Float32Array,
  data: Raster['data'],
  to: number,
  max: 255 | 65_535,
  premultiplied: boolean,
): void {
  const table = encodeTable(max);
  // Uint16Array cuts off what Uint8ClampedArray rounds.
  const half = max === 255 ? 0 : 0.5;
  for (let at = 0; at < row.length; at += 4) {
    const alpha = Math.min(Math.max(row[at + 3]!, 0), 1);
    const factor = premultiplied ? 1 : alpha > 0 ? 1 / alpha : 0;
    data[to + at] = encodeLight(table, row[at]! * factor);
    data[to + at + 1] = encodeLight(table, row[at + 1]! * factor);
    data[to + at + 2] = encodeLight(table, row[at + 2]! * factor);
    data[to + at + 3] = alpha * max + half;
  }
}
