import { expect, type Page, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { routes } from '../../contract/src/routes.ts';
import { pathOf, type PageId } from '../../web/src/site/pages/pages.ts';
import { becomePro } from '../testing/checkout.ts';
import { ConverterPage, fixture, type GivenFile, readDownload } from '../testing/converter-page.ts';
import { askToKeep } from '../testing/keep-offline.ts';
import { type Running, freePort, startProduct } from '../testing/servers.ts';
import { copySite } from '../testing/site-copy.ts';
import { type ConverterWords, readWords } from '../testing/words.ts';

test.use({ serviceWorkers: 'allow' });

// Each test has a server of its own, which it stops: nothing answers any more, as without a network.
let server: Running | null = null;

test.afterEach(async () => {
  await server?.stop();
  server = null;
});

async function serve(settings: Record<string, string> = {}): Promise<Running> {
  server = await startProduct(settings);
  return server;
}

/** Until the service worker holds the tools of the page's language. */
async function waitUntilKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(askToKeep)).toBe('done');
}

async function visitOnce(page: Page, url: string, words?: ConverterWords): Promise<ConverterPage> {
  const converter = new ConverterPage(page, words);
  await converter.open(url);
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  await waitUntilKept(page);
  return converter;
}

for (const language of ['en', 'de'] as const) {
  test(`after one visit every tool works although the server is gone (${language})`, async ({
    page,
  }) => {
    // Eight conversions, each on a page of its own.
    test.setTimeout(400_000);
    const running = await serve();
    const { url } = running;
    const words = await readWords(language);
    await visitOnce(page, url + pathOf('home', language), words);
    await running.stop();
    await expect(fetch(url)).rejects.toThrow();

    const converter = new ConverterPage(page, words);
    /** What the tool of a page makes of a file, after something was asked of it. */
    async function convertAt(
      id: PageId,
      given: string | GivenFile,
      result: string,
      ask: () => Promise<unknown> = async () => {},
    ) {
      await converter.open(url + pathOf(id, language));
      await converter.drop(typeof given === 'string' ? fixture(given) : given);
      await expect(converter.frames).toHaveCount(1);
      await ask();
      await converter.convert();
      const { bytes } = await converter.downloadOf(result);
      return { bytes, ...(await sharp(bytes).metadata()) };
    }

    const format = async (...asked: Parameters<typeof convertAt>) =>
      (await convertAt(...asked)).format;
    expect(await format('heic-to-jpg', 'grid.heic', 'grid.jpg')).toBe('jpeg');
    expect(await format('png-to-jpg', 'palette.png', 'palette.jpg')).toBe('jpeg');
    expect(await format('webp-to-jpg', 'alpha.webp', 'alpha.jpg')).toBe('jpeg');
    expect(await format('jpg-to-webp', 'located.jpg', 'located.webp')).toBe('webp');
    expect(await format('heic-to-png', 'alpha.heic', 'alpha.png')).toBe('png');
    expect(await format('home', 'drawing.avif', 'drawing.jpg')).toBe('jpeg');

    const small = `${words.resize.presetNames.thumbnail}, 150 × 150`;
    const resized = await convertAt('image-resize-crop', 'grid.heic', 'grid.jpg', () =>
      page.getByLabel(words.resize.presets).selectOption({ label: small }),
    );
    expect(Math.max(resized.width, resized.height)).toBe(150);

    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const size = { width: 600, height: 400, channels: 3, background: '#808080' } as const;
    const drawing = sharp({ create: { ...size, noise } });
    const bytes = await drawing.jpeg({ quality: 95 }).toBuffer();
    expect(bytes.length).toBeGreaterThan(60_000);
    const big = { name: 'big.jpg', bytes };
    const compressed = await convertAt('jpg-compress', big, 'big.jpg', async () => {
      await page.getByRole('button', { name: words.advanced.title }).click();
      await page.getByLabel(words.advanced.target).fill('30');
      await page.keyboard.press('Escape');
    });
    expect(compressed.bytes.length).toBeLessThanOrEqual(30_000);
  });
}

test('Pro works without the server by its signed word, after a new start too', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const running = await serve();
  const { url } = running;
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await becomePro(page);
  await visitOnce(page, `${url}/`);
  await page.reload();
  await expect
    .poll(() =>
      page.evaluate(
        async (keyPath) =>
          localStorage.getItem('stillpix_entitlement') !== null &&
          (await caches.match(keyPath)) !== undefined,
        routes.entitlementKey.path,
      ),
    )
    .toBe(true);
  await page.close();
  await running.stop();

  const fresh = await context.newPage();
  const converter = new ConverterPage(fresh);
  await converter.open(`${url}/`);
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  await expect(fresh.locator('html')).toHaveAttribute('data-pro');
  const download = fresh.waitForEvent('download');
  await fresh.getByRole('button', { name: 'Download ZIP' }).click();
  const { name, bytes } = await readDownload(await download);
  expect(name).toMatch(/^stillpix-[\d-]+\.zip$/);
  expect(Object.keys(unzipSync(bytes)).toSorted()).toEqual(['grid.jpg', 'rotated.jpg']);

  // Without the server's signature there is no Pro, whatever else lies in the browser.
  await fresh.evaluate(() => localStorage.removeItem('stillpix_entitlement'));
  await converter.open(`${url}/`);
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  await fresh.getByRole('button', { name: 'Download ZIP' }).click();
  await expect(fresh.getByRole('dialog')).toContainText('ZIP download is part of Pro');
  await context.close();
});

