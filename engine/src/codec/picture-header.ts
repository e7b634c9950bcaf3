import type { Placement, Turn } from '../geometry.ts';
import type { FoundGainMap } from './gain-map.ts';
import type { MetadataBlocks } from '../metadata/blocks.ts';
import type { PictureRole } from '../options.ts';
import type { ColorTags } from '../planes/raster.ts';

/** One picture of a file, as its header describes it. */
export interface PictureHeader {
  /** What it is in its file. Default `main`. */
  role?: PictureRole;
  /** Pixels as stored, before `placement`. */
  width: number;
  height: number;
  /** Bits a sample; 8 where the file has fewer. */
  bitDepth: number;
  hasAlpha: boolean;
  /** Whether there is transparency shows only when the samples are decoded. */
  mayHaveAlpha?: boolean;
  gray: boolean;
  /** Color is stored at half the resolution of light in both directions (4:2:0). */
  halfChroma: boolean;
  /** Exif's orientation, 1 to 8, where the format leaves turning to Exif; else 1. */
  orientation: number;
  /** The file stores the picture turned or mirrored. */
  turned: boolean;
  /** What makes the stored picture upright, as far as the decoder does not see to it. */
  placement: Placement;
  /** The same of the picture that the file stores, where its decoder sees to some of it. */
  fromStored?: Placement;
  /** What comes on top of it because Exif alone says how the camera was held; see decision 007. */
  exifTurn?: Turn;
  color: ColorTags;
  metadata: MetadataBlocks;
  gainMap: FoundGainMap;
  /** What the decoder gives, where that is less than the file holds: a browser's, mostly. */
  decodesTo?: {
    bitDepth: number;
    /** Colors come as sRGB whatever the file has them in, and `color` says nothing. */
    srgb: boolean;
  };
}
