import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../testing/mutate.ts';
import { bytesOfBlob, fixture, psnrOf, readPixels } from '../../testing/pictures.ts';
import { readChunks } from '../formats/png/chunks.ts';
import { decodePng } from '../formats/png/decode.ts';
import { encodePng } from '../formats/png/encode.ts';
import type { ConvertOptions, ConvertResult } from '../options.ts';
import type { Raster } from '../planes/raster.ts';
import { convertInStrips } from '../run/conversion/convert-in-strips.ts';
import { makeTask } from '../run/conversion/make-task.ts';
import { runShared } from '../run/workers/share-strip.ts';
import { makeAlpha } from '../strips/make-alpha.ts';
import { makeWebp } from '../strips/make-webp.ts';
import { wholeOf } from '../strips/tasks/result.ts';
import { runPipeline, startPipeline } from './pipeline.ts';

const noDeadline = (): void => {};
const unasked = (): Promise<never> => Promise.reject(new Error('no part of a PNG'));

/** Acts like a pool with another idle worker, and counts the parts that it gets. */
async function convertShared(
  file: Blob,
  options: ConvertOptions,
): Promise<{ result: ConvertResult; handed: number; seen: number[] }> {
  const begun = await startPipeline(file, 'a.png', options, { idleOthers: 1 });
  if (begun.kind !== 'planned') throw new Error('one worker makes it alone');
  let handed = 0;
  const seen: number[] = [];
  const result = await convertInStrips(
    begun.planned,
    {
      async runTask(task, _signal, _plan, onShare, decoded) {
        if (decoded) {
          handed++;
          return wholeOf(await makeTask(task, file, noDeadline, { planes: decoded }));
        }
        return runShared(
          task.rows,
          (handOver, onProgress) =>
            makeTask(task, file, noDeadline, { onProgress, sharing: { others: 1, handOver } }),
          ({ task: part, planes }) => {
            handed++;
            return makeTask(part, file, noDeadline, { planes });
          },
          onShare,
        );
      },
      runWebp: (strips, frame) => makeWebp(strips, frame),
      runAlpha: (alpha, size) => makeAlpha(alpha, size),
      start: (onProgress, chosen) =>
        startPipeline(file, 'a.png', options, { onProgress, idleOthers: 0 }, chosen),
      runScan: unasked,
      runMap: unasked,
    },
    { onProgress: (fraction) => void seen.push(fraction) },
  );
  return { result, handed, seen };
}

const [width, height] = [900, 1000];

/** Soft shapes with some noise, with the requested colors, depth and channels. */
function paint({ deep = false, gray = false, clear = false, colors = Infinity }): Raster {
  const random = seededRandom(5);
  const most = deep ? 65_535 : 255;
  const data = new (deep ? Uint16Array : Uint8ClampedArray)(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const noise = random() * 0.05;
    const shapes = [x / width, y / height, (x + y) / (width + height)];
    shapes.forEach((shape, channel) => {
      const value = Math.min((gray ? shapes[0]! : shape) * 0.9 + noise, 1);
      const steps = colors === Infinity ? most : 2;
      data[at * 4 + channel] = (Math.round(value * steps) / steps) * most;
    });
    data[at * 4 + 3] = clear && y > height / 2 ? (x / width) * most : most;
  }
  return { width, height, data, opaque: !clear, gray, premultiplied: false, color: {} };
}

const toldOf = ({ width: across, height: down, notes }: ConvertResult) => ({ across, down, notes });

/** As bytes, which compare faster than numbers. */
function samplesOf({ data, ...rest }: Raster): Omit<Raster, 'data'> & { data: Buffer } {
  return { ...rest, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) };
}

