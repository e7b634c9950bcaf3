import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { ConverterPage, fixture, fixturePath } from '../testing/converter-page.ts';
import { holdCode } from '../testing/hold-code.ts';

/** Two photos, of which the first at least converts until `finish` is called: the encoder's code is kept back. */
async function startBusy(page: Page): Promise<{ converter: ConverterPage; finish: () => void }> {
  const finish = await holdCode(page, /\/vp8[\w-]*\.wasm$/);
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await page.getByRole('radio', { name: 'WebP', exact: true }).check();
  await converter.start.click();
  await expect(converter.cancel).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop and remove grid.heic' })).toBeVisible();
  return { converter, finish };
}

test('a folder dropped while photos convert comes in, can be cropped, and converts afterwards', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'stillpix-meanwhile-'));
  mkdirSync(join(folder, 'day 2'));
  copyFileSync(fixturePath('grid.heic'), join(folder, 'beach.heic'));
  copyFileSync(fixturePath('drawing.png'), join(folder, 'day 2', 'map.png'));
  const { converter, finish } = await startBusy(page);
  await converter.dropFromDisk(folder);
  await expect(converter.frames).toHaveCount(4);
  await page.getByRole('button', { name: 'Crop map.png' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Square', exact: true }).check();
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click();
  await expect(converter.frame('map.png')).toContainText('Cropped');
  await expect(converter.cancel).toBeVisible();

  finish();
  await converter.finish();
  for (const name of ['grid.heic', 'rotated.heic']) {
    await expect(converter.frame(name)).toContainText('Done');
  }
  for (const name of ['beach.heic', 'map.png']) {
    await expect(converter.frame(name)).toContainText('Ready');
  }
  await converter.convert();
  const { bytes } = await converter.downloadOf('map.webp');
  const { width, height } = await sharp(bytes).metadata();
  expect(width).toBe(height);
  await converter.downloadOf('grid.webp');
  rmSync(folder, { recursive: true });
});

test('two clicks on the button that saves save each photo once', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  await page.getByRole('button', { name: 'Download all 2' }).dblclick();
  await expect.poll(() => names.length).toBe(2);
  // Of a second round, the first download would be there by now.
  await converter.downloadOf('grid.jpg');
  expect(names).toEqual(['grid.jpg', 'rotated.jpg', 'grid.jpg']);
});

test('a photo taken off while it converts is gone, and the others are finished', async ({
  page,
}) => {
  const { converter, finish } = await startBusy(page);
  await page.getByRole('button', { name: 'Stop and remove grid.heic' }).click();
  await expect(converter.frames).toHaveCount(1);
  finish();
  await converter.finish();
  await expect(converter.frame('rotated.heic')).toContainText('Done');
  await expect(page.getByText(/^1 photo in /)).toBeVisible();
});

test('what is turned before its result is there is asked to be converted again, and is', async ({
  page,
}) => {
  const { converter, finish } = await startBusy(page);
  await page.getByRole('button', { name: 'Show rotated.heic large' }).click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('button', { name: /^Rotate .*right/ }).click();
  await page.keyboard.press('Escape');
  finish();
  await converter.finish();
  await expect(converter.frame('grid.heic')).toContainText('Done');
  // What is there is not what was asked, and neither its size nor its picture is shown as if it were.
  const frame = converter.frame('rotated.heic');
  await expect(frame).toContainText('Out of date: convert again');
  await expect(frame).not.toContainText('→');
  await page.getByRole('button', { name: 'Convert again' }).click();
  await converter.finish();
  await expect(frame).toContainText('→');
  const turned = await sharp((await converter.downloadOf('rotated.webp')).bytes).metadata();
  const stored = await sharp(fixturePath('rotated.png')).metadata();
  expect([turned.width, turned.height]).toEqual([stored.height, stored.width]);
});

test('a table cleared while it converts is back with Undo, and converts then', async ({ page }) => {
  const { converter, finish } = await startBusy(page);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(converter.frames).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(converter.frames).toHaveCount(2);
  finish();
  await converter.convert();
  for (const name of ['grid.heic', 'rotated.heic']) {
    await expect(converter.frame(name)).toContainText('Done');
  }
});

test('two clicks on the main button make each photo once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/validate-features')) asked.push(request.postData() ?? '');
  });
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await expect(converter.frame('rotated.heic')).toContainText('Ready');
  await converter.start.dblclick();
  await converter.finish();
  await expect(page.getByText(/^2 photos in /)).toBeVisible();
  expect(asked.filter((body) => body.includes('"convert"'))).toHaveLength(1);
});

test('two clicks on Cancel begin nothing anew', async ({ page }) => {
  const { converter, finish } = await startBusy(page);
  await converter.cancel.dblclick();
  await expect(page.getByText('Conversion canceled.')).toBeAttached();
  await expect(converter.start).toBeEnabled();
  finish();
  for (const name of ['grid.heic', 'rotated.heic']) {
    await expect(converter.frame(name)).toContainText('Ready');
  }
});

test('every dialog of the table is opened, kept and left by keyboard, which then is where it was', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await expect(converter.frame('rotated.heic')).toContainText('Ready');
  const dialog = page.getByRole('dialog');
  const isInside = () =>
    dialog.evaluate((element) => element.contains(element.ownerDocument.activeElement));
  for (const name of [
    'Show grid.heic large',
    'Crop grid.heic',
    'Settings for grid.heic only',
    'More options',
  ]) {
    const opener = page.getByRole('button', { name, exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await expect.poll(isInside).toBe(true);
    const controls = await dialog.getByRole('button').or(dialog.getByRole('radio')).count();
    for (let step = 0; step < controls + 4; step += 1) {
      await page.keyboard.press('Tab');
      expect(await isInside(), `${name}, after ${step + 1} steps`).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('nothing moves on the table while a photo is measured, which the sum says', async ({
  page,
}) => {
  const measure = await holdCode(page, /\/jpeg-[\w-]*\.wasm$/);
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('drawing.png'));
  // By the rule of thumb, until the photo itself is measured.
  await expect(page.getByText(/^About .* for all$/)).toBeVisible();
  const frame = converter.frame('drawing.png');
  await expect(frame).toContainText(' × ');
  const before = await Promise.all([frame.boundingBox(), converter.start.boundingBox()]);
  measure();
  await expect(page.getByText(/measured from the photos$/)).toBeVisible();
  expect(await Promise.all([frame.boundingBox(), converter.start.boundingBox()])).toEqual(before);
});

test('a size that was measured goes as soon as something else is asked for', async ({ page }) => {
  const measure = await holdCode(page, /\/vp8[\w-]*\.wasm$/);
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  const measured = page.getByText(/measured from the photos$/);
  await expect(measured).toBeVisible();
  await page.getByRole('radio', { name: 'WebP', exact: true }).check();
  await expect(page.getByText(/^About .* for all$/)).toBeVisible();
  await expect(measured).toBeHidden();
  measure();
  await expect(measured).toBeVisible();
});
