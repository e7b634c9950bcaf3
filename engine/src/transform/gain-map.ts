import type { Size } from '../geometry.ts';
import type { Raster } from '../planes/raster.ts';
import { followArea, type Area } from './follow-area.ts';

/**
 * Samples of an upright gain map: rows without padding, one value or red, green and blue per pixel.
 */
export interface GainMapSamples {
  width: number;
  height: number;
  channels: 1 | 3;
  data: Uint8Array<ArrayBuffer>;
}

/** The map's samples in 8 bits, mapped by `table` to the values that its metadata refers to. */
export function samplesOf(
  { channels, table }: { channels: 1 | 3; table: Uint8Array | null },
  raster: Raster,
): GainMapSamples {
  const { width, height, data } = raster;
  const samples = new Uint8Array(width * height * channels);
  const scale = data instanceof Uint16Array ? 1 / 257 : 1;
  for (let from = 0, to = 0; from < data.length; from += 4) {
    for (let channel = 0; channel < channels; channel++, to++) {
      const sample = Math.round(data[from + channel]! * scale);
      samples[to] = table ? table[sample]! : sample;
    }
  }
  return { width, height, channels, data: samples };
}

/** The source samples of each target sample, with their weights. */
interface Shares {
  /** Index of the first source sample. */
  first: Int32Array;
  /** `maxShares` weights per target sample; unused ones are zero. */
  shares: Float32Array;
  maxShares: number;
}

function sharesOf(start: number, length: number, source: number, target: number): Shares {
  const step = length / target;
  const maxShares = Math.ceil(step) + 2;
  const first = new Int32Array(target);
  const shares = new Float32Array(target * maxShares);
  for (let index = 0; index < target; index++) {
    const from = Math.min(Math.max(start + index * step, 0), source - 1e-6);
    const to = Math.min(Math.max(start + (index + 1) * step, from + 1e-6), source);
    first[index] = Math.floor(from);
    for (let at = Math.floor(from), slot = index * maxShares; at < to; at++, slot++) {
      shares[slot] = (Math.min(to, at + 1) - Math.max(from, at)) / (to - from);
    }
  }
  return { first, shares, maxShares };
}

/** Halves a map with even sides. Gives the same means as the general way, faster. */
function halveEven({ width, height, channels, data }: GainMapSamples): GainMapSamples {
  const half = { width: width / 2, height: height / 2 };
  const result = new Uint8Array(half.width * half.height * channels);
  const row = width * channels;
  let to = 0;
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      for (let channel = 0; channel < channels; channel++) {
        const at = y * row + x * channels + channel;
        const sum = data[at]! + data[at + channels]! + data[at + row]! + data[at + row + channels]!;
        result[to++] = (sum + 2) >> 2;
      }
    }
  }
  return { ...half, channels, data: result };
}

/**
 * Scales a part of a map down. Each sample is the mean of those it covers. Averages coded samples,
 * which is averaging stops: this keeps edges from showing.
 */
export function resampleGainMap(
  map: GainMapSamples,
  area: Area,
  width: number,
  height: number,
): GainMapSamples {
  const { channels, data } = map;
  const isWhole =
    area.x === 0 && area.y === 0 && area.width === map.width && area.height === map.height;
  if (isWhole && width === map.width && height === map.height) return map;
  if (isWhole && 2 * width === map.width && 2 * height === map.height) return halveEven(map);
  const columns = sharesOf(area.x, area.width, map.width, width);
  const rows = sharesOf(area.y, area.height, map.height, height);
  const result = new Uint8Array(width * height * channels);
  const line = new Float32Array(map.width * channels);
  for (let y = 0; y < height; y++) {
    line.fill(0);
    for (let slot = 0; slot < rows.maxShares; slot++) {
      const share = rows.shares[y * rows.maxShares + slot]!;
      if (share === 0) continue;
      const from = (rows.first[y]! + slot) * line.length;
      for (let at = 0; at < line.length; at++) line[at]! += data[from + at]! * share;
    }
    const to = y * width * channels;
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        for (let slot = 0; slot < columns.maxShares; slot++) {
          const share = columns.shares[x * columns.maxShares + slot]!;
          if (share !== 0) sum += line[(columns.first[x]! + slot) * channels + channel]! * share;
        }
        result[to + x * channels + channel] = Math.round(sum);
      }
    }
  }
  return { width, height, channels, data: result };
}

/**
 * The map for `area` of its picture, scaled to `size`. Keeps the number of map pixels per picture
 * pixel, but never enlarges the map.
 *
 * @param upright Size of the whole picture.
 */
export function followPicture(
  map: GainMapSamples,
  upright: Size,
  area: Area,
  size: Size,
): GainMapSamples {
  const followed = followArea(map, upright, area, size);
  return resampleGainMap(map, followed.area, followed.size.width, followed.size.height);
}

/**
 * Makes a map of half the sides from shares, one per pixel, of how much tone mapping has darkened
 * it.
 */
export function halveShares(
  { width, height }: Size,
  shares: Uint8Array<ArrayBuffer>,
): GainMapSamples {
  const whole = { x: 0, y: 0, width, height };
  const map: GainMapSamples = { width, height, channels: 1, data: shares };
  return resampleGainMap(map, whole, Math.ceil(width / 2), Math.ceil(height / 2));
}
