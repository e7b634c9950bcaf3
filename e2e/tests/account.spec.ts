import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { password, register } from '../testing/accounts.ts';
import { newEmail, openAccount, pressAndConfirm } from '../testing/checkout.ts';
import { openByLink } from '../testing/open-by-link.ts';

async function visitSignedIn(page: Page, token: string): Promise<void> {
  await page.goto('/account');
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token);
}

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('signing in asks for the address, then for the password, and names what is wrong', async ({
  page,
  request,
}) => {
  const { email } = await register(request);
  await page.goto('/');
  await openByLink(page.getByRole('banner').getByRole('link', { name: 'Sign in' }));
  const dialog = page.getByRole('dialog', { name: 'Sign in / Create account' });
  const send = dialog.getByRole('button', { name: 'Sign in', exact: true });
  await send.click();
  await expect(dialog.getByRole('alert')).toHaveText('Please enter your email address');
  await dialog.getByLabel('Email').fill(email);
  await send.click();
  await expect(dialog.getByRole('alert')).toHaveText('Please enter your password');
  await signIn(page, email, 'Wrong-Horse-7-Battery');
  await expect(page.getByText('Login Failed').first()).toBeVisible();
  await signIn(page, email, password);
  await expect(page.getByText("You've been logged in successfully!").first()).toBeVisible();
  await expect(page.getByRole('banner').getByText('Ada')).toBeVisible();
});

test('forgetting a password needs an address first', async ({ page }) => {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByText('Email Required').first()).toBeVisible();
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByText('Check your inbox').first()).toBeVisible();
});

test('registering with a weak password says what it lacks; with a good one it signs in', async ({
  page,
}) => {
  await page.goto('/account');
  await page.getByRole('tab', { name: 'Create account' }).click();
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel(/^Password/).fill('onlyletters');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toHaveText('Needs a digit');
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Account created successfully!').first()).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
});

test('changing the password checks every field and signs other devices out', async ({
  page,
  request,
}) => {
  const { email, token } = await register(request);
  await visitSignedIn(page, token);
  await openAccount(page, 'Settings');
  await page.getByRole('button', { name: 'Change password' }).click();
  const send = page.getByRole('button', { name: 'Change password' });
  const fill = async (current: string, next: string, again: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Confirm new password').fill(again);
    await send.click();
  };
  const problem = page.getByRole('tabpanel').getByRole('alert');
  await send.click();
  await expect(problem).toHaveText('All fields are required');
  await fill(password, 'Another-Horse-8', 'Another-Horse-9');
  await expect(problem).toHaveText('New passwords do not match');
  await fill(password, 'kurz1', 'kurz1');
  await expect(problem).toHaveText('New password must be at least 6 characters long');
  await fill('Wrong-Horse-7', 'Another-Horse-8', 'Another-Horse-8');
  await expect(problem).toHaveText('The current password is incorrect.');
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'The current password is incorrect.',
  );
  const elsewhere = await request.post('/api/auth/login', { data: { email, password } });
  const { token: other } = await elsewhere.json();
  await fill(password, 'Another-Horse-8', 'Another-Horse-8');
  await expect(page.getByText('Your password has been changed').first()).toBeVisible();
  const revoked = await request.get('/api/auth/user', {
    headers: { authorization: `Bearer ${other}` },
  });
  expect(revoked.status()).toBe(401);
});

test('notification settings last, the data can be downloaded, the account deleted', async ({
  page,
  request,
}) => {
  const { email, token } = await register(request);
  await visitSignedIn(page, token);
  await openAccount(page, 'Settings');
  const signIns = page.getByRole('switch', { name: 'When someone signs in to my account' });
  await expect(signIns).not.toBeChecked();
  await signIns.click();
  await expect(signIns).toBeChecked();
  await openAccount(page, 'Settings');
  await expect(signIns).toBeChecked();

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^stillpix-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(data.user.email).toBe(email);

  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('tabpanel').getByLabel('Current password').last().fill(password);
  await pressAndConfirm(page, 'Delete account for good');
  await expect(page.getByRole('heading', { name: 'Your account has been deleted' })).toBeVisible();
  const gone = await request.post('/api/auth/login', { data: { email, password } });
  expect(gone.status()).toBe(401);
});

