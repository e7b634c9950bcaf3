import { expect, test, type Page } from '@playwright/test';

// What the server says of a payment is put into its mouth here: each state has a page of its own, with
// its own heading, and none of them contradicts another.

const session = 'session_id=cs_test_0123456789abcdefghij';
const paid = { state: 'paid', email: 'ada@example.com', claimed: false };
const claimed = { ...paid, claimed: true };

async function answerPayment(page: Page, body: object): Promise<void> {
  await page.route('**/api/billing/payment-session', (route) => route.fulfill({ json: body }));
}

async function answerAccount(page: Page, body: object): Promise<void> {
  await page.route('**/api/auth/check-account', (route) => route.fulfill({ json: body }));
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const flags = (page: Page) =>
  page.evaluate(() =>
    ['stillpix_needs_account_setup', 'stillpix_user_email', 'stillpix_session_id'].map((key) =>
      localStorage.getItem(key),
    ),
  );

const pages = [`/thanks?${session}`, `/success?${session}`, `/account-setup?${session}`];

for (const address of pages) {
  const [path] = address.split('?');

  test(`${path} waits for the server, and says nothing else meanwhile`, async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/billing/payment-session', async (route) => {
      await held.promise;
      await route.fulfill({ json: { state: 'failed', email: null } });
    });
    await page.goto(address);
    await expect(heading(page)).toHaveText(/Processing your payment|Looking up your payment/);
    await expect(page.getByText(/Pro is on|Welcome to Pro|arrived/)).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Go Pro' })).toHaveCount(0);
    held.resolve();
    await expect(heading(page)).toHaveText('The payment did not go through');
  });

  test(`${path} says that a payment is not confirmed yet, and looks again`, async ({ page }) => {
    await answerPayment(page, { state: 'open', email: 'ada@example.com' });
    await page.clock.install();
    await page.goto(address);
    await expect(async () => {
      await page.clock.runFor(2000);
      await expect(heading(page)).toHaveText('Your payment is not confirmed yet', { timeout: 100 });
    }).toPass();
    await answerPayment(page, { state: 'failed', email: null });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(heading(page)).toHaveText('The payment did not go through');
  });

  test(`${path} says that a payment failed, and leads to the next try`, async ({ page }) => {
    await answerPayment(page, { state: 'failed', email: 'ada@example.com' });
    await page.goto(address);
    await expect(heading(page)).toHaveText('The payment did not go through');
    await expect(page).toHaveTitle(/^The payment did not go through/);
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
      'href',
      '/subscribe',
    );
  });

  test(`${path} says that nobody knows the payment`, async ({ page }) => {
    await answerPayment(page, { state: 'unknown', email: null });
    await page.goto(address);
    await expect(heading(page)).toHaveText('Invalid payment session');
    await expect(page.getByText(/Payment successful|Pro is on/i)).toHaveCount(0);
    expect(await flags(page)).toEqual([null, null, null]);
  });

  test(`${path} says that there is no network, and goes on once there is`, async ({ page }) => {
    await page.route('**/api/billing/payment-session', (route) => route.abort());
    await page.goto(address);
    await expect(heading(page)).toHaveText('We could not check your payment');
    await expect(page.getByText('No connection. Please check your network')).toBeVisible();
    await answerPayment(page, { state: 'failed', email: null });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(heading(page)).toHaveText('The payment did not go through');
  });
}

test('/success without a session does not speak of success', async ({ page }) => {
  await page.goto('/success');
  await expect(heading(page)).toHaveText('Invalid payment session');
  await expect(page.getByText(/Payment successful|Pro is on/i)).toHaveCount(0);
});

test('/thanks for a payer without an account offers to set one up, and remembers it', async ({
  page,
}) => {
  await answerPayment(page, paid);
  await page.goto(`/thanks?${session}`);
  await expect(heading(page)).toHaveText('Welcome to Pro');
  await expect(page.getByText('One moment while')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Complete Account Setup' })).toBeVisible();
  expect(await flags(page)).toEqual(['true', 'ada@example.com', 'cs_test_0123456789abcdefghij']);
});

test('/thanks for a payer who has an account leads to signing in, and forgets the setup', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('stillpix_needs_account_setup', 'true'));
  await answerPayment(page, claimed);
  await page.goto(`/thanks?${session}`);
  await expect(heading(page)).toHaveText('Welcome to Pro');
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Complete Account Setup' })).toHaveCount(0);
  expect(await flags(page)).toEqual([null, null, null]);
});

