import { test as base, expect, type Page } from '@playwright/test';
import {
  askForTooMuch,
  becomePro,
  chooseCard,
  declineThenPay,
  fillSetup,
  newEmail,
  openAccount,
  useProAndLeave,
} from '../testing/checkout.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openByLink } from '../testing/open-by-link.ts';
import {
  freePort,
  type Running,
  setUpBilling,
  startFakeStripe,
  startProduct,
} from '../testing/servers.ts';
import { stubStripe } from '../testing/stripe-js.ts';

interface Shop {
  stripe: Running;
  product: Running;
}

/**
 * The product with Stripe's own server library, against a server that speaks Stripe; in the browser
 * only Stripe's script is replaced, at the edge of the network.
 */
async function openShop(): Promise<Shop> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const webhookSecret = 'whsec_e2e';
  const stripe = await startFakeStripe({
    FAKE_STRIPE_SECRET_KEY: 'sk_test_e2e',
    FAKE_STRIPE_PUBLISHABLE_KEY: 'pk_test_e2e',
    FAKE_STRIPE_WEBHOOK_URL: `${url}/api/stripe/webhook`,
    FAKE_STRIPE_WEBHOOK_SECRET: webhookSecret,
  });
  const settings = {
    PORT: String(port),
    PUBLIC_URL: url,
    STRIPE_SECRET_KEY: 'sk_test_e2e',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_e2e',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
  };
  if ((await setUpBilling(settings)) !== 0) throw new Error('billing:setup failed');
  return { stripe, product: await startProduct(settings) };
}

const test = base.extend<object, { shop: Shop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a pattern here
    async ({}, use) => {
      const shop = await openShop();
      await use(shop);
      await shop.product.stop();
      await shop.stripe.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Relative addresses lead to this product, not to the one with simulated payments.
  baseURL: async ({ shop }, use) => use(shop.product.url),
});

interface Charge {
  amount: number;
  amount_refunded: number;
}

const charges = async ({ stripe }: Shop): Promise<Charge[]> =>
  (await fetch(`${stripe.url}/_test/charges`)).json();

test('from six photos to Pro, twenty files, a ZIP, and the money back', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(400_000);
  await stubStripe(page, shop.stripe.url);
  const before = (await charges(shop)).length;
  const tab = context.waitForEvent('page');
  await askForTooMuch(page);
  // The tool page lets nobody else in, so the card form opens beside it.
  await expect(page.getByRole('dialog', { name: 'Finish in the other tab' })).toBeVisible();
  const checkout = await tab;
  await declineThenPay(checkout, checkout);
  await checkout.waitForURL(/\/thanks\?session_id=/);
  await expect(checkout.getByRole('heading', { name: 'Welcome to Pro' })).toBeVisible();
  await checkout.getByRole('link', { name: 'Complete Account Setup' }).click();
  await fillSetup(checkout);
  // The tab with the photos has heard of it.
  await expect(page.getByRole('dialog', { name: 'Payment Successful' })).toBeVisible();
  await page.getByRole('button', { name: 'Start Converting' }).click();
  await checkout.close();
  await useProAndLeave(page);
  const made = (await charges(shop)).slice(before);
  expect(made).toEqual([expect.objectContaining({ amount: 249, amount_refunded: 249 })]);
});

test('on the price page the card form stands in the dialog', async ({ page, shop }) => {
  await stubStripe(page, shop.stripe.url);
  await page.goto('/pricing');
  await openByLink(page.getByRole('main').getByRole('link', { name: /Pro/ }).first());
  const dialog = page.getByRole('dialog', { name: 'Stillpix Pro' });
  await dialog.getByRole('radio', { name: /Annual/ }).check();
  await expect(dialog).toContainText('$49');
  await dialog.getByLabel('Email').fill(newEmail());
  await dialog.getByRole('button', { name: /Continue to Payment/ }).click();
  await chooseCard(dialog, 'good');
  await dialog.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await page.waitForURL(/\/account-setup\?session_id=/);
  await fillSetup(page);
});

