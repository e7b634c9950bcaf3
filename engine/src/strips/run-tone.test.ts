import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../testing/mutate.ts';
import { bytesOfBlob, fixture, psnrOf } from '../../testing/pictures.ts';
import { requireToneMapper } from '../color/tone-map.ts';
import { lightToBytes } from '../color/transfer.ts';
import { runPipeline, startPipeline } from '../convert/pipeline.ts';
import { JpegEncoder } from '../formats/jpeg/encoder/encoder.ts';
import type { ConvertOptions } from '../options.ts';
import type { ChromaFormat, Planes } from '../planes/planes.ts';
import type { Raster } from '../planes/raster.ts';
import { samplingOf } from '../planes/sampling.ts';
import { sampleFormatOf } from '../planes/sample-format.ts';
import { requireRgbaConverter } from '../planes/to-rgba.ts';
import { createLocalPool } from '../run/local-pool.ts';
import { runShared } from '../run/workers/share-strip.ts';
import { halveShares } from '../transform/gain-map.ts';
import { planeResampler } from '../transform/plane-resampler.ts';
import { loadWasm } from '../wasm/load.ts';
import { noData, type StripPart } from './parts.ts';
import type { StripHooks } from './run-jpeg.ts';
import { runToneStrip } from './run-tone.ts';
import { codedBytesOf, type StripResult, wholeOf } from './tasks/result.ts';
import type { ToneFrame, ToneStripTask } from './tasks/task.ts';

const transfers = { PQ: 16, HLG: 18 };

/** Noise of 10 bits, none of it near the maximum, in rows with a gap after each. */
function noise(chroma: ChromaFormat, transfer: number, width: number, height: number): Planes {
  const random = seededRandom(width + height + transfer);
  const { across, down } = samplingOf(chroma);
  const strides = [width + 5, Math.ceil(width / across) + 3, Math.ceil(width / across) + 3];
  const planes = strides.map((stride, component) => {
    const rows = component === 0 ? height : Math.ceil(height / down);
    const [from, span] = component === 0 ? [64, 600] : [412, 200];
    return Uint16Array.from({ length: stride * rows }, () => from + random() * span);
  });
  const color = { fullRange: false, primaries: 9, transfer, matrix: 9 };
  return { width, height, chroma, bitDepth: 10, chromaBitDepth: 10, planes, strides, color };
}

function taskFor({ width, height, chroma, color }: Planes): ToneStripTask {
  const tile = { configuration: noData, gray: false, width, height };
  const from = { x: 0, y: 0, width, height };
  return {
    kind: 'tone',
    width,
    rows: height,
    chroma,
    bitDepth: 10,
    nclx: null,
    quality: 90,
    output: { kind: 'tokens' },
    turn: { transpose: false, flipX: false, flipY: false },
    tiles: [{ ...tile, codec: 'hevc', data: { start: 0, end: 1 } }],
    pieces: [{ tile: 0, from, to: { x: 0, y: 0 } }],
    firstMcuRow: 0,
    last: true,
    makesGainMap: true,
    color: { cicp: { primaries: color!.primaries, transfer: color!.transfer } },
  };
}

/** The whole picture in 16 bits, as when it is not made in strips. */
async function rasterOf(planes: Planes): Promise<Raster> {
  const converter = await requireRgbaConverter();
  const { width, height, color } = planes;
  const { data, stride } = converter.convert(planes, sampleFormatOf(null, planes), true);
  const all = new Uint16Array(width * height * 4);
  for (let y = 0; y < height; y++)
    all.set(data.subarray(y * stride, y * stride + width * 4), y * width * 4);
  const flags = { opaque: true, gray: false, premultiplied: false };
  const cicp = { primaries: color!.primaries, transfer: color!.transfer };
  return { width, height, data: all, ...flags, color: { cicp } };
}

const cases = (['4:2:0', '4:4:4'] as const).flatMap((chroma) =>
  Object.values(transfers).map((transfer) => [chroma, transfer] as const),
);

