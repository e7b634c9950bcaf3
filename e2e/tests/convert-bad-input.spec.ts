import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ConverterPage, fixture, type GivenFile } from '../testing/converter-page.ts';

const text: GivenFile = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('no picture') };
const good = fixture('grid.heic');

function cut(file: GivenFile, share: number): GivenFile {
  return { ...file, bytes: file.bytes.subarray(0, Math.floor(file.bytes.length * share)) };
}

test('a text file is refused by name, and the photos beside it are taken', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(text, good);
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(
    'Some files were rejected. Please only choose HEIC, WEBP, or PNG files.',
  );
  await expect(notice.getByRole('listitem')).toHaveText('notes.txtUnsupported file format');
  await expect(converter.frames).toHaveCount(1);
  await converter.convert();
  await expect(converter.frame('grid.heic')).toContainText('Done');
});

test('a text file alone asks for a valid one, and can be dismissed', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.choose(text);
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(
    'Some files are not supported. Only HEIC, WEBP, and PNG files are allowed.',
  );
  await expect(notice).toContainText('Please select at least one valid image file.');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();
});

test('a folder without a photo says so, whatever else it holds', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'stillpix-empty-'));
  writeFileSync(join(folder, '.DS_Store'), 'nobody chose this');
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.dropFromDisk(folder);
  await expect(page.getByRole('alert')).toHaveText('Please select at least one valid image file.');
  await expect(converter.frames).toHaveCount(0);
  await converter.choose(fixture('grid.heic'));
  await expect(converter.frames).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  rmSync(folder, { recursive: true });
});

test('a text that calls itself .heic fails in plain words while the others convert', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop({ ...text, name: 'notes.heic', type: '' }, good);
  await converter.convert();
  await expect(converter.frame('notes.heic')).toContainText('Unsupported file format');
  await expect(converter.frame('grid.heic')).toContainText('Done');
});

test('an empty file is refused with its reason', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop({ name: 'empty.heic', bytes: Buffer.alloc(0) }, good);
  await expect(page.getByRole('alert').getByRole('listitem')).toContainText('This file is empty');
  await expect(converter.frames).toHaveCount(1);
});

test('a HEIC that nothing is left of fails as corrupted, can be tried again, and the others go on', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop({ ...cut(good, 0.15), name: 'cut.heic' }, fixture('rotated.heic'));
  await converter.convert();
  const frame = converter.frame('cut.heic');
  await expect(frame).toContainText('Invalid or corrupted HEIC file');
  await expect(converter.frame('rotated.heic')).toContainText('Done');
  await frame.getByRole('button', { name: 'Try again: cut.heic' }).click();
  await converter.finish();
  await expect(frame).toContainText('Invalid or corrupted HEIC file');
});

test('of a photo that is cut off, what can be read is converted, and what is missing is said', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop({ ...cut(good, 0.99), name: 'cut.heic' }, fixture('rotated.heic'));
  await converter.convert();
  const frame = converter.frame('cut.heic');
  await expect(frame).toContainText('Done, but incomplete');
  await expect(frame).toContainText('The file is damaged: about 5% of the picture is missing.');
  await expect(page.getByText(/^2 photos in .*, 1 incomplete$/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    frame.getByRole('button', { name: /Download.*cut/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('cut.jpg');
});

test('a file over 50 MB is refused, one below it is not', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(60_000_000)], 'huge.heic'));
    data.items.add(new File([new Uint8Array(52_428_800)], 'large.heic'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  });
  const refused = page.getByRole('alert').getByRole('listitem');
  await expect(refused).toHaveText('huge.heicFile is too large. Maximum size is 50MB.');
  await expect(refused).toBeInViewport({ ratio: 1 });
  await expect(converter.frame('large.heic')).toContainText('52.4 MB');
});

test('of six files at once five come in, the sixth waits, and a dialog offers more', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  const six = [1, 2, 3, 4, 5, 6].map((number) => fixture('grid.heic', `photo-${number}.heic`));
  await converter.drop(...six);
  const dialog = page.getByRole('dialog', { name: 'You picked 6 photos' });
  await expect(dialog.getByRole('link', { name: 'Upgrade to Pro' })).toBeVisible();
  await expect(dialog).toContainText(
    'You can only add up to 5 files at once. Upgrade to Pro for up to 20 files.',
  );
  await dialog.getByRole('button', { name: 'Continue free with the first 5' }).click();
  await expect(converter.frames).toHaveCount(5);
  const waiting = page.getByRole('region', { name: '1 photo waiting' });
  await expect(waiting).toContainText('photo-6.heic');
  await converter.convert();
  // There is room now: it comes in by itself.
  await expect(converter.frame('photo-6.heic')).toContainText('Ready');
  await expect(waiting).toBeHidden();
  await expect(page.getByRole('button', { name: 'Download all 5' })).toBeEnabled();
});

test('Escape on that dialog discards nothing', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  const six = [1, 2, 3, 4, 5, 6].map((number) => fixture('grid.heic', `photo-${number}.heic`));
  await converter.drop(...six);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(converter.frames).toHaveCount(5);
  await page.getByRole('button', { name: 'Remove photo-1.heic' }).click();
  await expect(converter.frame('photo-6.heic')).toContainText('Ready');
});
