import type {
  ConvertOptions,
  NamedConvertOptions,
  OutputFormat,
  Rectangle,
} from '@stillpix/engine';
import type { FormatName, ToolKind } from '../../site/pages/pages.ts';
import {
  qualityPresets,
  qualityRange,
  sizePresets,
  type SizePreset,
  startQuality,
} from '../../site/pages/presets.ts';
import { type CropFraction, type Size, toPixels } from './geometry/crop.ts';
import { type Turn, turnOptions, turnSize } from './geometry/turn.ts';

export type { FormatName, ToolKind };

interface Tool {
  to: OutputFormat;
  quality: number;
  /** The one format that the tool is about; absent if it is for any picture. */
  from?: FormatName;
  /** `automatic` if absent. */
  video?: VideoChoice;
}

/**
 * What happens to the video of a live or motion photo. `automatic`: a live photo's movie, which is
 * a separate file, is appended to the picture; a video inside a photo is left out. `only`: the
 * result is the video alone, if there is one.
 */
export const videoChoices = ['automatic', 'keep', 'beside', 'only', 'leave-out'] as const;
type VideoChoice = (typeof videoChoices)[number];

export const tools: Record<ToolKind, Tool> = {
  convert: { to: 'jpeg', quality: startQuality.convert },
  // Cameras write JPEGs at about quality 92, so recompressing at that would save next to nothing.
  compress: { to: 'jpeg', quality: startQuality.compress, from: 'JPG' },
  'resize-crop': { to: 'jpeg', quality: startQuality.convert },
  'jpg-to-webp': { to: 'webp', quality: startQuality.convert, from: 'JPG' },
  'heic-to-png': { to: 'png', quality: startQuality.convert, from: 'HEIC' },
  'ultra-hdr': { to: 'jpeg', quality: startQuality.convert },
  'motion-photo': { to: 'jpeg', quality: startQuality.convert, video: 'keep' },
  'video-out': { to: 'jpeg', quality: startQuality.convert, video: 'only' },
};

export { qualityPresets, qualityRange, sizePresets, type SizePreset };

export interface ConverterOptions {
  quality: number;
  output: OutputFormat;
  metadata: 'keep' | 'without-location' | 'strip';
  color: 'as-is' | 'srgb';
  background: string;
  /** Only for WebP; PNG is always lossless. */
  lossless: boolean;
  pictures: 'primary' | 'all' | 'everything';
  /** A gain map for HDR screens. Only JPG has a place for one. */
  hdr: 'keep' | 'leave-out';
  video: VideoChoice;
  /** Null: no limit for the result's size. */
  targetKilobytes: number | null;
  /** Also makes the picture smaller if quality alone does not reach that size. */
  shrink: boolean;
  /** Null for both sides: the size stays the same. */
  width: number | null;
  height: number | null;
  keepAspectRatio: boolean;
  /**
   * With the ratio kept: `fit` shows the whole picture inside the box, `fill` crops what exceeds
   * it.
   */
  fitting: 'fit' | 'fill';
  cropWidth: number | null;
  cropHeight: number | null;
  cropPosition: 'center' | 'top-left';
  /** A pattern of `{name}`, `{number}` and `{date}`. Not an option of the engine. */
  naming: string;
}

export function defaultOptions(tool: ToolKind): ConverterOptions {
  return {
    quality: tools[tool].quality,
    output: tools[tool].to,
    metadata: 'keep',
    color: 'as-is',
    background: '#ffffff',
    lossless: false,
    pictures: 'primary',
    hdr: 'keep',
    video: tools[tool].video ?? 'automatic',
    targetKilobytes: null,
    shrink: true,
    width: null,
    height: null,
    keepAspectRatio: true,
    fitting: 'fit',
    cropWidth: null,
    cropHeight: null,
    cropPosition: 'center',
    naming: '{name}',
  };
}

/** Whether quality affects the result. */
export function isLossy({ output, lossless }: ConverterOptions): boolean {
  return output === 'jpeg' || (output === 'webp' && !lossless);
}

interface AskedPhoto {
  dimensions: Size | null;
  turn: Turn;
  crop: CropFraction | null;
  /** The movie of a live photo, once it is known. */
  movie: File | null;
  /** Its video as H.264. */
  recoded: File | null;
}

/** The engine's names. Where none is passed, the engine does as `automatic` says. */
const engineVideo = {
  automatic: {},
  keep: { video: 'keep' },
  beside: { video: 'beside' },
  only: { video: 'beside' },
  'leave-out': { video: 'leave-out' },
} as const satisfies Record<VideoChoice, Pick<ConvertOptions, 'video'>>;

export function toConvertOptions(
  tool: ToolKind,
  options: ConverterOptions,
  source: AskedPhoto,
): NamedConvertOptions {
  const converted: NamedConvertOptions = {
    format: options.output,
    // Options without effect are left out. Otherwise changing them would make results look
    // outdated.
    ...(isLossy(options) ? { quality: options.quality } : {}),
    metadata: options.metadata,
    color: options.color,
    ...(options.output === 'jpeg' ? { background: options.background } : {}),
    lossless: options.output === 'webp' && options.lossless,
    pictures: options.pictures,
    hdr: options.hdr,
    keepSmallerOriginal: tool === 'compress',
    salvage: true,
    ...turnOptions(source.turn),
    ...engineVideo[options.video],
    ...liveMovieOf(source, options),
  };
  if (options.targetKilobytes !== null && isLossy(options)) {
    converted.targetBytes = options.targetKilobytes * 1000;
    converted.fewerPixels = options.shrink;
  }

  const crop = findCrop(options, source);
  if (crop !== null) converted.crop = crop;
  if (options.width !== null || options.height !== null) {
    converted.resize = {
      ...(options.width === null ? {} : { width: options.width }),
      ...(options.height === null ? {} : { height: options.height }),
      mode: options.keepAspectRatio ? options.fitting : 'stretch',
      position: options.cropPosition,
    };
  }
  return converted;
}

/**
 * A live photo's movie always makes a Motion Photo. For a video inside the photo it depends on the
 * choice.
 */
function liveMovieOf(
  { movie, recoded }: AskedPhoto,
  { video }: ConverterOptions,
): Pick<NamedConvertOptions, 'liveMovie'> {
  const isWanted = movie !== null || video !== 'automatic';
  const liveMovie = recoded !== null && isWanted ? recoded : movie;
  return liveMovie === null ? {} : { liveMovie };
}

/** The rectangle drawn on this picture takes precedence over the crop size for all of them. */
function findCrop(options: ConverterOptions, source: AskedPhoto): Rectangle | null {
  if (source.dimensions === null) return null;
  const size = turnSize(source.dimensions, source.turn);
  if (source.crop !== null) return toPixels(source.crop, size);
  if (options.cropWidth === null && options.cropHeight === null) return null;
  const width = Math.min(options.cropWidth ?? size.width, size.width);
  const height = Math.min(options.cropHeight ?? size.height, size.height);
  return options.cropPosition === 'top-left'
    ? { x: 0, y: 0, width, height }
    : {
        x: Math.floor((size.width - width) / 2),
        y: Math.floor((size.height - height) / 2),
        width,
        height,
      };
}

/** The slider's value for this visitor: without Pro, only the presets and the tool's default. */
export function allowedQuality(tool: ToolKind, asked: number, isPro: boolean): number {
  const whole = clamp(Math.round(asked), qualityRange.min, qualityRange.max);
  if (isPro || Object.values(qualityPresets).some((preset) => preset === whole)) return whole;
  return tools[tool].quality;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
