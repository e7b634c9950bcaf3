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
  /** Color may be stored at half resolution. */
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
  encodingBytes(settings: EncodeSettings): number;
  hasAlpha: boolean;
  /** Takes 16-bit samples. */
  deep: boolean;
  /** Takes one channel, and so a gray profile. */
  gray: boolean;
  /** Loads the code that `encode` needs with the same settings. */
  load(settings: EncodeSettings): Promise<void>;
  /**
   * Encodes samples only, and may put other things in their place: the raster is no picture afterwards. Throws
   * `encode-failed`.
   */
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
  /** Where the format has a place for gain maps. */
  gainMaps?: {
    /** Bytes that the words about a map take at most, in the picture and beside the map's samples. */
    measureWords(map: Omit<EncodedGainMap, 'bytes'>): number;
    /**
     * Encodes a map in at most `room` bytes, where that can be done at all; in more, where its light would
     * be seen to be wrong otherwise. Throws `encode-failed`.
     */
    encode(map: GainMapSamples, room: number, more?: MoreForMap): Promise<Uint8Array<ArrayBuffer>>;
    /** A map that `encode` made, with what it says of itself, as it stands behind a picture. */
    describe(map: EncodedGainMap): Uint8Array<ArrayBuffer>;
    /** Like `attach`, with a map that `encode` made, or one as it is stored in a file of this format. */
    attach(
      bytes: Uint8Array<ArrayBuffer>,
      metadata: MetadataBlocks,
      icc: Uint8Array | undefined,
      map: EncodedGainMap,
    ): Promise<Uint8Array<ArrayBuffer>>;
  };
  /**
   * Like `attach`, for a picture behind which a video is put, and a gain map before that. Without the
   * video itself. Where the format has a place for one.
   */
  attachBehind?(
    bytes: Uint8Array<ArrayBuffer>,
    metadata: MetadataBlocks,
    icc: Uint8Array | undefined,
    map: EncodedGainMap | null,
    video: TrailingVideo,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * The caller's own file with other metadata, its coded samples and profile untouched. Without a map
   * it has none afterwards.
   */
  replaceMetadata(
    bytes: Uint8Array<ArrayBuffer>,
    metadata: MetadataBlocks,
    gainMap: EncodedGainMap | null,
  ): Promise<Uint8Array<ArrayBuffer>>;
}

/** A video behind a picture. */
export interface TrailingVideo {
  /** Bytes. */
  size: number;
  mime: string;
  /** Microseconds, or -1. */
  presentationTime: number;
}

/** What a map may take that is not right in its room. */
export interface MoreForMap {
  bytes: number;
  /** Which differences of samples are seen. */
  metadata: GainMapMetadata;
}

export interface EncodedGainMap {
  bytes: Uint8Array<ArrayBuffer>;
  metadata: GainMapMetadata;
  icc: Uint8Array | undefined;
}
