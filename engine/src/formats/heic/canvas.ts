/** What decoded parts of a picture are put on: a canvas of RGBA, or one channel of it. */
import { EngineError } from '../../errors.ts';
import type { Rectangle, Size } from '../../geometry.ts';
import type { Raster } from '../../planes/raster.ts';
import type { RgbaRows } from '../../planes/to-rgba.ts';

export function emptySamples(count: number, deep: boolean): Raster['data'] {
  try {
    return deep ? new Uint16Array(count) : new Uint8ClampedArray(count);
  } catch (cause) {
    throw new EngineError('out-of-memory', `${count} samples`, { cause });
  }
}

export function emptyCanvas(width: number, height: number, deep: boolean): Raster {
  const data = emptySamples(width * height * 4, deep);
  return { width, height, data, opaque: true, gray: false, premultiplied: false, color: {} };
}

/** Copies rows. Ignores what extends past the canvas at the right and bottom. */
export function copyRows(rows: RgbaRows, { x, y, width, height }: Rectangle, to: Raster): void {
  const columns = Math.min(width, to.width - x);
  for (let row = 0; row < Math.min(height, to.height - y); row++) {
    const from = row * rows.stride;
    to.data.set(rows.data.subarray(from, from + columns * 4), ((y + row) * to.width + x) * 4);
  }
}

/** Samples of one channel, without gaps. */
export interface Channel extends Size {
  data: Uint8Array | Uint8ClampedArray | Uint16Array;
}

/** Like `copyRows`, for the first channel only. */
export function copyFirst(rows: RgbaRows, { x, y, width, height }: Rectangle, to: Channel): void {
  const columns = Math.min(width, to.width - x);
  for (let row = 0; row < Math.min(height, to.height - y); row++) {
    let at = (y + row) * to.width + x;
    const start = row * rows.stride;
    for (let from = start; from < start + columns * 4; from += 4) to.data[at++] = rows.data[from]!;
  }
}

/** Composites a picture onto another (ISO/IEC 23008-12, 6.6.2.2). */
export function overlay(layer: Raster, to: Raster, x: number, y: number): void {
  const max = to.data instanceof Uint16Array ? 65_535 : 255;
  const half = max === 255 ? 0 : 0.5;
  for (let row = Math.max(0, -y); row < Math.min(layer.height, to.height - y); row++) {
    for (let column = Math.max(0, -x); column < Math.min(layer.width, to.width - x); column++) {
      const from = (row * layer.width + column) * 4;
      const at = ((y + row) * to.width + x + column) * 4;
      const alpha = layer.data[from + 3]! / max;
      const below = (to.data[at + 3]! / max) * (1 - alpha);
      const result = alpha + below;
      for (let channel = 0; channel < 3; channel++) {
        const own = layer.data[from + channel]! * (layer.premultiplied ? 1 : alpha);
        const mixed = own + to.data[at + channel]! * below;
        to.data[at + channel] = result === 0 ? 0 : mixed / result + half;
      }
      to.data[at + 3] = result * max + half;
    }
  }
}

/** Sets a raster's alpha from samples, scaled to its size. */
export function setAlpha(raster: Raster, alpha: Channel, premultiplied: boolean): void {
  const { width, height, data } = raster;
  raster.opaque = false;
  raster.premultiplied = premultiplied;
  if (alpha.width === width && alpha.height === height) {
    for (let at = 0; at < alpha.data.length; at++) data[at * 4 + 3] = alpha.data[at]!;
    return;
  }
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * alpha.height) / height) * alpha.width;
    for (let x = 0; x < width; x++) {
      const column = Math.floor((x * alpha.width) / width);
      data[(y * width + x) * 4 + 3] = alpha.data[row + column]!;
    }
  }
}

export function firstOf(raster: Raster): Channel {
  const { width, height, data } = raster;
  const deep = data instanceof Uint16Array;
  const first = { width, height, data: emptySamples(width * height, deep) };
  copyFirst(
    { data: data as RgbaRows['data'], stride: width * 4 },
    { x: 0, y: 0, width, height },
    first,
  );
  return first;
}
