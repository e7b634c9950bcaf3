import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { ConverterPage, fixture } from '../testing/converter-page.ts';
import { visitAsPro } from '../testing/visit-as-pro.ts';

function many(count: number) {
  return Array.from({ length: count }, (_, index) =>
    fixture('grid.heic', `photo-${index + 1}.heic`),
  );
}

/** What lies in the browser's own file system. */
function namesInFileSystem(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
    return names;
  });
}

async function chooseQuality(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('radio', { name }).check();
}

test('results stay until new ones are there, and when permission is refused', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  await chooseQuality(page, /Small/);
  const again = page.getByRole('button', { name: 'Convert again' });
  await expect(again).toBeVisible();
  await page.route('**/api/validate-features', (route) => route.fulfill({ status: 500, json: {} }));
  await again.click();
  await expect(page.getByRole('alert')).toContainText('Unable to validate conversion limits');
  expect((await converter.downloadOf('grid.jpg')).bytes.length).toBeGreaterThan(0);
  await page.unroute('**/api/validate-features');
  await again.click();
  await converter.finish();
  await expect(converter.frame('grid.heic')).toContainText('Done');
});

test('“Crop all like this” keeps finished results until new ones are there', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  const before = await converter.downloadOf('grid.jpg');
  await page.getByRole('button', { name: 'Crop grid.heic' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Square', exact: true }).check();
  await dialog.getByRole('button', { name: 'Crop all like this' }).click();
  for (const frame of await converter.frames.all()) {
    await expect(frame).toContainText('Out of date: convert again');
  }
  expect((await converter.downloadOf('grid.jpg')).bytes.equals(before.bytes)).toBe(true);
  await page.getByRole('button', { name: 'Convert again' }).click();
  await converter.finish();
  const { width, height } = await sharp(
    (await converter.downloadOf('rotated.jpg')).bytes,
  ).metadata();
  expect(width).toBe(height);
});

test('ten results are all converted again, as many at once as the limit allows', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  const ten = many(10);
  await converter.drop(...ten.slice(0, 5));
  await converter.convert();
  await converter.drop(...ten.slice(5));
  await expect(converter.frames).toHaveCount(10);
  await converter.convert();
  await expect(page.getByRole('button', { name: 'Download all 10' })).toBeVisible();
  await chooseQuality(page, /Small/);
  await page.getByRole('button', { name: 'Convert again: 5 of 10' }).click();
  await converter.finish();
  await page.getByRole('button', { name: 'Convert again', exact: true }).click();
  await converter.finish();
  await expect(page.getByRole('button', { name: 'Download all 10' })).toBeVisible();
  await expect(converter.frames.filter({ hasText: 'Out of date: convert again' })).toHaveCount(0);
});

test('a cleared table comes back when that is undone', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  const choose = page.getByText('Choose photos', { exact: true });
  const empty = await choose.boundingBox();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(converter.frames).toHaveCount(0);
  await expect.poll(async () => choose.boundingBox()).toEqual(empty);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(converter.frames).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Download all 2' })).toBeFocused();
});

test('a cleared table comes back in another language, too', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de\//);
  const frames = page.getByRole('list', { name: 'Fotos auf dem Leuchttisch' }).locator('> li');
  await expect(frames).toHaveCount(0);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(frames).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Alle 2 herunterladen' })).toBeVisible();
  await expect.poll(() => namesInFileSystem(page)).toEqual([]);
});

test('another language keeps photos, settings and results, and leaves nothing behind', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await chooseQuality(page, /Balanced/);
  await converter.convert();
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de\//);
  const frames = page.getByRole('list', { name: 'Fotos auf dem Leuchttisch' }).locator('> li');
  await expect(frames).toHaveCount(2);
  await expect(frames.first()).toContainText('Fertig');
  await expect(page.getByText('Qualität 85')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Alle 2 herunterladen' })).toBeVisible();
  await expect.poll(() => namesInFileSystem(page)).toEqual([]);
});

test('who stays although another language was chosen can choose it later', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  await page.getByRole('button', { name: /Language/ }).click();
  const link = page.getByRole('link', { name: 'Deutsch' });
  const choose = () => link.evaluate((element: HTMLElement) => element.click());
  // Nothing can be taken along: the browser asks, each time.
  await page.evaluate(() => {
    const value = () => Promise.reject(new Error('no room'));
    Object.defineProperty(navigator.storage, 'getDirectory', { value, configurable: true });
  });
  await choose();
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await choose();
  await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload']);
  await expect(converter.frame('grid.heic')).toContainText('Done');

  // Taken along, but the page does not come; or it does, and the visitor goes back to this one.
  await page.evaluate(() => {
    Reflect.deleteProperty(navigator.storage, 'getDirectory');
  });
  const gone = page.waitForResponse(/\/de\/heic-zu-jpg$/);
  await page.route('**/de/heic-zu-jpg', (route) => route.fulfill({ status: 204 }));
  await choose();
  await gone;
  await page.unroute('**/de/heic-zu-jpg');
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await choose();
  await expect(page).toHaveURL(/\/de\//);
  await expect(page.getByRole('button', { name: 'Herunterladen', exact: true })).toBeVisible();
  expect(asked).toHaveLength(2);
});

test('photos that wait go along into another language, however often it is clicked', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(...many(7));
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: '2 photos waiting' })).toBeVisible();
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('link', { name: 'Deutsch' }).evaluate((link: HTMLElement) => {
    link.click();
    link.click();
  });
  await expect(page).toHaveURL(/\/de\//);
  const waiting = page.getByRole('region', { name: '2 Fotos warten' });
  await expect(waiting).toContainText('photo-7.heic');
  await expect.poll(() => namesInFileSystem(page)).toEqual([]);
});

test('photos pasted over a dialog come in under it, and no second dialog opens', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic', 'photo-1.heic'));
  await page.getByRole('button', { name: 'Show photo-1.heic large' }).click();
  const dialog = page.getByRole('dialog');
  await converter.paste(...many(7).slice(1));
  await expect(dialog.getByText('1 of 5')).toBeVisible();
  await expect(dialog).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: '2 photos waiting' })).toBeVisible();
});

test('the browser asks before results are lost that nobody saved, and only then', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  await converter.downloadOf('grid.jpg');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
});

test('a full table says so, and takes off what is saved to make room', async ({ page }) => {
  test.setTimeout(240_000);
  await visitAsPro(page);
  const converter = new ConverterPage(page);
  await converter.open();
  const all = many(101);
  for (let done = 0; done < 100; done += 20) {
    await converter.drop(...all.slice(done, done + 20));
    await expect(converter.frames).toHaveCount(done + 20);
    await converter.convert();
  }
  await converter.drop(all[100]!);
  const waiting = page.getByRole('region', { name: '1 photo waiting' });
  await expect(waiting).toContainText('The table is full: it holds 100 photos.');
  await expect(converter.frames).toHaveCount(100);
  await expect(waiting.getByRole('button', { name: /^Take / })).toBeHidden();
  await converter.downloadOf('photo-1.jpg');
  await waiting.getByRole('button', { name: 'Take 1 saved photo off' }).click();
  await expect(converter.frame('photo-101.heic')).toBeVisible();
  await expect(converter.frames).toHaveCount(100);
  await expect(waiting).toBeHidden();
});
