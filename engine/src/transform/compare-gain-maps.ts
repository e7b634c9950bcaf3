import type { GainMapMetadata } from '../gain-map/metadata.ts';
import type { GainMapSamples } from './gain-map.ts';

/** Larger maps are sampled down to about this many pixels. */
const maxPixels = 250_000;

/** Share of red, green and blue in luminance (ITU-R BT.709). */
const weights = [0.2126, 0.7152, 0.0722] as const;

/** Gain in stops for each sample value of a channel. */
function stopsTable({ min, max, gamma }: GainMapMetadata, channel: 0 | 1 | 2): Float32Array {
  const [from, to, power] = [min[channel], max[channel], 1 / gamma[channel]];
  return Float32Array.from(
    { length: 256 },
    (_, sample) => from + (to - from) * (sample / 255) ** power,
  );
}

/**
 * Sampling positions along one side of a map, for linear interpolation as viewers do it: two
 * neighbors, and how near the position is to the second.
 */
interface Places {
  first: Int32Array;
  second: Int32Array;
  nearness: Float64Array;
}

/** Positions on `otherSide` that match every `step`-th position on `side`. */
function placesOn(side: number, otherSide: number, step: number): Places {
  const count = Math.ceil(side / step);
  const places = {
    first: new Int32Array(count),
    second: new Int32Array(count),
    nearness: new Float64Array(count),
  };
  for (let index = 0; index < count; index++) {
    const place = ((index * step + 0.5) * otherSide) / side - 0.5;
    const at = Math.min(Math.max(place, 0), otherSide - 1);
    const first = Math.floor(at);
    places.first[index] = first;
    places.second[index] = Math.min(first + 1, otherSide - 1);
    places.nearness[index] = at - first;
  }
  return places;
}

/** With more buckets, counting would cost more than the sorting it saves. */
const buckets = 1024;

/** The percentile `share` (0 to 1) of nonnegative values. Sorts only the values near it. */
function percentile(values: Float32Array, share: number): number {
  const max = values.reduce((most, each) => Math.max(most, each), 0);
  if (max === 0) return 0;
  const bucketOf = (value: number): number => Math.floor((value / max) * (buckets - 1));
  const counts = new Uint32Array(buckets);
  for (const value of values) counts[bucketOf(value)]!++;
  let rank = Math.floor(values.length * share);
  let bucket = 0;
  while (rank >= counts[bucket]!) rank -= counts[bucket++]!;
  return values.filter((value) => bucketOf(value) === bucket).sort()[rank]!;
}

/**
 * Difference in stops between the light of two maps of the same picture: mean and 99th percentile.
 * The second map may have fewer pixels.
 */
export function compareGainMaps(
  map: GainMapSamples,
  other: GainMapSamples,
  metadata: GainMapMetadata,
): { mean: number; p99: number } {
  const { width, height, channels, data } = map;
  const tables = ([0, 1, 2] as const).map((channel) => stopsTable(metadata, channel));
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / maxPixels)));
  const columns = placesOn(width, other.width, step);
  const rows = placesOn(height, other.height, step);
  const stops = new Float32Array(columns.first.length * rows.first.length);
  let sum = 0;
  let count = 0;
  for (let row = 0; row < rows.first.length; row++) {
    const [top, bottom] = [rows.first[row]! * other.width, rows.second[row]! * other.width];
    const down = rows.nearness[row]!;
    for (let column = 0; column < columns.first.length; column++) {
      const [left, right] = [columns.first[column]!, columns.second[column]!];
      const across = columns.nearness[column]!;
      const own = (row * step * width + column * step) * channels;
      let difference = 0;
      for (let channel = 0; channel < channels; channel++) {
        const upper =
          other.data[(top + left) * channels + channel]! * (1 - across) +
          other.data[(top + right) * channels + channel]! * across;
        const lower =
          other.data[(bottom + left) * channels + channel]! * (1 - across) +
          other.data[(bottom + right) * channels + channel]! * across;
        const sample = Math.round(upper * (1 - down) + lower * down);
        const table = tables[channel]!;
        const weight = channels === 1 ? 1 : weights[channel]!;
        difference += weight * (table[sample]! - table[data[own + channel]!]!);
      }
      const distance = Math.abs(difference);
      stops[count++] = distance;
      sum += distance;
    }
  }
  return { mean: sum / count, p99: percentile(stops, 0.99) };
}
