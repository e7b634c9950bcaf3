import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { routes } from '../../contract/src/routes.ts';
import { pathOf, type PageId } from '../../web/src/site/pages/pages.ts';
import { signInAsPro } from '../testing/accounts.ts';
import { ConverterPage, fixture, type GivenFile, readDownload } from '../testing/converter-page.ts';
import { fillDevice, test, visitOnce } from '../testing/kept-site.ts';
import { readZip } from '../testing/read-zip.ts';
import { readWords } from '../testing/words.ts';

for (const language of ['en', 'de'] as const) {
  test(`after one visit every tool works although the server is gone (${language})`, async ({
    page,
    serve,
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
  page,
  context,
  serve,
}) => {
  test.setTimeout(300_000);
  const running = await serve();
  const { url } = running;
  await signInAsPro(page);
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
  expect(Object.keys(await readZip(bytes)).toSorted()).toEqual(['grid.jpg', 'rotated.jpg']);

  // Without the server's signature there is no Pro, whatever else lies in the browser.
  await fresh.evaluate(() => localStorage.removeItem('stillpix_entitlement'));
  await converter.open(`${url}/`);
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  await fresh.getByRole('button', { name: 'Download ZIP' }).click();
  await expect(fresh.getByRole('dialog')).toContainText('ZIP download is part of Pro');
});

test('pages that were read are there without the server, others say that they are not', async ({
  page,
  serve,
}) => {
  const running = await serve();
  const { url } = running;
  await visitOnce(page, url);
  await page.goto(`${url}/faq`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  // It is shown before it is kept.
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/faq')) !== undefined))
    .toBe(true);
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
  serve,
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
  serve,
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
        const codecs = ['brotli_dec_wasm_bg', 'brotli_dec_wasm', 'jxl_dec'];
        return codecs.filter((name) => !paths.some((path) => path.startsWith(`/assets/${name}-`)));
      }),
    )
    .toEqual([]);
  await running.stop();
  await converter.open(url);
  await converter.drop(fixture('located.jxl'));
  await converter.convert();
  await expect(converter.frame('located.jxl')).toContainText('Done');
});

test('removing everything ends what is being fetched, and leaves nothing behind', async ({
  page,
  serve,
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
    // Chromium may make a cache anew, with nothing in it, for the compiled code of a script that came from there.
    const kept = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    const names = (await Promise.all(kept)).flat().map(({ url: each }) => each);
    const root = await navigator.storage.getDirectory();
    for await (const name of root.keys()) names.push(name);
    const registrations = await navigator.serviceWorker.getRegistrations();
    return [...names, ...registrations.map(({ scope }) => scope)];
  });
  expect(left).toEqual([]);
});

/** Neither caches nor workers, in a moment. */
async function expectNothingOffline(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registrations = await navigator.serviceWorker.getRegistrations();
        return [...(await caches.keys()), ...registrations.map(({ scope }) => scope)];
      }),
    )
    .toEqual([]);
}

test('removing everything while the worker is being installed leaves nothing behind', async ({
  page,
  serve,
}) => {
  const { url } = await serve();
  const asked = page
    .context()
    .waitForEvent('request', (request) => request.serviceWorker() !== null);
  const release = await holdBack(page, /\/favicon\.ico$/);
  await page.goto(`${url}/tracking`);
  await page.getByRole('button', { name: 'Make everything available offline' }).click();
  await asked;
  await page.getByRole('button', { name: 'Remove everything' }).click();
  await expect(page.getByText('Everything was removed', { exact: true })).toBeVisible();
  release();
  await expectNothingOffline(page);
});

test('removing everything while the worker’s script is being fetched leaves nothing behind', async ({
  page,
  serve,
}) => {
  const { url } = await serve();
  const releaseScript = await holdBack(page, /\/service-worker\.js$/);
  const release = await holdBack(page, /\/favicon\.ico$/);
  await page.goto(`${url}/tracking`);
  const asked = page
    .context()
    .waitForEvent('request', (request) => request.url().endsWith('/service-worker.js'));
  await page.getByRole('button', { name: 'Make everything available offline' }).click();
  await asked;
  await page.getByRole('button', { name: 'Remove everything' }).click();
  releaseScript();
  await expect(page.getByText('Everything was removed', { exact: true })).toBeVisible();
  release();
  await expectNothingOffline(page);
});

test('pages keep their security policy, the worker fetches nothing but files of the site, and on a device that is full all comes from the network', async ({
  page,
  context,
  serve,
}) => {
  const { url } = await serve();
  const fetched: URL[] = [];
  context.on('request', (request) => {
    if (request.serviceWorker()) fetched.push(new URL(request.url()));
  });
  const converter = await visitOnce(page, url);
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

  await test.step('on a device that is full', async () => {
    await fillDevice(page, url);
    // One that was not read before: no copy of it could stand in.
    await page.goto(`${url}/help`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help');
    // Its decoder is not kept yet, and finds no room.
    await converter.open(url);
    await converter.drop(fixture('located.jxl'));
    await converter.convert();
    await expect(converter.frame('located.jxl')).toContainText('Done');
  });
});
