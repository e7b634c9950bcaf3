import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  box,
  clap,
  gridBody,
  hevcItem,
  uint,
  writeHeif,
  type HeifToWrite,
} from '../../testing/heif-writer.ts';
import { planesOf, psnr, samplePhoto, type RgbPicture } from '../../testing/sample-planes.ts';
import { compiledModule } from '../../testing/wasm.ts';
import { joinBytes } from '../bytes/join.ts';
import { JpegEncoder } from '../formats/jpeg/encoder/encoder.ts';
import { primaryItem, readHeif } from '../heif/file.ts';
import { describePicture } from '../heif/pictures.ts';
import type { Planes } from '../planes/planes.ts';
import { convertInStrips } from '../run/conversion/convert-in-strips.ts';
import type { RunMap, RunScan, RunWebp } from '../run/conversion/runners.ts';
import { runShared } from '../run/workers/share-strip.ts';
import type { DecodeTiles } from '../tiles/coded-tile.ts';
import { type ReadableFile, readTiles } from '../tiles/read-tiles.ts';
import { detachPart, type StripPart } from './parts.ts';
import { type StripHooks, runStrip } from './run-jpeg.ts';
import type { JpegTools } from './strip-output.ts';
import { planStrips } from './plan-strips.ts';
import type { JpegStripTask, StripPlan, StripTask } from './task.ts';

let encoder: JpegEncoder;
let tools: JpegTools;

const runScan: RunScan = async (tokens, huffman) =>
  joinBytes(tokens.map((each) => encoder.writeScan([each], huffman)));
const runWebp: RunWebp = () => Promise.reject(new Error('this is no WebP'));
const runMap: RunMap = () => Promise.reject(new Error('nothing is tone-mapped'));

beforeAll(async () => {
  encoder = await JpegEncoder.create(await compiledModule('jpeg'));
  tools = { encoder, resampler: null, vp8: null };
});

