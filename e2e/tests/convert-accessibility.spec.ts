import { expect, type Locator, test } from '@playwright/test';
import sharp from 'sharp';
import { ConverterPage, fixture } from '../testing/converter-page.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    test('every state of the converter passes axe', async ({ page }) => {
      test.setTimeout(300_000);
      const converter = new ConverterPage(page);
      await converter.open('/tools/image-resize-crop');
      await expectAccessible(page, 'empty');

      await converter.drop(
        fixture('grid.heic'),
        { name: 'broken.heic', bytes: fixture('grid.heic').bytes.subarray(0, 900) },
        { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('no picture') },
      );
      await expect(converter.frame('grid.heic')).toContainText('Ready');
      await page.getByRole('button', { name: 'Adjust' }).click();
      await page
        .getByLabel('Size of the picture')
        .selectOption({ label: 'Instagram, 1080 × 1080' });
      await expectAccessible(page, 'files, options open, one refused');

      await page.getByRole('button', { name: 'Show grid.heic large' }).click();
      await expect(page.getByText(/^At quality 92 this part takes/)).toBeVisible();
      await expectAccessible(page, 'large, as it will be');
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'List', exact: true }).click();
      await expectAccessible(page, 'list');
      await page.getByRole('button', { name: 'Large pictures' }).click();

      await page.getByRole('button', { name: 'More options' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'more options');
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Settings for grid.heic only' }).click();
      await page.getByRole('dialog').getByRole('radio', { name: 'PNG' }).check();
      await expectAccessible(page, 'settings of one photo');
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Crop grid.heic' }).click();
      await expect(page.getByLabel('Crop rectangle')).toBeVisible();
      await expectAccessible(page, 'crop dialog');
      await page.keyboard.press('Escape');

      await converter.convert();
      await expect(converter.frame('broken.heic')).toContainText('Invalid or corrupted HEIC file');
      await expectAccessible(page, 'one done, one failed');

      await page.getByRole('button', { name: /^Compare/ }).click();
      await expect(page.getByRole('dialog').getByRole('slider')).toBeVisible();
      await expectAccessible(page, 'comparison');
      await page.keyboard.press('Escape');

      const many = [1, 2, 3, 4, 5, 6].map((number) => fixture('grid.heic', `${number}.heic`));
      await converter.drop(...many);
      await expect(page.getByRole('dialog', { name: 'You picked 6 photos' })).toBeVisible();
      await expectAccessible(page, 'limit dialog');
      await page.keyboard.press('Escape');
      await expectAccessible(page, 'photos that wait');

      await page.getByRole('button', { name: 'Clear' }).click();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await page.getByText(/since this page opened/).click();
      await expectAccessible(page, 'cleared, with the meter open');
    });
  });
}

test('every control is at least 24 px wide and high', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open('/tools/image-resize-crop');
  await converter.drop(fixture('grid.heic'), fixture('rotated.heic'));
  await converter.convert();
  await page.getByRole('button', { name: 'Adjust' }).click();
  const region = page.getByRole('region', { name: 'Photo converter' });
  const controls = region.locator('button, input, select, summary');
  const small: string[] = [];
  for (const control of await controls.all()) {
    const box = await control.boundingBox();
    if (box !== null && (box.width < 24 || box.height < 24)) {
      small.push(
        `${await control.evaluate((element) => element.outerHTML)}: ${box.width} x ${box.height}`,
      );
    }
  }
  expect(small).toEqual([]);
});

test('where the system sets the colors, what is chosen differs from what is not', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const converter = new ConverterPage(page);
  await converter.open();
  await converter.drop(fixture('grid.heic'));
  // What the browser says of a color is not what it paints then.
  const shadesOf = async (place: Locator) => {
    const { channels } = await sharp(await place.screenshot()).stats();
    return channels.map(({ mean }) => mean);
  };
  const difference = async (one: Locator, other: Locator) => {
    const [shades, others] = [await shadesOf(one), await shadesOf(other)];
    return Math.max(...shades.map((shade, index) => Math.abs(shade - (others[index] ?? 0))));
  };
  const choice = (name: string) =>
    page.locator('label').filter({ has: page.getByRole('radio', { name, exact: true }) });
  expect(await difference(choice('JPG'), choice('PNG'))).toBeGreaterThan(40);
  await choice('PNG').click();
  await expect.poll(() => difference(choice('WebP'), choice('JPG'))).toBeLessThan(40);
  expect(await difference(choice('PNG'), choice('JPG'))).toBeGreaterThan(40);
  const view = (name: string) => page.getByRole('button', { name, exact: true });
  expect(await difference(view('Large pictures'), view('List'))).toBeGreaterThan(40);

  await page.getByRole('button', { name: 'More options' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveCSS('border-top-width', '2px');
  const toggle = dialog.getByRole('switch').first();
  await expect(toggle).toHaveCSS('border-top-width', '1px');
  const before = await shadesOf(toggle);
  await toggle.click();
  await expect.poll(() => shadesOf(toggle)).not.toEqual(before);
});
