import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { box, clap } from '../../testing/heif-writer.ts';
import { psnr, samplePhoto, type RgbPicture } from '../../testing/sample-planes.ts';
import { jpegOf } from '../../testing/strip-results.ts';
import { compiledModule } from '../../testing/wasm.ts';
import { joinBytes } from '../bytes/join.ts';
import { JpegEncoder } from '../formats/jpeg/encoder/encoder.ts';
import type { Planes } from '../planes/planes.ts';
import { convertInStrips } from '../run/conversion/convert-in-strips.ts';
import type { RunAlpha, RunMap, RunScan, RunWebp } from '../run/conversion/runners.ts';
import type { DecodeTiles } from '../tiles/coded-tile.ts';
import { runStrip } from './run-jpeg.ts';
import type { JpegTools } from './strip-output.ts';
import { wholeOf } from './tasks/result.ts';
import type { JpegStripTask, StripTask } from './tasks/task.ts';
import { sample, type Sample } from '../../testing/strip-sample.ts';

let encoder: JpegEncoder;
let tools: JpegTools;

const runScan: RunScan = async (tokens, huffman) =>
  joinBytes(tokens.map((each) => encoder.writeScan([each], huffman)));
const runWebp: RunWebp = () => Promise.reject(new Error('this is no WebP'));
const runAlpha: RunAlpha = () => Promise.reject(new Error('this is no WebP'));
const runMap: RunMap = () => Promise.reject(new Error('nothing is tone-mapped'));

beforeAll(async () => {
  encoder = await JpegEncoder.create(await compiledModule('jpeg'));
  tools = { encoder, resampler: null, vp8: null };
});

async function convert({ file, plan, decode }: Sample): Promise<Buffer> {
  const source = new Blob([new Uint8Array(file)]);
  const result = {
    role: 'main' as const,
    format: 'jpeg' as const,
    input: 'heic' as const,
    width: plan.width,
    height: plan.height,
    isMotionPhoto: false,
    video: null,
    notes: [],
    others: [],
    milliseconds: 0,
  };
  // All tasks come at once, and the encoder takes one at a time, as in a worker.
  let last: Promise<unknown> = Promise.resolve();
  const start = () => Promise.reject(new Error('planned already'));
  const runTask = (task: StripTask) => {
    const turn = last.then(async () =>
      wholeOf(await runStrip(task as JpegStripTask, source, decode, tools)),
    );
    last = turn.catch(() => {});
    return turn;
  };
  const { blob } = await convertInStrips(
    { plan: jpegOf(plan), result },
    { start, runTask, runScan, runWebp, runAlpha, runMap },
    {},
  );
  return Buffer.from(await blob.arrayBuffer());
}

