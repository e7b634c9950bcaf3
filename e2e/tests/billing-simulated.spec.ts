import { expect, test } from '@playwright/test';
import { payForPro, register, signInAsPro } from '../testing/accounts.ts';
import {
  askForTooMuch,
  becomePro,
  chooseCard,
  declineThenPay,
  fillSetup,
  newEmail,
  openAccount,
  pressAndConfirm,
  photos,
  useProAndLeave,
} from '../testing/checkout.ts';
import { ConverterPage } from '../testing/converter-page.ts';
import { openByLink } from '../testing/open-by-link.ts';
import { type Running, startProduct } from '../testing/servers.ts';

test('from six photos to Pro, twenty files, a ZIP, and the money back', async ({ page }) => {
  test.setTimeout(400_000);
  await askForTooMuch(page);
  const dialog = page.getByRole('dialog', { name: 'Stillpix Pro' });
  await expect(dialog.getByText('Simulated payment: no money moves')).toBeVisible();
  // The words stand for two seconds: the next page comes once they have been seen.
  const seen = Promise.withResolvers<void>();
  await page.route(/\/account-setup\?/, async (route) => {
    await seen.promise;
    await route.continue();
  });
  await declineThenPay(page, dialog);
  await expect(page.getByRole('dialog', { name: 'Payment Successful' })).toBeVisible();
  seen.resolve();
  await page.waitForURL(/\/account-setup\?session_id=/);
  await fillSetup(page);
  await page.waitForURL((url) => url.pathname === '/');
  await useProAndLeave(page);
});

test('whoever closes the dialog once it is paid is led nowhere, and keeps the table', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await page.clock.install();
  await askForTooMuch(page);
  const seen = page.waitForResponse('**/api/billing/payment-session');
  await declineThenPay(page, page.getByRole('dialog', { name: 'Stillpix Pro' }));
  const paid = page.getByRole('dialog', { name: 'Payment Successful' });
  await expect(paid).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(paid).toBeHidden();
  await seen;
  // The words stand for two seconds.
  await page.clock.runFor(5000);
  const converter = new ConverterPage(page);
  await expect(converter.frames).toHaveCount(5);
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('a bank that asks first can be answered with yes and with no', async ({ page }) => {
  await page.goto('/subscribe');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: /Continue to Payment/ }).click();
  await chooseCard(page, 'authenticate');
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('Payment Failed').first()).toBeVisible();
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL(/\/thanks\?/);
  await expect(page.getByRole('heading', { name: 'Welcome to Pro' })).toBeVisible();
});

test('Pro switches on in a tab that was open before, without a reload, and off again', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  const other = await context.newPage();
  const converter = new ConverterPage(other);
  await converter.open('/');
  await other.evaluate(() => Object.assign(window, { unloaded: false }));
  await becomePro(page);
  await converter.drop(...photos(6));
  await expect(converter.frames).toHaveCount(6);
  await openAccount(page, 'Billing');
  await pressAndConfirm(page, 'Get my money back');
  await expect(page.getByText('You are on the free plan.').first()).toBeVisible();
  await other.getByRole('button', { name: 'Clear' }).click();
  await converter.drop(...photos(6));
  await expect(other.getByRole('dialog', { name: 'You picked 6 photos' })).toBeVisible();
  expect(await other.evaluate(() => 'unloaded' in window)).toBe(true);
});

test('Pro that ended elsewhere ends here within a minute, without a touch', async ({
  page,
  request,
}) => {
  const { token } = await signInAsPro(page);
  await page.clock.install();
  const converter = new ConverterPage(page);
  await converter.open('/');
  await expect(page.locator('html')).toHaveAttribute('data-pro');
  const refund = await request.post('/api/billing/refund', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(refund.ok()).toBe(true);
  // Not much past the question, or the answer would come too late by this clock.
  await page.clock.runFor(46_000);
  await expect(page.locator('html')).not.toHaveAttribute('data-pro');
  await converter.drop(...photos(6));
  await expect(page.getByRole('dialog', { name: 'You picked 6 photos' })).toBeVisible();
});

test('Pro goes on without a connection by the server’s signed word, until that expires', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  await signInAsPro(page);
  const converter = new ConverterPage(page);
  await converter.open('/');
  await expect(page.locator('html')).toHaveAttribute('data-pro');
  // Once with a connection, so that the converter's code is there without one.
  await converter.drop(...photos(1));
  await converter.convert();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('stillpix_entitlement')))
    .not.toBeNull();

  await context.setOffline(true);
  const lookAgain = () => page.evaluate(() => window.dispatchEvent(new Event('online')));
  await lookAgain();
  await converter.drop(...photos(6));
  await expect(converter.frames).toHaveCount(6);
  await converter.start.click();
  await converter.finish();
  await expect(converter.frames.filter({ hasText: 'Done' })).toHaveCount(6);
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-pro');
  await page.getByRole('button', { name: 'Clear' }).click();

  const eightDays = 8 * 24 * 60 * 60 * 1000;
  await page.clock.setFixedTime(Date.now() + eightDays);
  await lookAgain();
  await expect(page.locator('html')).not.toHaveAttribute('data-pro');
  await converter.drop(...photos(6));
  await expect(page.getByRole('dialog', { name: 'You picked 6 photos' })).toBeVisible();
});

