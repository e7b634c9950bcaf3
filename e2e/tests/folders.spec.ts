import { expect, type Page, test } from '@playwright/test';
import { ConverterPage, fixture } from '../testing/converter-page.ts';
import { visitAsPro } from '../testing/visit-as-pro.ts';

/**
 * Folders of the browser's own file system stand in for those that a visitor picks in the system's
 * dialog, which no test can press. The page asks for them by the name that it gives the dialog.
 */
async function pickWithoutDialog(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const showDirectoryPicker = async ({ id }: { id: string }) => {
      const root = await navigator.storage.getDirectory();
      return root.getDirectoryHandle(id, { create: true });
    };
    Object.assign(window, { showDirectoryPicker });
  });
}

const filesIn = (page: Page, folder: string) =>
  page.evaluate(async (name) => {
    const root = await navigator.storage.getDirectory();
    const names: string[] = [];
    const opened = await root.getDirectoryHandle(name, { create: true });
    for await (const key of opened.keys()) names.push(key);
    return names.sort();
  }, folder);

async function putInto(
  page: Page,
  folder: string,
  file: string,
  name: string,
  share = 1,
): Promise<void> {
  const { bytes } = fixture(file);
  const base64 = Buffer.from(bytes.subarray(0, bytes.length * share)).toString('base64');
  await page.evaluate(
    async ([to, as, text]) => {
      const root = await navigator.storage.getDirectory();
      const opened = await root.getDirectoryHandle(to!, { create: true });
      const handle = await opened.getFileHandle(as!, { create: true });
      const writable = await handle.createWritable();
      await writable.write(Uint8Array.from(atob(text!), (each) => each.charCodeAt(0)));
      await writable.close();
    },
    [folder, name, base64],
  );
}

/** On a page that is loaded for it. */
async function convertOne(page: Page): Promise<void> {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
}

test('the folder that results go into is remembered only if wanted, and forgotten at /tracking', async ({
  page,
}) => {
  await pickWithoutDialog(page);
  const again = page.getByRole('button', { name: 'Save to “stillpix”' });
  const remember = page.getByRole('switch', { name: 'Remember this folder' });

  await convertOne(page);
  await page.getByRole('button', { name: 'Save to a folder' }).click();
  await expect(again).toBeVisible();
  await expect(remember).not.toBeChecked();
  await convertOne(page);
  await expect(page.getByRole('button', { name: 'Save to a folder' })).toBeVisible();

  await page.getByRole('button', { name: 'Save to a folder' }).click();
  await remember.click();
  await expect(remember).toBeChecked();
  await convertOne(page);
  await again.click();
  await expect.poll(() => filesIn(page, 'stillpix')).toHaveLength(3);

  await page.goto('/tracking');
  await expect(page.getByText('stillpix-folders', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Remove everything' }).click();
  await expect(page.getByText('Nothing.', { exact: true })).toBeVisible();
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
});

test('a folder is remembered from the moment that the switch says so, on a slow device too', async ({
  page,
}) => {
  await pickWithoutDialog(page);
  await page.addInitScript(() => {
    type Put = (this: IDBObjectStore, ...asked: unknown[]) => IDBRequest<IDBValidKey>;
    const put = Reflect.get(IDBObjectStore.prototype, 'put') as Put;
    IDBObjectStore.prototype.put = function (...asked) {
      const request = put.apply(this, asked);
      const until = performance.now() + 1500;
      // A transaction lasts as long as something is asked of it.
      const hold = () => {
        if (performance.now() < until) this.count().addEventListener('success', hold);
      };
      if (this.name === 'folders') request.addEventListener('success', hold);
      return request;
    };
  });
  await convertOne(page);
  await page.getByRole('button', { name: 'Save to a folder' }).click();
  const remember = page.getByRole('switch', { name: 'Remember this folder' });
  await remember.click();
  await expect(remember).toBeChecked();
  await convertOne(page);
  await expect(page.getByRole('button', { name: 'Save to “stillpix”' })).toBeVisible();
});

test('with Pro a folder is watched: what comes is converted into another, and what was there stays', async ({
  page,
}) => {
  await visitAsPro(page);
  await pickWithoutDialog(page);
  const converter = new ConverterPage(page);
  await converter.open();
  await putInto(page, 'stillpix-from', 'rotated.heic', 'old.heic');
  await page.getByRole('button', { name: 'Watch a folder' }).click();
  const panel = page.getByRole('region', { name: 'Watch a folder' });
  const choose = panel.getByRole('button', { name: 'Choose a folder' });
  await choose.first().click();
  // The one that is chosen shows its own name.
  await expect(choose).toHaveCount(1);
  await choose.click();
  await panel.getByRole('button', { name: 'Start watching' }).click();
  await expect(page.getByText('Nothing new yet.')).toBeVisible();

  await putInto(page, 'stillpix-from', 'grid.heic', 'new.heic');
  await expect(page.getByText('1 photo converted and saved to “stillpix-into”.')).toBeVisible();
  expect(await filesIn(page, 'stillpix-into')).toEqual(['new.jpg']);
  await putInto(page, 'stillpix-from', 'mirrored.heic', 'newer.heic');
  await expect(page.getByText('2 photos converted and saved to “stillpix-into”.')).toBeVisible();

  // What is wrong is said here as it is beside a photo on the table.
  await putInto(page, 'stillpix-from', 'grid.heic', 'cut.heic', 0.7);
  await expect(page.getByText(/^cut\.heic: The file is damaged: about \d+% of/)).toBeVisible();
  expect(await filesIn(page, 'stillpix-into')).toEqual(['cut.jpg', 'new.jpg', 'newer.jpg']);

  // The server no longer says Pro: nothing more is converted.
  await page.route('**/api/validate-features', (route) =>
    route.fulfill({
      json: { allowed: true, reason: '', reasonCode: null, maxFiles: 5, isPro: false },
    }),
  );
  await putInto(page, 'stillpix-from', 'alpha.heic', 'late.heic');
  await expect(page.getByText(/Watching has stopped: it is part of Pro/)).toBeVisible();
  expect(await filesIn(page, 'stillpix-into')).toEqual(['cut.jpg', 'new.jpg', 'newer.jpg']);
});

test('without Pro no folder is watched', async ({ page }) => {
  await pickWithoutDialog(page);
  const converter = new ConverterPage(page);
  await converter.open();
  await expect(page.getByRole('button', { name: 'Choose a folder' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Watch a folder' })).toHaveCount(0);
});
