import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { ConverterPage, fixture } from '../testing/converter-page.ts';
import { readPage } from '../testing/page-facts.ts';
import { readWords } from '../testing/words.ts';

test('pages to read ship no script of ours but the one for theme and menus', async ({
  request,
}) => {
  for (const path of [
    '/faq',
    '/privacy-policy',
    '/blog',
    '/blog/understanding-heic-format',
    '/de/datenschutz',
  ]) {
    expect((await readPage(request, path)).scripts, path).toBe(0);
  }
  expect((await readPage(request, '/heic-to-jpg')).scripts).toBeGreaterThan(0);
});

for (const path of ['/', '/heic-to-jpg', '/de/tools/groesse-zuschneiden', '/pricing']) {
  test(`${path} loads at most 100 kB of compressed JavaScript before a file is chosen`, async ({
    page,
  }) => {
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.locator('section[aria-busy="true"]')).toHaveCount(0);
    const sizes = (await Promise.all(scripts)).map((body) => gzipSync(body).length);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
  });
}

const { dropZone } = await readWords('en');

/** A part of the converter that a page does without until there is a photo. */
const workspaceScript = /assets\/workspace-.*\.js$/;

test('what the first photo needs is fetched when the pointer is near, and the table is there at once', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  const workers = { count: 0 };
  page.on('worker', () => (workers.count += 1));
  // Over such a line it is not fetched for any other reason.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } });
  });
  const asked: string[] = [];
  page.on('response', (response) => asked.push(response.url()));
  await converter.open();
  await expect(async () => {
    // The page may not listen yet; a hand goes on.
    await converter.section.hover({ position: { x: 20, y: 20 } });
    await converter.section.hover({ position: { x: 40, y: 40 } });
    expect(asked.some((url) => workspaceScript.test(url))).toBe(true);
  }).toPass({ timeout: 20_000 });
  await expect.poll(() => workers.count).toBeGreaterThan(0);
  await page.evaluate((words) => {
    const state = globalThis as unknown as { sawWaiting: boolean };
    state.sawWaiting = false;
    const look = (): void => {
      state.sawWaiting ||= document.body.innerText.includes(words);
      requestAnimationFrame(look);
    };
    look();
  }, dropZone.loading);
  await converter.drop(fixture('grid.heic'));
  await expect(converter.start).toBeEnabled();
  const sawWaiting = await page.evaluate(
    () => (globalThis as unknown as { sawWaiting: boolean }).sawWaiting,
  );
  expect(sawWaiting).toBe(false);
});

test('it is fetched while the visitor reads, too', async ({ page }) => {
  const fetched = page.waitForResponse(workspaceScript);
  await new ConverterPage(page).open();
  await fetched;
});

for (const connection of [{ saveData: true }, { saveData: false, effectiveType: '3g' }]) {
  test(`nothing is fetched ahead of a photo over a line with ${JSON.stringify(connection)}`, async ({
    page,
  }) => {
    await page.addInitScript((told) => {
      Object.defineProperty(navigator, 'connection', { value: told });
    }, connection);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.install();
    const converter = new ConverterPage(page);
    await converter.open();
    // Nearness asks for it, too, but not where data are to be saved.
    if (connection.saveData) {
      await converter.section.hover({ position: { x: 20, y: 20 } });
      await converter.section.hover({ position: { x: 40, y: 40 } });
    }
    // Longer than fetching ahead would wait.
    await page.clock.runFor(60_000);
    // What was asked for by then has been seen once this is answered.
    await page.evaluate(() => fetch('/healthz'));
    expect(asked.filter((url) => workspaceScript.test(url))).toEqual([]);
    await converter.drop(fixture('grid.heic'));
    await expect(converter.start).toBeEnabled();
  });
}
