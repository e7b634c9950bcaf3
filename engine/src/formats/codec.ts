import type { Picture } from '../heif/pictures.ts';
import type { Placement } from '../heif/transforms.ts';
import type { InputFormat, OutputFormat } from '../options.ts';
import type { Planes } from '../planes/planes.ts';
import type { ColorTags, MetadataBlocks, Raster } from '../planes/raster.ts';
import type { Bands } from '../transform/resize.ts';

/** One picture of a file, as its header describes it. */
export interface PictureHeader {
  /** Pixels as stored, before `placement`. */
  width: number;
  height: number;
  /** Bits a sample; 8 where the file has fewer. */
  bitDepth: number;
  hasAlpha: boolean;
  gray: boolean;
  /** Colour is stored at half the resolution of light in both directions (4:2:0). */
  halfChroma: boolean;
  /** Exif's orientation, 1 to 8, where the format leaves turning to Exif; else 1. */
  orientation: number;
  /** The file stores the picture turned or mirrored. */
  turned: boolean;
  /** What makes the stored picture upright, as far as the decoder does not see to it. */
  placement: Placement;
  color: ColorTags;
  metadata: MetadataBlocks;
  hasGainMap: boolean;
  /** What the decoder gives, where that is less than the file holds: a browser's, mostly. */
  decodesTo?: {
    bitDepth: number;
    /** Colours come as sRGB whatever the file has them in, and `color` says nothing. */
    srgb: boolean;
  };
}

/** A file whose header has been read; nothing is decoded yet. */
export interface Source {
  format: InputFormat;
  /** The primary picture first. */
  pictures: PictureHeader[];
  animated: boolean;
  /** A video is inside, as in motion photos. */
  hasVideo: boolean;
  /** The samples are stored without loss. */
  lossless: boolean;
  /** Loads the code that `decode` needs. */
  load(): Promise<void>;
  /**
   * Decodes picture `index` as stored: `placement` is still to be applied.
   * Calls `onLoad` before it fetches code that `load` did not, and again when it is there.
   * Throws `corrupt-file`, `unsupported-feature`, `too-large` or `out-of-memory`.
   */
  decode(index: number, onLoad?: (state: 'begins' | 'done') => void): Promise<Raster>;
  /**
   * Picture `index` as planes of Y, Cb and Cr, where that loses less than RGB and the browser can do
   * it; else `null`, also for damaged pictures. Colours are BT.601's.
   */
  decodePlanes?(index: number): Promise<Planes | null>;
  /**
   * Picture `index` as pixels that stay where they were decoded until they are read, where it is opaque,
   * of 8 bits, and the browser can do it; else `null`, also for damaged pictures.
   */
  decodePixels?(index: number): Promise<DecodedPixels | null>;
  /**
   * Picture `index` upright, with its placement, in bands from top to bottom, so that it need not fit
   * into memory. `null` for pictures that can't be decoded in parts.
   */
  findBands?(index: number): BandedPicture | null;
  /** Picture `index` as the container describes it, for decoding its parts to planes. */
  findPicture?(index: number): Picture;
}

/** An opaque picture that the browser has decoded and keeps. */
export interface DecodedPixels {
  width: number;
  height: number;
  /** So many rows from `top` on, as RGBA of 8 bits a sample. */
  read(top: number, rows: number): Promise<Uint8ClampedArray<ArrayBuffer>>;
  /** Gives the browser's memory back. */
  close(): void;
}

/** A picture that is decoded part by part. */
export interface BandedPicture {
  /** Pixels of the biggest band, and of what is decoded for it. */
  bandPixels: number;
  /** Decodes; throws like `Source.decode`, and `unsupported-feature` when only `decode` can do it. */
  read(): Bands;
}

/** A format the engine reads. */
export interface InputCodec {
  format: InputFormat;
  /** Reads the header. Throws `corrupt-file` or `unsupported-feature`. */
  open(bytes: Uint8Array<ArrayBuffer>): Promise<Source>;
}

export interface EncodeSettings {
  /** 50 to 100. */
  quality: number;
  lossless: boolean;
  /** Colour may be stored at half resolution. */
  halfChroma: boolean;
  /** A small file is wanted more than a quick or a faithful one. */
  small: boolean;
}

/** A format the engine writes. */
export interface OutputCodec {
  format: OutputFormat;
  /** Pixels a side at most. */
  maxSide: number;
  /** Memory that encoding takes for each pixel, beyond the raster. */
  encodingBytes: number;
  /** The same where a small file is asked for, if that takes more. */
  smallEncodingBytes?: number;
  hasAlpha: boolean;
  /** Takes 16-bit samples. */
  deep: boolean;
  /** Takes one channel, and so a gray profile. */
  gray: boolean;
  /** Loads the code that `encode` needs with the same settings. */
  load(settings: EncodeSettings): Promise<void>;
  /** Encodes samples only. Throws `encode-failed`. */
  encode(raster: Raster, settings: EncodeSettings): Promise<Uint8Array<ArrayBuffer>>;
  /** Encodes planes as they are, where the format has such. Throws `encode-failed`. */
  encodePlanes?(planes: Planes, settings: EncodeSettings): Promise<Uint8Array<ArrayBuffer>>;
  /** Encodes pixels part by part, where the format can. Throws `encode-failed`. */
  encodePixels?(
    pixels: DecodedPixels,
    gray: boolean,
    settings: EncodeSettings,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** Puts metadata and profile into what `encode` made. */
  attach(
    bytes: Uint8Array<ArrayBuffer>,
    metadata: MetadataBlocks,
    icc: Uint8Array | undefined,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** The caller's own file with other metadata, its coded samples and profile untouched. */
  replaceMetadata(
    bytes: Uint8Array<ArrayBuffer>,
    metadata: MetadataBlocks,
  ): Promise<Uint8Array<ArrayBuffer>>;
}