test('pages that were read are there without the server, others say that they are not', async ({
  page,
}) => {
  const running = await serve();
  const { url } = running;
  await visitOnce(page, url);
  await page.goto(`${url}/faq`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  await running.stop();

  await page.goto(`${url}/faq`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await page.goto(`${url}/help`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'This page is not on your device',
  );
  await page.getByRole('main').getByRole('link', { name: 'Compress JPG' }).click();
  await expect(page.getByRole('region', { name: 'Photo converter' })).toBeVisible();
});

test('everything can be fetched for use offline, and removed again', async ({ page }) => {
  const running = await serve();
  const { url } = running;
  await page.goto(`${url}/tracking`);
  await page.getByRole('button', { name: /Make everything available offline/ }).click();
  await expect(page.getByText(/Everything is on this device \([\d.]+ MB\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove from this device' }).click();
  await expect(page.getByText('Nothing is kept yet.', { exact: false })).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await running.stop();
  await expect(page.goto(`${url}/heic-to-jpg`)).rejects.toThrow('ERR_CONNECTION_REFUSED');
});

test('a new version waits, is offered in a line, and breaks no page that is open', async ({
  page,
  context,
}) => {
  // Four starts of the server.
  test.setTimeout(300_000);
  const port = String(await freePort());
  const versions = ['first', 'second', 'third'].map(copySite);
  const [first, second, third] = versions;
  try {
    const stamp = (of: Page) => of.locator('body').getAttribute('data-version');
    const one = await serve({ PORT: port, WEB_ROOT: first!.root });
    await visitOnce(page, one.url);
    await page.reload();
    expect(await stamp(page)).toBe('first');
    await one.stop();

    // The second version is found, and waits: the open page keeps its photo and its scripts.
    const two = await serve({ PORT: port, WEB_ROOT: second!.root });
    const converter = new ConverterPage(page);
    await converter.drop(fixture('grid.heic', 'kept.heic'));
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(
      page.getByText('A new version of Stillpix is ready', { exact: false }),
    ).toBeVisible();
    await expect(converter.frames).toHaveCount(1);
    expect(await stamp(page)).toBe('first');

    // Another page takes it; the first still finds a script that the server no longer has.
    const other = await context.newPage();
    await other.goto(two.url);
    expect(await stamp(other)).toBe('first');
    await other.getByRole('button', { name: 'Reload now' }).click();
    await expect(other.locator('body')).toHaveAttribute('data-version', 'second');
    expect(await stamp(page)).toBe('first');
    const late = await page.evaluate(async () => {
      const kept = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      const path = kept
        .flat()
        .map(({ url }) => new URL(url).pathname)
        .find((name) => name.includes('crop-dialog-first-'));
      return path === undefined ? null : (await fetch(path)).status;
    });
    expect(late).toBe(200);
    await page.close();
    await two.stop();

    // The third comes with the next start, without a question, when no page is open.
    const three = await serve({ PORT: port, WEB_ROOT: third!.root });
    await other.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(
      other.getByText('A new version of Stillpix is ready', { exact: false }),
    ).toBeVisible();
    await other.goto('about:blank');
    const fresh = await context.newPage();
    await expect
      .poll(async () => {
        await fresh.goto(three.url);
        return stamp(fresh);
      })
      .toBe('third');
    // What no open page was built with is gone.
    await expect
      .poll(() =>
        fresh.evaluate(async () => (await caches.keys()).filter((name) => name.includes('site-'))),
      )
      .toEqual(['stillpix-site-third']);
    await three.stop();

    // The operator goes back to the second.
    const back = await serve({ PORT: port, WEB_ROOT: second!.root });
    await fresh.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await fresh.getByRole('button', { name: 'Reload now' }).click();
    await expect(fresh.locator('body')).toHaveAttribute('data-version', 'second');
    await back.stop();
  } finally {
    for (const version of versions) version.remove();
  }
});

test('photos that another app shares lie on the table, and nowhere else', async ({ page }) => {
  const { url } = await serve();
  await visitOnce(page, url);
  await page.reload();
  const photo = fixture('grid.heic', 'shared.heic');
  // As the system does it: a form is sent to the address that the manifest names.
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'shared.heic', { type: 'image/heic' }));
    const form = document.createElement('form');
    form.method = 'post';
    form.action = '/share';
    form.enctype = 'multipart/form-data';
    const input = document.createElement('input');
    input.type = 'file';
    input.name = 'photos';
    input.files = data.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, Buffer.from(photo.bytes).toString('base64'));
  const converter = new ConverterPage(page);
  await expect(converter.frame('shared.heic')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  const left = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const names: string[] = [];
    for await (const [name, handle] of root.entries()) {
      if (handle.kind !== 'directory') continue;
      for await (const inner of handle.keys()) names.push(`${name}/${inner}`);
    }
    return names;
  });
  expect(left).toEqual([]);
});
