import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHarness, type Harness } from '../../bench/harness.ts';
import { psnr } from '../../testing/sample-planes.ts';
import { describePicture } from '../heif/describe-picture.ts';
import { primaryItem, readHeif } from '../heif/file.ts';
import { findAv1Color } from './av1-color.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');

let harness: Harness;
let page: Page;
let results: string;

beforeAll(async () => {
  results = await mkdtemp(join(tmpdir(), 'video-'));
  harness = await openHarness({ folders: { fixtures, made: results }, resultFolder: results });
  page = await harness.freshPage();
});

afterAll(async () => {
  await harness?.close();
  await rm(results, { recursive: true, force: true });
});

/** Decibels between a conversion in the browser and the reference beside the fixture. */
async function likeness(file: string, reference: string, format: 'jpeg' | 'png'): Promise<number> {
  const saveAs = `${file}.${format}`;
  const task = { url: `/fixtures/${file}`, options: { format }, limitMs: 30_000, saveAs };
  const outcome = await page.evaluate((asked) => globalThis.laboratory.convert(asked), task);
  expect(outcome).toMatchObject({ kind: 'picture', width: 200, height: 150 });
  const [data, expected] = await Promise.all(
    [join(results, saveAs), join(fixtures, reference)].map(async (path) =>
      sharp(await readFile(path))
        .removeAlpha()
        .raw()
        .toBuffer(),
    ),
  );
  return psnr(data!, expected!);
}

function loadedCodecs(): string[] {
  return harness
    .takeServed()
    .flatMap(({ path }) => /([\w-]+)-[\w-]{8}\.wasm$/.exec(path)?.[1] ?? []);
}

describe('tiles that the browser decodes itself', () => {
  test('become a JPEG without any decoder being downloaded: AV1', async () => {
    harness.takeServed();
    expect(await likeness('av1-grid.avif', 'av1-grid.png', 'jpeg')).toBeGreaterThan(36);
    expect(new Set(loadedCodecs())).toEqual(new Set(['jpeg']));
  });

  test('become a JPEG without any decoder being downloaded: H.264', async () => {
    expect(await likeness('avc-grid.heif', 'avc-grid.png', 'jpeg')).toBeGreaterThan(36);
    expect(loadedCodecs()).toEqual([]);
  });

  test('become a PNG with the samples that were coded', async () => {
    expect(await likeness('avc-grid.heif', 'avc-grid.png', 'png')).toBeGreaterThan(48);
  });
});

test('what says nothing about color has the colors that pictures have without a word', async () => {
  expect(await likeness('av1-unnamed.avif', 'av1-unnamed.png', 'jpeg')).toBeGreaterThan(34);
});

/** An AVIF of one color whose alpha says that it has the limited range. */
async function withLimitedAlpha(alpha: number): Promise<Uint8Array> {
  const background = { r: 200, g: 100, b: 50, alpha: alpha / 255 };
  const create = { width: 64, height: 48, channels: 4 as const, background };
  const bytes = new Uint8Array(await sharp({ create }).avif({ lossless: true }).toBuffer());
  const file = readHeif(bytes)!;
  const { item } = describePicture(file, primaryItem(file)).alpha!.picture;
  const [range] = item.ranges();
  expect(findAv1Color(item.data())?.fullRange).toBe(true);
  // The range's bit is the first one from the end of the header that changes it.
  for (let bit = 8 * 16; findAv1Color(item.data())?.fullRange !== false; bit--) {
    const at = range!.start + (bit >> 3);
    const kept = bytes[at]!;
    bytes[at] = kept ^ (128 >> (bit & 7));
    if (findAv1Color(item.data())?.fullRange === true) bytes[at] = kept;
  }
  return bytes;
}

test.each([
  [235, 255],
  [125, 127],
  [16, 0],
])('alpha of AV1 in the limited range is told as such: %i is %i', async (stored, shown) => {
  await writeFile(join(results, 'limited.avif'), await withLimitedAlpha(stored));
  const options = { format: 'png', lossless: true } as const;
  const task = { url: '/made/limited.avif', options, limitMs: 30_000, saveAs: 'limited.png' };
  const outcome = await page.evaluate((asked) => globalThis.laboratory.convert(asked), task);
  expect(outcome).toMatchObject({ kind: 'picture', width: 64, height: 48 });
  const pixels = sharp(await readFile(join(results, 'limited.png'))).ensureAlpha();
  expect((await pixels.raw().toBuffer())[3]).toBe(shown);
});

describe('a video decoder of this browser that is no good', () => {
  /** One worker, whose `VideoDecoder` fails from tile `failsAt` on, or is silent. */
  async function openWith(ending: 'fails' | 'silent', failsAt: number): Promise<void> {
    page = await harness.freshPage();
    await page.evaluate(() => globalThis.laboratory.open(1));
    await expect.poll(() => page.workers().length).toBe(1);
    await page.workers()[0]!.evaluate(
      ([how, first]) => {
        let tiles = 0;
        globalThis.VideoDecoder = class extends VideoDecoder {
          override decode(chunk: EncodedVideoChunk): void {
            if (tiles++ < first) super.decode(chunk);
            else if (how === 'fails') throw new DOMException('out of order', 'EncodingError');
          }
        };
        Object.assign(globalThis, { countTiles: () => tiles });
      },
      [ending, failsAt] as const,
    );
    harness.takeServed();
  }

  /** How many tiles it was given. */
  const countTiles = (): Promise<unknown> =>
    page.workers()[0]!.evaluate(() => Reflect.get(globalThis, 'countTiles')());

  test('is replaced by our own when it fails in the middle of a picture', async () => {
    await openWith('fails', 3);
    expect(await likeness('av1-grid.avif', 'av1-grid.png', 'jpeg')).toBeGreaterThan(34);
    expect(loadedCodecs()).toContain('avif_dec');
  });

  test('is waited for once when it stays silent, and not asked again', async () => {
    await openWith('silent', 1);
    expect(await likeness('av1-grid.avif', 'av1-grid.png', 'jpeg')).toBeGreaterThan(34);
    const given = await countTiles();
    expect(given).toBeGreaterThan(1);
    expect(await likeness('av1-grid.avif', 'av1-grid.png', 'jpeg')).toBeGreaterThan(34);
    expect(await countTiles()).toBe(given);
  });
});
