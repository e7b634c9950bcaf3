import type { Placement, Size, Turn } from '../geometry.ts';
import type { FoundGainMap } from './gain-map.ts';
import type { MetadataBlocks } from '../metadata/blocks.ts';
import type { PictureRole } from '../options.ts';
import type { ColorTags } from '../planes/raster.ts';
import { placementOf } from '../transform/orient.ts';

/** A picture of a file, as described by its header. */
export interface PictureHeader {
  /** Its role in the file. Default `main`. */
  role?: PictureRole;
  /** Size as stored, before `placement`. */
  width: number;
  height: number;
  /** Bits per sample, at least 8. */
  bitDepth: number;
  hasAlpha: boolean;
  /** Only decoding shows whether there is transparency. */
  mayHaveAlpha?: boolean;
  gray: boolean;
  /** Chroma has half the resolution of luma in both directions (4:2:0). */
  halfChroma: boolean;
  /** Exif orientation, 1 to 8, for formats that rely on Exif for it; otherwise 1. */
  orientation: number;
  /** Whether the picture is stored turned or mirrored. */
  turned: boolean;
  /** Placement that makes the decoded picture upright. */
  placement: Placement;
  /** Placement from the stored picture, if the decoder already does part of it. */
  fromStored?: Placement;
  /** Additional turn, because only Exif says how the camera was held: see decision 007. */
  exifTurn?: Turn;
  color: ColorTags;
  metadata: MetadataBlocks;
  gainMap: FoundGainMap;
  /**
   * What the decoder delivers, if that is less than the file holds. Mostly for browsers' decoders.
   */
  decodesTo?: {
    bitDepth: number;
    /** Colors are delivered in sRGB, whatever the file's are. `color` does not apply then. */
    srgb: boolean;
  };
}

/**
 * The header of a picture that is opaque, in color, with full chroma resolution, 8 bits per sample
 * and nothing beside it, as far as `facts` say nothing else. Unless they say how it is placed, its
 * orientation does.
 */
export function pictureHeader(
  { width, height }: Size,
  facts: Partial<Omit<PictureHeader, 'width' | 'height'>> = {},
): PictureHeader {
  const { orientation = 1 } = facts;
  return {
    width,
    height,
    bitDepth: 8,
    hasAlpha: false,
    gray: false,
    halfChroma: false,
    orientation,
    turned: orientation !== 1,
    placement: placementOf(orientation, width, height),
    color: {},
    metadata: {},
    gainMap: null,
    ...facts,
  };
}
