import type { Size } from '../../geometry.ts';

export interface Limit {
  /** Bytes for the encoded picture, without metadata. */
  room: number;
  mayShrink: boolean;
}

/** Has fewer pixels than its raster if that was necessary and allowed. */
export interface EncodedRaster extends Size {
  bytes: Uint8Array<ArrayBuffer>;
}
