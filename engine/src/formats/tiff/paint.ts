import { opaqueAlpha, type Raster } from '../../planes/raster.ts';
import type { Samples } from './unpack.ts';

/** What a strip or a tile covers of a picture, in pixels. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Target = Pick<Raster, 'width' | 'data'>;

/** Which samples of a pixel are red, green and blue: all the same one for gray. */
export interface Channels {
  red: number;
  green: number;
  blue: number;
  /** Below 0 where there is none. */
  alpha: number;
  /** 0 is white. */
  isInverted: boolean;
}

/** Puts samples of 8 bits into pixels of 8 bits. */
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

/** The same of 16 bits. */
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

/** Puts samples of gray or of colors where they belong. They have as many bits as the target. */
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
 * Puts colors of a palette where their indices are.
 *
 * @param palette RGBA as one number, one for each value that an index can have.
 * @param alphas What alpha's values stand for, where there is alpha behind an index.
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
