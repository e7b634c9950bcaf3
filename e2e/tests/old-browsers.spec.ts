import { expect, test } from '@playwright/test';
import { ConverterPage, fixture } from '../testing/converter-page.ts';

const tooOld = 'This browser is too old to convert pictures by itself.';

test('a browser that cannot run the converter is told so in a plain sentence', async ({ page }) => {
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  await page.goto('/heic-to-jpg');
  await expect(page.getByText(tooOld)).toBeVisible();
  await expect(page.getByLabel('Choose photos')).toBeHidden();
  await page.goto('/de');
  await expect(page.getByText('Dieser Browser ist zu alt')).toBeVisible();
});

test('one that can run it is not', async ({ page }) => {
  await page.goto('/heic-to-jpg');
  await expect(page.getByLabel('Choose photos')).toBeVisible();
  await expect(page.getByText(tooOld)).toBeHidden();
});

test.describe('in a browser of 2023', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLElement.prototype, 'popover');
      // The browser under test would open its own.
      document.addEventListener('beforetoggle', (event) => event.preventDefault(), true);
      Reflect.deleteProperty(AbortSignal, 'any');
      for (const name of ['VideoDecoder', 'ImageDecoder', 'BroadcastChannel'])
        Reflect.deleteProperty(window, name);
    });
  });

  test('the menus open one at a time, and close', async ({ page }) => {
    await page.goto('/');
    const tools = page.locator('#menu-tools');
    const languages = page.locator('#menu-language');
    await expect(tools).toBeHidden();
    await page.getByRole('button', { name: 'Tools' }).click();
    await expect(tools).toBeVisible();
    await page.locator('[popovertarget=menu-language]').click();
    await expect(tools).toBeHidden();
    await expect(languages).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(languages).toBeHidden();
  });

  test('photos are converted', async ({ page }) => {
    const converter = new ConverterPage(page);
    await converter.open();
    await converter.choose(fixture('grid.heic'));
    await converter.convert();
    expect((await converter.downloadOf('grid.jpg')).bytes.length).toBeGreaterThan(1000);
  });
});
