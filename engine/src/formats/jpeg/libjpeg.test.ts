/** The same input through libjpeg-turbo's own program, where that is installed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasTool, run } from '../../../corpus/native.ts';
import { seededRandom } from '../../../testing/mutate.ts';
import { planesOf, samplePhoto, type RgbPicture } from '../../../testing/sample-planes.ts';
import type { ChromaFormat, Planes } from '../../planes/planes.ts';
import { encodePlanes } from './encode-raster.ts';
import { readJpeg } from './segments.ts';

const installed = await hasTool('cjpeg');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'libjpeg-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** From the start of scan on. */
function scanOf(jpeg: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(jpeg.subarray(readJpeg(jpeg).scan));
}

async function encodedByLibjpeg(
  { width, height, data }: RgbPicture,
  chroma: ChromaFormat,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const gray = chroma === '4:0:0';
  const kind = gray ? 'P5' : 'P6';
  const samples = gray ? data.filter((_, i) => i % 3 === 0) : data;
  const file = join(folder, 'picture.ppm');
  await writeFile(
    file,
    Buffer.concat([Buffer.from(`${kind} ${width} ${height} 255\n`, 'latin1'), samples]),
  );
  const sampling = { '4:2:0': '2x2', '4:2:2': '2x1', '4:4:4': '1x1', '4:0:0': '1x1' }[chroma];
  const settings = ['-quality', `${quality}`, '-baseline', '-sample', sampling];
  const { ok, stdout } = await run('cjpeg', [...settings, '-optimize', '-restart', '1', file]);
  expect(ok).toBe(true);
  return new Uint8Array(stdout);
}

const grain = seededRandom(3);

/** A photo with a right edge of one color. */
function framedPhoto(width: number, height: number): RgbPicture {
  const { data } = samplePhoto(width, height);
  return fill(width, height, (x, y, channel) =>
    x >= width - 4 ? 99 : data[(y * width + x) * 3 + channel]!,
  );
}

/**
 * Their widths are whole MCUs, or the right edge has one color: libjpeg repeats pixels beyond it before
 * it halves chroma, and here chroma is repeated.
 */
const pictures: [name: string, picture: RgbPicture][] = [
  ['a photo', samplePhoto(208, 160)],
  ['blocks beyond the edges', framedPhoto(200, 151)],
  ['samples beyond the edges', framedPhoto(203, 146)],
  ['a single pixel', fill(1, 1, () => 40)],
  ['noise', fill(64, 48, () => grain() * 256)],
  ['black and white noise', fill(64, 48, () => (grain() < 0.5 ? 0 : 255))],
  ['a checkerboard', fill(48, 48, (x, y) => ((x + y) % 2) * 255)],
  ['saturated edges', fill(80, 32, (x, y, channel) => (x * 3 + y > 70 + channel * 9 ? 255 : 0))],
  ['one color', fill(32, 32, (_x, _y, channel) => 200 - channel * 90)],
];

function fill(
  width: number,
  height: number,
  sampleAt: (x: number, y: number, channel: number) => number,
): RgbPicture {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const pixel = Math.floor(i / 3);
    return sampleAt(pixel % width, Math.floor(pixel / width), i % 3);
  });
  return { width, height, data };
}

const chromaFormats = ['4:2:0', '4:2:2', '4:4:4', '4:0:0'] as const;

function planesFor(picture: RgbPicture, chroma: ChromaFormat): Planes {
  const planes = planesOf(picture, chroma);
  // Gray pictures are given as gray.
  if (chroma === '4:0:0') planes.planes = [picture.data.filter((_each, i) => i % 3 === 0)];
  return planes;
}

test.skipIf(!installed).each(pictures)(
  'gives the same bytes as libjpeg-turbo where both only round: %s',
  async (_, picture) => {
    for (const chroma of chromaFormats) {
      const ours = await encodePlanes(planesFor(picture, chroma), 100);
      const theirs = await encodedByLibjpeg(picture, chroma, 100);
      const same = scanOf(ours).equals(scanOf(theirs));
      expect({ chroma, same }).toEqual({ chroma, same: true });
      expect(Math.abs(ours.length - theirs.length)).toBeLessThan(20);
    }
  },
);

test.skipIf(!installed).each(pictures)(
  'gives what libjpeg-turbo makes of its coefficients, to the byte: %s',
  async (_, picture) => {
    for (const chroma of chromaFormats) {
      for (const quality of [1, 30, 60, 75, 92, 98]) {
        const ours = await encodePlanes(planesFor(picture, chroma), quality);
        const file = join(folder, 'ours.jpg');
        await writeFile(file, ours);
        const { ok, stdout } = await run('jpegtran', ['-optimize', '-restart', '1', file]);
        const theirs = new Uint8Array(stdout);
        const same = ok && scanOf(ours).equals(scanOf(theirs));
        expect({ chroma, quality, same }).toEqual({ chroma, quality, same: true });
      }
    }
  },
);
