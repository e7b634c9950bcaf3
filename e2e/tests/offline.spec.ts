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

/** Holds the answers to what the service worker asks for by this name. */
async function holdBack(page: Page, name: RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route(name, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

const rareCodec = /\/assets\/avif_dec-[\w-]+\.wasm$/;

test('everything can be fetched for use offline, which shows its progress, and removed again', async ({
  page,
}) => {
  const running = await serve();
  const { url } = running;
  const release = await holdBack(page, rareCodec);
  await page.goto(`${url}/tracking`);
  await page.getByRole('button', { name: 'Make everything available offline' }).click();
  const progress = page.getByRole('progressbar', { name: 'Fetching the site’s files' });
  await expect
    .poll(async () => Number(await progress.getAttribute('aria-valuenow')))
    .toBeGreaterThan(20);
  await expect(page.getByText(/[\d.]+ MB of [\d.]+ MB are on this device/)).toBeVisible();
  release();
  await expect(page.getByText(/Everything is on this device \([\d.]+ MB\)/)).toBeVisible();
  await page.goto(`${url}/tracking`);
  await expect(page.getByText('Everything is on this device', { exact: false })).toBeVisible();
  await running.stop();

  // Its metadata are packed in a way that hardly any picture is.
  const converter = new ConverterPage(page);
  await converter.open(`${url}/convert-to-jpg`);
  await converter.drop(fixture('located.jxl'));
  await converter.convert();
  const { bytes } = await converter.downloadOf('located.jpg');
  expect((await sharp(bytes).metadata()).exif).toBeDefined();

  await page.goto(`${url}/tracking`);
  await page.getByRole('button', { name: 'Remove from this device' }).click();
  await expect(page.getByText('Nothing is kept yet.', { exact: false })).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await expect(page.goto(`${url}/heic-to-jpg`)).rejects.toThrow('ERR_CONNECTION_REFUSED');
});

test('a rare picture whose decoder is not there says what is missing, and the site once installed has it', async ({
  page,
}) => {
  const running = await serve();
  const { url } = running;
  const converter = await visitOnce(page, url);
  await page.context().setOffline(true);
  await converter.open(url);
  await converter.drop(fixture('located.jxl'));
  await converter.convert();
  await expect(converter.frame('located.jxl')).toContainText('The converter could not be loaded');
  await page.context().setOffline(false);

  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const kept = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
        const paths = (await Promise.all(kept))
          .flat()
          .map(({ url: each }) => new URL(each).pathname);
        return paths.some((path) => path.startsWith('/assets/brotli_dec_wasm_bg-'));
      }),
    )
    .toBe(true);
  await running.stop();
  await converter.open(url);
  await converter.drop(fixture('located.jxl'));
  await converter.convert();
  await expect(converter.frame('located.jxl')).toContainText('Done');
});

test('removing everything ends what is being fetched, and leaves nothing behind', async ({
  page,
}) => {
  const { url } = await serve();
  const release = await holdBack(page, rareCodec);
  await page.goto(`${url}/tracking`);
  await page.getByRole('button', { name: 'Make everything available offline' }).click();
  await expect(page.getByText(/[\d.]+ MB of [\d.]+ MB are on this device/)).toBeVisible();
  // Photos that were shared when no page came to take them.
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const shared = await root.getDirectoryHandle('stillpix-shared', { create: true });
    await shared.getDirectoryHandle(`${Date.now()}-left`, { create: true });
  });
  await page.getByRole('button', { name: 'Remove everything' }).click();
  await expect(page.getByText('Everything was removed', { exact: true })).toBeVisible();
  await expect(page.getByText('Nothing is kept yet.', { exact: false })).toBeVisible();
  release();
  const left = await page.evaluate(async () => {
    const names = await caches.keys();
    const root = await navigator.storage.getDirectory();
    for await (const name of root.keys()) names.push(name);
    const registrations = await navigator.serviceWorker.getRegistrations();
    return [...names, ...registrations.map(({ scope }) => scope)];
  });
  expect(left).toEqual([]);
});

test('pages keep their security policy, and the worker fetches nothing but files of the site', async ({
  page,
  context,
}) => {
  const { url } = await serve();
  const fetched: URL[] = [];
  context.on('request', (request) => {
    if (request.serviceWorker()) fetched.push(new URL(request.url()));
  });
  await visitOnce(page, url);
  for (const path of ['/', '/tools/jpg-compress', '/pricing', '/faq', '/subscribe']) {
    const fromWorker = await page.goto(url + path);
    expect(fromWorker?.fromServiceWorker(), path).toBe(true);
    const served = await page.request.get(url + path);
    const policy = fromWorker?.headers()['content-security-policy'];
    expect(policy, path).toContain('default-src');
    expect(policy, path).toBe(served.headers()['content-security-policy']);
  }
  expect(fetched.length).toBeGreaterThan(20);
  expect([...new Set(fetched.map(({ origin }) => origin))]).toEqual([url]);
  const rooms = fetched.map(({ pathname }) => pathname).filter((path) => path.startsWith('/api/'));
  // The key by which a page verifies Pro is a file of the site, under the address that programs know.
  expect(rooms.filter((path) => path !== routes.entitlementKey.path)).toEqual([]);
  // Whatever the worker's code would ask for, the browser lets it reach this site alone.
  const script = await page.request.get(`${url}/service-worker.js`);
  expect(script.headers()['content-security-policy']).toContain("connect-src 'self'");
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

/** As the system does it: a form is sent to the address that the manifest names. */
async function shareAsSystem(page: Page, url: string, given: readonly GivenFile[]): Promise<void> {
  await page.setContent(
    `<form method="post" action="${url}/share" enctype="multipart/form-data">
      <input type="file" name="photos" multiple>
    </form>`,
  );
  await page.setInputFiles(
    'input',
    given.map(({ name, bytes }) => ({ name, mimeType: 'image/heic', buffer: Buffer.from(bytes) })),
  );
  await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
}

/** Names in the browser's own file system, two levels deep. */
const listShared = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const names: string[] = [];
    for await (const [name, handle] of root.entries()) {
      if (handle.kind !== 'directory') continue;
      for await (const inner of handle.keys()) names.push(`${name}/${inner}`);
    }
    return names;
  });

test('photos that another app shares lie on the table, though the site was closed, and nowhere else', async ({
  page,
  context,
}) => {
  const { url } = await serve();
  await visitOnce(page, url);
  // Shared long ago, and never taken: the page was closed before it opened.
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const shared = await root.getDirectoryHandle('stillpix-shared', { create: true });
    await shared.getDirectoryHandle(`${Date.now() - 11 * 60_000}-long-ago`, { create: true });
  });
  await page.close();

  const opened = await context.newPage();
  const [first, second] = [fixture('grid.heic', 'b.heic'), fixture('rotated.heic', 'a.heic')];
  await shareAsSystem(opened, url, [first, second]);
  const converter = new ConverterPage(opened);
  await expect(converter.frames).toHaveCount(2);
  await expect(converter.frames.nth(0)).toContainText('b.heic');
  await expect(converter.frames.nth(1)).toContainText('a.heic');
  expect(new URL(opened.url()).search).toBe('');
  await expect.poll(() => listShared(opened)).toEqual([]);
  await converter.convert();
  await expect(converter.frame('a.heic')).toContainText('Done');
});
