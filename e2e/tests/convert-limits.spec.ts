import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { ConverterPage, fixture, readDownload } from '../testing/converter-page.ts';
import { readZip } from '../testing/read-zip.ts';
import { visitAsPro } from '../testing/visit-as-pro.ts';

test('a subscriber downloads one ZIP, named by the day, with every result under its own name', async ({
  page,
}) => {
  await visitAsPro(page);
  const converter = new ConverterPage(page);
  await converter.open();
  const files = [
    fixture('grid.heic'),
    fixture('rotated.heic', 'grid.heic'),
    fixture('alpha.heic', 'Ferien äöü.heic'),
    fixture('mirrored.heic'),
    fixture('phone-p3.heic'),
    fixture('grid-rotated.heic'),
  ];
  await converter.drop(...files);
  await expect(converter.frames).toHaveCount(6);
  await converter.convert();
  await page.clock.setFixedTime(new Date(2026, 1, 3, 12));
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download ZIP' }).click();
  const { name, bytes } = await readDownload(await waiting);
  expect(name).toBe('stillpix-2026-02-03.zip');
  const entries = await readZip(bytes);
  expect(Object.keys(entries)).toEqual([
    'grid.jpg',
    'grid (2).jpg',
    'Ferien äöü.jpg',
    'mirrored.jpg',
    'phone-p3.jpg',
    'grid-rotated.jpg',
  ]);
  for (const entry of Object.values(entries)) {
    expect((await sharp(entry).metadata()).format).toBe('jpeg');
  }
});

test('a subscriber moves the quality slider', async ({ page }) => {
  await visitAsPro(page);
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await page.getByRole('button', { name: 'Adjust' }).click();
  const slider = page.getByRole('slider', { name: 'Quality from 50 to 100' });
  await slider.press('ArrowLeft');
  await expect(page.getByText('Quality 91')).toBeVisible();
  await slider.press('Home');
  await expect(page.getByText('Quality 50')).toBeVisible();
});

test('without Pro, ZIP and slider are shown with the reason why they are closed', async ({
  page,
}) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await page.getByRole('button', { name: 'Adjust' }).click();
  await expect(page.getByRole('slider')).toHaveAttribute('data-disabled');
  await expect(page.getByText(/The slider is part of Pro/)).toBeVisible();
  await converter.convert();
  await page.getByRole('button', { name: /Download ZIP/ }).click();
  await expect(page.getByRole('dialog', { name: 'ZIP download is part of Pro' })).toBeVisible();
});

test('flags that somebody wrote into local storage grant nothing', async ({ page }) => {
  await page.addInitScript(() => {
    for (const key of ['stillpix_pro', 'stillpix_is_pro', 'isPro', 'pro-status']) {
      localStorage.setItem(key, 'true');
    }
    localStorage.setItem('file_limit', '20');
  });
  const converter = new ConverterPage(page);
  await converter.open();
  const six = [1, 2, 3, 4, 5, 6].map((number) => fixture('grid.heic', `photo-${number}.heic`));
  await converter.drop(...six);
  await expect(page.getByRole('dialog', { name: 'You picked 6 photos' })).toBeVisible();
});

test('when the limits cannot be asked, the conversion waits and says so', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await expect(converter.frame('grid.heic')).toContainText('Ready');
  await page.route('**/api/validate-features', (route) => route.fulfill({ status: 500, json: {} }));
  await converter.start.click();
  await expect(page.getByText('Validation Error', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Unable to validate conversion limits. Please try again.', { exact: true }),
  ).toBeVisible();
  await expect(converter.frame('grid.heic')).toContainText('Ready');
  await page.unroute('**/api/validate-features');
  await converter.convert();
  await expect(converter.frame('grid.heic')).toContainText('Done');
});

test('when the server refuses, nothing converts and the reason is given', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await expect(converter.frame('grid.heic')).toContainText('Ready');
  await page.route('**/api/validate-features', (route) =>
    route.fulfill({
      json: {
        allowed: false,
        reason: 'Daily limit reached',
        reasonCode: 'daily-limit',
        maxFiles: 5,
        isPro: false,
        remainingToday: 0,
      },
    }),
  );
  await converter.start.click();
  const dialog = page.getByRole('dialog', { name: 'Conversion Not Allowed' });
  await expect(dialog).toContainText('You have reached the daily limit.');
  await expect(dialog.getByRole('link', { name: 'Upgrade to Pro' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(converter.frame('grid.heic')).toContainText('Ready');
});

test('without a network, up to five photos convert all the same', async ({ page, context }) => {
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  await converter.convert();
  await expect(converter.frame('grid.heic')).toContainText('Done');
  await expect(page.getByText('All done', { exact: true })).toBeVisible();
  await context.setOffline(true);
  await converter.drop(fixture('rotated.heic'));
  await expect(converter.frame('rotated.heic')).toContainText('Ready');
  await converter.convert();
  await expect(converter.frame('rotated.heic')).toContainText('Done');
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
});
