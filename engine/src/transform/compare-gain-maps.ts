import type { GainMapMetadata } from '../gain-map/metadata.ts';
import type { GainMapSamples } from './gain-map.ts';

/** Of a large map every few pixels are looked at. */
const maxPixels = 250_000;

/** How much each of red, green and blue counts for the light (ITU-R BT.709). */
const weights = [0.2126, 0.7152, 0.0722] as const;

/** Stops that each sample of a channel stands for. */
function stopsTable({ min, max, gamma }: GainMapMetadata, channel: 0 | 1 | 2): Float32Array {
  const [from, to, power] = [min[channel], max[channel], 1 / gamma[channel]];
  return Float32Array.from(
    { length: 256 },
    (_, sample) => from + (to - from) * (sample / 255) ** power,
  );
}

/** A place on one side of a map, as viewers find it: between two samples, and how near to the second. */
function between(index: number, side: number, otherSide: number): [number, number, number] {
  const at = Math.min(Math.max(((index + 0.5) * otherSide) / side - 0.5, 0), otherSide - 1);
  const first = Math.floor(at);
  return [first, Math.min(first + 1, otherSide - 1), at - first];
}

/**
 * Stops between the light that two maps of one picture give, on average and at the 99th percentile. The
 * second may have fewer pixels.
 */
export function compareGainMaps(
  map: GainMapSamples,
  other: GainMapSamples,
  metadata: GainMapMetadata,
): { mean: number; p99: number } {
  const { width, height, channels, data } = map;
  const tables = ([0, 1, 2] as const).map((channel) => stopsTable(metadata, channel));
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / maxPixels)));
  const stops: number[] = [];
  for (let y = 0; y < height; y += step) {
    const [top, bottom, down] = between(y, height, other.height);
    for (let x = 0; x < width; x += step) {
      const [left, right, across] = between(x, width, other.width);
      let difference = 0;
      for (let channel = 0; channel < channels; channel++) {
        const at = (column: number, row: number) =>
          other.data[(row * other.width + column) * channels + channel]!;
        const upper = at(left, top) * (1 - across) + at(right, top) * across;
        const lower = at(left, bottom) * (1 - across) + at(right, bottom) * across;
        const sample = Math.round(upper * (1 - down) + lower * down);
        const own = data[(y * width + x) * channels + channel]!;
        const table = tables[channel]!;
        difference += (channels === 1 ? 1 : weights[channel]!) * (table[sample]! - table[own]!);
      }
      stops.push(Math.abs(difference));
    }
  }
  const sorted = Float32Array.from(stops).toSorted();
  return {
    mean: stops.reduce((sum, each) => sum + each, 0) / stops.length,
    p99: sorted[Math.floor(stops.length * 0.99)]!,
  };
}
