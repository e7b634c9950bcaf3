import { expect, test } from '@playwright/test';
import { ConverterPage } from '../testing/converter-page.ts';

test.describe('somebody whose photo failed', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('copies the diagnostics on the help page, without the name of the file', async ({
    page,
  }) => {
    const converter = new ConverterPage(page);
    await converter.open('/heic-to-jpg');
    const bytes = Buffer.from('no picture at all, but long enough to be looked at');
    await converter.drop({ name: 'Anna-passport.heic', bytes });
    await converter.convert();
    const frame = converter.frame('Anna-passport.heic');
    await frame.getByText('Technical detail').click();
    await frame.getByRole('button', { name: 'Copy diagnostics' }).click();
    await expect(frame.getByRole('button', { name: 'Copied' })).toBeVisible();

    await page.goto('/help');
    await page.getByRole('button', { name: 'Copy diagnostics' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain('page /help');
    expect(text).toMatch(/error conversion: /);
    expect(text).toContain('info conversion: 0 done, 1 failed');
    expect(text).not.toContain('Anna');
  });
});

test('questions stand in groups', async ({ page }) => {
  await page.goto('/faq');
  const groups = page.getByRole('main').getByRole('heading', { level: 3 });
  await expect(groups).toHaveText([
    'Files and formats',
    'Quality and metadata',
    'Devices and use',
    'Pro',
    'Rights and licenses',
  ]);
});
