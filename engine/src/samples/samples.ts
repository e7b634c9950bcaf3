import type { ChromaFormat } from '../planes/planes.ts';
import type { ColorTags } from '../planes/raster.ts';
import type { Rectangle } from '../geometry.ts';
import type { ResizeOptions, Rotation } from '../options.ts';

/** A picture as pixels, upright. */
export interface PixelSamples {
  /** Pixels, 1 to 65,500 each. */
  width: number;
  height: number;
  /**
   * Red, green, blue and alpha of each pixel, row after row from the top, without gaps: `4 * width *
   * height` samples. Of 8 bits (0 to 255) in a `Uint8ClampedArray`, of 16 (0 to 65,535, whatever the
   * depth in the file) in a `Uint16Array`. Alpha is straight: colors are not multiplied by it.
   */
  data: Uint8ClampedArray<ArrayBuffer> | Uint16Array<ArrayBuffer>;
  /** Every alpha sample is at its maximum. */
  opaque: boolean;
  /** How the numbers become light; empty for sRGB. */
  color: ColorTags;
}

/**
 * A picture as planes of light and color differences, upright, as a JPEG holds them: 8 bits, full range (0
 * to 255, differences around 128), the matrix of ITU-R BT.601.
 */
export interface PlaneSamples {
  /** Luma samples, 1 to 65,500 each. */
  width: number;
  height: number;
  /**
   * `4:2:0` halves both sides of the planes of color, rounded up, `4:2:2` their width; `4:4:4` keeps them;
   * `4:0:0` has none.
   */
  chroma: ChromaFormat;
  /** Y, Cb and Cr, or Y alone. */
  planes: Uint8Array<ArrayBuffer>[];
  /** For each plane, samples from one row to the next. */
  strides: number[];
  /** How the colors that the matrix gives become light; empty for sRGB. */
  color: ColorTags;
}

export type Samples = PixelSamples | PlaneSamples;

/** What a caller may ask of decoding. All fields are optional. */
export interface DecodeOptions {
  /** Default `pixels`. */
  as?: 'pixels' | 'planes';
  /** Bits of a sample of pixels. Default 8, to which deeper pictures are dithered. Planes have 8. */
  bitDepth?: 8 | 16;
  /**
   * `as-is` keeps the samples, and `color` says what they mean; `srgb` transforms them, which is what canvas,
   * WebGL and most models expect. Default `as-is`.
   */
  color?: 'as-is' | 'srgb';
  /**
   * Pictures in PQ or HLG become ordinary ones in sRGB, or keep their samples, for which pixels of 16 bits
   * are. Default `tone-map`.
   */
  hdr?: 'tone-map' | 'keep';
  /** `#rrggbb` that transparency is laid on in planes, which have none. Default white. */
  background?: string;
  /** Cut from the upright picture, before any resize. */
  crop?: Rectangle;
  resize?: ResizeOptions;
  /** Degrees clockwise that the upright picture is turned by, before `crop` and `resize`. Default 0. */
  rotate?: Rotation;
  /** Mirrors the picture, after `rotate`. Default: not. */
  flip?: 'horizontal' | 'vertical';
  /** See `ConvertOptions.exifOrientation`. */
  exifOrientation?: 'apply' | 'ignore';
  /**
   * To measure a picture in a fraction of the time: planes of 2 to 100 of its coded tiles only, side by side,
   * of those that take few bytes and those that take many. Of pictures that have not more than twice as many
   * tiles, and with `resize`, all is decoded. Default: all.
   */
  tiles?: number;
}

/** What `decode` gives for these options. */
export type DecodedAs<Options extends DecodeOptions> = Options extends { as: 'planes' }
  ? PlaneSamples
  : PixelSamples;

/** Pixels to encode; an `ImageData` is one. Transparency is found in the samples. */
export interface PixelsToEncode {
  width: number;
  height: number;
  /** As in `PixelSamples`; more samples than needed are left unread. */
  data: Uint8ClampedArray | Uint8Array | Uint16Array;
  /** Default: what an `ImageData`'s `colorSpace` says, else sRGB. */
  color?: ColorTags;
  colorSpace?: string;
}

/** Planes to encode, as they are. */
export interface PlanesToEncode {
  width: number;
  height: number;
  chroma: ChromaFormat;
  planes: Uint8Array[];
  strides: number[];
  color?: ColorTags;
  /** False where luma is from 16 to 235 and differences from 16 to 240, as in most video. Default true. */
  fullRange?: boolean;
  /** A code point of ITU-T H.273: 1 for BT.709, 5 or 6 for BT.601, 9 for BT.2020. Default 6. */
  matrix?: number;
}

export type SamplesToEncode = PixelsToEncode | PlanesToEncode;

/** What a caller may ask of encoding. All fields are optional. */
export interface EncodeJpegOptions {
  /** 50 to 100, default 92. */
  quality?: number;
  /** The resolution to keep the color of pixels at. Default `4:4:4`, and `4:2:0` below quality 90. */
  chroma?: '4:2:0' | '4:4:4';
  /** `#rrggbb` that transparency is laid on. Default white. */
  background?: string;
}
