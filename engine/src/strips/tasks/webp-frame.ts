import type { Size } from '../../geometry.ts';
import type { MetadataBlocks } from '../../metadata/blocks.ts';

/** A lossy WebP without its macroblocks. */
export interface WebpFrame extends Size {
  quality: number;
  metadata: MetadataBlocks;
  icc: Uint8Array | undefined;
  /** See `addAlpha`. */
  alpha: Uint8Array | null;
}
