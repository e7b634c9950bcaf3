import { basename } from 'node:path';
import { run } from '../corpus/native.ts';
import type { ConvertOptions } from '../src/index.ts';
import type { Harness } from './harness.ts';
import type { ContenderName } from './laboratory.ts';
import type { Report, Target } from './report.ts';
import { compareResized } from './resized.ts';
import type { Samples } from './samples.ts';
import { Times } from './statistics.ts';
import { atLeast, atMost } from './targets.ts';

/** One conversion that is not the plain one, and what is asked of it. */
interface Way {
  what: string;
  sample: Exclude<keyof Samples, 'folder' | 'ppm' | 'large' | 'largeJpegs' | 'origin'>;
  options: ConvertOptions;
  /**
   * Beside which other way, at most so many times as long. It is of the same sample, and its options are none, unless
   * it says otherwise.
   */
  beside?: { what: string; of?: Way['sample']; options?: ConvertOptions; max: number };
  /** Against which contender, at least so many times as fast. */
  against?: { who: ContenderName; least: number };
  /** Against ImageMagick, a process a file, where it is installed: for what no browser decodes from a file. */
  againstNative?: { least: number };
}

/** Without options. */
const plain = { heic: 'heic to jpg', jpeg: 'jpg to jpg' } as const;
const turned = 'jpg to jpg, turned';
/** Its look is compared, too. */
const resized = 'jpg to jpg of 1920 pixels';
/** Half a second, beside a plain conversion of 102 ms: other formats took twice that once. */
const maxOfOtherFormats = 4.9;
const toSize = (targetBytes: number): ConvertOptions => ({ targetBytes, fewerPixels: true });
const to1920: ConvertOptions = { resize: { width: 1920, height: 1920 } };
const cropped: ConvertOptions = {
  rotate: 90,
  crop: { x: 101, y: 99, width: 2801, height: 3501 },
};

function nameOf(sample: Way['sample']): string {
  const names: Partial<Record<Way['sample'], string>> = {
    jpeg: 'jpg',
    gainMap: 'jpg with a gain map',
    clearPng: 'png with transparency',
    clearWebp: 'webp with transparency',
    clearLossy: 'lossy webp with transparency',
    deep: 'png of 16 bits',
    cutHeic: 'heic that is cut off',
    cutJpeg: 'jpg that is cut off',
  };
  return names[sample] ?? sample;
}

