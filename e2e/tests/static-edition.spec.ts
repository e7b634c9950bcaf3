import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { placeSite } from '../../server/static/place-site.ts';
import { readStaticSettings } from '../../server/static/settings.ts';
import { languages } from '../../web/src/site/pages/language.ts';
import { pathOf } from '../../web/src/site/pages/pages.ts';
import { ConverterPage, fixture, fixturePath, readDownload } from '../testing/converter-page.ts';
import { type FileServer, serveFolder } from '../testing/file-server.ts';
import { askToKeep } from '../testing/keep-offline.ts';
import { readZip } from '../testing/read-zip.ts';
import { watchConversions, whenConverted } from '../testing/watch-conversions.ts';
import { readWords } from '../testing/words.ts';

// The static edition, as `npm run build:static` puts it, behind a file server that knows nothing of it.
test.use({ serviceWorkers: 'allow' });

const root = '/pictures';
const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

let folder: string;
let site: string;
let server: FileServer;

function place(out: string, settings: Record<string, string>): void {
  const built = inProject('web/build/static/client');
  placeSite(
    { built, socialImages: inProject('web/build/client/og'), out },
    readStaticSettings(settings),
  );
}

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stillpix-static-'));
  place(folder, { PUBLIC_URL: `https://example.org${root}` });
  site = join(folder, 'site');
  server = await serveFolder(site, root);
});

test.afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Everything that the page and its workers ask for, wherever it goes. */
function watchRequests(page: Page): string[] {
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(request.url()));
  return asked;
}

const isElsewhere = (url: string) =>
  /^(?:https?|wss?):/.test(url) && !url.startsWith(`${server.address}/`);

test('in a folder of a plain file server it converts, resizes and packs, and asks for nothing else', async ({
  page,
}) => {
  const asked = watchRequests(page);
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') broken.push(message.text());
  });
  const converter = new ConverterPage(page);
  await converter.open(`${server.address}/heic-to-jpg/`);
  // More than the free plan of the service takes, in one go and without a question.
  const photos = Array.from({ length: 7 }, (_, index) =>
    fixture('grid.heic', `photo-${index}.heic`),
  );
  await converter.drop(...photos);
  await expect(converter.frames).toHaveCount(7);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await converter.convert();
  const { bytes } = await converter.downloadOf('photo-3.jpg');
  expect((await sharp(bytes).metadata()).format).toBe('jpeg');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download ZIP' }).click();
  const zip = await readDownload(await download);
  expect(Object.keys(await readZip(zip.bytes))).toHaveLength(7);

  const words = await readWords('de');
  const german = new ConverterPage(page, words);
  await german.open(`${server.address}/de/tools/groesse-zuschneiden/`);
  await german.drop(fixture('grid.heic'));
  await expect(german.frames).toHaveCount(1);
  const small = `${words.resize.presetNames.thumbnail}, 150 × 150`;
  await page.getByLabel(words.resize.presets).selectOption({ label: small });
  await german.convert();
  const resized = await sharp((await german.downloadOf('grid.jpg')).bytes).metadata();
  expect(Math.max(resized.width, resized.height)).toBe(150);

  expect(asked.filter(isElsewhere)).toEqual([]);
  expect(server.answers.filter(({ status }) => status >= 400)).toEqual([]);
  expect(broken).toEqual([]);
});

