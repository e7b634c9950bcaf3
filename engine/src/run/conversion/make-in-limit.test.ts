import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../testing/mutate.ts';
import { fixture } from '../../../testing/pictures.ts';
import { makeGainMap } from '../../convert/make-gain-map.ts';
import { startPipeline, type Conversion } from '../../convert/pipeline.ts';
import type { ConvertOptions, ConvertResult } from '../../options.ts';
import type { Planes } from '../../planes/planes.ts';
import { isLimited } from '../../strips/tasks/plan.ts';
import { wholeOf } from '../../strips/tasks/result.ts';
import type { SharedStripTask } from '../../strips/tasks/task.ts';
import { makeScan, makeStrip } from '../../strips/make-strip.ts';
import { makeWebp } from '../../strips/make-webp.ts';
import { convertFile } from './convert-file.ts';
import type { Runners } from './runners.ts';
import { createLocalPool } from '../local-pool.ts';

const noWhole = () => Promise.reject(new Error('strips do'));

/** Plans a picture as if it had too many samples to keep. */
function countOnly(begun: Conversion): Conversion {
  if (begun.kind !== 'planned') return begun;
  const { plan } = begun.planned;
  if (!isLimited(plan)) return begun;
  const limit = { ...plan.limit, decodesAgain: true };
  return { ...begun, planned: { ...begun.planned, plan: { ...plan, limit } } };
}

/** Plans a picture as if it were too large to be made in one piece. */
function inStripsOnly(begun: Conversion): Conversion {
  if (begun.kind !== 'planned') return begun;
  const { plan } = begun.planned;
  if (plan.kind !== 'jpeg' || plan.map?.kind !== 'strips') return begun;
  const map = { ...plan.map, fitsWhole: false };
  return { ...begun, planned: { ...begun.planned, plan: { ...plan, map } } };
}

/** Converts in strips that finish in any order, as with many workers. */
async function convert(
  given: string | Blob,
  options: ConvertOptions,
  {
    seed = 1,
    countsLater = false,
    countsOnly = false,
    fitsWhole = true,
    onPlanes = (_planes: Planes): void => {},
  } = {},
): Promise<ConvertResult> {
  const [file, name] =
    typeof given === 'string' ? [new Blob([await fixture(given)]), given] : [given, ''];
  const random = seededRandom(seed);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run);
    last = turn.catch(() => {});
    return turn;
  };
  const shuffled = async <T>(result: T): Promise<T> => {
    for (let waits = random() * 20; waits > 0; waits--) await Promise.resolve();
    return result;
  };
  const runners: Runners = {
    runWhole: noWhole,
    salvage: noWhole,
    async start(onProgress, chosen) {
      // It is sent to a worker, so it must contain only what is read there.
      if (chosen) expect(Object.keys(chosen.size).toSorted()).toEqual(['height', 'width']);
      const begun = await startPipeline(file, name, options, { onProgress }, chosen);
      const counting = countsOnly ? countOnly(begun) : begun;
      return fitsWhole ? counting : inStripsOnly(counting);
    },
    runTask: async (task, _signal, _plan, _onShare, planes) => {
      if (planes) onPlanes(planes);
      return shuffled(
        await inTurn(() => {
          const output = 'output' in task && task.output;
          const countsNot = countsLater && output && output.kind === 'samples';
          const changes = countsNot ? { output: { ...output, counting: null } } : {};
          const asked = { ...task, ...changes } as SharedStripTask;
          return makeStrip(asked, file, () => {}, { planes }).then(wholeOf);
        }),
      );
    },
    runWebp: (strips, frame) => inTurn(() => makeWebp(strips, frame)),
    runAlpha: noWhole,
    runMap: (darkened, room) => inTurn(() => makeGainMap(darkened, room)),
    runScan: (tokens, huffman) => inTurn(() => makeScan(tokens, huffman, () => {})),
  };
  return convertFile(runners, {});
}

const bytesOf = async ({ blob }: ConvertResult) => new Uint8Array(await blob.arrayBuffer());
const whole = { left: 0, top: 0 };

