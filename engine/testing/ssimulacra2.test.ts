import { describe, expect, test } from 'vitest';
import { seededRandom } from './mutate.ts';
import { samplePhoto } from './sample-planes.ts';
import type { RgbaPicture } from './ssimulacra2.ts';
import { Ssimulacra2 } from './ssimulacra2.ts';

function opaque({ width, height, data }: ReturnType<typeof samplePhoto>): RgbaPicture {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i++) rgba.set(data.subarray(i * 3, i * 3 + 3), i * 4);
  return { width, height, data: rgba };
}

/** Every sample changed by `change`. */
function distort(
  { width, height, data }: RgbaPicture,
  change: (sample: number, at: number) => number,
): RgbaPicture {
  const changed = new Uint8ClampedArray(data);
  for (let at = 0; at < data.length; at++) {
    if (at % 4 !== 3) changed[at] = change(data[at]!, at);
  }
  return { width, height, data: changed };
}

const photo = opaque(samplePhoto(203, 151));
const tall = opaque(samplePhoto(64, 500, 7));
const random = seededRandom(5);
const grain = Float64Array.from({ length: photo.data.length }, () => random() - 0.5);

/** Scores of the `ssimulacra2` tool of google/jpegli at 031a0077 (SSIMULACRA 2.1), from PPM files. */
const recorded: [what: string, original: RgbaPicture, distorted: RgbaPicture, score: number][] = [
  ['coarse steps', photo, distort(photo, (v) => Math.round(v / 24) * 24), 48.003],
  ['fine steps', photo, distort(photo, (v) => Math.round(v / 6) * 6), 91.682],
  ['grain', photo, distort(photo, (v, at) => v + grain[at]! * 40), 44.964],
  ['slight grain', photo, distort(photo, (v, at) => v + grain[at]! * 5), 92.957],
  [
    'a pixel to the side',
    photo,
    distort(photo, (_, at) => photo.data[Math.max(at - 4, at % 4)]!),
    42.395,
  ],
  ['darker', photo, distort(photo, (v) => v * 0.9), 65.324],
  ['one channel lost', tall, distort(tall, (v, at) => (at % 4 === 2 ? 128 : v)), 4.93],
  ['fine steps, tall', tall, distort(tall, (v) => Math.round(v / 8) * 8), 81.763],
];

describe('SSIMULACRA 2', () => {
  test.each(recorded)('scores %s as the reference does', async (_, original, distorted, score) => {
    const metric = await Ssimulacra2.create();
    expect(Math.abs(metric.score(original, distorted) - score)).toBeLessThan(0.1);
  });

  test('gives a picture against itself 100', async () => {
    const metric = await Ssimulacra2.create();
    expect(metric.score(photo, photo)).toBe(100);
  });

  test('refuses pictures of different sizes', async () => {
    const metric = await Ssimulacra2.create();
    expect(() => metric.score(photo, tall)).toThrow('one size');
  });
});
