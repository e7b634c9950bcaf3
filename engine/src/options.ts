import type { Rectangle } from './geometry.ts';

/** A file format the engine can tell from its first bytes. */
export type InputFormat =
  | 'heic'
  | 'avif'
  | 'webp'
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'bmp'
  | 'jxl'
  | 'tiff'
  | 'raw'
  | 'ico'
  | 'svg';

export type OutputFormat = 'jpeg' | 'png' | 'webp';

export const mimeTypes: Record<OutputFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** Encoder quality on libjpeg's scale. Below 50 artifacts show on any screen, so it is not offered. */
export const quality = { min: 50, max: 100, default: 92 } as const;

/** The longest side and the pixel count that any output format or browser handles. */
export const limits = { side: 65_500, pixels: 268_435_456 } as const;

/** Sizes people ask for by name, in pixels. */
export const resizePresets = {
  thumbnail: { width: 150, height: 150 },
  small: { width: 400, height: 400 },
  medium: { width: 800, height: 600 },
  large: { width: 1200, height: 900 },
  fullHD: { width: 1920, height: 1080 },
  instagram: { width: 1080, height: 1080 },
  facebookCover: { width: 1200, height: 630 },
  twitterHeader: { width: 1500, height: 500 },
} as const;

export type ResizePreset = keyof typeof resizePresets;

/** Quarter turns, in degrees clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

export interface ResizeOptions {
  /** Pixels, whole, 1 to 65,500. If one side is left out, it follows from the aspect ratio. */
  width?: number;
  height?: number;
  /**
   * `fit` keeps all of the picture inside the box, `fill` crops what stands out, `stretch` ignores the ratio.
   * Default `fit`.
   */
  mode?: 'fit' | 'fill' | 'stretch';
  /** Which part `fill` keeps. Default `center`. */
  position?: 'center' | 'top-left';
}

/** What a file may say that a picture of it was taken for, beside being one more picture. */
const shownRoles = [
  'main',
  'further',
  'original',
  'burst',
  'bracket',
  'left-eye',
  'right-eye',
] as const;

/** Pictures that say something of another one. Their samples are gray: near is bright, and so is what a matte covers. */
const auxiliaryRoles = [
  'depth-map',
  'portrait-matte',
  'skin-matte',
  'hair-matte',
  'teeth-matte',
  'glasses-matte',
  'sky-matte',
] as const;

/**
 * What a picture is in its file: the `main` one, the `original` that it was made from (without a portrait's
 * blur), an eye of a stereo pair, one of a `burst` or of a `bracket` (taken at several exposures or focuses),
 * the depth map or a matte of another; `further` where the file says no more.
 */
export const pictureRoles = [...shownRoles, ...auxiliaryRoles] as const;

export type PictureRole = (typeof pictureRoles)[number];

/** Whether a picture of this role is there for what it says of another. */
export function isAuxiliaryRole(role: PictureRole): boolean {
  return (auxiliaryRoles as readonly PictureRole[]).includes(role);
}

/**
 * What a caller may ask of one conversion. All fields are optional. Values outside their range or of another
 * type are refused with `invalid-options`.
 */
