import { encodeLight, encodeTable, srgbToLight } from '../color/transfer.ts';
import type { Rectangle } from '../geometry.ts';
import type { Raster } from '../planes/raster.ts';
import { contributions, type Contributions } from './kernel.ts';
import { OpaqueResampler } from './opaque-resampler.ts';
import { requirePlaneResampler } from './plane-resampler.ts';

/** Upright parts of a picture from top to bottom, each as wide as the picture. */
export type Bands = AsyncIterable<Raster> | Iterable<Raster>;

/**
 * Resamples rows that come one after the other to `width` x `height`, with a separable Lanczos kernel
 * of three lobes, in linear light (the sRGB curve stands for every display curve, which is near enough
 * for weights) and with alpha multiplied in; in floating point. Memory beyond the result is a few dozen rows.
 */
class Resampler {
  readonly #result: Raster;
  readonly #area: Rectangle;
  readonly #columns: Contributions;
  readonly #rows: Contributions;
  readonly #light: Float32Array;
  /** The latest rows in their new width, each at its number modulo the count. */
  readonly #ring: Float32Array[];
  readonly #linear: Float32Array;
  readonly #sum: Float32Array;
  /** Rows of the area that have come, and of the result that are done. */
  #taken = 0;
  #done = 0;

  /** `like` is any part of the source, whose form the result has; `area` is what is taken of the source. */
  constructor(like: Raster, area: Rectangle, width: number, height: number) {
    const deep = like.data instanceof Uint16Array;
    const max = deep ? 65_535 : 255;
    const size = width * height * 4;
    const data = deep ? new Uint16Array(size) : new Uint8ClampedArray(size);
    this.#result = { ...like, width, height, data };
    this.#area = area;
    this.#light = Float32Array.from({ length: max + 1 }, (_, value) => srgbToLight(value / max));
    this.#columns = contributions({ start: 0, length: area.width }, area.width, width);
    this.#rows = contributions({ start: 0, length: area.height }, area.height, height);
    this.#ring = Array.from({ length: this.#rows.taps }, () => new Float32Array(width * 4));
    this.#linear = new Float32Array(area.width * 4);
    this.#sum = new Float32Array(width * 4);
  }

  /** Takes the next rows of the source; `top` is the first one's number. */
  push(band: Raster, top: number): void {
    const { x, y, height } = this.#area;
    for (let row = 0; row < band.height; row++) {
      const number = top + row - y;
      if (number < 0 || number >= height) continue;
      readRow(band, x, row, this.#light, this.#linear);
      shrinkRow(this.#linear, this.#columns, this.#ring[number % this.#rows.taps]!);
      this.#taken = number + 1;
      this.#writeReady();
    }
  }

  finish(): Raster {
    return this.#result;
  }

  #writeReady(): void {
    const { first, weights, taps } = this.#rows;
    const { data, width, height, premultiplied } = this.#result;
    const sum = this.#sum;
    for (; this.#done < height; this.#done++) {
      const start = first[this.#done]!;
      if (start + taps > this.#taken) return;
      sum.fill(0);
      for (let tap = 0; tap < taps; tap++) {
        const weight = weights[this.#done * taps + tap]!;
        if (weight === 0) continue;
        const row = this.#ring[(start + tap) % taps]!;
        for (let i = 0; i < sum.length; i++) sum[i]! += row[i]! * weight;
      }
      const max = data instanceof Uint16Array ? 65_535 : 255;
      writeRow(sum, data, this.#done * width * 4, max, premultiplied);
    }
  }
}

/** With SIMD where the pixels are of the usual kind. */
async function findResampler(
  like: Raster,
  area: Rectangle,
  width: number,
  height: number,
): Promise<Resampler | OpaqueResampler> {
  if (!like.opaque || like.data instanceof Uint16Array) {
    return new Resampler(like, area, width, height);
  }
  return new OpaqueResampler(await requirePlaneResampler(), like, area, { width, height });
}

/** Resamples a raster; see `Resampler`. Returns the raster itself when it has the size already. */
export async function resize(raster: Raster, width: number, height: number): Promise<Raster> {
  if (width === raster.width && height === raster.height) return raster;
  const area = { x: 0, y: 0, width: raster.width, height: raster.height };
  return resizeBands([raster], area, width, height);
}

/**
 * Like `resize`, for the part `area` of a picture of which never more than a band is in memory. Throws
 * `unsupported-feature` for bands of different kinds.
 */
export async function resizeBands(
  bands: Bands,
  area: Rectangle,
  width: number,
  height: number,
): Promise<Raster> {
  let resampler: Resampler | OpaqueResampler | null = null;
  let top = 0;
  for await (const band of bands) {
    resampler ??= await findResampler(band, area, width, height);
    resampler.push(band, top);
    top += band.height;
  }
  return resampler!.finish();
}

/** Part of one row, from column `x` on, as light multiplied by alpha. */
function readRow(
  { data, width, opaque, premultiplied }: Raster,
  x: number,
  y: number,
  light: Float32Array,
  out: Float32Array,
): void {
  const max = light.length - 1;
  let from = (y * width + x) * 4;
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
