import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import type { Raster } from '../planes/raster.ts';
import { parseColor } from './color-text.ts';

/** Undoes a multiplication by alpha, in place; gives the raster back. */
export function unpremultiply(raster: Raster): Raster {
  if (!raster.premultiplied) return raster;
  const { data } = raster;
  const max = data instanceof Uint16Array ? 65_535 : 255;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    if (alpha === max || alpha === 0) continue;
    for (let channel = at; channel < at + 3; channel++) {
      data[channel] = Math.min((data[channel]! * max) / alpha + 0.5, max);
    }
  }
  raster.premultiplied = false;
  return raster;
}

/** Sets `opaque` when no pixel turns out to be transparent. */
export function findOpaque(raster: Raster): void {
  if (raster.opaque) return;
  const { data } = raster;
  const max = data instanceof Uint16Array ? 65_535 : 255;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== max) return;
  raster.opaque = true;
  raster.premultiplied = false;
}

/** Lays straight RGBA on a color, in place, in the encoded values as every viewer does. */
export function flatten(raster: Raster, background: string): void {
  if (raster.opaque) return;
  const { data } = raster;
  const max = data instanceof Uint16Array ? 65_535 : 255;
  const [red, green, blue] = parseColor(background).map((value) => (value * max) / 255);
  const half = max === 255 ? 0 : 0.5;
  for (let at = 0; at < data.length; at += 4) {
    // Most pixels of most pictures.
    if (data[at + 3] === max) continue;
    const alpha = data[at + 3]! / max;
    const rest = 1 - alpha;
    data[at] = data[at]! * alpha + red! * rest + half;
    data[at + 1] = data[at + 1]! * alpha + green! * rest + half;
    data[at + 2] = data[at + 2]! * alpha + blue! * rest + half;
    data[at + 3] = max;
  }
  raster.opaque = true;
  if (red !== green || green !== blue) raster.gray = false;
}

/** Pixels that lie on a color as soon as they are copied. */
export class FilledPixels implements DecodedPixels {
  readonly opaque = true;
  readonly #pixels: DecodedPixels;
  /** In the order of the pixels. */
  readonly #background: readonly [number, number, number];
  #isFilled = false;

  /** @param pixels Straight RGBA. */
  constructor(pixels: DecodedPixels, background: string) {
    this.#pixels = pixels;
    const [red, green, blue] = parseColor(background);
    this.#background = pixels.order === 'rgb' ? [red, green, blue] : [blue, green, red];
  }

  get width(): number {
    return this.#pixels.width;
  }

  get height(): number {
    return this.#pixels.height;
  }

  get order(): DecodedPixels['order'] {
    return this.#pixels.order;
  }

  /** Whether any pixel so far was not opaque. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  async copy(top: number, rows: number, target: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#pixels.copy(top, rows, target);
    const [first, second, third] = this.#background;
    for (let at = 3; at < target.length; at += 4) {
      const alpha = target[at]!;
      if (alpha === 255) continue;
      this.#isFilled = true;
      const rest = 255 - alpha;
      target[at - 3] = (target[at - 3]! * alpha + first * rest + 127) / 255;
      target[at - 2] = (target[at - 2]! * alpha + second * rest + 127) / 255;
      target[at - 1] = (target[at - 1]! * alpha + third * rest + 127) / 255;
    }
  }

  close(): void {
    this.#pixels.close();
  }
}
