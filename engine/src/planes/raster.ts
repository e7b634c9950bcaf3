/** Color of a picture: an ICC profile, ITU-T H.273 code points, or neither (which means sRGB). */
export interface ColorTags {
  icc?: Uint8Array;
  /**
   * H.273 color primaries and transfer characteristics. The decoder already applied matrix and
   * range.
   */
  cicp?: { primaries: number; transfer: number };
}

/**
 * Decoded samples in the pipeline: interleaved RGBA rows without padding. `Uint16Array` samples use
 * the full range 0 to 65535, whatever the file's bit depth.
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
  /** The decoder reported a problem that may or may not be visible. */
  mayBeDamaged?: boolean;
  /** Of a damaged file: about which share of the pixels could not be read, above 0 and at most 1. */
  missing?: number;
}

/** RGBA rows without gaps. */
export type PixelRows = Pick<Raster, 'width' | 'height' | 'data'>;

/**
 * Alpha of 255 in the top byte of a pixel. All machines with WebAssembly are little-endian here.
 */
export const opaqueAlpha = 255 << 24;

/** Joins three planes of the same size to opaque RGBA. */
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

/** What decoders return for a picture whose colors only its container knows. */
export type UntaggedRaster = Omit<Raster, 'color' | 'gray'>;
