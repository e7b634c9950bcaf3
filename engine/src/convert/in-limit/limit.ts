import type { Size } from '../../geometry.ts';

export interface Limit {
  /** Bytes for what is encoded, without metadata. */
  room: number;
  mayShrink: boolean;
}

/** Has fewer pixels than its raster where that was needed, and may. */
export interface EncodedRaster extends Size {
  bytes: Uint8Array<ArrayBuffer>;
}
