import type { Size } from '../geometry.ts';

/** A number for each of red, green and blue. */
export type PerChannel = readonly [number, number, number];

/**
 * How a gain map makes an HDR picture of an ordinary one (ISO 21496-1). For a map sample s, 0 to 1:
 * log2 gain = min + (max - min) * s^(1 / gamma), and
 * hdr = (base + baseOffset) * 2^gain - alternateOffset, in linear light where 1 is ordinary white.
 */
export interface GainMapMetadata {
  /** Stops. */
  min: PerChannel;
  max: PerChannel;
  gamma: PerChannel;
  baseOffset: PerChannel;
  alternateOffset: PerChannel;
  /** Stops above ordinary white: screens with no more show the base, those with the second the whole gain. */
  baseHeadroom: number;
  alternateHeadroom: number;
  /** The gain is meant for light in the base picture's primaries, not in those of the alternate. */
  inBaseColors: boolean;
}

const all = (value: number): PerChannel => [value, value, value];

/** A map whose samples are shares of so many stops, the same for all colors. */
export function plainMetadata(stops: number): GainMapMetadata {
  return {
    min: all(0),
    max: all(stops),
    gamma: all(1),
    baseOffset: all(0),
    alternateOffset: all(0),
    baseHeadroom: 0,
    alternateHeadroom: stops,
    inBaseColors: true,
  };
}

/** No screen and no camera goes near that many stops; bigger numbers are lies. */
const maxStops = 32;

/**
 * Says whether a map with these numbers makes an ordinary picture brighter. Those that make an ordinary
 * picture of an HDR one, and those with impossible numbers, do not.
 */
export function isUsable({
  min,
  max,
  gamma,
  baseOffset,
  alternateOffset,
  baseHeadroom,
  alternateHeadroom,
}: GainMapMetadata): boolean {
  const sane = (value: number): boolean => Math.abs(value) <= maxStops;
  return (
    [...min, ...max, ...baseOffset, ...alternateOffset, baseHeadroom, alternateHeadroom].every(
      sane,
    ) &&
    gamma.every((value) => value > 0 && sane(value)) &&
    min.every((value, channel) => value <= max[channel]!) &&
    baseHeadroom >= 0 &&
    alternateHeadroom > baseHeadroom
  );
}

/** True when one channel of samples and numbers says it all. */
export function isSingleChannel({
  min,
  max,
  gamma,
  baseOffset,
  alternateOffset,
}: GainMapMetadata): boolean {
  return [min, max, gamma, baseOffset, alternateOffset].every(
    ([red, green, blue]) => red === green && red === blue,
  );
}

/** Pixels that a map may have whatever its picture has. */
const alwaysAllowed = 4_000_000;

/** Writers round a map's sides, some to whole blocks; viewers lay it over the whole picture all the same. */
const shapeTolerance = 0.01;

/**
 * True when a map of this size covers a picture of that size: sides have one ratio, but for rounding.
 * A large map that is larger than its picture is none: it would only take memory.
 */
export function coversPicture(map: Size, picture: Size): boolean {
  const pixels = map.width * map.height;
  if (pixels > alwaysAllowed && pixels > 1.1 * picture.width * picture.height) return false;
  const difference = Math.abs(map.width * picture.height - map.height * picture.width);
  return (
    difference <= 1.5 * Math.max(picture.width, picture.height) ||
    difference <= shapeTolerance * map.width * picture.height
  );
}
