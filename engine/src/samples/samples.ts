import type { ChromaFormat } from '../planes/planes.ts';
import type { ColorTags } from '../planes/raster.ts';
import type { Rectangle } from '../geometry.ts';
import type { ResizeOptions, Rotation } from '../options.ts';

/** An upright picture as pixels. */
export interface PixelSamples {
  /** Size in pixels, 1 to 65,500 each. */
  width: number;
  height: number;
  /**
   * Red, green, blue and alpha of each pixel, row by row from the top, without gaps: `4 * width *
   * height` samples. 8-bit samples (0 to 255) are in a `Uint8ClampedArray`, 16-bit ones (0 to
   * 65,535, whatever the file's depth) in a `Uint16Array`. Alpha is straight: colors are not
   * multiplied by it.
   */
  data: Uint8ClampedArray<ArrayBuffer> | Uint16Array<ArrayBuffer>;
  /** Whether every alpha sample is at its maximum. */
  opaque: boolean;
  /** The color space of the samples. Empty for sRGB. */
  color: ColorTags;
}

/**
 * An upright picture as planes of luma and color differences, as a JPEG holds them: 8 bits, full
 * range (0 to 255, differences centered on 128), ITU-R BT.601 matrix.
 */
export interface PlaneSamples {
  /** Size in luma samples, 1 to 65,500 each. */
  width: number;
  height: number;
  /**
   * `4:2:0` halves both sides of the chroma planes, rounded up; `4:2:2` halves their width; `4:4:4`
   * keeps both; `4:0:0` has no chroma planes.
   */
  chroma: ChromaFormat;
  /** Y, Cb and Cr, or only Y. */
  planes: Uint8Array<ArrayBuffer>[];
  /** Samples from one row to the next, by plane. */
  strides: number[];
  /** The color space of the RGB that the matrix gives. Empty for sRGB. */
  color: ColorTags;
}

export type Samples = PixelSamples | PlaneSamples;

/** Options for decoding. All fields are optional. */
export interface DecodeOptions {
  /** Default `pixels`. */
  as?: 'pixels' | 'planes';
  /** Bits per sample of pixels. Default 8, to which deeper pictures are dithered. Planes have 8. */
  bitDepth?: 8 | 16;
  /**
   * `as-is` keeps the samples, and the result's `color` describes them. `srgb` converts them to
   * sRGB, which canvas, WebGL and most models expect. Default `as-is`.
   */
  color?: 'as-is' | 'srgb';
  /**
   * `tone-map` converts PQ and HLG pictures to SDR in sRGB. `keep` keeps their samples and needs
   * 16-bit pixels. Default `tone-map`.
   */
  hdr?: 'tone-map' | 'keep';
  /**
   * `#rrggbb` onto which transparent pixels are blended in planes, which have no alpha. Default
   * white.
   */
  background?: string;
  /** Part of the upright picture to keep, before any resize. */
  crop?: Rectangle;
  resize?: ResizeOptions;
  /** Clockwise degrees to turn the upright picture, before `crop` and `resize`. Default 0. */
  rotate?: Rotation;
  /** Mirrors the picture, after `rotate`. Default: no mirroring. */
  flip?: 'horizontal' | 'vertical';
  /** See `ConvertOptions.exifOrientation`. */
  exifOrientation?: 'apply' | 'ignore';
  /**
   * For measuring a picture in a fraction of the time: decodes only 2 to 100 of its coded tiles,
   * side by side, some that take few bytes and some that take many. Decodes everything with
   * `resize`, and for pictures with at most twice as many tiles. Default: all.
   */
  tiles?: number;
}

/** The result type of `decode` for these options. */
export type DecodedAs<Options extends DecodeOptions> = Options extends { as: 'planes' }
  ? PlaneSamples
  : PixelSamples;

/** Pixels to encode, for example an `ImageData`. Transparency is detected from the samples. */
export interface PixelsToEncode {
  width: number;
  height: number;
  /** As in `PixelSamples`. Extra samples at the end are ignored. */
  data: Uint8ClampedArray | Uint8Array | Uint16Array;
  /** Default: an `ImageData`'s `colorSpace`, otherwise sRGB. */
  color?: ColorTags;
  colorSpace?: string;
}

/** Planes to encode unchanged. */
export interface PlanesToEncode {
  width: number;
  height: number;
  chroma: ChromaFormat;
  planes: Uint8Array[];
  strides: number[];
  color?: ColorTags;
  /**
   * False for luma from 16 to 235 and differences from 16 to 240, as in most video. Default true.
   */
  fullRange?: boolean;
  /** A code point of ITU-T H.273: 1 for BT.709, 5 or 6 for BT.601, 9 for BT.2020. Default 6. */
  matrix?: number;
}

export type SamplesToEncode = PixelsToEncode | PlanesToEncode;

/** Options for encoding. All fields are optional. */
export interface EncodeJpegOptions {
  /** 50 to 100, default 92. */
  quality?: number;
  /** Chroma resolution for pixels. Default `4:4:4`, and `4:2:0` below quality 90. */
  chroma?: '4:2:0' | '4:4:4';
  /** `#rrggbb` onto which transparent pixels are blended. Default white. */
  background?: string;
}