test('/thanks for a payer whose address has an account leads to signing in, which claims the payment', async ({
  page,
}) => {
  await answerPayment(page, paid);
  await answerAccount(page, { exists: true, hasPassword: true });
  await page.goto(`/thanks?${session}`);
  const signIn = page.getByRole('main').getByRole('link', { name: 'Sign in' });
  await expect(signIn).toBeVisible();
  await expect(page.getByRole('link', { name: 'Complete Account Setup' })).toHaveCount(0);
  await signIn.click();
  await expect(heading(page)).toHaveText('You already have an account');
});

test('/account-setup whose check fails does not say that nothing was paid', async ({ page }) => {
  await answerPayment(page, paid);
  await page.route('**/api/auth/check-account', (route) => route.abort());
  await page.goto(`/account-setup?${session}`);
  await expect(heading(page)).toHaveText('We could not look up your account');
  await expect(page.getByText('No connection. Please check your network')).toBeVisible();
  await answerAccount(page, { exists: false, hasPassword: false });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('Set up your account');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
});

test('/account-setup for somebody who has an account lets them sign in', async ({ page }) => {
  await answerPayment(page, claimed);
  await page.goto(`/account-setup?${session}`);
  await expect(heading(page)).toHaveText('You already have an account');
  await expect(page.getByText('Pro has been added to it')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  expect(await flags(page)).toEqual([null, null, null]);
});

test('/account-setup for an account that was never confirmed lets its owner claim the payment', async ({
  page,
}) => {
  await answerPayment(page, paid);
  await answerAccount(page, { exists: true, hasPassword: true });
  await page.goto(`/account-setup?${session}`);
  await expect(heading(page)).toHaveText('You already have an account');
  await expect(page.getByText('Sign in to add Pro to it')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('auth_token', 'of-the-account'));
  await page.route('**/api/billing/claim-payment', (route) =>
    route.fulfill({ json: { subscription: null } }),
  );
  await page.reload();
  await expect(heading(page)).toHaveText('Pro is yours');
});

for (const address of pages) {
  const [path] = address.split('?');
  test(`${path} says when a second payment was given back`, async ({ page }) => {
    await answerPayment(page, { state: 'returned', email: 'ada@example.com', claimed: true });
    await page.goto(address);
    await expect(heading(page)).toHaveText('Your money is on its way back');
  });
}

async function visitChange(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('auth_token', 'of-the-account'));
  await page.goto('/confirm-change');
}

test('/confirm-change asks nobody who is not signed in', async ({ page }) => {
  await page.goto('/confirm-change');
  await expect(heading(page)).toHaveText('Please sign in');
  await expect(page.getByRole('main').getByRole('link', { name: 'Your account' })).toHaveAttribute(
    'href',
    '/account',
  );
});

test('/confirm-change says that there is no network, and goes on once there is', async ({
  page,
}) => {
  await page.route('**/api/billing/plan-change', (route) => route.abort());
  await visitChange(page);
  await expect(heading(page)).toHaveText('We could not check your payment');
  await page.route('**/api/billing/plan-change', (route) =>
    route.fulfill({ json: { subscription: null, change: null } }),
  );
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(heading(page)).toHaveText('There is nothing to confirm');
});

test('/confirm-change keeps the change where the bank could not be asked', async ({ page }) => {
  const due = { nowCents: 4401, creditCents: 499, thenCents: 4900, currency: 'usd' };
  const change = {
    plan: 'annual',
    clientSecret: 'pi_1_secret_1',
    due: { ...due, renewsAt: '2027-11-30T12:00:00.000Z' },
  };
  await page.route('**/api/billing/plan-change', (route) =>
    route.fulfill({ json: { subscription: null, change } }),
  );
  await page.route('**/api/billing/config', (route) =>
    route.fulfill({ json: { provider: 'stripe', publishableKey: 'pk_test_1' } }),
  );
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  await visitChange(page);
  await page.getByRole('button', { name: 'Continue to your bank' }).click();
  await expect(page.getByRole('alert')).toContainText('Your bank could not be asked');
  await expect(page.getByRole('button', { name: 'Continue to your bank' })).toBeEnabled();
});