const ways: readonly Way[] = [
  { what: plain.heic, sample: 'heic', options: {} },
  ...[200_000, 500_000].map((bytes): Way => ({
    what: `heic to jpg of ${bytes / 1000} kB`,
    sample: 'heic',
    options: toSize(bytes),
    beside: { what: plain.heic, max: 2 },
  })),
  {
    what: 'heic to jpg of 1920 pixels',
    sample: 'heic',
    options: to1920,
    beside: { what: plain.heic, max: 1.5 },
  },
  {
    what: 'heic to jpg, turned and cropped',
    sample: 'heic',
    options: cropped,
    beside: { what: plain.heic, max: 1.1 },
  },
  {
    what: 'heic to jpg in sRGB',
    sample: 'heic',
    options: { color: 'srgb' },
    beside: { what: plain.heic, max: 1.5 },
  },
  ...(['png', 'webp'] as const).map((format): Way => ({
    what: `heic to ${format}`,
    sample: 'heic',
    options: { format },
    beside: { what: plain.heic, max: maxOfOtherFormats },
  })),
  {
    what: 'heic to webp of 500 kB',
    sample: 'heic',
    options: { ...toSize(500_000), format: 'webp' },
    beside: { what: 'heic to webp', options: { format: 'webp' }, max: 2 },
  },
  {
    what: plain.jpeg,
    sample: 'jpeg',
    options: {},
    against: { who: 'canvas', least: 1.3 },
  },
  {
    what: 'progressive jpg to jpg',
    sample: 'progressive',
    options: {},
    against: { who: 'canvas', least: 1.3 },
  },
  ...[200_000, 500_000].map((bytes): Way => ({
    what: `jpg to jpg of ${bytes / 1000} kB`,
    sample: 'jpeg',
    options: toSize(bytes),
    beside: { what: plain.jpeg, max: 2 },
  })),
  {
    what: resized,
    sample: 'jpeg',
    options: to1920,
    against: { who: 'canvas to 1920', least: 1 },
  },
  {
    what: 'jpg with a gain map to jpg',
    sample: 'gainMap',
    options: {},
    against: { who: 'canvas', least: 1.3 },
  },
  {
    what: 'jpg with a gain map to jpg of 1920 pixels',
    sample: 'gainMap',
    options: to1920,
    against: { who: 'canvas to 1920', least: 1 },
  },
  { what: 'png to jpg', sample: 'png', options: {}, against: { who: 'canvas', least: 1.3 } },
  { what: 'avif to jpg', sample: 'avif', options: {}, against: { who: 'canvas', least: 1.3 } },
  {
    what: 'hdr avif to jpg',
    sample: 'hdr',
    options: {},
    against: { who: 'canvas', least: 1 },
  },
  {
    what: 'hdr avif to jpg of 1920 pixels',
    sample: 'hdr',
    options: to1920,
    against: { who: 'canvas to 1920', least: 1 },
  },
  {
    what: 'hdr avif to jpg, turned and cropped',
    sample: 'hdr',
    options: cropped,
    beside: { what: 'hdr avif to jpg', max: 1.1 },
  },
  {
    what: 'hdr avif to jpg of 500 kB',
    sample: 'hdr',
    options: toSize(500_000),
    beside: { what: 'hdr avif to jpg', max: 2 },
  },
  {
    what: 'hdr avif to webp',
    sample: 'hdr',
    options: { format: 'webp' },
    beside: { what: 'hdr avif to jpg', max: 2 },
  },
  { what: 'webp to jpg', sample: 'webp', options: {}, against: { who: 'canvas', least: 1.3 } },
  ...(['png', 'webp', 'avif'] as const).map((format): Way => ({
    what: `${format} with transparency to jpg`,
    sample: ({ png: 'clearPng', webp: 'clearWebp', avif: 'clearAvif' } as const)[format],
    options: {},
    against: { who: 'canvas', least: 1 },
  })),
  ...(['png', 'webp', 'clearPng', 'clearWebp'] as const).map((sample): Way => ({
    what: `${nameOf(sample)} to jpg of 1920 pixels`,
    sample,
    options: to1920,
    against: { who: 'canvas to 1920', least: 1 },
  })),
  ...(['png', 'webp', 'clearPng', 'clearWebp'] as const).map((sample): Way => ({
    what: `${nameOf(sample)} to jpg of 500 kB`,
    sample,
    options: toSize(500_000),
    beside: { what: `${nameOf(sample)} to jpg`, max: 2 },
  })),
  ...(['jpeg', 'webp', 'avif', 'clearWebp'] as const).map((sample): Way => ({
    what: `${nameOf(sample)} to png`,
    sample,
    options: { format: 'png' },
    against: { who: 'canvas to png', least: 1 },
  })),
  ...(['png', 'clearPng', 'clearWebp'] as const).map((sample): Way => ({
    what: `${nameOf(sample)} to webp`,
    sample,
    options: { format: 'webp' },
    beside: { what: `${nameOf(sample)} to jpg`, max: 2 },
    against: { who: 'canvas to webp', least: 1 },
  })),
  {
    what: 'png with transparency to webp of 500 kB',
    sample: 'clearPng',
    options: { ...toSize(500_000), format: 'webp' },
    beside: { what: 'png with transparency to webp', options: { format: 'webp' }, max: 2 },
  },
  ...(['png', 'clearPng', 'jpeg'] as const).map((sample): Way => ({
    what: `${nameOf(sample)} to webp without loss`,
    sample,
    options: { format: 'webp', lossless: true },
    against: { who: 'canvas to webp without loss', least: 2 },
  })),
  {
    what: 'heic to webp without loss',
    sample: 'heic',
    options: { format: 'webp', lossless: true },
    beside: { what: 'heic to png', options: { format: 'png' }, max: 3 },
  },
  ...(['clearLossy', 'gif', 'bmp', 'deep'] as const).map((sample): Way => ({
    what: `${nameOf(sample)} to jpg`,
    sample,
    options: {},
    against: { who: 'canvas', least: 1 },
  })),
  { what: 'tiff to jpg', sample: 'tiff', options: {}, againstNative: { least: 1 } },
  { what: 'svg to jpg', sample: 'svg', options: {}, againstNative: { least: 1 } },
  {
    what: turned,
    sample: 'jpeg',
    options: { rotate: 90 },
    beside: { what: plain.jpeg, max: 1.5 },
  },
  // The camera was turned.
  {
    what: 'raw to jpg',
    sample: 'raw',
    options: {},
    beside: { what: turned, of: 'jpeg', options: { rotate: 90 }, max: 1.1 },
  },
  // The ordinary conversion fails first, and one worker alone makes what can be read.
  ...(
    [
      ['cutHeic', 'heic'],
      ['cutJpeg', 'jpeg'],
    ] as const
  ).map(([sample, of]): Way => ({
    what: `${nameOf(sample)} to jpg`,
    sample,
    options: { salvage: true },
    beside: { what: plain[of], of, max: 8 },
  })),
];

