import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { payForPro, register } from '../testing/accounts.ts';
import { newEmail } from '../testing/checkout.ts';
import { startProduct, type Running } from '../testing/servers.ts';

let product: Running;
let dataFolder: string;

test.beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'stillpix-contact-'));
  product = await startProduct({ DATA_DIR: dataFolder });
});
test.afterAll(async () => {
  await product.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** The mails that would have gone to support: without a mail server each one is a file. */
function readSupportMails(): string[] {
  const folder = join(dataFolder, 'outbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.includes('To: support@stillpix.example'));
}

test('a message is asked for what it lacks, then reaches support', async ({ page }) => {
  await page.goto(`${product.url}/contact`);
  const send = page.getByRole('button', { name: 'Send message' });
  await send.click();
  await expect(page.getByText('Please enter your email address')).toBeVisible();
  await expect(page.getByLabel('Your email address')).toBeFocused();
  const email = newEmail();
  await page.getByLabel('Your email address').fill(email);
  await send.click();
  await expect(page.getByText('Please write your message')).toBeVisible();
  await expect(page.getByLabel('Your message')).toBeFocused();
  await page.getByLabel('What is it about?').selectOption('Subscription or payment');
  await page.getByLabel('Your message').fill('Where is my receipt?');
  await send.click();
  await expect(page.getByRole('heading', { name: 'Your message has arrived' })).toBeFocused();
  await expect(page.getByText(email)).toBeVisible();
  await expect.poll(() => readSupportMails().join('\n')).toContain('Where is my receipt?');
  expect(readSupportMails().join('\n')).toContain(`Reply-To: ${email}`);
});

test('an address that nobody can answer is refused where it stands', async ({ page }) => {
  await page.goto(`${product.url}/contact`);
  await page.getByLabel('Your email address').fill('support@stillpix.example');
  await page.getByLabel('Your message').fill('Hello me');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Nobody reads replies at this address.')).toBeVisible();
  await expect(page.getByLabel('Your email address')).toBeFocused();
  await expect(page.getByLabel('Your message')).toHaveValue('Hello me');
});

test('what was written stays when it could not be sent', async ({ page }) => {
  await page.goto(`${product.url}/contact`);
  await page.getByLabel('Your email address').fill(newEmail());
  await page.getByLabel('Your message').fill('A long text');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('alert')).toContainText('Your message was not sent');
  await expect(page.getByLabel('Your message')).toHaveValue('A long text');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: 'Your message has arrived' })).toBeVisible();
});

test('who has Pro is told that the message goes first, and it does', async ({ page, request }) => {
  const account = await register(request, product.url);
  const { email, token } = account;
  await payForPro(request, account, 'monthly', product.url);
  await page.goto(`${product.url}/contact`);
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token);
  await page.reload();
  await expect(page.getByText('You have Pro: your message gets priority.')).toBeVisible();
  await expect(page.getByLabel('Your email address')).toHaveValue(email);
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await page.getByLabel('Your message').fill('First of all');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Because you have Pro, it gets priority.')).toBeVisible();
  await expect
    .poll(() => readSupportMails().join('\n'))
    .toMatch(/Subject: \[Pro\] \[conversion\] First of all/);
});
