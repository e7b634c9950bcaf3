import type { NamedConvertOptions } from '@stillpix/engine';
import {
  allowedQuality,
  type ConverterOptions,
  type ToolKind,
  toConvertOptions,
} from '../tools.ts';
import type { Photo } from './photos.ts';

/** What the visitor may do, as the server last said. */
export interface Allowance {
  isPro: boolean;
  maxFiles: number;
}

/** The options asked for, and what comes of them for a photo under what the visitor may do. */
export interface AskedOptions {
  allowance: () => Allowance;
  setAllowance: (allowance: Allowance) => void;
  setOptions: (options: ConverterOptions) => void;
  /** What holds: a quality that only Pro may set is not applied without it. */
  effective: () => ConverterOptions;
  optionsFor: (photo: Photo) => ConverterOptions;
  /** What a photo has of its own once these options are changed; null: nothing. */
  withOwn: (photo: Photo, part: Partial<ConverterOptions>) => Photo['own'];
  /** What the engine is asked for this photo, with some options replaced. */
  engineOptionsFor: (photo: Photo, over?: Partial<ConverterOptions>) => NamedConvertOptions;
  needsConversion: (photo: Photo) => boolean;
  /** A crop is drawn in parts of the picture and asked for in pixels, which its header says. */
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
  /** Asked of each photo several times whenever the table is drawn. */
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

/** One string for a set of options, so that two can be compared. */
export function keyOf({ liveMovie, ...options }: NamedConvertOptions): string {
  return JSON.stringify({ ...options, movieBytes: liveMovie?.size });
}
