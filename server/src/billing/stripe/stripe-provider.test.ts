import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeStripeClient, keys } from '../../../testing/billing-fixture.ts';
import { FakeStripe } from '../../../testing/fake-stripe/server.ts';
import { ProviderError } from '../provider/provider.ts';
import { setUpCatalog } from './catalog.ts';
import { StripeProvider } from './stripe-provider.ts';

const setup = {
  productName: 'Stillpix Pro',
  publicUrl: 'https://stillpix.test',
  withWebhook: true,
};

let fake: FakeStripe;
let provider: StripeProvider;

function createProvider(checkout: 'embedded' | 'hosted', secretKey = keys.secretKey) {
  const options = { ...keys, secretKey, checkout, automaticTax: false };
  return new StripeProvider(options, createFakeStripeClient(fake));
}

beforeEach(() => {
  fake = new FakeStripe(keys);
  provider = createProvider('embedded');
});

const attempt = {
  plan: 'monthly' as const,
  isFirst: true,
  currency: 'usd' as const,
  attempt: 'attempt-1',
  returnUrl: 'https://stillpix.test/thanks?session_id=1',
  cancelUrl: 'https://stillpix.test/pricing',
};

async function newCustomer(): Promise<string> {
  return provider.ensureCustomer({ email: 'a@example.com', language: 'en', idempotencyKey: 'a' });
}