describe('planes of HDR', () => {
  test.each(cases)('have the largest sample of their pixels: %s, %i', async (chroma, transfer) => {
    const converter = await requireRgbaConverter();
    for (const [width, height] of [
      [16, 1],
      [50, 261],
      [334, 130],
    ] as const) {
      const planes = noise(chroma, transfer, width, height);
      // The gap after a row holds no samples.
      for (const plane of planes.planes.keys()) {
        const stride = planes.strides[plane]!;
        for (let end = stride; end <= planes.planes[plane]!.length; end += stride)
          planes.planes[plane]!.fill(1023, end - 2, end);
      }
      const { data } = await rasterOf(planes);
      let expected = 0;
      data.forEach((each, at) => (expected = at % 4 === 3 ? expected : Math.max(expected, each)));
      expect(converter.findLargest(planes, sampleFormatOf(null, planes))).toBe(expected);
    }
  });

  test.each(cases)(
    'are mapped part by part as their pixels are at once: %s, %i',
    async (chroma, transfer) => {
      const [mapper, converter] = await Promise.all([requireToneMapper(), requireRgbaConverter()]);
      const planes = noise(chroma, transfer, 334, 602);
      const format = sampleFormatOf(null, planes);
      const raster = await rasterOf(planes);
      const whole = mapper.map(raster, { darkening: true });
      const { rgba, stops, halvedShares } = mapper.mapPlanes(planes, format, converter, {
        color: raster.color,
        firstRow: 0,
        darkening: true,
        largest: converter.findLargest(planes, format),
      });
      expect(Buffer.compare(Buffer.from(rgba), Buffer.from(whole.raster.data))).toBe(0);
      expect(stops).toBe(whole.darkening!.stops);
      const halved = halveShares(raster, whole.darkening!.shares);
      expect(Buffer.compare(halvedShares, halved.data)).toBe(0);
    },
  );
});

describe('planes of HDR as light', () => {
  // Fewer rows of the wide one are mapped at a time than are asked for.
  const sizes = [
    { width: 334, height: 44 },
    { width: 20_000, height: 20 },
  ];
  const sized = cases.flatMap(([chroma, transfer]) =>
    sizes.map((size) => [chroma, transfer, size] as const),
  );

  test.each(sized)('are what their pixels are: %s, %i, %j', async (chroma, transfer, size) => {
    const [mapper, converter] = await Promise.all([requireToneMapper(), requireRgbaConverter()]);
    const { width, height } = size;
    const planes = noise(chroma, transfer, width, height);
    const format = sampleFormatOf(null, planes);
    const about = {
      color: { cicp: { primaries: 9, transfer } },
      firstRow: 0,
      darkening: true,
      largest: converter.findLargest(planes, format),
    };
    const pixels = mapper.mapPlanes(planes, format, converter, about);
    const rgba = pixels.rgba.slice();
    const { readRows, darkening } = mapper.mapToLight(planes, format, converter, about);
    const stride = width + 9;
    const light = new Uint16Array(height * 3 * stride);
    for (let top = 0; top < height; top += 8) {
      const rows = Math.min(8, height - top);
      readRows(top, rows, light.subarray(top * 3 * stride, (top + rows) * 3 * stride), stride);
    }
    const toBytes = lightToBytes();
    let difference = 0;
    rgba.forEach((byte, at) => {
      const [pixel, color] = [Math.floor(at / 4), at % 4];
      if (color === 3) return;
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      const found = toBytes[light[(y * 3 + color) * stride + x]!]!;
      difference = Math.max(difference, Math.abs(found - byte));
    });
    // The pixels are dithered.
    expect(difference).toBe(1);
    expect(darkening).toEqual({ stops: pixels.stops, halvedShares: pixels.halvedShares });
  });
});