describe('a PNG whose rows others compress is the same picture as one made in one piece', () => {
  const pictures: [name: string, form: Parameters<typeof paint>[0], options: ConvertOptions][] = [
    ['of three colors', {}, {}],
    ['turned', {}, { rotate: 90 }],
    [
      'cut and enlarged',
      {},
      {
        crop: { x: 9, y: 7, width: 700, height: 700 },
        resize: { width: 950, height: 950, mode: 'fill' },
      },
    ],
    ['with transparency', { clear: true }, {}],
    ['gray', { gray: true }, {}],
    ['of 16 bits', { deep: true }, {}],
    ['of 16 bits with transparency', { deep: true, clear: true }, {}],
  ];

  test.each(pictures)('%s', async (_, form, options) => {
    const file = new Blob([await encodePng(paint(form))]);
    const asked = { ...options, format: 'png' } as const;
    const { result, handed, seen } = await convertShared(file, asked);
    const whole = await runPipeline(file, 'a.png', asked);
    expect(handed).toBeGreaterThan(0);
    expect(toldOf(result)).toEqual(toldOf(whole));
    const chunks = [
      readChunks(await bytesOfBlob(result.blob)),
      readChunks(await bytesOfBlob(whole.blob)),
    ] as const;
    expect(samplesOf(await decodePng(chunks[0]))).toEqual(samplesOf(await decodePng(chunks[1])));
    const described = (list: (typeof chunks)[0]) => list.filter(({ type }) => type !== 'IDAT');
    expect(described(chunks[0])).toEqual(described(chunks[1]));
    // Another decoder agrees, checksum and all.
    expect(psnrOf(await readPixels(result.blob, 4), await readPixels(whole.blob, 4))).toBe(99);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });
});

describe('a PNG of a JPEG whose rows are decoded meanwhile has the pixels that libjpeg gives', () => {
  const raw = async (options: JpegOptions, form: Parameters<typeof paint>[0] = {}) => {
    const png = sharp(await encodePng(paint(form)));
    return new Blob([new Uint8Array(await png.jpeg(options).toBuffer())]);
  };

  test.each<[name: string, make: () => Promise<Blob>]>([
    ['with half the color', () => raw({ quality: 80 })],
    ['with all of the color', () => raw({ quality: 80, chromaSubsampling: '4:4:4' })],
    ['of several scans', () => raw({ quality: 80, progressive: true })],
    ['gray', () => raw({ quality: 80 }, { gray: true })],
  ])('%s', async (_, make) => {
    const file = await make();
    const { result, handed, seen } = await convertShared(file, { format: 'png' });
    expect(handed).toBeGreaterThan(0);
    expect(psnrOf(await readPixels(result.blob), await readPixels(file))).toBe(99);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });

  test('and damage is left to who can cope with it', async () => {
    const bytes = await bytesOfBlob(await raw({ quality: 80 }));
    // A restart marker where none is due.
    bytes.set([0xff, 0xd3], Math.floor(bytes.length * 0.8));
    const damaged = convertShared(new Blob([bytes]), { format: 'png' });
    await expect(damaged).rejects.toMatchObject({ code: 'unsupported-feature' });
  });
});

