import type { GainMapMetadata } from '../gain-map/metadata.ts';
import type { PlanarPicture } from '../tiles/planar-picture.ts';
import type { Raster } from '../planes/raster.ts';

/** The gain map of a picture, which makes it HDR on capable screens. */
export interface GainMap {
  metadata: GainMapMetadata;
  /**
   * Maps each 8-bit sample to the value that `metadata` refers to. `null` where samples already are
   * such values.
   */
  table: Uint8Array<ArrayBuffer> | null;
  /** 1 when all colors have the same gain. */
  channels: 1 | 3;
  /** Size in pixels once upright. The map covers the upright picture, mostly with fewer pixels. */
  width: number;
  height: number;
  /** Profile of the alternate picture, if the gain applies to its colors. */
  icc: Uint8Array | undefined;
  /** Decodes the map upright, without applying `table`. Throws like `Source.decode`. */
  decode(): Promise<Raster>;
  /** The map as its container describes it, for decoding it in parts to planes. */
  picture?: PlanarPicture;
  /** A JPEG's map as stored in the file, with the turn of its picture. */
  stored?: {
    jpeg: Uint8Array<ArrayBuffer>;
    decode(): Promise<Raster>;
  };
}

/** `unusable` when it is broken, of an unknown kind, or belongs to another picture. */
export type FoundGainMap = GainMap | 'unusable' | null;