describe('a strip of HDR', () => {
  /** Makes the parts with one worker and with three. */
  async function makeBoth(planes: Planes, frame?: ToneFrame) {
    const [encoder, resampler] = await Promise.all([
      loadWasm('jpeg-encoder').then((module) => JpegEncoder.create(module)),
      planeResampler.require(),
    ]);
    const [mapper, converter] = await Promise.all([requireToneMapper(), requireRgbaConverter()]);
    const tools = { encoder, mapper, converter, resampler, vp8: null };
    const task: ToneStripTask = { ...taskFor(planes), ...(frame && { frame }) };
    const file = new Blob([new Uint8Array(1)]);
    const run = (part: ToneStripTask, own: Planes, hooks?: StripHooks) =>
      runToneStrip(part, file, async (_t, _d, take) => take(0, own), tools, hooks);
    const told: number[] = [];
    const onProgress = (share: number) => void told.push(share);
    const alone = wholeOf(await run(task, planes, { onProgress }));
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    const handed: StripPart<ToneStripTask>[] = [];
    const shared = await runShared<ToneStripTask>(
      task.rows,
      async (onPart) => {
        const handOver = (part: unknown) => void handed.push(structuredClone(part) as never);
        const result = await run(task, planes, { sharing: { others: 2, handOver } });
        handed.forEach(onPart);
        return result;
      },
      (part) => run(part.task, part.planes),
      () => {},
    );
    return { alone, shared, told: told.length, handed: handed.length };
  }

  const join = (strip: StripResult) => Buffer.concat(codedBytesOf([strip], 'tokens'));
  const heightsOf = ({ darkened }: StripResult) => darkened.map(({ samples }) => samples.height);

  test.each(cases)('is the same whoever makes its parts: %s, %i', async (chroma, transfer) => {
    const planes = noise(chroma, transfer, 80, 1300);
    const made = await makeBoth(planes);
    const { alone, shared } = made;
    expect(made).toMatchObject({ told: 6, handed: 4 });
    expect(join(shared).equals(join(alone))).toBe(true);
    expect(shared.darkened).toEqual(alone.darkened);
    expect(heightsOf(alone)).toEqual([128, 128, 128, 128, 128, 10]);
    // Each part has its own share values throughout.
    const whole = (await requireToneMapper()).map(await rasterOf(planes), { darkening: true });
    const halved = halveShares(planes, whole.darkening!.shares);
    const joined = Buffer.concat(alone.darkened.map(({ samples }) => samples.data));
    expect(joined.equals(halved.data)).toBe(true);
  });

  test.each(cases)('is so at another size: %s, %i', async (chroma, transfer) => {
    const made = await makeBoth(noise(chroma, transfer, 3000, 1300), {
      area: { x: 3, y: 5, width: 2990, height: 1290 },
      target: { width: 751, height: 325 },
      chroma: '4:2:0',
    });
    const { alone, shared } = made;
    expect(made).toMatchObject({ told: 3, handed: 2 });
    expect(join(shared).equals(join(alone))).toBe(true);
    expect(shared.darkened).toEqual(alone.darkened);
    expect(heightsOf(alone)).toEqual([56, 56, 51]);
  });
});

function samplesOf(data: Buffer, width: number, height: number) {
  return { width, height, channels: 3, data: new Uint8Array(data) };
}

async function grayOf(jpeg: Uint8Array) {
  const gray = sharp(jpeg).toColorspace('b-w').raw();
  const { data, info } = await gray.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 1, data: new Uint8Array(data) };
}

