import { expect, test, type Page } from '@playwright/test';
import { type Account, payForPro, register } from '../testing/accounts.ts';
import { openAccount } from '../testing/checkout.ts';

// What an account's page shows while its visitor signs in and out elsewhere, and while nothing comes back.

/** What signing in leaves in the browser, as another tab does it. */
async function signInAs(page: Page, { email, token }: Account): Promise<void> {
  await page.evaluate(
    ([address, value]) => {
      localStorage.setItem('user_data', JSON.stringify({ email: address, firstName: '' }));
      localStorage.setItem('auth_token', value);
    },
    [email, token] as const,
  );
}

const nameOf = ({ email }: Account) => email.split('@')[0] ?? '';

test('a tab shows nobody else’s account after another tab signed in anew', async ({
  page,
  context,
  request,
}) => {
  const [first, second] = [await register(request), await register(request)];
  const other = await context.newPage();
  await other.goto('/about');
  await signInAs(other, first);
  await openAccount(page, 'Settings');
  await page.getByLabel('New email address').fill('draft@example.com');
  await signInAs(other, second);
  await expect(page.getByLabel('New email address')).toHaveValue('');
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(second.email);
  await expect(page.getByRole('banner')).toContainText(nameOf(second));
  await expect(page.getByText(first.email)).toHaveCount(0);
});

test('signing out in one tab is seen in the others, their headers included', async ({
  page,
  context,
  request,
}) => {
  const account = await register(request);
  const other = await context.newPage();
  await other.goto('/about');
  await signInAs(other, account);
  await openAccount(page, 'Overview');
  await expect(page.getByRole('tabpanel')).toContainText(account.email);
  await other.reload();
  await other.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await expect(page.getByText('Sign in to see your account.')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Sign in', { exact: true })).toBeVisible();
  await expect(page.getByText(account.email)).toHaveCount(0);
});

test('the back button shows nobody’s account after signing out', async ({ page, request }) => {
  const account = await register(request);
  await payForPro(request, account);
  await page.goto('/about');
  await signInAs(page, account);
  await openAccount(page, 'Overview');
  await expect(page.getByRole('tabpanel')).toContainText(account.email);
  await expect(page.getByRole('banner').getByText('PRO', { exact: true })).toBeVisible();
  // What comes out of the browser's own memory of a page is the page as it was left.
  await page.evaluate(() => {
    localStorage.removeItem('auth_token');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page.getByText('Sign in to see your account.')).toBeVisible();
  await expect(page.getByRole('banner').getByText('Sign in', { exact: true })).toBeVisible();
  await expect(page.getByRole('banner').getByText('PRO', { exact: true })).toBeHidden();
  await expect(page.getByText(account.email)).toHaveCount(0);
});

test('an order names the account that another tab signed in to', async ({
  page,
  context,
  request,
}) => {
  const account = await register(request);
  await page.goto('/subscribe');
  await expect(page.getByLabel('Email')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/about');
  await signInAs(other, account);
  await expect(page.getByText(`Pro will be added to your account ${account.email}.`)).toBeVisible();
});

test('a session that ended elsewhere leads to signing in, and sells nothing meanwhile', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await payForPro(request, account);
  await page.goto('/about');
  await signInAs(page, account);
  await openAccount(page, 'Overview');
  await expect(page.getByRole('tabpanel')).toContainText(account.email);
  await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${account.token}` } });
  await page.getByRole('tab', { name: 'Billing' }).click();
  await expect(page.getByText('Sign in to see your account.')).toBeVisible();
  await expect(page.getByText('You are on the free plan.')).toHaveCount(0);
  await expect(page.getByRole('banner').getByText('Sign in', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

const noConnection = 'No connection. Please check your network and try again.';

test('what could not be loaded says so, and claims neither a free plan nor no payments', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await payForPro(request, account);
  await page.goto('/about');
  await signInAs(page, account);
  await page.route(/(auth\/subscription|billing\/payments)/, (route) => route.abort());
  await openAccount(page, 'Billing');
  const panel = page.getByRole('tabpanel', { name: 'Billing' });
  await expect(panel.getByRole('alert')).toContainText(noConnection);
  await expect(panel).not.toContainText('free plan');
  await expect(panel).not.toContainText('No payments yet.');
  await page.unroute(/(auth\/subscription|billing\/payments)/);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel).toContainText('Pro, monthly');
  await expect(panel.getByRole('row', { name: /\$2\.49/ })).toContainText('Paid');
});

for (const path of ['/account', '/dashboard']) {
  test(`${path} without a network does not ask to sign in whoever is`, async ({
    page,
    request,
  }) => {
    await page.goto('/about');
    await signInAs(page, await register(request));
    await page.route('**/api/auth/user', (route) => route.abort());
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('alert')).toContainText(noConnection);
    await expect(main.getByLabel('Email')).toHaveCount(0);
    await page.unroute('**/api/auth/user');
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(main.getByRole('alert')).toHaveCount(0);
    await expect(main.getByRole('link', { name: 'Convert photos' })).toBeVisible();
  });
}
