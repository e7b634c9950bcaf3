import { expect, type Page, test } from '@playwright/test';
import { ConverterPage, fixture } from '../testing/converter-page.ts';

const label = 'Keep my table until I come back';

/** What the browser holds of the table: names in its own file system, and the note about it. */
function readKept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names: string[] = Object.keys(localStorage).filter((key) => key.includes('kept_table'));
    const root = await navigator.storage.getDirectory();
    for await (const name of root.keys()) names.push(name);
    return names;
  });
}

/** Photos and results that are written, the list of them aside. */
function countKeptFiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let count = 0;
    try {
      const root = await navigator.storage.getDirectory();
      const tables = await root.getDirectoryHandle('stillpix-kept-table');
      const folder = await tables.getDirectoryHandle('convert');
      for await (const name of folder.keys()) if (name !== 'table.json') count += 1;
    } catch {
      // Nothing is kept yet.
    }
    return count;
  });
}

async function turnOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More options' }).click();
  const wish = page.getByRole('switch', { name: label });
  await expect(wish).not.toBeChecked();
  await wish.click();
  await expect(page.getByText(/up to 500 MB and for 7 days at most/)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
}

test('photos, settings and results are there again where that was asked for, and go with one touch', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await page.getByRole('radio', { name: /Balanced/ }).check();
  await turnOn(page);
  await converter.convert();
  await expect.poll(() => countKeptFiles(page)).toBe(4);
  await expect(page.getByText('kept in this browser')).toBeVisible();

  await page.reload();
  await expect(converter.frames).toHaveCount(2);
  await expect(converter.frame('grid.heic')).toContainText('Done');
  await expect(page.getByText('Quality 85')).toBeVisible();
  // Nothing was lost, so nothing was asked.
  expect(asked).toEqual([]);
  expect((await converter.downloadOf('rotated.jpg')).bytes.length).toBeGreaterThan(100);

  await page.getByRole('button', { name: 'Remove rotated.heic' }).click();
  await expect.poll(() => countKeptFiles(page)).toBe(2);
  await expect(page.getByText(/^1 photo · .* · kept in this browser$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your table is back as you left it.')).toBeVisible();
  await expect(converter.frames).toHaveCount(1);
  await page.getByRole('button', { name: 'Do not keep it' }).click();
  await expect.poll(() => readKept(page)).toEqual([]);
  // It still lies there until the page is left.
  expect((await converter.downloadOf('grid.jpg')).bytes.length).toBeGreaterThan(100);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Photo converter' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  await expect(converter.frames).toHaveCount(0);
});

test('nothing is kept that nobody asked for, and the page about what is stored removes it', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  await converter.downloadOf('grid.jpg');
  expect(await readKept(page)).toEqual([]);
  await turnOn(page);
  await expect.poll(() => readKept(page)).toEqual(['stillpix_kept_table', 'stillpix-kept-table']);
  for (const path of ['/privacy-policy', '/de/datenschutz']) {
    await page.goto(path);
    await expect(
      page.getByText(/Keep my table until I come back|Meinen Leuchttisch behalten/).first(),
    ).toBeVisible();
  }
  await page.goto('/tracking');
  await page.getByRole('switch', { name: label }).click();
  await expect.poll(() => readKept(page)).toEqual([]);
});

/** From now on, what is written into the browser's own file system takes a second longer. */
async function slowDownWriting(page: Page): Promise<void> {
  await page.evaluate(() => {
    const state = globalThis as unknown as { isWriting: boolean };
    const files = FileSystemFileHandle.prototype;
    const open = Reflect.get(files, 'createWritable');
    files.createWritable = async function openSlowly() {
      state.isWriting = true;
      const stream = await open.call(this);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return stream;
    };
  });
}

/** Changes a setting, and returns while the table is being written because of it. */
async function changeSlowly(page: Page): Promise<void> {
  await slowDownWriting(page);
  await page.getByRole('radio', { name: /Small/ }).check();
  const isWriting = () =>
    page.evaluate(() => Boolean((globalThis as unknown as { isWriting?: boolean }).isWriting));
  await expect.poll(isWriting).toBe(true);
}

/** Until no tab keeps its table any more. What one was writing then is written. */
async function whenNoneKeeps(page: Page): Promise<void> {
  const countKeeping = () =>
    page.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.filter(({ name }) => name?.startsWith('stillpix-kept-table')).length;
    });
  await expect.poll(countKeeping).toBe(0);
}

/** A table with one photo that is kept. */
async function keepOnePhoto(page: Page): Promise<ConverterPage> {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await turnOn(page);
  await expect.poll(() => countKeptFiles(page)).toBe(1);
  return converter;
}

test('what is being written when it is not to be kept any more goes, too', async ({ page }) => {
  await keepOnePhoto(page);
  await page.reload();
  await expect(page.getByText('Your table is back as you left it.')).toBeVisible();
  await changeSlowly(page);
  await page.getByRole('button', { name: 'Do not keep it' }).click();
  await expect(page.getByText('kept in this browser')).toBeHidden();
  await whenNoneKeeps(page);
  await expect.poll(() => readKept(page)).toEqual([]);
  await expect(page.getByText('kept in this browser')).toBeHidden();
});

test('what one tab is told not to keep another does not keep, either', async ({ page }) => {
  const converter = await keepOnePhoto(page);
  await changeSlowly(page);
  const other = await page.context().newPage();
  await other.goto('/tracking');
  await other.getByRole('switch', { name: label }).click();
  await expect(page.getByText('kept in this browser')).toBeHidden();
  await whenNoneKeeps(page);
  await expect.poll(() => readKept(page)).toEqual([]);
  // Longer than the pause after which a change is written.
  await page.clock.install();
  await converter.convert();
  await page.clock.runFor(60_000);
  await whenNoneKeeps(page);
  expect(await readKept(page)).toEqual([]);
});

test('a second tab says that the first keeps its table, and takes its place afterwards', async ({
  page,
}) => {
  const first = new ConverterPage(page);
  await first.open();
  await first.drop(fixture('grid.heic'));
  await turnOn(page);
  await expect(page.getByText('kept in this browser')).toBeVisible();
  const other = await page.context().newPage();
  const second = new ConverterPage(other);
  await second.open();
  await second.drop(fixture('rotated.heic'));
  await expect(second.frames).toHaveCount(1);
  await other.getByRole('button', { name: 'More options' }).click();
  const elsewhere = other.getByText(/^Another tab keeps its table/);
  await expect(elsewhere).toBeVisible();
  await page.close();
  await expect(elsewhere).toBeHidden();
  await other.getByRole('button', { name: 'Done' }).click();
  await expect(other.getByText('kept in this browser')).toBeVisible();
  await expect.poll(() => countKeptFiles(other)).toBe(1);
});

test('clearing the table clears what is kept at once, and what is undone is kept again', async ({
  page,
}) => {
  const converter = await keepOnePhoto(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => readKept(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(converter.frames).toHaveCount(1);
  await expect.poll(() => countKeptFiles(page)).toBe(1);
});

test('each tool keeps a table of its own', async ({ page }) => {
  await keepOnePhoto(page);
  const other = new ConverterPage(page);
  await other.open('/tools/jpg-compress');
  await other.drop(fixture('located.jpg'));
  await expect(page.getByText('kept in this browser')).toBeVisible();
  const converter = new ConverterPage(page);
  await converter.open();
  await expect(converter.frame('grid.heic')).toBeVisible();
  await other.open('/tools/jpg-compress');
  await expect(other.frame('located.jpg')).toBeVisible();
});
