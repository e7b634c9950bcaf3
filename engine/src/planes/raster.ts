/** How the numbers of a picture become light: an ICC profile, code points of ITU-T H.273, or neither (then sRGB). */
export interface ColorTags {
  icc?: Uint8Array;
  /** H.273: color primaries and transfer characteristics. Matrix and range are undone by the decoder. */
  cicp?: { primaries: number; transfer: number };
}

/**
 * Decoded samples on their way through the pipeline: interleaved RGBA rows without padding.
 * `Uint16Array` samples use the whole range 0 to 65535 whatever the depth in the file was.
 */
export interface Raster {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer> | Uint16Array<ArrayBuffer>;
  /** True when every alpha sample is known to be at its maximum. */
  opaque: boolean;
  /** True when red, green and blue are known to be equal in every pixel. */
  gray: boolean;
  /** True when the color samples are already multiplied by alpha. */
  premultiplied: boolean;
  color: ColorTags;
  /** The decoder complained of something that may or may not show. */
  mayBeDamaged?: boolean;
}

/** RGBA rows without gaps. */
export type PixelRows = Pick<Raster, 'width' | 'height' | 'data'>;

/** Alpha of 255 in the top byte of a little-endian pixel, as every machine with WebAssembly has it. */
export const opaqueAlpha = 255 << 24;

/** Opaque RGBA of three planes of the same size. */
export function joinColors(
  red: Uint8Array,
  green: Uint8Array,
  blue: Uint8Array,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint32Array(red.length);
  for (let at = 0; at < pixels.length; at++) {
    pixels[at] = red[at]! | (green[at]! << 8) | (blue[at]! << 16) | opaqueAlpha;
  }
  return new Uint8ClampedArray(pixels.buffer);
}

/** What decoders give of a picture whose colors only its container knows. */
export type UntaggedRaster = Omit<Raster, 'color' | 'gray'>;
