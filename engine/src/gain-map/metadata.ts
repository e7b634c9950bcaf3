import type { Size } from '../geometry.ts';

/** Numbers for red, green and blue. */
export type PerChannel = readonly [number, number, number];

/**
 * How a gain map turns an SDR picture into an HDR one (ISO 21496-1). For a map sample s, 0 to 1:
 * log2 gain = min + (max - min) * s^(1 / gamma), and
 * hdr = (base + baseOffset) * 2^gain - alternateOffset, in linear light where 1 is SDR white.
 */
export interface GainMapMetadata {
  /** In stops. */
  min: PerChannel;
  max: PerChannel;
  gamma: PerChannel;
  baseOffset: PerChannel;
  alternateOffset: PerChannel;
  /**
   * Stops above SDR white. Screens with at most the first show the base; with at least the second,
   * the full gain.
   */
  baseHeadroom: number;
  alternateHeadroom: number;
  /** Whether the gain applies to light in the base picture's primaries, not the alternate's. */
  inBaseColors: boolean;
}

const all = (value: number): PerChannel => [value, value, value];

/** Metadata for a map whose samples are fractions of `stops`, the same for all colors. */
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

/** No screen or camera reaches this. Larger numbers are wrong. */
const maxStops = 32;

/**
 * Whether a map with these numbers makes an SDR picture brighter. False for maps that turn HDR into
 * SDR, and for impossible numbers.
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

/** Whether all channels have equal numbers, so that one suffices. */
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

/** Pixels that a map may have regardless of its picture's size. */
const alwaysAllowed = 4_000_000;

/**
 * Writers round a map's sides, sometimes to whole blocks. Viewers stretch it over the whole picture
 * anyway.
 */
const shapeTolerance = 0.01;

/**
 * Whether a map's size fits its picture: the same aspect ratio, except for rounding. A large map
 * with more pixels than its picture does not: it would only waste memory.
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
