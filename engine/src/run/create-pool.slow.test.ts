/** The pool with real workers in a real browser. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBrowser } from '../../../scripts/setup.mjs';
import { openHarness, type Harness } from '../../bench/harness.ts';
import type { Task } from '../../bench/laboratory.ts';
import { seededRandom } from '../../testing/mutate.ts';
import { samplePhoto } from '../../testing/sample-planes.ts';
import type { ConvertOptions } from '../options.ts';

const browser = await findBrowser();
const [width, height] = [2400, 1600];

declare global {
  var stripsAskedFor: number[];
  var endings: string[];
}

let harness: Harness;
let page: Page;
let folder: string;

beforeAll(async () => {
  if (browser === null) return;
  folder = await mkdtemp(join(tmpdir(), 'pool-'));
  const photo = sharp(samplePhoto(width, height).data, { raw: { width, height, channels: 3 } });
  const fast = { compressionLevel: 1 };
  await writeFile(join(folder, 'photo.png'), await photo.clone().png(fast).toBuffer());
  await writeFile(join(folder, 'photo.jpg'), await photo.clone().jpeg().toBuffer());
  const gray = photo.clone().toColourspace('b-w');
  await writeFile(join(folder, 'gray.png'), await gray.png(fast).toBuffer());
  const { data } = samplePhoto(width, height);
  const coarse = sharp(
    data.map((value) => value & 0xe0),
    { raw: { width, height, channels: 3 } },
  );
  await writeFile(join(folder, 'coarse.png'), await coarse.png({ compressionLevel: 1 }).toBuffer());
  const fixtures = join(import.meta.dirname, '../../fixtures');
  harness = await openHarness({ folders: { fixtures, pictures: folder } });
});

afterAll(async () => {
  await harness?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  if (browser === null) return;
  harness.takeServed();
  page = await harness.freshPage();
});

afterEach(() => page?.context().close());

const taskFor = (url: string, options: ConvertOptions = {}): Task => {
  return { url, options, name: basename(url), limitMs: 60_000 };
};

const convert = (task: Task) =>
  page.evaluate((asked) => globalThis.laboratory.convert(asked), task);

const open = (workers: number) =>
  page.evaluate((count) => globalThis.laboratory.open(count), workers);

describe.skipIf(browser === null)('a pool in a browser', () => {
  // Reading, loading code, decoding by the browser, and long runs inside WebAssembly.
  const slow = taskFor('/pictures/coarse.png', { format: 'webp', lossless: true });
  const moments = [0, 1, 5, 20, 60, 150, 400, 900];

  test('is rid of a canceled conversion at once, at any moment, and free for the next', async () => {
    await open(1);
    for (const moment of moments) {
      const ended = await page.evaluate((asked) => globalThis.laboratory.cancelAfter(...asked), [
        slow,
        moment,
      ] as const);
      expect(ended.ending).toBe('canceled');
      expect(ended.milliseconds).toBeLessThan(500);
      const next = await convert(taskFor('/fixtures/grid.heic'));
      expect(next.kind).toBe('picture');
      // The browser takes a moment to wind up a thread that was terminated.
      await expect.poll(() => page.workers().length).toBe(1);
    }
  });

  test('settles a conversion in strips that is canceled at any moment, and does the next', async () => {
    await open(2);
    for (const moment of [0, 1, 2, 4, 8, 12, 16, 24, 32]) {
      const ended = await page.evaluate((asked) => globalThis.laboratory.cancelAfter(...asked), [
        taskFor('/fixtures/grid.heic'),
        moment,
      ] as const);
      expect(['canceled', 'picture']).toContain(ended.ending);
      const next = await convert(taskFor('/fixtures/grid.heic'));
      expect(next).toMatchObject({ kind: 'picture', width: 200, height: 150 });
      await expect.poll(() => page.workers().length).toBeLessThanOrEqual(2);
    }
  });

  /** The first MCU rows of the strips that two workers are asked for. */
  async function stripsAskedFor(task: Task): Promise<number[]> {
    await open(2);
    await expect.poll(() => page.workers().length).toBe(2);
    const listen = () => {
      globalThis.stripsAskedFor = [];
      globalThis.addEventListener('message', ({ data }) => {
        if (data.kind === 'strip') globalThis.stripsAskedFor.push(data.task.firstMcuRow);
      });
    };
    await Promise.all(page.workers().map((worker) => worker.evaluate(listen)));
    expect(await convert(task)).toMatchObject({ kind: 'picture' });
    const asked = page.workers().map((worker) => worker.evaluate(() => globalThis.stripsAskedFor));
    return (await Promise.all(asked)).flat().toSorted((a, b) => a - b);
  }

  test('has the worker that plans go on with the first strip', async () => {
    const asked = await stripsAskedFor(taskFor('/fixtures/grid.heic'));
    expect(asked).not.toEqual([]);
    expect(asked).not.toContain(0);
  });

  test('has it go on with the only strip, whose parts others make', async () => {
    // If the whole picture were asked for, its first MCU row would appear twice.
    const asked = await stripsAskedFor(taskFor('/pictures/photo.jpg'));
    expect(asked[0]).toBe(0);
    expect(asked).toEqual([...new Set(asked)]);
  });

  test('has pixels that become smaller shrunk by all workers', async () => {
    const smaller = taskFor('/pictures/gray.png', { resize: { width: 1600 } });
    // The first part only: three are cut, and the planning worker, for which the browser decodes,
    // keeps two.
    expect(await stripsAskedFor(smaller)).toEqual([0]);
  });

  test('has them shrunk by the others while one decodes', async () => {
    const smaller = taskFor('/pictures/photo.png', { resize: { width: 1600 } });
    // All parts but the last.
    expect(await stripsAskedFor(smaller)).toEqual([0, 45]);
  });

  test('has a part encoded by all workers, where its strips begin within what is decoded at once', async () => {
    const part = taskFor('/pictures/photo.png', {
      crop: { x: 5, y: 3, width: 1601, height: 1501 },
    });
    // The picture as a whole, then all of its strips.
    expect(await stripsAskedFor(part)).toEqual([0, 0, 63, 127, 187]);
  });

  test('has pixels that become very many enlarged by one, which holds fewer of them at once', async () => {
    const larger = taskFor('/pictures/photo.png', { resize: { width: 6600 } });
    expect(await stripsAskedFor(larger)).toEqual([]);
  });

  test('loses one file to a crashed worker, and has another worker for the rest', async () => {
    await open(1);
    await expect.poll(() => page.workers().length).toBe(1);
    await page.workers()[0]!.evaluate(() => {
      globalThis.addEventListener('message', ({ data }) => {
        if (data.name === 'photo.png') throw new Error('as when a decoder breaks its worker');
      });
    });
    const [lost, waiting] = await Promise.all([
      convert(taskFor('/pictures/photo.png')),
      convert(taskFor('/fixtures/grid.heic')),
    ]);
    expect(lost).toMatchObject({ kind: 'error', code: 'worker-crashed' });
    expect(waiting).toMatchObject({ kind: 'picture', width: 200 });
    expect(await convert(taskFor('/pictures/photo.png'))).toMatchObject({ kind: 'picture', width });
  });
});