test('signing out forgets the token here and on the server', async ({ page, request }) => {
  const { token } = await register(request);
  await visitSignedIn(page, token);
  await openAccount(page, 'Overview');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  const after = await request.get('/api/auth/user', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(after.status()).toBe(401);
});

test('the header signs out from any page, also one that is only read', async ({
  page,
  request,
}) => {
  const { token } = await register(request);
  await visitSignedIn(page, token);
  await page.goto('/de/datenschutz');
  await page.getByRole('banner').getByRole('button', { name: 'Abmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Sie sind abgemeldet' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Abmelden' })).toBeHidden();
  const after = await request.get('/api/auth/user', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(after.status()).toBe(401);
});

test('signing in without a network says so in the dialog, until the next try', async ({ page }) => {
  await page.route('**/api/auth/login', (route) => route.abort());
  await page.goto('/');
  await openByLink(page.getByRole('banner').getByRole('link', { name: 'Sign in' }));
  const dialog = page.getByRole('dialog', { name: 'Sign in / Create account' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await signIn(page, newEmail(), password);
  await expect(dialog.getByRole('alert')).toHaveText(
    'Login Failed: No connection. Please check your network and try again.',
  );
  await page.unroute('**/api/auth/login');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Login Failed: Invalid email or password.');
});

test('a wrong password is told at its own field, wherever one is asked for', async ({
  page,
  request,
}) => {
  const { token } = await register(request);
  await visitSignedIn(page, token);
  await openAccount(page, 'Settings');
  await page.getByLabel('New email address').fill(newEmail());
  await page.getByLabel('Current password').fill('Wrong-Horse-7');
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'The current password is incorrect.',
  );
  await page.getByRole('button', { name: 'Delete account' }).click();
  const last = page.getByLabel('Current password').last();
  await last.fill('Wrong-Horse-7');
  await pressAndConfirm(page, 'Delete account for good');
  await expect(last).toHaveAccessibleDescription('The current password is incorrect.');
});

test('an address that is not confirmed yet can have the mail sent again', async ({
  page,
  request,
}) => {
  const { token } = await register(request);
  await visitSignedIn(page, token);
  await openAccount(page, 'Overview');
  await expect(page.getByText('Not confirmed yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await expect(page.getByText('A new link is on its way.').first()).toBeVisible();
});

test('from any page the name in the header opens the account in a dialog', async ({
  page,
  request,
}) => {
  const { token } = await register(request);
  await visitSignedIn(page, token);
  await page.evaluate(() => localStorage.setItem('user_data', '{"firstName":"Ada"}'));
  await page.goto('/heic-to-jpg');
  await openByLink(page.getByRole('banner').getByRole('link', { name: 'Ada' }));
  const dialog = page.getByRole('dialog', { name: 'Account' });
  for (const tab of ['Overview', 'Usage', 'Billing', 'Settings']) {
    await dialog.getByRole('tab', { name: tab }).click();
    await expect(dialog.getByRole('tabpanel', { name: tab })).toBeVisible();
  }
  await expect(dialog.getByRole('button', { name: 'Change password' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a link from a mail opens the page in the language of the mail', async ({ page }) => {
  await page.goto('/account?confirm=worthless-token-000000000000&lang=de');
  await page.waitForURL(/\/de\/konto$/);
  await expect(page.getByText('Dieser Link ist ungültig oder abgelaufen').first()).toBeVisible();
});

test('the account speaks each language', async ({ page }) => {
  for (const [path, words] of Object.entries({
    '/es/cuenta': 'Inicia sesión para ver tu cuenta.',
    '/pt/conta': 'Entre para ver sua conta.',
    '/de/konto': 'Melden Sie sich an, um Ihr Konto zu sehen.',
  })) {
    await page.goto(path);
    await expect(page.getByText(words)).toBeVisible();
  }
});
