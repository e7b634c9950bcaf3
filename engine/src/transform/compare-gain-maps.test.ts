import { describe, expect, test } from 'vitest';
import { plainMetadata } from '../gain-map/metadata.ts';
import { compareGainMaps } from './compare-gain-maps.ts';
import { resampleGainMap, type GainMapSamples } from './gain-map.ts';

const size = { width: 40, height: 30 };

function filled(of: (x: number, y: number) => number[]): GainMapSamples {
  const rows = Array.from({ length: size.width * size.height }, (_, at) =>
    of(at % size.width, Math.floor(at / size.width)),
  );
  return { ...size, channels: rows[0]!.length as 1 | 3, data: Uint8Array.from(rows.flat()) };
}

describe('the light of two gain maps', () => {
  const metadata = plainMetadata(2);
  const ramp = filled((x, y) => [3 * x + 2 * y]);

  test('is the same where the samples are', () => {
    expect(compareGainMaps(ramp, ramp, metadata)).toEqual({ mean: 0, p99: 0 });
  });

  test('differs by what the samples stand for', () => {
    const other = { ...ramp, data: ramp.data.map((sample) => sample + 51) };
    const { mean, p99 } = compareGainMaps(ramp, other, metadata);
    expect(mean).toBeCloseTo(0.4, 5);
    expect(p99).toBeCloseTo(0.4, 5);
  });

  test('counts green most, and blue least', () => {
    const gray = filled(() => [100, 100, 100]);
    const [red, green, blue] = [0, 1, 2].map((channel) => {
      const data = gray.data.map((sample, at) => (at % 3 === channel ? 200 : sample));
      return compareGainMaps(gray, { ...gray, data }, metadata).mean;
    });
    expect(green).toBeGreaterThan(red!);
    expect(red).toBeGreaterThan(blue!);
  });

  test('hardly differs where half the pixels say the same', () => {
    const half = resampleGainMap(ramp, { x: 0, y: 0, ...size }, 20, 15);
    expect(compareGainMaps(ramp, half, metadata).p99).toBeLessThan(0.02);
    const checkered = filled((x) => [x % 2 === 0 ? 0 : 255]);
    const flat = resampleGainMap(checkered, { x: 0, y: 0, ...size }, 20, 15);
    expect(compareGainMaps(checkered, flat, metadata).mean).toBeGreaterThan(0.9);
  });
});