describe('the set-up command', () => {
  test('makes everything once, and nothing the second time', async () => {
    const stripe = createFakeStripeClient(fake);
    const first = await setUpCatalog(stripe, setup);
    expect(first.lines.every((line) => line.includes('made'))).toBe(true);
    expect(first.webhookSecret).toMatch(/^whsec_/);
    fake.calls.length = 0;
    const second = await setUpCatalog(stripe, setup);
    expect(second.lines.every((line) => line.includes('there'))).toBe(true);
    expect(second.webhookSecret).toBeNull();
    expect(fake.calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  test('the prices and the coupon are those of the price list, tax included', async () => {
    await setUpCatalog(createFakeStripeClient(fake), setup);
    const prices = [...fake.ledger.prices.values()];
    expect(
      prices.map(({ lookup_key, unit_amount, currency, tax_behavior, recurring }) => [
        lookup_key,
        unit_amount,
        currency,
        tax_behavior,
        recurring.interval,
      ]),
    ).toEqual([
      ['stillpix_pro_monthly', 499, 'usd', 'inclusive', 'month'],
      ['stillpix_pro_annual', 4900, 'usd', 'inclusive', 'year'],
    ]);
    expect([...fake.ledger.coupons.values()]).toMatchObject([
      { amount_off: 250, currency: 'usd', duration: 'once' },
    ]);
  });

  test('a price that differs is replaced under its lookup key', async () => {
    const stripe = createFakeStripeClient(fake);
    await setUpCatalog(stripe, setup);
    const old = [...fake.ledger.prices.values()][0];
    if (old) old.unit_amount = 399;
    const { lines } = await setUpCatalog(stripe, setup);
    expect(lines.find((line) => line.includes('monthly'))).toContain('replaced');
    expect(old?.lookup_key).toBeNull();
  });
});

describe('a payment', () => {
  test('is a subscription that waits for its first payment, with the coupon once', async () => {
    await setUpCatalog(createFakeStripeClient(fake), setup);
    const customerId = await newCustomer();
    const { clientSecret, subscriptionId } = await provider.startPayment({
      ...attempt,
      customerId,
    });
    expect(clientSecret).toMatch(/^pi_.+_secret_/);
    const subscription = fake.ledger.subscriptions.get(subscriptionId ?? '');
    expect(subscription).toMatchObject({
      status: 'incomplete',
      metadata: { stillpix_attempt: 'attempt-1' },
    });
    expect(fake.ledger.requireInvoice(subscription?.latest_invoice ?? '').total).toBe(249);
  });

  test('of the same attempt is one, however often it is asked for', async () => {
    await setUpCatalog(createFakeStripeClient(fake), setup);
    const customerId = await newCustomer();
    const first = await provider.startPayment({ ...attempt, customerId });
    const second = await provider.startPayment({ ...attempt, customerId });
    expect(second).toEqual(first);
    expect(fake.ledger.subscriptions.size).toBe(1);
  });

  test('of an annual plan takes no coupon', async () => {
    await setUpCatalog(createFakeStripeClient(fake), setup);
    const customerId = await newCustomer();
    await provider.startPayment({ ...attempt, customerId, plan: 'annual' });
    expect([...fake.ledger.invoices.values()].map(({ total }) => total)).toEqual([4900]);
  });

  test('on the provider’s page closes the pages that were open before', async () => {
    await setUpCatalog(createFakeStripeClient(fake), setup);
    const customerId = await newCustomer();
    const hosted = createProvider('hosted');
    const first = await hosted.startPayment({ ...attempt, customerId });
    const second = await hosted.startPayment({ ...attempt, customerId, attempt: 'attempt-2' });
    const open = async (url = '') => (await fake.fetch(new Request(url))).status;
    expect(await open(first.url)).toBe(410);
    expect(await open(second.url)).toBe(302);
    const { subscriptions: made } = await hosted.readRecord(customerId);
    const [subscription] = made;
    expect(subscription).toMatchObject({ status: 'active', attempt: 'attempt-2' });
    expect(subscription?.paidUntil).not.toBeNull();
  });
});

describe('in euros', () => {
  test('prices and coupon stand beside those in dollars, VAT included', async () => {
    const stripe = createFakeStripeClient(fake);
    await setUpCatalog(stripe, setup);
    await setUpCatalog(stripe, { ...setup, currency: 'eur' });
    expect(
      [...fake.ledger.prices.values()].map(({ lookup_key, currency, tax_behavior }) => [
        lookup_key,
        currency,
        tax_behavior,
      ]),
    ).toEqual([
      ['stillpix_pro_monthly', 'usd', 'inclusive'],
      ['stillpix_pro_annual', 'usd', 'inclusive'],
      ['stillpix_pro_monthly_eur', 'eur', 'inclusive'],
      ['stillpix_pro_annual_eur', 'eur', 'inclusive'],
    ]);
    expect([...fake.ledger.coupons.keys()]).toEqual([
      'stillpix_first_month',
      'stillpix_first_month_eur',
    ]);
  });

  test('a payment takes the price and the coupon in euros', async () => {
    await setUpCatalog(createFakeStripeClient(fake), { ...setup, currency: 'eur' });
    const customerId = await newCustomer();
    await provider.startPayment({ ...attempt, customerId, currency: 'eur' });
    expect([...fake.ledger.invoices.values()]).toMatchObject([{ total: 249, currency: 'eur' }]);
  });

  test('whoever pays in dollars stays with them when the plan changes', async () => {
    const stripe = createFakeStripeClient(fake);
    await setUpCatalog(stripe, setup);
    await setUpCatalog(stripe, { ...setup, currency: 'eur' });
    const customerId = await newCustomer();
    const { subscriptionId } = await provider.startPayment({ ...attempt, customerId });
    const subscription = fake.ledger.subscriptions.get(subscriptionId ?? '');
    if (!subscription) throw new Error('nothing was begun');
    fake.ledger.confirm(fake.ledger.requireIntent(subscription), 'pm_card_visa');
    await provider.changePlan(subscription.id, 'annual');
    const { subscriptions: made } = await provider.readRecord(customerId);
    const [changed] = made;
    expect(changed).toMatchObject({ plan: 'annual' });
    expect(new Set([...fake.ledger.invoices.values()].map(({ currency }) => currency))).toEqual(
      new Set(['usd']),
    );
  });
});

describe('what goes wrong at the provider', () => {
  test('a wrong key is not worth another try', async () => {
    const wrong = new FakeStripe({ ...keys, secretKey: 'sk_test_another' });
    const stranger = new StripeProvider(
      { ...keys, checkout: 'embedded', automaticTax: false },
      createFakeStripeClient(wrong),
    );
    const refused = stranger.readRecord('cus_1');
    await expect(refused).rejects.toBeInstanceOf(ProviderError);
    await expect(refused).rejects.toMatchObject({ reason: 'invalid' });
  });

  test('an outage is worth another try', async () => {
    fake.failures = { status: 503, count: 9 };
    await expect(newCustomer()).rejects.toMatchObject({ reason: 'unavailable' });
  });

  test('an unknown customer has nothing', async () => {
    expect(await provider.readRecord('cus_unknown')).toEqual({ subscriptions: [], payments: [] });
  });

  test('ending what has ended, and refunding what was refunded, is no error', async () => {
    await setUpCatalog(createFakeStripeClient(fake), setup);
    const customerId = await newCustomer();
    const { subscriptionId } = await provider.startPayment({ ...attempt, customerId });
    const subscription = fake.ledger.subscriptions.get(subscriptionId ?? '');
    if (!subscription) throw new Error('nothing was begun');
    fake.ledger.confirm(fake.ledger.requireIntent(subscription), 'pm_card_visa');
    const { payments } = await provider.readRecord(customerId);
    const [payment] = payments;
    for (let round = 0; round < 2; round++) {
      await provider.cancelNow(subscription.id);
      await provider.refund(payment?.id ?? '');
    }
    const { payments: after } = await provider.readRecord(customerId);
    expect(after[0]).toMatchObject({ amount: 249, refunded: 249 });
  });
});
