/** What a real browser owns after memory was given back. */
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../../scripts/setup.mjs';
import { openHarness, type Harness } from '../../bench/harness.ts';
import { MemoryWatch } from '../../bench/memory.ts';

const browser = await findBrowser();
const script = stripTypeScriptTypes(
  await readFile(new URL('release.ts', import.meta.url), { encoding: 'utf8' }),
);

let harness: Harness;

beforeAll(async () => {
  if (browser !== null) harness = await openHarness();
});

afterAll(() => harness?.close());

const count = 40;
const bytes = 4e6;

/** Where the page has its buffers from, as code of the page: not of this test's bundler. */
const sources = {
  'another thread': `
    const worker = new Worker(URL.createObjectURL(new Blob([
      'onmessage = () => { const all = new Uint8Array(${bytes}).fill(7); postMessage(all, [all.buffer]); }',
    ])));
    const next = () => new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data.buffer);
      worker.postMessage(null);
    });`,
  'a blob': `
    const blob = new Blob([new Uint8Array(${bytes}).fill(7)]);
    const next = () => blob.arrayBuffer();`,
  'its own thread': `const next = () => new Uint8Array(${bytes}).fill(7).buffer;`,
};

/** Nothing is collected that the page still holds. */
const holdMany = (source: string, use: string) => `(async () => {
  const text = new Blob([${JSON.stringify(script)}], { type: 'text/javascript' });
  const { release } = await import(URL.createObjectURL(text));
  ${source}
  globalThis.held = [];
  for (let index = 0; index < ${count}; index++) {
    const buffer = await next();
    ${use}
    held.push(buffer);
  }
})()`;

describe.skipIf(browser === null)('memory that is released', () => {
  test.each(Object.entries(sources))('is back at once where it came from %s', async (_, source) => {
    const page = await harness.freshPage();
    const watch = new MemoryWatch(await harness.browser.newBrowserCDPSession());
    const before = (await watch.read()).owned;
    await page.evaluate(holdMany(source, 'release(buffer);'));
    const released = (await watch.read()).owned - before;
    await page.evaluate(holdMany(source, ''));
    const kept = (await watch.read()).owned - before;
    await page.context().close();
    expect(kept).toBeGreaterThan(count * bytes * 0.8);
    expect(released).toBeLessThan(count * bytes * 0.3);
  });
});
