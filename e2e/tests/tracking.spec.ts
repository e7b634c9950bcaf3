import { expect, test, type Page } from '@playwright/test';
import { ConverterPage, fixture } from '../testing/converter-page.ts';

async function convertWithSettings(page: Page): Promise<void> {
  const converter = new ConverterPage(page);
  await converter.open('/heic-to-jpg');
  await converter.drop(fixture('grid.heic'));
  await page.getByRole('button', { name: 'Adjust' }).click();
  await page.getByRole('radio', { name: /Small/ }).check();
  await converter.convert();
  await expect(converter.frame('grid.heic')).toContainText('Done');
}

const storedKeys = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);

test('everything that a visit leaves in the browser stands in the list of what is stored', async ({
  page,
}) => {
  await convertWithSettings(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Hide for a week' }).click();
  const keys = await storedKeys(page);
  expect(keys.length).toBeGreaterThan(3);
  expect(await page.context().cookies()).toEqual([]);
  for (const path of ['/tracking', '/es/seguimiento', '/pt/rastreamento', '/de/tracking']) {
    await page.goto(path);
    const named = await page.locator('main table').first().locator('code').allTextContents();
    for (const key of keys) {
      expect(
        named.some((name) =>
          name.endsWith('…') ? key.startsWith(name.slice(0, -1)) : key === name,
        ),
        `${path} names ${key}`,
      ).toBe(true);
    }
  }
});

test('the switches hold: what they turn off is removed and not kept again', async ({ page }) => {
  await convertWithSettings(page);
  expect((await storedKeys(page)).some((key) => key.startsWith('stillpix_converted_'))).toBe(true);
  await page.goto('/tracking');
  await page.getByRole('switch', { name: 'Count conversions on this device' }).click();
  await page.getByRole('switch', { name: 'Remember the converter’s settings' }).click();
  await convertWithSettings(page);
  const keys = await storedKeys(page);
  expect(keys.filter((key) => /_(?:converted|settings)_/.test(key))).toEqual([]);
});

test('one press removes everything', async ({ page }) => {
  await convertWithSettings(page);
  await page.goto('/tracking');
  await page.getByRole('button', { name: 'Remove everything' }).click();
  await expect(page.getByText('Nothing.', { exact: true })).toBeVisible();
  expect(await storedKeys(page)).toEqual([]);
});