describe.skipIf(browser === null)('a pool under attack', () => {
  test('settles every conversion, whatever is canceled, crashes or is closed, and then works on', async () => {
    await open(2);
    expect(await convert(taskFor('/fixtures/grid.heic'))).toMatchObject({ kind: 'picture' });
    const random = seededRandom(11);
    const files = ['/fixtures/grid.heic', '/fixtures/phone-p3.heic', '/pictures/photo.png'];
    const waits = Array.from({ length: 36 }, () => Math.floor(random() * 1500));
    const asked = waits.map(
      (wait, index) => [taskFor(files[index % files.length]!), wait] as const,
    );
    // The page keeps how they ended: while workers crash, Chromium now and then loses the answer to an evaluation.
    await page.evaluate((all) => {
      globalThis.endings = [];
      for (const each of all) {
        void globalThis.laboratory
          .cancelAfter(...each)
          .then(({ ending }) => globalThis.endings.push(ending));
      }
    }, asked);
    const takeEndings = () => page.evaluate(() => globalThis.endings);
    let endings = await takeEndings();
    const end = Date.now() + 90_000;
    while (endings.length < waits.length && Date.now() < end) {
      const worker = page.workers()[Math.floor(random() * 2)];
      const action = Math.floor(random() * 8);
      if (action === 0) await page.evaluate(() => globalThis.laboratory.closePool());
      else if (action < 4 && worker) await worker.evaluate(crash).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 40));
      endings = await takeEndings();
    }
    expect(endings).toHaveLength(waits.length);
    for (const ending of endings) {
      expect(['picture', 'canceled', 'worker-crashed']).toContain(ending);
    }
    expect(await convert(taskFor('/fixtures/grid.heic'))).toMatchObject({ kind: 'picture' });
    await expect.poll(() => page.workers().length).toBeLessThanOrEqual(2);
  });
});

/** In a worker. */
function crash(): void {
  setTimeout(() => {
    throw new Error('as when a decoder breaks its worker');
  });
}

/** File names of the WebAssembly requests, with repeats, without build hashes. */
function sentWasm(): string[] {
  return harness
    .takeServed()
    .flatMap(({ path }) => /([\w-]+?)-[\w-]{8}\.wasm$/.exec(path)?.[1] ?? [])
    .toSorted();
}

describe.skipIf(browser === null)('codecs are downloaded when a picture needs them', () => {
  test('once for all workers, while these start', async () => {
    await open(2);
    expect(await convert(taskFor('/fixtures/grid.heic'))).toMatchObject({ kind: 'picture' });
    expect(sentWasm()).toEqual(['hevc', 'jpeg']);
  });

  test.each<[file: string, options: ConvertOptions, wasm: string[]]>([
    ['fixtures/grid.heic', {}, ['hevc', 'jpeg']],
    ['fixtures/phone-p3.heic', { format: 'webp' }, ['hevc', 'jpeg', 'vp8']],
    ['fixtures/drawing.png', {}, ['jpeg', 'png']],
    ['fixtures/drawing.png', { format: 'webp' }, ['jpeg', 'png', 'vp8']],
    ['fixtures/drawing.png', { format: 'webp', lossless: true }, ['png', 'vp8l', 'webp_enc_simd']],
    // The browser decodes transparency as libwebp does.
    ['fixtures/alpha.webp', { format: 'png' }, ['png', 'webp-modes']],
    // The browser decodes AV1 itself.
    ['fixtures/drawing.avif', {}, ['jpeg']],
    ['fixtures/located.jpg', { format: 'webp' }, ['jpeg', 'jpeg-decoder', 'resample', 'vp8']],
    ['fixtures/located.jpg', { targetBytes: 5000 }, ['jpeg', 'jpeg-decoder']],
    ['fixtures/animated.gif', { format: 'png' }, ['lzw', 'png']],
    ['fixtures/drawing.bmp', {}, ['jpeg']],
  ])('and no others: %s %j', async (file, options, wasm) => {
    await open(2);
    await page.waitForLoadState('networkidle');
    expect(sentWasm()).toEqual([]);
    expect(await convert(taskFor(`/${file}`, options))).toMatchObject({ kind: 'picture' });
    // A running worker may ask for one before the page has announced that it sends it.
    expect([...new Set(sentWasm())]).toEqual(wasm);
  });
});
