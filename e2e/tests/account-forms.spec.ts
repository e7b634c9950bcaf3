import { expect, test, type Page } from '@playwright/test';
import { register } from '../testing/accounts.ts';
import { becomePro, chooseCard, newEmail } from '../testing/checkout.ts';
import { openByLink } from '../testing/open-by-link.ts';

/** What a password manager goes by: the fields of each form with a password, in their order. */
const passwordForms = (page: Page) =>
  page
    .locator('form')
    .evaluateAll((forms) =>
      forms
        .filter((form) => form.querySelector('input[type=password]'))
        .map((form) => [...form.querySelectorAll('input')].map((input) => input.autocomplete)),
    );

const signInFields = ['username', 'current-password'];
const newAccountFields = ['username', 'given-name', 'family-name', 'new-password'];

test('signing in begins in the address, and a password manager knows both forms', async ({
  page,
}) => {
  await page.goto('/');
  await openByLink(page.getByRole('banner').getByRole('link', { name: 'Sign in' }));
  const dialog = page.getByRole('dialog', { name: 'Sign in / Create account' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  expect(await passwordForms(page)).toEqual([signInFields]);
  await dialog.getByRole('tab', { name: 'Create account' }).click();
  await expect(dialog.getByLabel(/^First name/)).toBeVisible();
  expect(await passwordForms(page)).toEqual([newAccountFields]);
});

test('the forms of an account tell a password manager whose password they are about', async ({
  page,
  request,
}) => {
  const { email, token } = await register(request);
  await page.addInitScript((value) => localStorage.setItem('auth_token', value), token);
  await page.goto('/account#settings');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByLabel('Current password')).toHaveCount(2);
  expect(await passwordForms(page)).toEqual([
    ['username', 'email', 'current-password'],
    signInFields,
  ]);
  for (const name of await page.locator('form input[autocomplete=username]').all())
    await expect(name).toHaveValue(email);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Confirm new password')).toBeVisible();
  expect(await passwordForms(page)).toEqual([
    ['username', 'current-password', 'new-password', 'new-password'],
  ]);
});

test('the dialog of the account keeps its size and its tabs in view', async ({ page, request }) => {
  const { token } = await register(request);
  await page.addInitScript((value) => localStorage.setItem('auth_token', value), token);
  await page.setViewportSize({ width: 1280, height: 720 });
  // While it opens, it moves.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/heic-to-jpg');
  await openByLink(page.getByRole('banner').getByRole('link', { name: 'Account' }));
  const dialog = page.getByRole('dialog', { name: 'Account' });
  await expect(dialog.getByRole('tabpanel', { name: 'Overview' })).toBeVisible();
  const size = await dialog.boundingBox();
  for (const tab of ['Usage', 'Billing', 'Settings']) {
    await dialog.getByRole('tab', { name: tab }).click();
    await expect(dialog.getByRole('tabpanel', { name: tab })).toBeVisible();
    expect(await dialog.boundingBox(), tab).toEqual(size);
  }
  await dialog.getByRole('button', { name: 'Delete account' }).scrollIntoViewIfNeeded();
  for (const tab of await dialog.getByRole('tab').all())
    await expect(tab).toBeInViewport({ ratio: 1 });
});

test('after setting up, the header knows who it is, and sells nothing', async ({ page }) => {
  await becomePro(page);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: /Ada/ })).toContainText('PRO');
  await expect(header.getByText('Sign in')).toHaveCount(0);
  await expect(header.getByRole('link', { name: 'Go Pro' })).toBeHidden();
});

test('with Annual chosen everything says what a year costs', async ({ page }) => {
  await page.goto('/subscribe');
  await page.getByRole('radio', { name: /Annual/ }).check();
  const form = page.getByRole('main').locator('form');
  await expect(form.getByRole('button', { name: 'Continue to Payment - $49' })).toBeVisible();
  const [, due = ''] = (await form.innerText()).split('Due today');
  expect(due).toMatch(/Renews at \$49 a year/);
  expect(due).not.toMatch(/\$2\.49|\$4\.99/);
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('$');
  await form.getByLabel('Email').fill(newEmail());
  await form.getByRole('button', { name: /Continue to Payment/ }).click();
  await expect(page.getByRole('button', { name: 'Subscribe to Pro' })).toBeVisible();
  await expect(page.getByText(/Renews at \$49 a year/)).toBeVisible();
});

test('a declined card is told at the form, and the next try begins without it', async ({
  page,
}) => {
  await page.goto('/subscribe');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: /Continue to Payment/ }).click();
  await chooseCard(page, 'declined');
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  const form = page.getByRole('main').locator('form');
  await expect(form.getByRole('alert')).toContainText('Payment Failed');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/simulated/pay', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  await expect(form.getByRole('alert')).toHaveCount(0);
  held.resolve();
  await expect(form.getByRole('alert')).toContainText('Payment Failed');
});
