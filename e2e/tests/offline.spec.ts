import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { ConverterPage, fixture } from '../testing/converter-page.ts';
import { type Running, freePort, startProduct } from '../testing/servers.ts';
import { copySite } from '../testing/site-copy.ts';

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
  const keep = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/');
      if (!registration?.active) return 'not active';
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise<{ kind: string }>((resolve) => {
        port1.addEventListener('message', ({ data }) => {
          if (data.kind !== 'progress') resolve(data);
        });
        port1.start();
      });
      const language = document.documentElement.lang;
      registration.active.postMessage({ kind: 'keep', language, everything: false }, [port2]);
      return (await answer).kind;
    });
  await expect.poll(keep).toBe('done');
}

async function visitOnce(page: Page, url: string): Promise<ConverterPage> {
  const converter = new ConverterPage(page);
  await converter.open(url);
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  await waitUntilKept(page);
  return converter;
}

/** The format of what the tool at this path makes of a file. */
async function convertAt(page: Page, path: string, given: string, result: string) {
  const converter = new ConverterPage(page);
  await converter.open(path);
  await converter.drop(fixture(given));
  await converter.convert();
  const { bytes } = await converter.downloadOf(result);
  return (await sharp(bytes).metadata()).format;
}

test('after one visit every tool works although the server is gone', async ({ page }) => {
  // Five conversions, each on a page of its own.
  test.setTimeout(300_000);
  const running = await serve();
  const { url } = running;
  await visitOnce(page, url);
  await running.stop();

  expect(await convertAt(page, `${url}/heic-to-jpg`, 'grid.heic', 'grid.jpg')).toBe('jpeg');
  expect(await convertAt(page, `${url}/png-to-jpg`, 'palette.png', 'palette.jpg')).toBe('jpeg');
  expect(await convertAt(page, `${url}/webp-to-jpg`, 'alpha.webp', 'alpha.jpg')).toBe('jpeg');
  expect(await convertAt(page, `${url}/tools/jpg-to-webp`, 'located.jpg', 'located.webp')).toBe(
    'webp',
  );
  expect(await convertAt(page, `${url}/`, 'drawing.avif', 'drawing.jpg')).toBe('jpeg');
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
