import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHarness, type Harness } from '../../../bench/harness.ts';
import { seededRandom } from '../../../testing/mutate.ts';
import { readPixels } from '../../../testing/pictures.ts';

let harness: Harness;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webp-'));
  harness = await openHarness({ folders: { made: folder }, resultFolder: folder });
  page = await harness.freshPage();
});

afterAll(async () => {
  await harness?.close();
  await rm(folder, { recursive: true, force: true });
});

const random = seededRandom(5);

/** A lossy WebP with sharp edges between strong colors and noise. */
async function makeWebp(width: number, height: number): Promise<Buffer> {
  const data = Buffer.from(
    Uint8Array.from({ length: width * height * 3 }, (_, at) =>
      Math.floor(at / 21) % 3 === 0 ? random() * 256 : at % 255,
    ),
  );
  return sharp(data, { raw: { width, height, channels: 3 } })
    .webp({ quality: 80 })
    .toBuffer();
}

test.each([
  [1, 1],
  [13, 1],
  [17, 33],
  [640, 480],
  // Read in several bands.
  [2001, 1301],
])(
  'a lossy WebP of %i by %i becomes the PNG of the pixels that libwebp gives',
  async (width, height) => {
    const webp = await makeWebp(width, height);
    await writeFile(join(folder, 'picture.webp'), webp);
    const task = {
      url: '/made/picture.webp',
      options: { format: 'png' } as const,
      limitMs: 30_000,
      saveAs: 'result',
    };
    const outcome = await page.evaluate((asked) => globalThis.laboratory.convert(asked), task);
    expect(outcome).toMatchObject({ kind: 'picture' });
    const made = await readPixels(await readFile(join(folder, 'result')));
    const wanted = await readPixels(webp);
    expect([made.width, made.height]).toEqual([width, height]);
    expect(Buffer.compare(made.data, wanted.data)).toBe(0);
  },
);
