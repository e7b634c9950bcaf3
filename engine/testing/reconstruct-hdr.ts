/** HDR light from an ordinary picture and its gain map, by the words of ISO 21496-1 and Apple. */
import type { GainMapMetadata } from '../src/gain-map/metadata.ts';

/** Interleaved samples, 0 to `max`. */
export interface Samples {
  width: number;
  height: number;
  channels: number;
  data: ArrayLike<number>;
  max: number;
}

/** Linear gain of each color for a map's sample of 0 to 1. */
export type Gain = (sample: number, channel: 0 | 1 | 2, light: number) => number;

export function isoGain(metadata: GainMapMetadata): Gain {
  const { min, max, gamma, baseOffset, alternateOffset } = metadata;
  return (sample, c, light) => {
    const stops = min[c] + (max[c] - min[c]) * sample ** (1 / gamma[c]);
    return (light + baseOffset[c]) * 2 ** stops - alternateOffset[c];
  };
}

/** @param headroom Linear. */
export function appleGain(headroom: number): Gain {
  return (sample, _, light) => {
    const linear = sample < 0.081 ? sample / 4.5 : ((sample + 0.099) / 1.099) ** (1 / 0.45);
    return light * (1 + (headroom - 1) * linear);
  };
}

function srgbToLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** A map's sample at a point of the unit square, between its neighbors. */
function sampleAt(map: Samples, x: number, y: number, channel: number): number {
  const { width, height, channels, data, max } = map;
  const [left, top] = [x * width - 0.5, y * height - 0.5];
  const clamp = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1);
  const [x0, y0] = [clamp(Math.floor(left), width), clamp(Math.floor(top), height)];
  const [x1, y1] = [clamp(Math.floor(left) + 1, width), clamp(Math.floor(top) + 1, height)];
  const [fx, fy] = [clamp(left, width) - x0, clamp(top, height) - y0];
  const at = (column: number, row: number) => data[(row * width + column) * channels + channel]!;
  const upper = at(x0, y0) * (1 - fx) + at(x1, y0) * fx;
  const lower = at(x0, y1) * (1 - fx) + at(x1, y1) * fx;
  return (upper * (1 - fy) + lower * fy) / max;
}

/** The luminance of every `step`-th pixel across and down, where 1 is ordinary white. */
export function reconstruct(base: Samples, map: Samples, gain: Gain, step: number): Float64Array {
  const weights = [0.2126, 0.7152, 0.0722] as const;
  const light: number[] = [];
  for (let y = 0; y < base.height; y += step) {
    for (let x = 0; x < base.width; x += step) {
      const at = (y * base.width + x) * base.channels;
      let sum = 0;
      for (const c of [0, 1, 2] as const) {
        const channel = map.channels < 3 ? 0 : c;
        const sample = sampleAt(map, (x + 0.5) / base.width, (y + 0.5) / base.height, channel);
        const own = srgbToLight(base.data[at + c]! / base.max);
        sum += weights[c] * Math.max(0, gain(sample, c, own));
      }
      light.push(sum);
    }
  }
  return Float64Array.from(light);
}

/**
 * Stops between two pictures' light: the mean, and the 99th percentile. Black is taken to be as bright as
 * gain maps take it to be, a 64th of white, for below that nobody sees stops.
 */
export function compareLight(a: Float64Array, b: Float64Array): { mean: number; p99: number } {
  const black = 1 / 64;
  const stops = a.map((value, at) => Math.abs(Math.log2((value + black) / (b[at]! + black))));
  const sorted = stops.toSorted();
  return {
    mean: stops.reduce((sum, each) => sum + each, 0) / stops.length,
    p99: sorted[Math.floor(stops.length * 0.99)]!,
  };
}