function cut(picture: RgbPicture, left: number, top: number, width: number, height: number) {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [sx, sy] = [
        Math.min(picture.width - 1, left + x),
        Math.min(picture.height - 1, top + y),
      ];
      const from = (sy * picture.width + sx) * 3;
      data.set(picture.data.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  return { width, height, data };
}

interface Sample {
  file: Uint8Array;
  plan: StripPlan<JpegStripTask>;
  decode: DecodeTiles;
}

/**
 * A photo as a HEIF of tiles whose "coded data" is their index, and a decoder that understands it.
 */
function sample(
  photo: RgbPicture,
  rows: number,
  columns: number,
  properties: Uint8Array[] = [],
): Sample {
  const tileWidth = Math.ceil(photo.width / columns / 2) * 2;
  const tileHeight = Math.ceil(photo.height / rows / 2) * 2;
  const own = properties.map((each) => ({ box: each }));
  const single = rows * columns === 1;
  const ids = Array.from({ length: rows * columns }, (_, i) => i + 1);
  const heif: HeifToWrite = single
    ? {
        primary: 1,
        items: [
          hevcItem(1, photo.width, photo.height, { data: Uint8Array.of(0), properties: own }),
        ],
      }
    : {
        primary: 1000,
        items: [
          ...ids.map((id) =>
            hevcItem(id, tileWidth, tileHeight, { data: Uint8Array.of(id - 1), hidden: true }),
          ),
          {
            id: 1000,
            type: 'grid',
            properties: own,
            data: gridBody(rows, columns, photo.width, photo.height),
          },
        ],
        references: [{ type: 'dimg', from: 1000, to: ids }],
      };
  const file = writeHeif(heif);
  const container = readHeif(file)!;
  const plan = planStrips(file, describePicture(container, primaryItem(container)), 95, []);
  const tiles = ids.map((_, index) => {
    const [x, y] = [(index % columns) * tileWidth, Math.floor(index / columns) * tileHeight];
    return planesOf(single ? photo : cut(photo, x, y, tileWidth, tileHeight), '4:2:0');
  });
  const decode: DecodeTiles = async (wanted, data, take) => {
    wanted.forEach((_, i) => take(i, tiles[data[i]![0]!]!));
  };
  return { file, plan: plan!, decode };
}

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
    const turn = last.then(() => runStrip(task as JpegStripTask, source, decode, tools));
    last = turn.catch(() => {});
    return turn;
  };
  const { blob } = await convertInStrips(
    { plan, result },
    { start, runTask, runScan, runWebp, runMap },
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

describe('a picture of one coded item', () => {
  const large = samplePhoto(300, 560);
  const turns: Uint8Array[][] = [
    [],
    ...[1, 2, 3].map((turn) => [box('irot', [turn])]),
    [box('imir', [0])],
    [box('imir', [1]), box('irot', [1])],
  ];

  /** Decodes like a decoder that reports its progress after each row of blocks. */
  function byRows({ decode, ...rest }: Sample, heard: number[]): Sample {
    const telling: DecodeTiles = (tiles, data, take, onRows) =>
      decode(tiles, data, (index, planes) => {
        for (let rows = 64; rows < planes.height; rows += 64) {
          heard.push(rows);
          // Rows that are not decoded yet must not be used.
          const decoded = planes.planes.map((plane, component) =>
            plane.map((value, at) => {
              const row = Math.floor(at / planes.strides[component]!) * (component === 0 ? 1 : 2);
              return row < rows ? value : 77;
            }),
          );
          onRows?.({ ...planes, planes: decoded }, rows, 0);
        }
        take(index, planes);
      });
    return { ...rest, decode: telling };
  }

  async function scanOf({ file, plan, decode }: Sample, hooks: StripHooks): Promise<Buffer> {
    const source = new Blob([new Uint8Array(file)]);
    const { parts } = await runStrip(plan.tasks[0]!, source, decode, tools, hooks);
    return Buffer.concat(parts as Uint8Array[]);
  }

  /** Its scan, made by a worker and others, which receive the `handed` parts. */
  async function scanShared(made: Sample, others: number, handed: StripPart[] = []) {
    const handOver = (part: StripPart) => void handed.push(structuredClone(part));
    const source = new Blob([new Uint8Array(made.file)]);
    const sharing = { others, handOver };
    const [whole] = made.plan.tasks;
    const { parts } = await runShared<JpegStripTask>(
      whole!.rows,
      async (onPart) => {
        const strip = await runStrip(whole!, source, made.decode, tools, { sharing });
        handed.forEach(onPart);
        return strip;
      },
      ({ task, planes }) =>
        runStrip(task, source, async (_tiles, _data, take) => take(0, planes), tools),
      () => {},
    );
    return Buffer.concat(parts as Uint8Array[]);
  }

  test('is encoded to the same data while it is decoded, when it is, and by others', async () => {
    for (const properties of turns) {
      const made = sample(large, 1, 1, properties);
      const atOnce = await scanOf(made, {});
      const heard: number[] = [];
      expect(await scanOf(byRows(made, heard), {})).toEqual(atOnce);
      expect(heard.length).toBeGreaterThan(5);

      expect(await scanShared(byRows(made, heard), 1)).toEqual(atOnce);
    }
  });

  /** Decodes like a decoder that keeps only the requested columns of a large picture. */
  function byColumns({ decode, ...rest }: Sample, heard: number[]): Sample {
    const telling: DecodeTiles = (tiles, data, take, onRows, columns) =>
      decode(tiles, data, (_, planes) => {
        if (!columns) return take(0, planes);
        columns.wanted.forEach(({ x }, index) => {
          const left = x - (x % 16);
          heard.push(left);
          const right = planes.planes.map((plane, component) => {
            const isLeft = (at: number): boolean =>
              (at % planes.strides[component]!) * (component === 0 ? 1 : 2) < left;
            return plane.filter((_sample, at) => !isLeft(at));
          });
          const strides = planes.strides.map(
            (stride, component) => stride - left / (component === 0 ? 1 : 2),
          );
          columns.take({ ...planes, planes: right, strides }, index, left);
        });
      });
    return { ...rest, decode: telling };
  }

  test('gives back the same samples from its columns, where it is turned by a quarter', async () => {
    const heard: number[] = [];
    const samplesOf = async ({ file, plan, decode }: Sample) => {
      const output = { kind: 'samples', resampling: null, counting: null } as const;
      const source = new Blob([new Uint8Array(file)]);
      return runStrip({ ...plan.tasks[0]!, output }, source, decode, tools);
    };
    for (const properties of turns) {
      const made = sample(large, 1, 1, properties);
      expect(await samplesOf(byColumns(made, heard))).toEqual(await samplesOf(made));
    }
    expect(heard).toHaveLength(6);
    expect(heard.filter((left) => left > 0)).toHaveLength(3);
  });

  test('hands its first part over before it is decoded', async () => {
    const heard: number[] = [];
    const handedAt: number[] = [];
    const handOver = () => void handedAt.push(heard.at(-1) ?? 0);
    await scanOf(byRows(sample(large, 1, 1), heard), { sharing: { others: 1, handOver } });
    expect(handedAt[0]).toBeLessThan(large.height * 0.6);
    // The last one is complete only when nothing else is left to do.
    expect(handedAt).toHaveLength(2);
  });

  test('keeps its share of what is decoded at once', async () => {
    const made = sample(large, 1, 1);
    const atOnce = await scanOf(made, {});
    for (const [others, count] of [
      [1, 1],
      [2, 2],
      [7, 2],
    ] as const) {
      const handed: StripPart[] = [];
      expect(await scanShared(made, others, handed)).toEqual(atOnce);
      expect(handed).toHaveLength(count);
    }
  });

  test('tells how much of it is decoded, and how much is encoded', async () => {
    const seen: number[] = [];
    const onProgress = (fraction: number) => void seen.push(fraction);
    await scanOf(byRows(sample(large, 1, 1), []), { onProgress });
    expect(seen.length).toBeGreaterThan(5);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen[0]).toBeLessThan(0.2);
    expect(seen.at(-1)).toBe(1);
  });

  test('is not cut again when it comes decoded from somebody else, however high it is', async () => {
    const handOver = vi.fn<(part: StripPart) => void>();
    const made = sample(large, 1, 1);
    const [whole] = made.plan.tasks;
    const decoded = detachPart(whole!, planesOf(large, '4:2:0'));
    const decode: DecodeTiles = async (_tiles, _data, take) => take(0, decoded.planes);
    const source = new Blob([]);
    const { parts } = await runStrip(decoded.task, source, decode, tools, {
      sharing: { others: 1, handOver },
    });
    expect(parts).toHaveLength(1);
    const counting = { qualities: [80], every: 8 };
    const counted = { ...decoded.task, output: { kind: 'counts' as const, counting } };
    const { counts } = await runStrip(counted, source, decode, tools, {
      sharing: { others: 1, handOver },
    });
    expect(counts).toHaveLength(1);
    expect(handOver).not.toHaveBeenCalled();
  });

  test('keeps to itself what is one part', async () => {
    const handOver = vi.fn<(part: StripPart) => void>();
    const scan = await scanOf(sample(samplePhoto(90, 200), 1, 1), {
      sharing: { others: 1, handOver },
    });
    expect(handOver).not.toHaveBeenCalled();
    expect(scan.length).toBeGreaterThan(100);
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

describe('reading tiles', () => {
  async function readsOf(ranges: [start: number, end: number][]) {
    const reads: [number, number][] = [];
    const bytes = Uint8Array.from({ length: 4000 }, (_, i) => i % 251);
    const source: ReadableFile = {
      slice(start, end) {
        reads.push([start, end]);
        return { arrayBuffer: async () => bytes.slice(start, end).buffer };
      },
    };
    const [tile] = sample(samplePhoto(16, 16), 1, 1).plan.tasks[0]!.tiles;
    const tiles = ranges.map(([start, end]) => ({ ...tile!, data: { start, end } }));
    const data = await readTiles(source, tiles);
    expect(data).toEqual(ranges.map(([start, end]) => bytes.slice(start, end)));
    return reads;
  }

  test('takes one read where they lie together, in any order', async () => {
    const together: [number, number][] = [
      [1200, 1500],
      [100, 600],
      [600, 1190],
    ];
    expect(await readsOf(together)).toEqual([[100, 1500]]);
  });

  test('does not read what lies between them when that is much', async () => {
    const apart: [number, number][] = [
      [0, 100],
      [3000, 3100],
    ];
    expect(await readsOf(apart)).toEqual(apart);
  });
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

describe('planning', () => {
  const describeItem = (heif: HeifToWrite) => {
    const file = writeHeif(heif);
    const container = readHeif(file)!;
    return planStrips(file, describePicture(container, primaryItem(container)), 92, []);
  };

  test('leaves HDR and RGB to the pipeline that knows them', () => {
    const nclx = (transfer: number, matrix: number) => {
      const numbers = [9, transfer, matrix].flatMap((value) => uint(value, 2));
      return [{ box: box('colr', 'nclx', numbers, [0x80]) }];
    };
    const picture = (transfer: number, matrix: number) =>
      describeItem({
        primary: 1,
        items: [hevcItem(1, 64, 64, { properties: nclx(transfer, matrix) })],
      });
    expect(picture(13, 6)).not.toBeNull();
    expect(picture(16, 9)).toBeNull();
    expect(picture(18, 9)).toBeNull();
    expect(picture(13, 0)).toBeNull();
  });

  test('makes tasks that take no more than themselves along when they are sent', () => {
    const { file, plan } = sample(samplePhoto(128, 128), 2, 2);
    const [first, second] = plan.tasks[0]!.tiles;
    expect(first!.configuration.length).toBeGreaterThan(10);
    expect(first!.configuration.buffer.byteLength).toBe(first!.configuration.length);
    expect(first!.configuration.buffer).not.toBe(file.buffer);
    expect(second!.configuration.length).toBe(second!.configuration.buffer.byteLength);
    expect(structuredClone(plan.tasks[0])).toEqual(plan.tasks[0]);
  });

  test('names where the data lies instead of copying it', () => {
    const plan = describeItem({ primary: 1, items: [hevcItem(1, 64, 64)] })!;
    expect(plan.tasks[0]!.tiles[0]!.data).toEqual({
      start: expect.any(Number),
      end: expect.any(Number),
    });
  });
});