export interface ConvertOptions {
  /** Default `jpeg`. */
  format?: OutputFormat;
  /** Whole, 50 to 100 on libjpeg's scale, default 92. Ignored where the output is lossless. */
  quality?: number;
  /**
   * Ask for a file of at most so many bytes, whole, 1 or more; quality, which is then the highest there may be,
   * is chosen so that the file comes near them. A video beside or behind the picture does not count. Where it
   * cannot be reached, the note is `target-not-reached`. Default: no limit.
   */
  targetBytes?: number;
  /**
   * Where quality 60 does not reach `targetBytes`, make the picture smaller until it does; the note
   * `fewer-pixels` then says so, and the result its size. Default: not, and down to quality 50.
   */
  fewerPixels?: boolean;
  /** Lossless WebP. PNG always is, and JPEG never. Default false. */
  lossless?: boolean;
  /** `#rrggbb` that transparency is laid on where the output has none. Default white. */
  background?: string;
  /**
   * What becomes of Exif, XMP and IPTC: `without-location` removes the places, `strip` everything but the color
   * profile and density. In a photo's video both remove all that describes it, and `strip` its times as well.
   * Default `keep`.
   */
  metadata?: 'keep' | 'without-location' | 'strip';
  /** `as-is` keeps the samples and carries the profile; `srgb` transforms them. Default `as-is`. */
  color?: 'as-is' | 'srgb';
  /**
   * What screens with more brightness show more of: `keep` carries a gain map to JPEG, and makes one of
   * pictures in PQ or HLG; `leave-out` gives the ordinary picture alone. Default `keep`.
   */
  hdr?: 'keep' | 'leave-out';
  /**
   * What becomes of a motion photo's video: left out, given out beside the picture as it is stored, or
   * kept behind the picture as a Motion Photo, which is for JPEG alone. Default `leave-out`.
   */
  video?: 'leave-out' | 'beside' | 'keep';
  /**
   * Part of the upright, turned and mirrored picture to keep, before any resize. In whole pixels, at least 1 x 1,
   * and inside the picture: otherwise `invalid-options`. Default: all of it.
   */
  crop?: Rectangle;
  /** Default: the size of what is converted. */
  resize?: ResizeOptions;
  /** Degrees clockwise that the upright picture is turned by, before `crop` and `resize`. Default 0. */
  rotate?: Rotation;
  /** Mirrors the picture, after `rotate`: left for right, or top for bottom. Default: not. */
  flip?: 'horizontal' | 'vertical';
  /**
   * HEIC files that say only in Exif how the camera was held are turned by that, unless their samples
   * are (docs/decisions/007-heif-orientation.md). `ignore` leaves those as stored. Default `apply`.
   */
  exifOrientation?: 'apply' | 'ignore';
  /**
   * Which pictures of a file that holds several: the `primary` one, `all` that are meant to be shown,
   * `everything`, with depth maps and mattes, or the primary one and those that have one of these roles.
   * Default `primary`.
   */
  pictures?: 'primary' | 'all' | 'everything' | readonly PictureRole[];
  /**
   * Give the original back when it has the output's format and is not bigger than the result; the note is
   * `original-kept`. Default false.
   */
  keepSmallerOriginal?: boolean;
  /**
   * Of a damaged file, give the parts of the picture that can be read, with the note `partly-missing`, instead
   * of `corrupt-file`. Where nothing can be read, that error remains. Default: not.
   */
  salvage?: boolean;
}

/** What may be asked of one file, and the other file that goes with it. */
export interface FileOptions extends ConvertOptions {
  /**
   * The movie of a live photo whose picture is converted. It takes the place of a video inside, and is
   * kept unless something else is asked of it.
   */
  liveMovie?: Blob;
}

/** Things worth telling the user about a result that is nevertheless right. Closed list. */
export type Note =
  | 'original-kept'
  | 'target-not-reached'
  /** See `ConvertOptions.fewerPixels`. */
  | 'fewer-pixels'
  | 'video-left-out'
  | 'video-is-hevc'
  | 'other-pictures-left-out'
  | 'gain-map-removed'
  | 'gain-map-unusable'
  | 'gain-map-made'
  /**
   * A JPEG has no room for all of the Exif: the maker note, or else the largest values, are not in it. Or texts of a PNG
   * are too long for another format.
   */
  | 'metadata-left-out'
  | 'transparency-filled'
  | 'tone-mapped'
  /**
   * The decoder found data that belongs to nothing, or the file is damaged (`ConvertOptions.salvage`) without
   * a part that is known to be missing: the picture may lack something.
   */
  | 'may-be-damaged'
  /** See `ConvertOptions.salvage` and `ConvertedPicture.missing`. */
  | 'partly-missing'
  /** See `ConvertOptions.exifOrientation`. */
  | 'turned-by-exif'
  | 'animation-first-frame'
  /** Of a raw file: the camera's own JPEG, as the sensor's samples are not developed. */
  | 'embedded-preview'
  /** A drawing names pictures or fonts elsewhere, which nothing is loaded from. */
  | 'parts-not-loaded'
  | 'name-does-not-match-content';

export interface ConvertedPicture {
  blob: Blob;
  /** What it is in its file. */
  role: PictureRole;
  format: OutputFormat;
  /** Pixels, after orientation, crop and resize. */
  width: number;
  height: number;
  /** It shows in HDR where the screen and the browser can do that. */
  hasGainMap: boolean;
  notes: Note[];
  /**
   * With the note `partly-missing`: about how much of the stored picture could not be read, above 0 and at
   * most 1. Those parts are gray, or transparent in a picture with transparency.
   */
  missing?: number;
}

export interface ConvertResult extends ConvertedPicture {
  input: InputFormat;
  /** The video is behind the picture, in the same file. */
  isMotionPhoto: boolean;
  /** The video of a motion photo, where it was asked for beside the picture: MP4 or QuickTime, as stored. */
  video: Blob | null;
  /** Further pictures of the file, as far as `pictures` asked for them. */
  others: ConvertedPicture[];
  /** Wall time in the worker, in milliseconds. */
  milliseconds: number;
}

export interface JobOptions {
  /** Aborting rejects with `canceled` and frees the worker at once. */
  signal?: AbortSignal;
  /**
   * Called with 0 to 1, never decreasing; 1 comes before the promise settles. What it throws stops nothing: it
   * goes to `reportError`, or in Node to `console.error`.
   */
  onProgress?: (fraction: number) => void;
}