test('after one visit it works although the file server is gone', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open(`${server.address}/`);
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  await expect.poll(() => page.evaluate(askToKeep)).toBe('done');
  await server.stop();
  await converter.open(`${server.address}/heic-to-jpg/`);
  await converter.drop(fixture('rotated.heic'));
  await converter.convert();
  const { bytes } = await converter.downloadOf('rotated.jpg');
  expect((await sharp(bytes).metadata()).format).toBe('jpeg');
  // A page that was never seen is stood in for by the one that says so.
  await page.goto(`${server.address}/faq/`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test('the keyboard stands on the download when all was converted before Start was pressed', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await watchConversions(page);
  await converter.open(`${server.address}/heic-to-jpg/`);
  await converter.choose(fixture('grid.heic'));
  await expect(converter.start).toBeFocused();
  await whenConverted(page, statSync(fixturePath('grid.heic')).size);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeFocused();
});

test('copies in folders of one host keep and remove their own, and leave other sites alone', async ({
  page,
}) => {
  const outer = join(folder, 'outer');
  const inner = '/meine fotos-ü';
  place(outer, { PUBLIC_URL: 'https://example.org' });
  place(join(outer, 'site', inner), { PUBLIC_URL: `https://example.org${inner}/site` });
  const host = await serveFolder(join(outer, 'site'), '');
  try {
    const copies = ['', `${inner}/site`].map((path) => host.address + encodeURI(path));
    const converter = new ConverterPage(page);
    for (const copy of copies) {
      await converter.open(`${copy}/`);
      await converter.drop(fixture('grid.heic'));
      await converter.convert();
      await expect.poll(() => page.evaluate(askToKeep)).toBe('done');
    }
    await page.evaluate(() => localStorage.setItem('of-another-site', 'kept'));
    await page.goto(`${copies[1]}/tracking/`);
    await page.getByRole('button', { name: 'Remove everything' }).click();
    await expect(page.getByText('Everything was removed', { exact: true })).toBeVisible();
    const left = await page.evaluate(async () => {
      const registrations = await navigator.serviceWorker.getRegistrations();
      return {
        scopes: registrations.map(({ scope }) => new URL(scope).pathname),
        names: Object.keys(localStorage),
      };
    });
    expect(left).toEqual({ scopes: ['/'], names: ['of-another-site'] });
    await host.stop();
    await converter.open(`${copies[0]}/heic-to-jpg/`);
    await converter.drop(fixture('rotated.heic'));
    await converter.convert();
    await expect(converter.frame('rotated.heic')).toContainText('Done');
    await expect(page.goto(`${copies[1]}/heic-to-jpg/`)).resolves.toBeTruthy();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  } finally {
    await host.stop();
  }
});

test('whoever puts it up says how many photos go at once', async ({ page }) => {
  place(folder, { PUBLIC_URL: `https://example.org${root}`, MAX_PHOTOS: '3' });
  const converter = new ConverterPage(page);
  await converter.open(`${server.address}/`);
  await converter.drop(...['a', 'b', 'c', 'd'].map((name) => fixture('grid.heic', `${name}.heic`)));
  await expect(converter.frames).toHaveCount(3);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** The pages' HTML by the path at which it is served. */
function readPages(): Map<string, string> {
  const names = readdirSync(site, { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => name.endsWith('.html'))
      .map((name) => [
        `${root}/${name}`.replace(/index\.html$/, ''),
        readFileSync(join(site, name), 'utf8'),
      ]),
  );
}

/** Whether the file server has it, and without leading on to another address. */
const isServed = (path: string) =>
  path.startsWith(`${root}/`) &&
  existsSync(join(site, path.slice(root.length), path.endsWith('/') ? 'index.html' : '.'));

test('every link, picture, script and address of every page leads to a file of the folder', () => {
  const pages = readPages();
  expect(pages.size).toBeGreaterThan(200);
  const dead: string[] = [];
  const look = (from: string, path: string) => {
    const bare = decodeURIComponent(path.replace(/[?#].*$/, ''));
    if (bare !== '' && !isServed(bare)) dead.push(`${from} → ${path}`);
  };
  for (const [from, html] of pages) {
    for (const [tag] of html.matchAll(/<[a-z][^>]*>/g)) {
      for (const [, path = ''] of tag.matchAll(/\s(?:href|src|action)="([^"]*)"/g)) {
        if (!/^(?:https?:|mailto:|blob:|data:|#)/.test(path)) look(from, path);
      }
    }
    for (const [, path = ''] of html.matchAll(/https:\/\/example\.org([^"<>\s\\]*)/g))
      look(from, path);
    for (const [, path = ''] of html.matchAll(/content="0;url=([^"]*)"/g)) look(from, path);
    expect(html).not.toContain('stillpix.example');
  }
  for (const language of languages) {
    const home = pathOf('home', language).replace(/\/$/, '');
    const manifest = readFileSync(join(site, home, 'site.webmanifest'), 'utf8');
    JSON.parse(manifest, (key, value: unknown) => {
      if (['src', 'start_url', 'scope', 'url'].includes(key))
        look(`${home} manifest`, String(value));
    });
  }
  for (const file of [
    'sitemap.xml',
    'robots.txt',
    'llms.txt',
    'blog/feed.xml',
    'de/blog/feed.xml',
  ]) {
    const text = readFileSync(join(site, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/https:\/\/example\.org([^"<>\s)]*)/g))
      look(file, path);
    expect(text).not.toContain('stillpix.example');
  }
  expect(dead).toEqual([]);
});

/** The paid plan or its price; phones and tablets have the word, too. */
const ownPro = /(?<!(?:iPhone|iPad|MacBook|Pixel|Vision)(?: \d+)? )\bPro\b(?! Max)|\b4[.,]99/;

test('nothing is sold, nobody signs in, and no server is spoken of or called', () => {
  for (const [path, html] of readPages()) {
    const called = /data-dialog|data-ad[ =]|data-sign-out|["'`(]\/(?:api|auth)\//.exec(html);
    expect.soft(called?.[0], path).toBeUndefined();
    // Articles on the phones whose name has the word keep it.
    const shown = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '');
    expect.soft(shown, path).not.toMatch(/stillpix_(?:ads|pro|ribbon)/);
    if (shown.includes('ProRAW')) continue;
    const sold = ownPro.exec(shown);
    const around = sold && shown.slice(Math.max(0, sold.index - 80), sold.index + 40);
    expect.soft(around, path).toBeNull();
  }
  expect(readFileSync(join(site, 'robots.txt'), 'utf8')).not.toContain('/api');
});