const limitMs = 120_000;
const native = 'ImageMagick';
const ours = 'stillpix';

async function timeImageMagick(times: Times, file: string): Promise<void> {
  const { ok, milliseconds } = await run('convert', [file, '-quality', '92', `${file}.native.jpg`]);
  if (ok) times.add(native, milliseconds);
}

/**
 * Each way warm, or those with `only` in their names, what it is held against in turn with it; rows and what
 * is asked go into the report.
 */
export async function benchWays(
  report: Report,
  harness: Harness,
  samples: Samples,
  { rounds, only }: { rounds: number; only: string | undefined },
): Promise<void> {
  const page = await harness.freshPage();
  const targets: Target[] = [];
  const wanted = ways.filter(({ what }) => only === undefined || what.includes(only));
  for (const { what, sample, options, beside, against, againstNative } of wanted) {
    const urlOf = (name: Way['sample']) => `/samples/${basename(samples[name])}`;
    const convert = async (asked: ConvertOptions, name = sample): Promise<number> => {
      const outcome = await page.evaluate((task) => laboratory.convert(task), {
        url: urlOf(name),
        options: asked,
        limitMs,
      });
      if (outcome.kind !== 'picture') throw new Error(`${what}: ${JSON.stringify(outcome)}`);
      return outcome.milliseconds;
    };
    const measureOther = async (name: ContenderName): Promise<number> =>
      (await page.evaluate((asked) => laboratory.measure(asked, 1), name)).milliseconds;
    const times = new Times();
    await page.evaluate((path) => laboratory.hold(path), urlOf(sample));
    const takeTurn = async (): Promise<void> => {
      times.add(ours, await convert(options));
      if (against) times.add(against.who, await measureOther(against.who));
      if (beside) times.add(beside.what, await convert(beside.options ?? {}, beside.of));
      if (againstNative) await timeImageMagick(times, samples[sample]);
    };
    await takeTurn();
    times.clear();
    for (let round = 0; round < rounds; round++) await takeTurn();
    const own = times.median(ours);
    for (const who of times.names) {
      const milliseconds = times.median(who);
      const ratio = who === ours ? null : milliseconds / own;
      report.rows.push({ what, who, milliseconds, runs: rounds, ratio });
    }
    if (againstNative && times.names.includes(native)) {
      const found = times.median(native) / own;
      targets.push(atLeast(`${what}, against ${native}`, againstNative.least, found));
    }
    if (against) {
      targets.push(
        atLeast(`${what}, against ${against.who}`, against.least, times.median(against.who) / own),
      );
    }
    if (beside) {
      const found = own / times.median(beside.what);
      targets.push(atMost(`${what}, beside ${beside.what}`, beside.max, found, 'times as long'));
    }
  }
  if (wanted.some(({ what }) => what === resized)) {
    targets.push(...(await compareResized(harness, samples)));
  }
  report.targets.push(...targets);
  await page.context().close();
}