describe('a limit of bytes, in strips', () => {
  test('leaves a gain map out that is too large for it, where the picture fits in one piece nowhere', async () => {
    const { size } = (await convert('gain-map.heic', { hdr: 'leave-out', quality: 50 })).blob;
    for (const [targetBytes, fewerPixels] of [
      [size - 100, false],
      [size + 400, false],
      [size - 1000, true],
    ] as const) {
      const options = { targetBytes, fewerPixels };
      const { blob, hasGainMap, notes } = await convert('gain-map.heic', options, {
        fitsWhole: false,
      });
      expect(hasGainMap).toBe(false);
      expect(notes).toContain('gain-map-removed');
      expect(notes.includes('target-not-reached')).toBe(blob.size > targetBytes);
      expect(blob.size > targetBytes).toBe(targetBytes < size && !fewerPixels);
    }
  });

  const names = ['grid.heic', 'grid-rotated.heic', 'rotated.heic', 'gain-map.heic'];
  /** Almost nothing in the file but the samples themselves. */
  const bare: ConvertOptions = { metadata: 'strip', hdr: 'leave-out' };

  test.each(names)('is never passed, and nearly reached: %s', async (name) => {
    const free = (await convert(name, bare)).blob.size;
    for (const share of [0.95, 0.8, 0.65, 0.5]) {
      const targetBytes = Math.round(free * share);
      const result = await convert(name, { ...bare, targetBytes, fewerPixels: true });
      expect(result.notes).not.toContain('target-not-reached');
      expect(result.blob.size).toBeLessThanOrEqual(targetBytes);
      // In files of a few kilobytes, one step of quality or one pixel may be more than three
      // percent.
      expect(result.blob.size).toBeGreaterThan(targetBytes * 0.9);
      const { width, height } = await sharp(await bytesOf(result), {
        failOn: 'warning',
      }).metadata();
      expect(result).toMatchObject({ width, height });
    }
  });

  test('leaves alone what is small enough', async () => {
    for (const name of names) {
      const plain = await bytesOf(await convert(name, bare));
      const limited = await convert(name, { ...bare, targetBytes: plain.length + 600 });
      expect(limited.notes).not.toContain('target-not-reached');
      expect(await bytesOf(limited)).toEqual(plain);
    }
  });

  test('gives the memory of all samples back', async () => {
    const seen = new Set<Planes>();
    const onPlanes = (planes: Planes) => void seen.add(planes);
    for (const fewerPixels of [false, true]) {
      await convert('grid.heic', { ...bare, targetBytes: 2000, fewerPixels }, { onPlanes });
    }
    expect(seen.size).toBeGreaterThan(2);
    const left = [...seen].flatMap((each) => each.planes.filter(({ length }) => length > 0));
    expect(left).toEqual([]);
  });

  test('gives the same bytes in whatever order the parts are made', async () => {
    const options = { targetBytes: 1500, fewerPixels: true };
    const first = await bytesOf(await convert('grid-rotated.heic', options));
    for (const seed of [2, 3, 4]) {
      expect(await bytesOf(await convert('grid-rotated.heic', options, { seed }))).toEqual(first);
    }
  });

  test('gives the same bytes whether symbols are counted while strips are made or afterwards', async () => {
    // Strips of other files do not begin on MCU rows, so different rows are counted.
    for (const name of ['grid.heic', 'rotated.heic']) {
      for (const targetBytes of [700, 1500, 2500]) {
        const options = { ...bare, targetBytes, fewerPixels: true };
        const later = await convert(name, options, { countsLater: true });
        expect(await bytesOf(await convert(name, options))).toEqual(await bytesOf(later));
      }
    }
  });

  test('reaches it with fewer pixels where those of the whole are too many to keep', async () => {
    // Sides that round up to one pixel more than can be kept.
    const [width, height] = [8800, 6400];
    const flat = sharp({ create: { width, height, channels: 3, background: '#a0522d' } });
    const file = new Blob([new Uint8Array(await flat.jpeg().toBuffer())]);
    const lowest = await convert(file, { quality: 60 });
    const targetBytes = Math.round(lowest.blob.size * 0.97);
    const result = await convert(file, { targetBytes, fewerPixels: true });
    expect(result.notes).toEqual(['fewer-pixels']);
    expect(result.blob.size).toBeLessThanOrEqual(targetBytes);
    expect(result.width * result.height).toBeLessThanOrEqual(50e6);
  });

  test('reaches it as well without keeping samples, as for the largest photos', async () => {
    for (const name of ['grid.heic', 'rotated.heic', 'gain-map.heic']) {
      const free = (await convert(name, bare)).blob.size;
      for (const [share, fewerPixels] of [
        [0.95, false],
        [0.7, false],
        [0.5, true],
      ] as const) {
        const targetBytes = Math.round(free * share);
        const options = { ...bare, targetBytes, fewerPixels };
        const kept = await convert(name, options);
        const large = await convert(name, options, { countsOnly: true });
        expect(large.notes).toEqual(kept.notes);
        expect(large.blob.size).toBeLessThanOrEqual(targetBytes);
        expect(large.blob.size).toBeGreaterThan(targetBytes * 0.9);
        const { width, height } = await sharp(await bytesOf(large), {
          failOn: 'warning',
        }).metadata();
        expect(large).toMatchObject({ width, height });
      }
    }
  });

  test('makes the picture smaller only where it is told to, and says so', async () => {
    const targetBytes = 1300;
    const smaller = await convert('grid.heic', { targetBytes, fewerPixels: true });
    expect(smaller.notes).toEqual(['fewer-pixels']);
    const plain = await convert('grid.heic', {});
    expect(smaller.width).toBeLessThan(plain.width);
    expect(smaller.width / smaller.height).toBeCloseTo(plain.width / plain.height, 1);
    // No smaller than necessary.
    expect(smaller.blob.size).toBeGreaterThan(targetBytes * 0.9);

    const asLarge = await convert('grid.heic', { targetBytes });
    expect(asLarge.notes).toEqual(['target-not-reached']);
    expect(asLarge).toMatchObject({ width: plain.width, height: plain.height });
    const lowest = await convert('grid.heic', { quality: 50 });
    expect(asLarge.blob.size).toBe(lowest.blob.size);
  });

  test('plans a picture of pixels again where the guess at its resolution of color was wrong', async () => {
    const [width, height] = [1203, 901];
    const random = seededRandom(4);
    const soft = (x: number, y: number, channel: number) => [x, y, 1 - x][channel]! * 255;
    const grainy = () => 60 + random() * 140;
    const under = async (paint: typeof soft, targetBytes: number) => {
      const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
        const pixel = Math.floor(at / 3);
        return paint((pixel % width) / width, Math.floor(pixel / width) / height, at % 3);
      });
      const png = sharp(data, { raw: { width, height, channels: 3 } }).png();
      const file = new Blob([new Uint8Array(await png.toBuffer())]);
      const result = await convert(file, { quality: 95, targetBytes });
      expect(result).toMatchObject({ notes: [], width, height });
      expect(result.blob.size).toBeLessThanOrEqual(targetBytes);
      return (await sharp(await bytesOf(result)).metadata()).chromaSubsampling;
    };
    let grain = 0;
    const speckled = (_x: number, y: number, channel: number): number => {
      if (channel === 0) grain = y < 0.5 ? (random() - 0.5) * 60 : 0;
      // Grain in color only.
      return 128 + [grain, -0.51 * grain, 0][channel]!;
    };
    // Few bits per pixel that suffice, many that do not, and few that seem to suffice but do not.
    expect(await under(soft, 100_000)).toBe('4:4:4');
    expect(await under(grainy, 400_000)).toBe('4:2:0');
    expect(await under(speckled, 150_000)).toBe('4:2:0');
  });

  test('leaves a resized picture alone that is small enough, with all of its color', async () => {
    for (const quality of [85, 95]) {
      const options = { ...bare, quality, resize: { width: 120 } };
      const plain = await bytesOf(await convert('grid.heic', options));
      const limited = await convert('grid.heic', { ...options, targetBytes: plain.length + 600 });
      expect(await bytesOf(limited)).toEqual(plain);
    }
  });

  test('halves the resolution of color where nothing else reaches the limit', async () => {
    const random = seededRandom(5);
    const [width, height] = [96, 80];
    const noise = Uint8Array.from({ length: width * height * 3 }, () => random() * 256);
    const input = await sharp(noise, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const file = new Blob([new Uint8Array(input)]);
    const pool = createLocalPool();
    const lowest = await pool.convert(file, { quality: 50 });
    const targetBytes = Math.round(lowest.blob.size * 0.8);
    const result = await pool.convert(file, { targetBytes });
    expect(result.notes).toEqual([]);
    expect(result).toMatchObject({ width, height });
    expect(result.blob.size).toBeLessThanOrEqual(targetBytes);
    const { chromaSubsampling } = await sharp(await bytesOf(result)).metadata();
    expect(chromaSubsampling).toBe('4:2:0');
  });

  test('shows the same picture, also cropped, turned and resized', async () => {
    const options: ConvertOptions = {
      crop: { x: 3, y: 4, width: 60, height: 50 },
      rotate: 90,
      resize: { width: 40, height: 40, mode: 'fill' },
    };
    const plain = await convert('grid.heic', options);
    const limited = await convert('grid.heic', {
      ...options,
      targetBytes: (plain.blob.size * 0.8) | 0,
    });
    const [a, b] = await Promise.all(
      [plain, limited].map(async (each) =>
        sharp(await bytesOf(each))
          .extract({ ...whole, width: 40, height: 40 })
          .raw()
          .toBuffer(),
      ),
    );
    const squares = a!.reduce((sum, value, at) => sum + (value - b![at]!) ** 2, 0);
    expect(10 * Math.log10((255 ** 2 * a!.length) / squares)).toBeGreaterThan(26);
  });
});