test('3-D Secure: the bank’s no charges nothing, its yes charges once', async ({ page, shop }) => {
  await stubStripe(page, shop.stripe.url);
  const before = (await charges(shop)).length;
  await page.goto('/subscribe');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: /Continue to Payment/ }).click();
  await chooseCard(page, 'authenticate');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await expect(page.getByText('Payment Failed').first()).toBeVisible();
  expect((await charges(shop)).length).toBe(before);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await page.waitForURL(/\/thanks\?/);
  expect((await charges(shop)).length).toBe(before + 1);
});

/** A member whose bank asks about every payment, on the page that lets it ask about the year. */
async function askForYear(page: Page, { stripe }: Shop): Promise<void> {
  await stubStripe(page, stripe.url);
  answerBank(page, true);
  await becomePro(page, newEmail(), 'authenticate');
  await openAccount(page, 'Billing');
  await page.getByRole('button', { name: 'Change to annual ($49 a year)' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change to annual' }).click();
  await page.waitForURL('**/confirm-change');
}

/** What the payer tells their bank when it asks next. */
function answerBank(page: Page, agreed: boolean): void {
  page.once('dialog', (dialog) => void (agreed ? dialog.accept() : dialog.dismiss()));
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a change to the year: the bank’s no changes nothing, its yes charges once', async ({
  page,
  shop,
}) => {
  test.setTimeout(240_000);
  await askForYear(page, shop);
  const before = (await charges(shop)).length;
  await expect(heading(page)).toHaveText('Confirm with your bank');
  await expect(heading(page)).toBeFocused();
  const due = page.getByRole('region', { name: 'Due today' });
  await expect(due).toContainText('Renews at $49 a year');
  await expect(due).toContainText('has been applied');
  const ask = page.getByRole('button', { name: 'Continue to your bank' });
  answerBank(page, false);
  await ask.click();
  await expect(heading(page)).toHaveText('The plan was not changed');
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText('Nothing was charged, and your plan is as it was.')).toBeVisible();
  expect((await charges(shop)).length).toBe(before);

  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('Confirm with your bank');
  answerBank(page, true);
  await ask.dblclick();
  await expect(heading(page)).toHaveText('You are on the annual plan');
  await expect(heading(page)).toBeFocused();
  expect((await charges(shop)).length).toBe(before + 1);
  expect(page.url()).not.toContain('secret');
  await page.getByRole('main').getByRole('link', { name: 'Your account' }).click();
  await page.getByRole('tab', { name: 'Billing' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Billing' })).toContainText('Pro, annual');
});

test('a change to the year that is not confirmed leaves the month and nothing to pay', async ({
  page,
  shop,
}) => {
  test.setTimeout(240_000);
  await askForYear(page, shop);
  const before = (await charges(shop)).length;
  await page.getByRole('button', { name: 'Stay on the monthly plan' }).click();
  await page.waitForURL('**/account');
  await page.getByRole('tab', { name: 'Billing' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Billing' });
  await expect(panel).toContainText('Pro, monthly');
  await expect(panel.getByRole('row')).toHaveCount(2);
  await page.goto('/confirm-change');
  await expect(heading(page)).toHaveText('There is nothing to confirm');
  expect((await charges(shop)).length).toBe(before);
});

test('the account says that a change waits for the bank, and takes it back', async ({
  page,
  shop,
}) => {
  test.setTimeout(240_000);
  await askForYear(page, shop);
  const before = (await charges(shop)).length;
  await openAccount(page, 'Billing');
  const panel = page.getByRole('tabpanel', { name: 'Billing' });
  await expect(panel).toContainText('Your change to the annual plan is waiting');
  await expect(panel.getByRole('button', { name: /^Change to annual/ })).toBeHidden();
  await expectAccessible(page, 'a change that waits');
  await panel.getByRole('link', { name: 'Confirm with your bank' }).click();
  await expect(page.getByRole('button', { name: 'Continue to your bank' })).toBeVisible();
  await page.goBack();
  await page.getByRole('tab', { name: 'Billing' }).click();
  await panel.getByRole('button', { name: 'Stay on the monthly plan' }).click();
  await expect(page.getByText('You stay on the monthly plan').first()).toBeVisible();
  await expect(panel).not.toContainText('is waiting');
  await expect(panel.getByRole('button', { name: /^Change to annual/ })).toBeVisible();
  expect((await charges(shop)).length).toBe(before);
});

test('the account says that the bank refused a change whose page was closed', async ({
  page,
  shop,
}) => {
  test.setTimeout(240_000);
  await askForYear(page, shop);
  const before = (await charges(shop)).length;
  // The page is gone before it can give the change up.
  await page.route('**/api/billing/drop-plan-change', (route) => route.abort());
  answerBank(page, false);
  await page.getByRole('button', { name: 'Continue to your bank' }).click();
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
  await page.unroute('**/api/billing/drop-plan-change');
  await openAccount(page, 'Billing');
  const panel = page.getByRole('tabpanel', { name: 'Billing' });
  await expect(panel).toContainText('Your bank did not approve the payment for the annual plan');
  await expect(panel).toContainText('Pro, monthly');
  await expect(panel.getByRole('button', { name: /^Change to annual/ })).toBeVisible();
  await expectAccessible(page, 'a change that was refused');
  await panel.getByRole('button', { name: 'Stay on the monthly plan' }).click();
  await expect(panel).not.toContainText('did not approve');
  expect((await charges(shop)).length).toBe(before);
});

test('no page but those of the payment asks anything of Stripe', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith('stripe.com')) asked.push(request.url());
  });
  for (const path of ['/', '/heic-to-jpg', '/account', '/thanks?session_id=none']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  expect(asked).toEqual([]);
});

