import { expect, test } from '@playwright/test';

test('the switcher leads to the twin of the page', async ({ page }) => {
  await page.goto('/tools/jpg-compress');
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de\/tools\/jpg-komprimieren$/);
});

test('from a page without a twin the switcher leads to the home page of the language', async ({
  page,
}) => {
  await page.goto('/no-such-page');
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de$/);
});

test.describe('a visitor whose browser speaks Spanish', () => {
  test.use({ locale: 'es-ES' });

  test('is offered the Spanish page, not sent to it, and asked once', async ({ page }) => {
    await page.goto('/heic-to-jpg');
    await expect(page).toHaveURL(/\/heic-to-jpg$/);
    const offer = page.getByRole('link', { name: 'Leer en español' });
    await expect(offer).toHaveAttribute('href', '/es/heic-a-jpg');
    await page.locator('[data-offer-close]').click();
    await page.reload();
    await expect(offer).toBeHidden();
  });

  test('who once chose Portuguese is offered Portuguese, whatever the browser speaks', async ({
    page,
  }) => {
    await page.goto('/pt/heic-para-jpg');
    await page.getByRole('button', { name: 'Idioma: Português' }).click();
    await page.getByRole('link', { name: 'Português' }).click();
    await page.goto('/heic-to-jpg');
    await expect(page.getByRole('link', { name: 'Ler em português' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Leer en español' })).toBeHidden();
  });
});
