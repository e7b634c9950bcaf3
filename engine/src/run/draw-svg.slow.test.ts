/** SVG, which only a page can render. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../../scripts/setup.mjs';
import { openHarness, type Harness } from '../../bench/harness.ts';
import type { Outcome } from '../../bench/laboratory.ts';
import { convert as convertInNode, type ConvertOptions } from '../index.ts';

const browser = await findBrowser();
const ns = 'xmlns="http://www.w3.org/2000/svg"';
// Left half red, right half transparent.
const half = (attributes: string) =>
  `<svg ${ns} ${attributes}><rect width="20" height="20" fill="red"/></svg>`;
const drawings = {
  'sized.svg': half('width="40" height="20"'),
  'box.svg': half('viewBox="0 0 40 20"'),
  'huge.svg': half('width="40000" height="20000" viewBox="0 0 40 20"'),
  'broken.svg': `<svg ${ns} width="40" height="20"><rect`,
  'page.svg': `<svg ${ns} width="40" height="20"><foreignObject width="40" height="20"><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject></svg>`,
  'pictures.svg': `<svg ${ns} xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="40"><rect width="80" height="40" fill="red"/><image href="https://localhost/none.png" width="40" height="40"/><image x="40" xlink:href='https://localhost/none.png' width="40" height="40"/></svg>`,
  // In Latin-1: the rectangle is red if both names are decoded alike.
  'latin.svg': `<?xml version="1.0" encoding="ISO-8859-1"?><svg ${ns} width="40" height="20"><style>[class="\u00e9"] { fill: red }</style><rect class="&#233;" width="40" height="20"/></svg>`,
  'loads.svg': `<svg ${ns} width="40" height="20"><script>document.documentElement.remove()</script><image href="/pictures/seen" width="40" height="20"/><rect width="20" height="20" fill="red"/></svg>`,
};

/** Compressed, as either name allows. */
const packed = ['packed.svgz', 'packed.svg'];

let harness: Harness;
let page: Page;
let folder: string;

beforeAll(async () => {
  if (browser === null) return;
  folder = await mkdtemp(join(tmpdir(), 'drawings-'));
  for (const [name, text] of Object.entries(drawings)) {
    await writeFile(join(folder, name), text, name === 'latin.svg' ? 'latin1' : 'utf8');
  }
  for (const name of packed) await writeFile(join(folder, name), gzipSync(drawings['sized.svg']));
  harness = await openHarness({ folders: { pictures: folder }, resultFolder: folder });
  page = await harness.freshPage();
});

afterAll(async () => {
  await harness?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function convert(file: string, options: ConvertOptions = {}): Promise<Outcome> {
  const task = { url: `/pictures/${file}`, options, limitMs: 20_000, saveAs: 'result' };
  return page.evaluate((asked) => globalThis.laboratory.convert(asked), task) as Promise<Outcome>;
}

/** RGBA in the middle row of the last result. */
async function pixelAt(column: number): Promise<number[]> {
  const { data, info } = await sharp(join(folder, 'result'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + column) * 4;
  return [...data.subarray(at, at + 4)];
}

describe.skipIf(browser === null)('a drawing in a page', () => {
  test.each(['sized.svg', 'box.svg', ...packed])('%s: is drawn at its own size', async (file) => {
    const size = { input: 'svg', width: 40, height: 20 };
    expect(await convert(file, { format: 'png' })).toMatchObject({ kind: 'picture', ...size });
    expect(await pixelAt(5)).toEqual([255, 0, 0, 255]);
    expect(await pixelAt(35)).toEqual([0, 0, 0, 0]);
  });

  test.each(['sized.svg', 'box.svg', 'huge.svg', 'packed.svgz'])(
    '%s: is drawn as large as it is asked for, with sharp edges',
    async (file) => {
      const resize = { width: 1000, height: 1000, mode: 'fit' } as const;
      const outcome = await convert(file, { format: 'png', resize });
      expect(outcome).toMatchObject({ kind: 'picture', width: 1000, height: 500 });
      expect(await pixelAt(497)).toEqual([255, 0, 0, 255]);
      expect(await pixelAt(502)).toEqual([0, 0, 0, 0]);
    },
  );

  test('stays as large as it is where a box has no sides', async () => {
    expect(await convert('box.svg', { resize: {} })).toMatchObject({ width: 40, height: 20 });
  });

  test('lies on white in a JPEG, which is said', async () => {
    expect(await convert('sized.svg')).toMatchObject({ notes: ['transparency-filled'] });
    const [red = 0, green = 0, blue = 0] = await pixelAt(35);
    expect(Math.min(red, green, blue)).toBeGreaterThan(250);
  });

  test('is drawn for the box that it fills, turned', async () => {
    const resize = { width: 300, height: 200, mode: 'fill' } as const;
    await convert('box.svg', { format: 'png', resize, rotate: 90 });
    const { info } = await sharp(join(folder, 'result')).toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([300, 200]);
  });

  test('is read in the encoding that it states', async () => {
    await convert('latin.svg', { format: 'png' });
    expect(await pixelAt(5)).toEqual([255, 0, 0, 255]);
  });

  test('that is damaged is refused', async () => {
    expect(await convert('broken.svg')).toMatchObject({ kind: 'error', code: 'corrupt-file' });
  });

  test('with a page inside is drawn, or refused for that', async () => {
    const outcome = await convert('page.svg');
    // Either is fine; it depends on the browser.
    const told = outcome.kind === 'error' ? outcome.feature : outcome.kind;
    expect(['svg-with-page', 'picture']).toContain(told);
  });

  test('runs no script and asks the network for nothing', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const outcome = await convert('loads.svg', { format: 'png' });
    expect(outcome).toMatchObject({ kind: 'picture', notes: ['parts-not-loaded'] });
    expect(await pixelAt(5)).toEqual([255, 0, 0, 255]);
    expect(asked.filter((url) => url.endsWith('/seen'))).toEqual([]);
  });

  test('has nothing in place of the pictures that it lacks', async () => {
    await convert('pictures.svg', { format: 'png' });
    const { data } = await sharp(join(folder, 'result'))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const isRed = (_: number, at: number) =>
      data[at * 3] === 255 && data[at * 3 + 1] === 0 && data[at * 3 + 2] === 0;
    expect(Array.from({ length: data.length / 3 }, isRed)).not.toContain(false);
  });
});

test('a drawing where there is no page is refused by its name', async () => {
  await expect(convertInNode(new Blob([drawings['sized.svg']]))).rejects.toMatchObject({
    code: 'unsupported-feature',
    feature: 'svg',
  });
});
