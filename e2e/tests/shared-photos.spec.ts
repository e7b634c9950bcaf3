import { writeFileSync } from 'node:fs';
import { maxFileBytes } from '@stillpix/contract/limits';
import { expect, type Page } from '@playwright/test';
import type { Language } from '../../web/src/site/pages/language.ts';
import { makeZip } from '../../web/src/features/convert/intake/archive/hand-made-zip.ts';
import { pathOf } from '../../web/src/site/pages/pages.ts';
import { ConverterPage, fixture, type GivenFile } from '../testing/converter-page.ts';
import { fillDevice, test, visitOnce } from '../testing/kept-site.ts';
import { readWords } from '../testing/words.ts';

/** As the system does it: a form is sent to the address that the manifest names. */
async function shareAsSystem(
  page: Page,
  url: string,
  given: readonly GivenFile[],
  language: Language = 'en',
): Promise<void> {
  const home = pathOf('home', language).replace(/\/$/, '');
  const manifest = await page.request.get(`${url}${home}/site.webmanifest`);
  const { share_target: target } = (await manifest.json()) as { share_target: { action: string } };
  const paths = given.map(({ name, bytes }) => {
    const path = test.info().outputPath(name);
    writeFileSync(path, bytes);
    return path;
  });
  await page.setContent(
    `<form method="post" action="${url}${target.action}" enctype="multipart/form-data">
      <input type="file" name="photos" multiple>
    </form>`,
  );
  await page.setInputFiles('input', paths);
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
  serve,
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

test('one that is too big keeps no other that was shared from the table', async ({
  page,
  serve,
}) => {
  const { url } = await serve();
  await visitOnce(page, url);
  const huge = { name: 'huge.heic', bytes: new Uint8Array(maxFileBytes + 1) };
  await shareAsSystem(page, url, [fixture('grid.heic'), huge, fixture('rotated.heic')]);
  const converter = new ConverterPage(page);
  await expect(converter.frames).toHaveCount(2);
  await expect(page.getByText('huge.heic')).toBeVisible();
  await expect(page.getByText(/Maximum size is 50\s?MB/)).toBeVisible();
  await expect.poll(() => listShared(page)).toEqual([]);
});

test('a ZIP that is larger than a photo may be is opened when it is shared', async ({
  page,
  serve,
}) => {
  const { url } = await serve();
  await visitOnce(page, url);
  const notes = { name: 'notes.txt', data: new Uint8Array(maxFileBytes), isStored: true };
  const bytes = makeZip([notes, { name: 'IMG_1.HEIC', data: fixture('grid.heic').bytes }]);
  await shareAsSystem(page, url, [{ name: 'photos.zip', bytes }]);
  const converter = new ConverterPage(page);
  await expect(converter.frame('IMG_1.HEIC')).toBeVisible();
  await expect.poll(() => listShared(page)).toEqual([]);
  await converter.convert();
  await expect(converter.frame('IMG_1.HEIC')).toContainText('Done');
});

test('a device without room for what is shared says so, and keeps nothing of it', async ({
  page,
  serve,
}) => {
  const { url } = await serve();
  await visitOnce(page, url);
  await fillDevice(page, url);
  await shareAsSystem(page, url, [fixture('grid.heic')]);
  // For a second its text is in the page twice: drawn, and for screen readers.
  await expect(page.getByText('What was shared did not arrive here.').first()).toBeVisible();
  expect(await listShared(page)).toEqual([]);
});

test('who has installed the site in German is led to the German page', async ({ page, serve }) => {
  const { url } = await serve();
  const words = await readWords('de');
  await visitOnce(page, `${url}/de`, words);
  await shareAsSystem(page, url, [fixture('grid.heic'), fixture('rotated.heic')], 'de');
  await expect(new ConverterPage(page, words).frames).toHaveCount(2);
  expect(new URL(page.url()).pathname).toBe('/de');
});
