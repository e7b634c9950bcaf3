import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { ConverterPage, fixture } from './converter-page.ts';

const password = 'Correct-Horse-7-Battery';

export function newEmail(): string {
  return `payer-${randomUUID().slice(0, 13)}@example.com`;
}

export type Card = 'good' | 'declined' | 'authenticate';

/** Chooses a card in whatever form takes payments here, without sending it. */
export async function chooseCard(scope: Page | Locator, card: Card): Promise<void> {
  await scope.getByRole('combobox', { name: /Test card/ }).selectOption(card);
}

export async function fillSetup(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Account Created Successfully!').first()).toBeVisible();
}

export const photos = (count: number) =>
  Array.from({ length: count }, (_, index) => fixture('grid.heic', `photo-${index + 1}.heic`));

/** The account page with one of its tabs open. */
export async function openAccount(page: Page, tab: string): Promise<void> {
  await page.goto('/account');
  await page.getByRole('tab', { name: tab }).click();
}

/**
 * Becomes Pro on the page of the subscription, from a visitor to a signed-in account, and returns
 * the address.
 */
export async function becomePro(
  page: Page,
  email = newEmail(),
  card: Card = 'good',
): Promise<string> {
  await page.goto('/subscribe');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue to Payment - $2.49' }).click();
  await chooseCard(page, card);
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await page.waitForURL(/\/thanks\?/);
  await page.getByRole('link', { name: 'Complete Account Setup' }).click();
  await fillSetup(page);
  await page.waitForURL((url) => url.pathname === '/');
  return email;
}

/** From the first visit to the card form, by way of one photo too many. */
export async function askForTooMuch(page: Page): Promise<void> {
  const email = newEmail();
  const converter = new ConverterPage(page);

  // Six photos are one too many.
  await converter.open('/');
  await converter.drop(...photos(6));
  await page.getByRole('dialog', { name: 'You picked 6 photos' }).waitFor();
  await page.getByRole('dialog').getByRole('link', { name: /Pro/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Go Pro' }).click();

  // The price is on the table before anything is asked for.
  const purchase = page.getByRole('dialog', { name: 'Stillpix Pro' });
  await expect(purchase).toContainText('Due today');
  await expect(purchase).toContainText('$2.49');
  await expect(purchase).toContainText('Renews at $4.99 a month');
  await expect(purchase).toContainText('Prices in US dollars, any tax included.');
  await purchase.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(purchase.getByRole('alert')).toHaveText('Please enter your email address');
  await purchase.getByLabel('Email').fill(email);
  await purchase.getByRole('button', { name: 'Continue to Payment - $2.49' }).click();
}

/** A card that is refused, and then one that pays, in the form that is open. */
export async function declineThenPay(page: Page, scope: Page | Locator): Promise<void> {
  await chooseCard(scope, 'declined');
  await scope.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await expect(scope.getByRole('alert')).toContainText('Payment Failed');
  await chooseCard(scope, 'good');
  await scope.getByRole('button', { name: 'Subscribe to Pro' }).click();
}

/** Presses a button and answers what the product asks then with the button of the same name. */
export async function pressAndConfirm(page: Page, name: string): Promise<void> {
  await page.getByRole('tabpanel').getByRole('button', { name }).click();
  await page.getByRole('alertdialog').getByRole('button', { name }).click();
}

/** Everything that Pro gives, and then the way out: cancel, reactivate, money back. */
export async function useProAndLeave(page: Page): Promise<void> {
  const converter = new ConverterPage(page);
  // Twenty files and one ZIP.
  await converter.open('/');
  await converter.drop(...photos(20));
  await expect(converter.frames).toHaveCount(20);
  await converter.start.click();
  await converter.finish();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download ZIP' }).click();
  expect((await download).suggestedFilename()).toMatch(/^stillpix-\d{4}-\d\d-\d\d\.zip$/);

  // Cancel, take it back, take the money back.
  await openAccount(page, 'Billing');
  const panel = page.getByRole('tabpanel', { name: 'Billing' });
  await expect(panel).toContainText('Pro, monthly');
  await expect(panel).toContainText('Next payment');
  await expect(panel.getByRole('row', { name: /\$2\.49/ })).toContainText('Paid');
  await pressAndConfirm(page, 'Cancel subscription');
  await expect(page.getByText('Subscription Cancelled').first()).toBeVisible();
  await expect(panel).toContainText('Pro until');
  await panel.getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText('Subscription Reactivated').first()).toBeVisible();
  await pressAndConfirm(page, 'Get my money back');
  await expect(panel).toContainText('You are on the free plan.');
  await expect(panel.getByRole('row', { name: /\$2\.49/ })).toContainText('Refunded');

  // Back to five.
  await converter.open('/');
  await converter.drop(...photos(6));
  await expect(page.getByRole('dialog', { name: 'You picked 6 photos' })).toBeVisible();
}
