import { opaqueAlpha, type Raster } from '../../planes/raster.ts';
import type { Samples } from './unpack.ts';

/** The part of a picture that a strip or tile covers, in pixels. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Target = Pick<Raster, 'width' | 'data'>;

/** Indices of red, green and blue in a pixel's samples. All are equal for gray. */
export interface Channels {
  red: number;
  green: number;
  blue: number;
  /** Negative if there is none. */
  alpha: number;
  /** 0 is white. */
  isInverted: boolean;
}

/** Copies 8-bit samples to 8-bit pixels. */
function paintBytes(
  { data, width, count }: Samples,
  place: Place,
  target: Target,
  { red, green, blue, alpha, isInverted }: Channels,
): void {
  const pixels = new Uint32Array(target.data.buffer);
  const flip = isInverted ? 0xffffff : 0;
  for (let row = 0; row < place.height; row++) {
    let to = (place.y + row) * target.width + place.x;
    let from = row * width * count;
    const end = to + place.width;
    if (alpha >= 0) {
      for (; to < end; to++, from += count)
        pixels[to] =
          ((data[from + red]! | (data[from + green]! << 8) | (data[from + blue]! << 16)) ^ flip) |
          (data[from + alpha]! << 24);
    } else {
      for (; to < end; to++, from += count)
        pixels[to] =
          ((data[from + red]! | (data[from + green]! << 8) | (data[from + blue]! << 16)) ^ flip) |
          opaqueAlpha;
    }
  }
}

/** The same for 16 bits. */
function paintDeep(
  { data, width, count }: Samples,
  place: Place,
  target: Target,
  { red, green, blue, alpha, isInverted }: Channels,
): void {
  const pixels = target.data;
  const flip = isInverted ? 65_535 : 0;
  for (let row = 0; row < place.height; row++) {
    let to = ((place.y + row) * target.width + place.x) * 4;
    let from = row * width * count;
    for (const end = to + place.width * 4; to < end; to += 4, from += count) {
      pixels[to] = data[from + red]! ^ flip;
      pixels[to + 1] = data[from + green]! ^ flip;
      pixels[to + 2] = data[from + blue]! ^ flip;
      pixels[to + 3] = alpha >= 0 ? data[from + alpha]! : 65_535;
    }
  }
}

/** Copies gray or color samples to their place. They must have the target's bit depth. */
export function paintChannels(
  samples: Samples,
  place: Place,
  target: Target,
  channels: Channels,
): void {
  if (target.data instanceof Uint16Array) paintDeep(samples, place, target, channels);
  else paintBytes(samples, place, target, channels);
}

/**
 * Paints palette colors by index.
 *
 * @param palette Color per index, RGBA as one number.
 * @param alphas Alpha by sample value, where alpha follows the index.
 */
export function paintPalette(
  { data, width, count }: Samples,
  place: Place,
  target: Target,
  palette: Uint32Array,
  alphas: Uint8Array | null,
): void {
  const pixels = new Uint32Array(target.data.buffer);
  for (let row = 0; row < place.height; row++) {
    let to = (place.y + row) * target.width + place.x;
    let from = row * width * count;
    for (const end = to + place.width; to < end; to++, from += count) {
      const color = palette[data[from]!]!;
      pixels[to] = alphas ? (color & 0xffffff) | (alphas[data[from + 1]!]! << 24) : color;
    }
  }
}
