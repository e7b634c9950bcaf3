import type { NamedConvertOptions } from '@stillpix/engine';
import {
  allowedQuality,
  type ConverterOptions,
  type ToolKind,
  toConvertOptions,
} from '../tools.ts';
import type { Photo } from './photos.ts';

/** What the visitor may do, as last reported by the server. */
export interface Allowance {
  isPro: boolean;
  maxFiles: number;
}

/** The requested options, and what they mean for a photo given what the visitor may do. */
export interface AskedOptions {
  allowance: () => Allowance;
  setAllowance: (allowance: Allowance) => void;
  setOptions: (options: ConverterOptions) => void;
  /** Options in effect: a quality that requires Pro is not applied without it. */
  effective: () => ConverterOptions;
  optionsFor: (photo: Photo) => ConverterOptions;
  /** The photo's own options after this change; null: none. */
  withOwn: (photo: Photo, part: Partial<ConverterOptions>) => Photo['own'];
  /** The engine's options for this photo, with some replaced. */
  engineOptionsFor: (photo: Photo, over?: Partial<ConverterOptions>) => NamedConvertOptions;
  needsConversion: (photo: Photo) => boolean;
  /**
   * Whether the photo is cropped, which needs its header: crops are drawn in fractions, and the
   * engine wants pixels.
   */
  asksForCrop: (photo: Photo) => boolean;
}

export function createAskedOptions(
  tool: ToolKind,
  initialOptions: ConverterOptions,
  initialAllowance: Allowance,
): AskedOptions {
  let asked = initialOptions;
  let allowance = initialAllowance;
  let effective = limit(asked);
  /** Cached, because every rendering of the list asks this several times per photo. */
  const known = new WeakMap<Photo, { under: ConverterOptions; needs: boolean }>();

  function limit(options: ConverterOptions): ConverterOptions {
    return { ...options, quality: allowedQuality(tool, options.quality, allowance.isPro) };
  }

  function optionsFor(photo: Photo): ConverterOptions {
    return photo.own === null ? effective : limit({ ...effective, ...photo.own });
  }

  function engineOptionsFor(
    photo: Photo,
    over: Partial<ConverterOptions> = {},
  ): NamedConvertOptions {
    return toConvertOptions(tool, { ...optionsFor(photo), ...over }, photo);
  }

  return {
    allowance: () => allowance,
    setAllowance(next) {
      allowance = next;
      effective = limit(asked);
    },
    setOptions(options) {
      asked = options;
      effective = limit(asked);
    },
    effective: () => effective,
    optionsFor,
    withOwn(photo, part) {
      const own = Object.entries({ ...photo.own, ...part }).filter(
        ([name, value]) => effective[name as keyof ConverterOptions] !== value,
      );
      return own.length === 0 ? null : Object.fromEntries(own);
    },
    engineOptionsFor,
    asksForCrop(photo) {
      const { cropWidth, cropHeight } = optionsFor(photo);
      return photo.crop !== null || cropWidth !== null || cropHeight !== null;
    },
    needsConversion(photo) {
      const last = known.get(photo);
      if (last?.under === effective) return last.needs;
      const needs = photo.work === null && photo.triedWith !== keyOf(engineOptionsFor(photo));
      known.set(photo, { under: effective, needs });
      return needs;
    },
  };
}

/** A set of options as one string, for comparing. */
export function keyOf({ liveMovie, ...options }: NamedConvertOptions): string {
  return JSON.stringify({ ...options, movieBytes: liveMovie?.size });
}
