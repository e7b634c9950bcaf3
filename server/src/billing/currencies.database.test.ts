import { randomUUID } from 'node:crypto';
import type { Currency } from '@stillpix/contract/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBillingFixture, newEmail } from '../../testing/billing-fixture.ts';
import { databaseKind, openTestDatabase } from '../../testing/test-database.ts';
import type { Billing, BillingMail } from './context.ts';
import { createSubscription } from './create-subscription.ts';
import { readPaymentSession } from './claims.ts';
import { SimulatedProvider } from './simulated/simulated-provider.ts';
import { keepInMemory } from './simulated/state.ts';

// An operator who sold in dollars sells in euros now, and payers are still on their way (Requirement B2).

describe.skipIf(databaseKind === 'missing')(`a change of the currency (${databaseKind})`, () => {
  const store = keepInMemory();
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let mails: BillingMail[];
  let selling: (currency: Currency) => Billing & { provider: SimulatedProvider };

  beforeAll(async () => {
    database = await openTestDatabase();
    const fixture = await createBillingFixture(database.db);
    mails = fixture.mails;
    const now = () => new Date();
    selling = (currency) => ({
      ...fixture.billing,
      now,
      currency,
      provider: new SimulatedProvider({ store, publicUrl: 'http://localhost' }),
    });
  });
  afterAll(() => database.close());

  const order = () => ({
    email: newEmail(),
    plan: 'monthly' as const,
    beginAtOnce: true,
    sessionId: randomUUID(),
  });

  test('begins an attempt anew, so that what is shown is what is paid', async () => {
    const body = order();
    const inDollars = await createSubscription(selling('usd'), body, null);
    const inEuros = await createSubscription(selling('eur'), body, null);
    expect(inEuros.due?.currency).toBe('eur');
    expect(inEuros.clientSecret).not.toBe(inDollars.clientSecret);
    const { subscriptions } = await store.read();
    const begun = (secret?: string) => subscriptions.find((one) => one.secret === secret);
    expect(begun(inEuros.clientSecret)?.currency).toBe('eur');
    // The old one cannot be paid any more, from a tab that is still open.
    expect(begun(inDollars.clientSecret)?.status).not.toBe('incomplete');
    const again = await createSubscription(
      selling('eur'),
      { ...body, sessionId: inEuros.sessionId },
      null,
    );
    expect(again.clientSecret).toBe(inEuros.clientSecret);
  });

  test('lets credit pay in its own', async () => {
    const euros = selling('eur');
    const customerId = await euros.provider.ensureCustomer({
      email: newEmail(),
      idempotencyKey: randomUUID(),
    });
    expect(await euros.provider.findOrderCurrency(customerId, 'eur')).toBe('eur');
    const begun = await euros.provider.startPayment({
      customerId,
      plan: 'annual',
      isFirst: false,
      currency: 'usd',
      attempt: randomUUID(),
      returnUrl: 'http://localhost/thanks',
      cancelUrl: 'http://localhost/pricing',
    });
    await euros.provider.pay(begun.clientSecret ?? '', 'good');
    expect(await euros.provider.findOrderCurrency(customerId, 'eur')).toBe('eur');
    await euros.provider.changePlan(begun.subscriptionId ?? '', 'monthly');
    expect(await euros.provider.findOrderCurrency(customerId, 'eur')).toBe('usd');
  });

  test('leaves a subscription that was paid in its own, in its mails too', async () => {
    const body = order();
    const { clientSecret, sessionId } = await createSubscription(selling('usd'), body, null);
    const euros = selling('eur');
    expect(await euros.provider.pay(clientSecret ?? '', 'good')).toBe('paid');
    expect((await readPaymentSession(euros, sessionId ?? '')).state).toBe('paid');
    const welcome = mails.find(({ recipient }) => recipient === body.email);
    expect(welcome).toMatchObject({ kind: 'pro-welcome', details: { currency: 'usd' } });
  });
});
