import type { Size } from '../../../geometry.ts';

/** A picture's alpha: 8-bit samples, in rows without gaps. */
export interface AlphaPlane extends Size {
  samples: Uint8Array<ArrayBuffer>;
}