test('a batch that went well mentions Pro, once a session', async ({ page }) => {
  const converter = new ConverterPage(page);
  await converter.open('/');
  await converter.drop(...photos(1));
  await converter.convert();
  const offer = page.getByText('All done', { exact: true });
  await expect(offer).toBeVisible();
  await page.getByRole('link', { name: 'See Pro', exact: true }).last().click();
  await expect(page.getByRole('dialog', { name: 'Twenty at a time' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear' }).click();
  await converter.drop(...photos(1));
  await converter.convert();
  await expect(converter.frame('photo-1.heic')).toContainText('Done');
  await expect(offer).toBeHidden();
});

test('a double click and the back button charge once', async ({ page, request }) => {
  const email = newEmail();
  await page.goto('/subscribe');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: /Continue to Payment/ }).dblclick();
  await chooseCard(page, 'good');
  await page.getByRole('button', { name: 'Subscribe to Pro' }).dblclick();
  await page.waitForURL(/\/thanks\?/);
  const sessionId = new URL(page.url()).searchParams.get('session_id');
  await page.goBack();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: /Continue to Payment/ }).click();
  // Paid already: the thanks again instead of a card form.
  await page.waitForURL(/\/thanks\?/);
  const names = { firstName: 'Ada', lastName: 'Lovelace', password: 'Correct-Horse-7-Battery' };
  const setUp = await request.post('/api/auth/setup-pro-account', {
    data: { email, sessionId, ...names },
  });
  const { token } = await setUp.json();
  const history = await request.get('/api/billing/payments', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await history.json()).payments).toHaveLength(1);
});

test('the thanks page without a payment leads home and says why, also there', async ({ page }) => {
  // The code that shows messages may arrive when the page has been left already.
  await page.route(/\/assets\/toast-view-[\w-]+\.js$/, async (route) => {
    await page.waitForURL('/', { waitUntil: 'commit' });
    await route.continue();
  });
  await page.goto('/thanks');
  await expect(page.getByText('Invalid payment session').first()).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the account setup without a payment leads home', async ({ page }) => {
  await page.goto('/account-setup');
  await page.waitForURL((url) => url.pathname === '/');
});

test('a payment session that nobody paid sets up nothing', async ({ page }) => {
  await page.goto('/account-setup?session_id=cs_live_invented&email=a@example.com');
  await expect(page.getByRole('heading', { name: 'Invalid payment session' })).toBeVisible();
  await expect(page.getByLabel('First name')).toBeHidden();
});

test('the success page shows the first 20 characters of the payment’s name', async ({
  page,
  request,
}) => {
  const sessionId = await payForPro(request, await register(request));
  await page.goto(`/success?session_id=${sessionId}`);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByText(`Payment reference ${sessionId.slice(0, 20)}`)).toBeVisible();
  await expect(page.getByText(sessionId)).toBeHidden();
});

test('verify_pro tells a free account what is missing, and leaves the address clean', async ({
  page,
  request,
}) => {
  const { token } = await register(request);
  await page.addInitScript((value) => localStorage.setItem('auth_token', value), token);
  await page.goto('/?verify_pro=true');
  await expect(page.getByText('Pro Subscription Required').first()).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the simulated upgrade leads home by pro_test', async ({ page }) => {
  await page.goto('/subscribe');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: /Continue to Payment/ }).click();
  await page.getByRole('button', { name: 'Simulate the upgrade' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByText('Test mode').first()).toBeVisible();
  await expect(page).toHaveURL('/');
});

const shown = {
  '/subscribe': ['$2.49', '$4.99', /[A-Z][a-z]+ \d{1,2}, \d{4}/, 'US dollars'],
  '/es/suscribirse': ['2,49 US$', '4,99 US$', /\d{1,2} de [a-z]+ de \d{4}/, 'dólares'],
  '/pt/assinar': ['US$ 2,49', 'US$ 4,99', /\d{1,2} de [a-zç]+ de \d{4}/, 'dólares'],
  '/de/abonnieren': ['2,49 $', '4,99 $', /\d{1,2}\. [A-Z][a-zä]+ \d{4}/, 'US-Dollar'],
};
for (const [path, words] of Object.entries(shown)) {
  test(`${path} tells price, renewal date, currency and tax before paying`, async ({ page }) => {
    await page.goto(path);
    const due = page.locator('main section').filter({ hasText: words[3] as string });
    await expect(due.first()).toBeVisible();
    const text = ((await due.first().textContent()) ?? '').replaceAll(/[\u00a0\u202f]/g, ' ');
    for (const word of words) expect(text).toMatch(word);
  });
}

test.describe('without any payment provider', () => {
  let product: Running;
  test.beforeAll(async () => {
    product = await startProduct({ PAYMENTS: 'none' });
  });
  test.afterAll(() => product.stop());

  test('dialog and page say that Pro can’t be bought, and everything else stays', async ({
    page,
  }) => {
    await page.goto(`${product.url}/subscribe`);
    await expect(page.getByRole('alert')).toContainText(
      'Stripe is not configured. Please contact support.',
    );
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await openByLink(page.getByRole('link', { name: 'Go Pro' }).first());
    await expect(page.getByRole('dialog', { name: 'Pro Signup Unavailable' })).toBeVisible();
  });
});

test('once the payment went through, the form takes no further click', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/billing/payment-session', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/subscribe');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: /Continue to Payment/ }).click();
  await chooseCard(page, 'good');
  const paid = page.waitForResponse('**/api/simulated/pay');
  const asked = page.waitForRequest('**/api/billing/payment-session');
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await paid;
  await asked;
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Subscribe to Pro' })).toHaveCount(0);
  held.resolve();
  await page.waitForURL(/\/thanks\?/);
});
