/** What a page with nothing loaded gains by decoding ahead, and that it loses nothing. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBrowser } from '../../../../scripts/setup.mjs';
import { openHarness, type Harness } from '../../../bench/harness.ts';
import type { Outcome } from '../../../bench/laboratory.ts';
import { psnr, samplePhoto } from '../../../testing/sample-planes.ts';
import type { ConvertOptions } from '../../options.ts';

const browser = await findBrowser();
const [width, height] = [2000, 1500];

let harness: Harness;
let page: Page;
let folder: string;

beforeAll(async () => {
  if (browser === null) return;
  folder = await mkdtemp(join(tmpdir(), 'begin-decoding-'));
  const photo = sharp(samplePhoto(width, height).data, { raw: { width, height, channels: 3 } });
  const png = await photo.clone().withIccProfile('p3').png({ compressionLevel: 1 }).toBuffer();
  const webp = await photo.clone().webp({ quality: 80 }).toBuffer();
  await writeFile(join(folder, 'photo.png'), png);
  await writeFile(join(folder, 'photo.webp'), webp);
  const avif = await photo.clone().avif({ effort: 0, chromaSubsampling: '4:2:0' }).toBuffer();
  await writeFile(join(folder, 'photo.avif'), avif);
  await writeFile(join(folder, 'cut.png'), png.subarray(0, png.length >> 1));
  await writeFile(join(folder, 'photo.jpg'), await photo.clone().jpeg().toBuffer());
  const clear = await photo.clone().ensureAlpha(0.5).webp().toBuffer();
  await writeFile(join(folder, 'clear.webp'), clear);
  await writeFile(
    join(folder, 'clear.avif'),
    await photo.clone().ensureAlpha(0.5).avif({ effort: 0 }).toBuffer(),
  );
  const hidden = await photo.clone().withIccProfile('p3').webp({ lossless: true }).toBuffer();
  await writeFile(join(folder, 'hidden.webp'), hidden);
  harness = await openHarness({ folders: { pictures: folder }, resultFolder: folder });
});

afterAll(async () => {
  await harness?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  if (browser === null) return;
  page = await harness.freshPage();
  await page.evaluate(watchDecoders);
});

afterEach(() => page?.context().close());

/**
 * In the page: records calls of the page's decoders and frames sent to workers, and keeps the
 * frames.
 */
function watchDecoders(): void {
  const watched = { begun: 0, handed: 0, frames: [] as VideoFrame[] };
  const { ImageDecoder: Original } = globalThis;
  globalThis.ImageDecoder = class extends Original {
    constructor(init: ImageDecoderInit) {
      super(init);
      watched.begun++;
    }

    override async decode(options?: ImageDecodeOptions): Promise<ImageDecodeResult> {
      const result = await super.decode(options);
      watched.frames.push(result.image);
      return result;
    }
  };
  const { Worker: OriginalWorker } = globalThis;
  globalThis.Worker = class extends OriginalWorker {
    override postMessage(message: { frame?: VideoFrame | null }, transfer?: unknown): void {
      if (message.frame) watched.handed++;
      super.postMessage(message, transfer as Transferable[]);
    }
  };
  Object.assign(globalThis, { watched });
}

/**
 * How often the page had the browser decode, how many frames workers received, and how many it
 * still holds.
 */
async function readWatched(): Promise<{ begun: number; handed: number; open: number }> {
  return page.evaluate(() => {
    const { watched } = globalThis as unknown as {
      watched: { begun: number; handed: number; frames: VideoFrame[] };
    };
    // A frame that is closed or transferred has no format.
    const open = watched.frames.filter(({ format }) => format !== null).length;
    return { begun: watched.begun, handed: watched.handed, open };
  });
}

async function convert(file: string, options: ConvertOptions = {}, saveAs = 'result.jpeg') {
  const task = { url: `/pictures/${file}`, options, limitMs: 30_000, saveAs };
  return page.evaluate((asked) => globalThis.laboratory.convert(asked), task) as Promise<Outcome>;
}

/** Hides the decoders from the page but not from workers. */
const withoutDecoders = () =>
  page.evaluate(() => Reflect.deleteProperty(globalThis, 'ImageDecoder'));

describe.skipIf(browser === null)('a picture that the page decodes ahead', () => {
  test.each(['photo.png', 'photo.webp', 'hidden.webp', 'clear.webp', 'photo.avif'])(
    '%s: gives the same bytes, decoded once',
    async (file) => {
      const notes = file.startsWith('clear') ? ['transparency-filled'] : [];
      expect(await convert(file)).toMatchObject({ kind: 'picture', width, height, notes });
      expect(await readWatched()).toEqual({ begun: 1, handed: 1, open: 0 });
      const ahead = await readFile(join(folder, 'result.jpeg'));
      await page.evaluate(() => globalThis.laboratory.closePool());
      await withoutDecoders();
      expect(await convert(file)).toMatchObject({ kind: 'picture' });
      expect(ahead.equals(await readFile(join(folder, 'result.jpeg')))).toBe(true);
    },
  );

  test.each<[file: string, options: ConvertOptions]>([
    ['photo.jpg', {}],
    ['photo.png', { format: 'webp' }],
    ['clear.avif', {}],
    ['photo.png', { resize: { width: 300, height: 300, mode: 'fit' } }],
  ])('is none where nobody would take it: %s %j', async (file, options) => {
    expect(await convert(file, options)).toMatchObject({ kind: 'picture' });
    expect(await readWatched()).toEqual({ begun: 0, handed: 0, open: 0 });
  });

  test('is given back where it would have to be turned first', async () => {
    const turned = { rotate: 90 } as const;
    expect(await convert('photo.avif', turned)).toMatchObject({ width: height, height: width });
    expect(await readWatched()).toEqual({ begun: 1, handed: 0, open: 0 });
    const [ours, expected] = await Promise.all(
      [sharp(join(folder, 'result.jpeg')), sharp(join(folder, 'photo.avif')).rotate(90)].map(
        (picture) => picture.raw().toBuffer(),
      ),
    );
    expect(psnr(ours!, expected!)).toBeGreaterThan(38);
  });

  test('that is damaged gives the error that it always gives', async () => {
    expect(await convert('cut.png')).toMatchObject({ kind: 'error', code: 'corrupt-file' });
    expect((await readWatched()).open).toBe(0);
  });

  test('is one at a time', async () => {
    await Promise.all(['photo.png', 'photo.webp', 'photo.png'].map((file) => convert(file)));
    expect(await readWatched()).toEqual({ begun: 1, handed: 1, open: 0 });
  });

  test('keeps no frame when it is canceled at any moment', async () => {
    for (const moment of [0, 5, 20, 40, 60, 80, 120, 200]) {
      const task = { url: '/pictures/photo.png', options: {}, limitMs: 30_000 };
      const { ending } = await page.evaluate(
        (asked) => globalThis.laboratory.cancelAfter(...asked),
        [task, moment] as const,
      );
      expect(['canceled', 'picture']).toContain(ending);
      await expect.poll(async () => (await readWatched()).open).toBe(0);
    }
  });

  test('keeps no frame when the pool is closed meanwhile', async () => {
    for (const moment of [20, 80, 160]) {
      const run = convert('photo.png');
      await new Promise((resolve) => setTimeout(resolve, moment));
      await page.evaluate(() => globalThis.laboratory.closePool());
      await run;
      await expect.poll(async () => (await readWatched()).open).toBe(0);
    }
  });
});