/** The same photo converted by sharp. */
function upright(photo: RgbPicture): Sharp {
  const { width, height, data } = photo;
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Decibels between a JPEG and its expected picture. Sizes must agree. */
async function likeness(jpeg: Buffer, expected: Sharp): Promise<number> {
  const { data, info } = await sharp(jpeg, { failOn: 'warning' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const wanted = await expected.raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([wanted.info.width, wanted.info.height]);
  return psnr(data, wanted.data);
}

/** With less than this, something is in the wrong place: the sample photo has grain. */
const same = 33;

describe('a picture in strips', () => {
  const photo = samplePhoto(360, 250);

  test('is the picture, whatever the grid', async () => {
    for (const [rows, columns] of [
      [1, 1],
      [2, 2],
      [4, 3],
      [9, 7],
    ] as const) {
      expect(
        await likeness(await convert(sample(photo, rows, columns)), upright(photo)),
      ).toBeGreaterThan(same);
    }
  });

  test('is turned and mirrored as the container says', async () => {
    for (const [rows, columns] of [
      [1, 1],
      [3, 4],
    ] as const) {
      for (const [turns, degrees] of [
        [1, 270],
        [2, 180],
        [3, 90],
      ] as const) {
        const turned = sample(photo, rows, columns, [box('irot', [turns])]);
        expect(
          await likeness(await convert(turned), upright(photo).rotate(degrees)),
        ).toBeGreaterThan(same);
      }
      const mirrored = sample(photo, rows, columns, [box('imir', [1])]);
      expect(await likeness(await convert(mirrored), upright(photo).flop())).toBeGreaterThan(same);
      const flipped = sample(photo, rows, columns, [box('imir', [0])]);
      expect(await likeness(await convert(flipped), upright(photo).flip())).toBeGreaterThan(same);
    }
  });

  test('is cropped, and then turned', async () => {
    // 200 x 150 at (100, 60).
    const crop = clap(200, 150, [2 * 100 + 200 - 360, 2], [2 * 60 + 150 - 250, 2]);
    const area = { left: 100, top: 60, width: 200, height: 150 };
    for (const [rows, columns] of [
      [1, 1],
      [3, 4],
    ] as const) {
      const cropped = sample(photo, rows, columns, [crop, box('irot', [3])]);
      const expected = await upright(photo).extract(area).png().toBuffer();
      expect(await likeness(await convert(cropped), sharp(expected).rotate(90))).toBeGreaterThan(
        same,
      );
    }
  });

  test('of one coded item is encoded in several pieces', async () => {
    const tall = samplePhoto(64, 700);
    expect(await likeness(await convert(sample(tall, 1, 1)), upright(tall))).toBeGreaterThan(same);
    const turned = sample(tall, 1, 1, [box('irot', [1])]);
    expect(await likeness(await convert(turned), upright(tall).rotate(270))).toBeGreaterThan(same);
  });
});

test('samples of limited range become those of a JPEG, in tiles and in one piece', async () => {
  for (const [rows, columns] of [
    [2, 2],
    [1, 1],
  ] as const) {
    const made = sample(samplePhoto(128, 128), rows, columns);
    const decode: DecodeTiles = (tiles, data, take) =>
      made.decode(tiles, data, (index, planes) => {
        // ITU-T H.273, 8.3: white in 8 bits.
        const [luma, ...chroma] = planes.planes.map((plane) => plane.slice());
        luma!.fill(235);
        for (const plane of chroma) plane.fill(128);
        const color = { fullRange: false, primaries: 1, transfer: 13, matrix: 6 };
        take(index, { ...planes, planes: [luma!, ...chroma], color });
      });
    const { data } = await sharp(await convert({ ...made, decode }))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data.every((value) => value === 255)).toBe(true);
  }
});

describe('planes that are not as the container says', () => {
  const photo = samplePhoto(128, 128);

  async function failureWith(change: (planes: Planes) => Planes): Promise<unknown> {
    const made = sample(photo, 2, 2);
    const decode: DecodeTiles = (tiles, data, take) =>
      made.decode(tiles, data, (index, planes) => take(index, change(planes)));
    return convert({ ...made, decode }).catch((error: unknown) => error);
  }

  test('are corrupt when they are too small', async () => {
    expect(await failureWith((planes) => ({ ...planes, width: 32 }))).toMatchObject({
      code: 'corrupt-file',
    });
    const cutShort = await failureWith((planes) => ({
      ...planes,
      planes: planes.planes.map((plane) => plane.subarray(0, 10)),
    }));
    expect(cutShort).toMatchObject({ code: 'corrupt-file' });
  });

  test('are left to others when sampling, depth or transfer differ', async () => {
    const changes: ((planes: Planes) => Planes)[] = [
      (planes) => ({ ...planes, chroma: '4:4:4' }),
      (planes) => ({ ...planes, bitDepth: 10 }),
      (planes) => ({
        ...planes,
        color: { fullRange: true, primaries: 9, transfer: 16, matrix: 9 },
      }),
    ];
    for (const change of changes) {
      expect(await failureWith(change)).toMatchObject({ code: 'unsupported-feature' });
    }
  });
});
