import type { GainMapMetadata } from '../gain-map/metadata.ts';
import type { GainMapSamples } from '../transform/gain-map.ts';
import type { MetadataBlocks } from '../metadata/blocks.ts';
import type { OutputFormat } from '../options.ts';
import type { DecodedPixels } from '../planes/decoded-pixels.ts';
import type { Planes } from '../planes/planes.ts';
import type { Raster } from '../planes/raster.ts';

export interface EncodeSettings {
  /** 50 to 100. */
  quality: number;
  lossless: boolean;
  /** Allows chroma at half resolution. */
  halfChroma: boolean;
  /** Prefers a small file over fast or faithful encoding. */
  small: boolean;
}

/** How parts of a picture are coded that are then joined to a file: as a JPEG, PNG or lossy WebP. */
export type StripCoding = 'mcu-rows' | 'png-rows' | 'macroblocks';

/** An output format. */
export interface OutputCodec {
  format: OutputFormat;
  /** Maximum side in pixels. */
  maxSide: number;
  /** Memory in bytes per pixel that encoding needs besides the raster. */
  encodingBytes(settings: EncodeSettings): number;
  hasAlpha: boolean;
  /** Accepts 16-bit samples. */
  deep: boolean;
  /** Accepts a single channel, and so a gray profile. */
  gray: boolean;
  /** How several workers can make a file; `null` if only one can, by `encode`. */
  strips(settings: EncodeSettings): StripCoding | null;
  /** Loads the code that `encode` needs for these settings. */
  load(settings: EncodeSettings): Promise<void>;
  /**
   * Encodes only the samples. May overwrite the raster, which is unusable afterwards. Throws
   * `encode-failed`.
   */
  encode(raster: Raster, settings: EncodeSettings): Promise<Uint8Array<ArrayBuffer>>;
  /** Encodes planes directly, for formats that store such. Throws `encode-failed`. */
  encodePlanes?(planes: Planes, settings: EncodeSettings): Promise<Uint8Array<ArrayBuffer>>;
  /** Encodes pixels part by part, for formats that can. Throws `encode-failed`. */
  encodePixels?(
    pixels: DecodedPixels,
    gray: boolean,
    settings: EncodeSettings,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** Adds metadata and profile to the result of `encode`. */
  attach(
    bytes: Uint8Array<ArrayBuffer>,
    metadata: MetadataBlocks,
    icc: Uint8Array | undefined,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** Whether `attach` keeps all of this Exif. Present if the format has only `exifRoom` for it. */
  keepsExif?(exif: Uint8Array): Promise<boolean>;
  /** Present if the format supports gain maps. */
  gainMaps?: {
    /** Largest size in bytes of a map's metadata, both in the picture and in the map itself. */
    measureWords(map: Omit<EncodedGainMap, 'bytes'>): number;
    /**
     * Encodes a map in at most `room` bytes, if possible. Takes more bytes where its light would
     * otherwise be visibly wrong. Throws `encode-failed`.
     */
    encode(map: GainMapSamples, room: number, more?: MoreForMap): Promise<Uint8Array<ArrayBuffer>>;
    /** Adds its metadata to a map that `encode` made, as it is stored after a picture. */
    describe(map: EncodedGainMap): Uint8Array<ArrayBuffer>;
    /** Like `attach`, with a map from `encode` or as stored in a file of this format. */
    attach(
      bytes: Uint8Array<ArrayBuffer>,
      metadata: MetadataBlocks,
      icc: Uint8Array | undefined,
      map: EncodedGainMap,
    ): Promise<Uint8Array<ArrayBuffer>>;
  };
  /**
   * Like `attach`, for a picture followed by a gain map (if any) and a video, but without appending
   * the video. Present if the format supports that.
   */
  attachBehind?(
    bytes: Uint8Array<ArrayBuffer>,
    metadata: MetadataBlocks,
    icc: Uint8Array | undefined,
    map: EncodedGainMap | null,
    video: TrailingVideo,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Replaces the metadata of the caller's file and keeps its coded samples and profile. Without a
   * map, the result has none.
   */
  replaceMetadata(
    bytes: Uint8Array<ArrayBuffer>,
    metadata: MetadataBlocks,
    gainMap: EncodedGainMap | null,
  ): Promise<Uint8Array<ArrayBuffer>>;
}

/** A video that follows a picture. */
export interface TrailingVideo {
  /** In bytes. */
  size: number;
  mime: string;
  /** In microseconds, or -1. */
  presentationTime: number;
}

/** Extra room for a map that would look wrong in the normal room. */
export interface MoreForMap {
  bytes: number;
  /** Determines which differences between samples are visible. */
  metadata: GainMapMetadata;
}

export interface EncodedGainMap {
  bytes: Uint8Array<ArrayBuffer>;
  metadata: GainMapMetadata;
  icc: Uint8Array | undefined;
}