test('an order that credit covers begins with the button that obliges to pay', async ({
  page,
  shop,
}) => {
  await stubStripe(page, shop.stripe.url);
  await page.goto('/subscribe');
  await page.getByLabel('Email').fill(newEmail());
  const begun = page.waitForResponse('**/api/create-subscription-public');
  const goOn = page.getByRole('button', { name: /Continue to Payment/ });
  await goOn.click();
  const { clientSecret = '' } = (await (await begun).json()) as { clientSecret?: string };
  await chooseCard(page, 'good');

  // Meanwhile, the operator makes them a gift at Stripe.
  const asOperator = async (path: string, method = 'GET', form?: Record<string, string>) => {
    const answer = await fetch(`${shop.stripe.url}/v1/${path}`, {
      method,
      headers: { authorization: 'Bearer sk_test_e2e' },
      ...(form && { body: new URLSearchParams(form) }),
    });
    return (await answer.json()) as { customer: string; data: { id: string }[] };
  };
  const { customer } = await asOperator(`payment_intents/${clientSecret.split('_secret_')[0]}`);
  const listAll = async () =>
    (await asOperator(`subscriptions?customer=${customer}&status=all`)).data;
  const [waiting] = await listAll();
  await asOperator(`subscriptions/${waiting?.id}`, 'DELETE');
  await asOperator(`customers/${customer}`, 'POST', { balance: '-499' });

  const before = await charges(shop);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.getByRole('button', { name: 'Change email or plan' }).click();
  await goOn.click();
  await expect(page.getByText('Your credit of $2.49 has been applied.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: /Test card/ })).toBeHidden();
  const order = page.getByRole('button', { name: 'Subscribe to Pro' });
  // What it comes to is seen together with the button.
  await expect(page.getByRole('region', { name: 'Due today' })).toBeInViewport({ ratio: 1 });
  await expect(order).toBeInViewport({ ratio: 1 });
  // Looking at it has begun nothing.
  expect(await listAll()).toHaveLength(1);
  await order.dblclick();
  await page.waitForURL(/\/thanks\?/);
  await expect(page.getByRole('heading', { name: 'Welcome to Pro' })).toBeVisible();
  expect(await listAll()).toHaveLength(2);
  expect(await charges(shop)).toEqual(before);
});