describe('an HDR picture of one item', () => {
  async function look(jpeg: Uint8Array) {
    const { gainMap } = await sharp(jpeg).metadata();
    const map = gainMap ? new Uint8Array(gainMap.image) : null;
    return { pixels: await sharp(jpeg, { ignoreIcc: true }).raw().toBuffer(), map };
  }

  /** Makes the picture in strips and in one piece. */
  async function makeBoth(options: ConvertOptions) {
    const file = new Blob([await fixture('hdr-pq.heic')]);
    const begun = await startPipeline(file, 'a.heic', options, {});
    expect(begun).toMatchObject({ planned: { plan: { tasks: [{ kind: 'tone' }] } } });
    const whole = await runPipeline(file, 'a.heic', options);
    const strips = await createLocalPool().convert(file, { name: 'a.heic', ...options });
    const { notes, hasGainMap, width, height } = whole;
    expect(strips).toMatchObject({ notes, hasGainMap, width, height });
    const looks = [strips, whole].map(async ({ blob }) => look(await bytesOfBlob(blob)));
    const [one, other] = await Promise.all(looks);
    return { one: one!, other: other!, width, height };
  }

  test.each<ConvertOptions>([
    {},
    { hdr: 'leave-out' },
    { metadata: 'strip', quality: 75 },
    ...([90, 180, 270] as const).map((rotate) => ({ rotate })),
    { flip: 'horizontal', rotate: 90 },
    { crop: { x: 4, y: 20, width: 20, height: 60 } },
    { crop: { x: 0, y: 0, width: 32, height: 64 }, hdr: 'leave-out' },
    { crop: { x: 6, y: 2, width: 90, height: 20 }, rotate: 90 },
  ])('is the same in strips as at once: %o', async (options) => {
    const { one, other } = await makeBoth(options);
    expect(one.pixels.equals(other.pixels)).toBe(true);
    expect(one.map).toEqual(other.map);
  });

  test.each<ConvertOptions>([
    { resize: { width: 20 } },
    { resize: { width: 15 }, rotate: 270 },
    { resize: { height: 300 } },
    { crop: { x: 3, y: 21, width: 17, height: 67 } },
    { crop: { x: 5, y: 1, width: 101, height: 25 }, resize: { width: 70 }, rotate: 90 },
  ])('is nearly the same where its samples are others: %o', async (options) => {
    const { one, other, width, height } = await makeBoth(options);
    expect(
      psnrOf(samplesOf(one.pixels, width, height), samplesOf(other.pixels, width, height)),
    ).toBeGreaterThan(30);
    const [map, otherMap] = await Promise.all([grayOf(one.map!), grayOf(other.map!)]);
    expect(psnrOf(map, otherMap)).toBeGreaterThan(30);
  });

  test.each<ConvertOptions>([
    {},
    { rotate: 270 },
    { quality: 50, crop: { x: 3, y: 21, width: 17, height: 67 } },
    { resize: { width: 20 } },
  ])('is a WebP that looks like that of its pixels: %o', async (asked) => {
    const { one, other, width, height } = await makeBoth({ ...asked, format: 'webp' });
    const pictures = [one, other].map(({ pixels }) => samplesOf(pixels, width, height));
    expect(psnrOf(pictures[0]!, pictures[1]!)).toBeGreaterThan(30);
  });

  test.each<ConvertOptions>([
    { targetBytes: 3500 },
    { targetBytes: 3500, hdr: 'leave-out' },
    { targetBytes: 3500, rotate: 90 },
    { targetBytes: 3500, fewerPixels: true, metadata: 'strip', resize: { height: 900 } },
    { targetBytes: 3000, resize: { width: 50 } },
    { targetBytes: 3000, crop: { x: 3, y: 21, width: 27, height: 67 } },
  ])('keeps to a limit, with its map: %o', async (options) => {
    const file = new Blob([await fixture('hdr-pq.heic')]);
    const result = await createLocalPool().convert(file, { name: 'a.heic', ...options });
    const bytes = await bytesOfBlob(result.blob);
    expect(bytes.length).toBeLessThanOrEqual(options.targetBytes!);
    const { width, height } = await sharp(bytes, { failOn: 'warning' }).metadata();
    expect(result).toMatchObject({ width, height });
    const keeps = options.hdr !== 'leave-out';
    const expected = [keeps ? 'gain-map-made' : 'tone-mapped'];
    expect(result.notes.filter((note) => !['fewer-pixels'].includes(note))).toEqual(expected);
    const { map } = await look(bytes);
    expect(map !== null && result.hasGainMap).toBe(keeps);
    expect(result.notes.includes('fewer-pixels')).toBe(options.fewerPixels === true);
  });

  test('is a WebP in a limit', async () => {
    const { one, other, width, height } = await makeBoth({ format: 'webp', targetBytes: 1500 });
    const pictures = [one, other].map(({ pixels }) => samplesOf(pixels, width, height));
    expect(psnrOf(pictures[0]!, pictures[1]!)).toBeGreaterThan(28);
  });

  test.each<ConvertOptions>([{ lossless: true, format: 'webp' }, { format: 'png' }])(
    'is none of strips where more is asked of it: %o',
    async (options) => {
      const file = new Blob([await fixture('hdr-pq.heic')]);
      expect((await startPipeline(file, 'a.heic', options, {})).kind).toBe('converted');
    },
  );
});