describe('a lossy WebP whose rows others code looks like one made in one piece', () => {
  test.each<[name: string, form: Parameters<typeof paint>[0], options: ConvertOptions]>([
    ['as it is', { clear: true }, {}],
    ['turned', { clear: true }, { rotate: 90 }],
    ['enlarged', { clear: true }, { resize: { width: 1100, height: 1300, mode: 'fill' } }],
    ['of 16 bits', { clear: true, deep: true }, {}],
  ])('%s', async (_, form, options) => {
    const file = new Blob([await encodePng(paint(form))]);
    const asked = { ...options, format: 'webp', quality: 90 } as const;
    const { result, handed, seen } = await convertShared(file, asked);
    const whole = await runPipeline(file, 'a.png', asked);
    expect(handed).toBeGreaterThan(0);
    expect(toldOf(result)).toEqual(toldOf(whole));
    const [shared, alone] = [await readPixels(result.blob, 4), await readPixels(whole.blob, 4)];
    const alphaOf = ({ data }: typeof shared) =>
      Buffer.from(data.filter((_each, at) => at % 4 === 3));
    expect(alphaOf(shared).equals(alphaOf(alone))).toBe(true);
    expect(new Set(alphaOf(shared)).size).toBeGreaterThan(200);
    const exact = await readPixels(
      (await runPipeline(file, 'a.png', { ...options, format: 'png' })).blob,
    );
    const on = async (blob: Blob) => psnrOf(await readPixels(blob), exact);
    expect(await on(result.blob)).toBeCloseTo(await on(whole.blob), 0);
    expect(result.blob.size / whole.blob.size).toBeCloseTo(1, 1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test('and keeps what describes it', async () => {
    const alpha = sharp(await bytesOfBlob(new Blob([await encodePng(paint({ clear: true }))])));
    const png = await alpha
      .withIccProfile('p3')
      .withExif({ IFD0: { Artist: 'me' } })
      .png()
      .toBuffer();
    const file = new Blob([new Uint8Array(png)]);
    const { result, handed } = await convertShared(file, { format: 'webp' });
    expect(handed).toBeGreaterThan(0);
    const made = await sharp(await bytesOfBlob(result.blob)).metadata();
    const whole = await runPipeline(file, 'a.png', { format: 'webp' });
    const expected = await sharp(await bytesOfBlob(whole.blob)).metadata();
    expect(made.icc).toEqual(expected.icc);
    expect(made.icc).toBeDefined();
    expect(made.exif).toEqual(expected.exif);
    expect(made.exif).toBeDefined();
    expect(made.hasAlpha).toBe(true);
  });
});

describe('a lossy WebP within a limit of bytes whose rows others code', () => {
  const p3 = async (): Promise<Blob> => {
    const png = sharp(await encodePng(paint({ clear: true }))).withIccProfile('p3');
    const described = await png.withExif({ IFD0: { Artist: 'me' } }).toBuffer();
    return new Blob([new Uint8Array(described)]);
  };
  const alphaOf = async (blob: Blob) => {
    const { data } = await readPixels(blob, 4);
    return Buffer.from(data.filter((_each, at) => at % 4 === 3));
  };

  test('is never above it, hardly below, and keeps its alpha and what describes it', async () => {
    const file = await p3();
    const free = (await runPipeline(file, 'a.png', { format: 'webp' })).blob.size;
    for (const share of [0.9, 0.6]) {
      const targetBytes = Math.round(free * share);
      const { result, handed, seen } = await convertShared(file, { format: 'webp', targetBytes });
      expect(handed).toBeGreaterThan(0);
      expect(result.notes).not.toContain('target-not-reached');
      expect(result.blob.size).toBeLessThanOrEqual(targetBytes);
      expect(result.blob.size).toBeGreaterThan(targetBytes * 0.97);
      expect((await alphaOf(result.blob)).equals(await alphaOf(file))).toBe(true);
      const { icc, exif } = await sharp(await bytesOfBlob(result.blob)).metadata();
      expect(icc).toBeDefined();
      expect(exif).toBeDefined();
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(seen.at(-1)).toBe(1);
    }
  });

  test('gets fewer pixels where it may, with alpha of that size, and else says so', async () => {
    const file = await p3();
    const options = { format: 'webp', targetBytes: 5000 } as const;
    const kept = await convertShared(file, options);
    expect(kept.result.notes).toContain('target-not-reached');
    const { result, handed } = await convertShared(file, { ...options, fewerPixels: true });
    const whole = await runPipeline(file, 'a.png', { ...options, fewerPixels: true });
    expect(handed).toBeGreaterThan(0);
    expect(result.notes).toEqual(whole.notes);
    expect(result.notes).toContain('fewer-pixels');
    expect(result.blob.size).toBeLessThanOrEqual(options.targetBytes);
    expect(result.blob.size).toBeGreaterThan(options.targetBytes * 0.9);
    expect(result.width / whole.width).toBeCloseTo(1, 1);
    const made = await sharp(await bytesOfBlob(result.blob)).metadata();
    expect(made).toMatchObject({ width: result.width, height: result.height, hasAlpha: true });
    const likeness = async ({ blob, ...size }: ConvertResult): Promise<number> => {
      const shown = sharp(await bytesOfBlob(file)).resize(size.width, size.height, { fit: 'fill' });
      const exact = new Blob([new Uint8Array(await shown.png().toBuffer())]);
      return psnrOf(await readPixels(blob, 4), await readPixels(exact, 4));
    };
    expect(await likeness(result)).toBeGreaterThan((await likeness(whole)) - 0.5);
  });

  test('is that of a picture without alpha, too, where its file could have had some', async () => {
    const opaque = sharp(await encodePng(paint({}))).ensureAlpha();
    const file = new Blob([new Uint8Array(await opaque.png().toBuffer())]);
    const options = { format: 'webp', targetBytes: 5000, fewerPixels: true } as const;
    const { result, handed } = await convertShared(file, options);
    expect(handed).toBeGreaterThan(0);
    expect(result.notes).toContain('fewer-pixels');
    expect(result.blob.size).toBeLessThanOrEqual(5000);
    expect((await sharp(await bytesOfBlob(result.blob)).metadata()).hasAlpha).toBe(false);
  });
});

test('packs few colors by itself', async () => {
  const file = new Blob([await encodePng(paint({ colors: 27 }))]);
  const { result, handed } = await convertShared(file, { format: 'png' });
  expect(handed).toBe(0);
  const whole = await runPipeline(file, 'a.png', { format: 'png' });
  expect(await bytesOfBlob(result.blob)).toEqual(await bytesOfBlob(whole.blob));
});

test('tells what has become of the picture, and keeps what describes it', async () => {
  const file = new Blob([await fixture('located.jpg')]);
  const options = { format: 'png', resize: { width: 1000, height: 1000, mode: 'fill' } } as const;
  const { result } = await convertShared(file, options);
  const whole = await runPipeline(file, 'a.png', options);
  expect(result.notes).toEqual(whole.notes);
  expect(result.notes).toContain('name-does-not-match-content');
  const eXIf = async ({ blob }: ConvertResult) =>
    readChunks(await bytesOfBlob(blob)).filter(({ type }) => type === 'eXIf');
  expect(await eXIf(result)).toHaveLength(1);
  expect(await eXIf(result)).toEqual(await eXIf(whole));
});

test('tells that HDR was tone-mapped', async () => {
  const file = new Blob([await fixture('hdr-pq.heic')]);
  const options = { format: 'png', resize: { width: 1000, height: 1000, mode: 'fill' } } as const;
  const { result } = await convertShared(file, options);
  const whole = await runPipeline(file, 'a.png', options);
  expect(result.notes).toEqual(whole.notes);
  expect(psnrOf(await readPixels(result.blob), await readPixels(whole.blob))).toBe(99);
});

describe('one worker makes it alone', () => {
  const file = async () => new Blob([await encodePng(paint({}))]);
  const start = async (options: ConvertOptions, idleOthers: number) => {
    const begun = await startPipeline(await file(), 'a.png', options, { idleOthers });
    return begun.kind;
  };

  test.each<[what: string, options: ConvertOptions, idleOthers: number]>([
    ['where nobody is idle', { format: 'png' }, 0],
    ['of few pixels', { format: 'png', resize: { width: 700, height: 700 } }, 1],
    ['for a limit of bytes', { format: 'png', targetBytes: 400_000 }, 1],
    ['without loss', { format: 'webp', lossless: true }, 1],
  ])('%s', async (_, options, idleOthers) => {
    expect(await start(options, idleOthers)).toBe('converted');
  });
});

test('gives the file itself where that is smaller, and few bytes where these are asked for', async () => {
  const painted = paint({});
  const small = new Blob([await encodePng(painted, true)]);
  const large = new Blob([await encodePng(painted), new Uint8Array(9000)]);
  const options = { format: 'png', keepSmallerOriginal: true } as const;
  const kept = await convertShared(small, options);
  expect(await bytesOfBlob(kept.result.blob)).toEqual(await bytesOfBlob(small));
  const made = await convertShared(large, options);
  const quick = await convertShared(large, { format: 'png' });
  expect(made.result.blob.size).toBeLessThan(quick.result.blob.size);
});

test('says what is wrong with a picture that cannot be made', async () => {
  const bytes = await encodePng(paint({}));
  const { length } = bytes;
  bytes.fill(0, length / 2, length / 2 + 5000);
  await expect(convertShared(new Blob([bytes]), { format: 'png' })).rejects.toMatchObject({
    code: 'corrupt-file',
  });
});
