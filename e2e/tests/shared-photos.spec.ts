import { expect, type Page } from '@playwright/test';
import { ConverterPage, fixture, type GivenFile } from '../testing/converter-page.ts';
import { test, visitOnce } from '../testing/kept-site.ts';

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
