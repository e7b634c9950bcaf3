import type { GainMapMetadata } from '../gain-map/metadata.ts';
import type { PlanarPicture } from '../heif/pictures.ts';
import type { Raster } from '../planes/raster.ts';

/** A gain map that goes with a picture: what makes it HDR on screens that can show that. */
export interface GainMap {
  metadata: GainMapMetadata;
  /** What each 8-bit sample has to become before `metadata` is true of it; `null` where it is already. */
  table: Uint8Array<ArrayBuffer> | null;
  /** One where all colors gain alike. */
  channels: 1 | 3;
  /** Pixels once upright. It covers what the upright picture shows, mostly with fewer pixels. */
  width: number;
  height: number;
  /** The profile of the alternate picture, where the gain is meant for its colors. */
  icc: Uint8Array | undefined;
  /** Decodes it, upright, as it is coded: `table` is still to be applied. Throws like `Source.decode`. */
  decode(): Promise<Raster>;
  /** What the container says of it, for decoding its parts to planes. */
  picture?: PlanarPicture;
  /** A JPEG's map as it lies in the file, turned like its picture. */
  stored?: {
    jpeg: Uint8Array<ArrayBuffer>;
    decode(): Promise<Raster>;
  };
}

/** `unusable` is one that is broken, of an unknown kind, or of another picture. */
export type FoundGainMap = GainMap | 'unusable' | null;
