import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHarness, type Harness } from '../../bench/harness.ts';
import type { Outcome } from '../../bench/laboratory.ts';
import type { ConvertOptions } from '../options.ts';

let harness: Harness;
let page: Page;

beforeAll(async () => {
  harness = await openHarness({
    folders: { fixtures: join(import.meta.dirname, '../../fixtures') },
  });
});

afterAll(() => harness?.close());

async function convert(file: string, options: ConvertOptions): Promise<Outcome> {
  const task = { url: `/fixtures/${file}`, options, limitMs: 30_000 };
  return page.evaluate((asked) => globalThis.laboratory.convert(asked), task);
}

const conversions: [file: string, options: ConvertOptions][] = [
  ['grid.heic', {}],
  ['alpha.heic', { format: 'png' }],
  ['alpha.heic', { format: 'webp' }],
  ['drawing.avif', {}],
  ['alpha.webp', {}],
  ['drawing.png', { format: 'webp' }],
  ['located.jpg', {}],
  ['located.jpg', { targetBytes: 2000 }],
  ['animated.gif', { format: 'png' }],
  ['drawing.bmp', {}],
];

describe('code that does not arrive', () => {
  test.each(conversions)(
    'is not blamed on the file, and is asked for again: %s %j',
    async (...job) => {
      page = await harness.freshPage();
      try {
        // The page's script and its workers are loaded, but no format's code yet.
        await page.evaluate(() => globalThis.laboratory.open(2));
        await page.waitForLoadState('networkidle');
        harness.setOffline(true);
        expect(await convert(...job)).toMatchObject({ kind: 'error', code: 'code-not-loaded' });
        harness.setOffline(false);
        expect(await convert(...job)).toMatchObject({ kind: 'picture' });
      } finally {
        harness.setOffline(false);
        await page.context().close();
      }
    },
  );

  test('is not blamed on the file when a later part is missing', async () => {
    page = await harness.freshPage();
    try {
      expect(await convert('drawing.png', {})).toMatchObject({ kind: 'picture' });
      harness.setOffline(true);
      for (const job of conversions.slice(0, 5)) {
        expect(await convert(...job)).toMatchObject({ kind: 'error', code: 'code-not-loaded' });
      }
    } finally {
      harness.setOffline(false);
      await page.context().close();
    }
  });
});
