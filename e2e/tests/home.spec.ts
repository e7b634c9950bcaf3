import { expect, test } from '@playwright/test';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { visitAsPro } from '../testing/visit-as-pro.ts';

test('a visitor finds the tools, the prices and three articles below the table', async ({
  page,
}) => {
  await page.goto('/');
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) });
  await expect(section('One table, every tool').getByRole('listitem')).toHaveCount(10);
  await expect(section('From the blog').getByRole('heading', { level: 3 })).toHaveCount(3);
  const prices = section('Free for most. Pro for many');
  await expect(prices).toContainText('$0');
  await expect(prices).toContainText('$4.99');
  await expect(page.getByText('You’re Pro', { exact: true })).toBeHidden();
});

test('what Pro adds is told in a dialog that keeps the focus and gives it back', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.locator('section[aria-busy=false]')).toBeVisible();
  const opener = page.getByRole('link', { name: 'What Pro adds' });
  await opener.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('$2.49');
  await expectAccessible(page, 'upgrade dialog');
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a subscriber sees neither prices nor the ribbon, but what is theirs', async ({ page }) => {
  await visitAsPro(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'You’re Pro' })).toBeVisible();
  await expect(page.getByRole('banner').getByText('PRO', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'What Pro adds' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Free for most. Pro for many' })).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'See Pro' })).toBeHidden();
});
