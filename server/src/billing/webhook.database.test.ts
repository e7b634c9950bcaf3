import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { keys, newEmail, requireLatest } from '../../testing/billing-fixture.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { useBillingServer } from '../../testing/use-billing-server.ts';
import {
  billingCustomers,
  billingEvents,
  paymentSessions,
  subscriptions,
} from '../database/schema.ts';
import { addDays } from '../days.ts';
import { reconcile } from './reconcile.ts';

describe.skipIf(databaseKind === 'missing')('webhooks of Stripe', () => {
  const shop = useBillingServer();
  const { ledger, lookAtAll, begin, look, isPro, sendEvent, hearOf } = shop;

  /** Somebody who has begun to pay. */
  async function joinAndBegin() {
    const person = await shop.server.join({ email: newEmail() });
    await begin({ email: person.email }, person.token);
    return person;
  }

  const hearOfLast = () => {
    const event = ledger().events.at(-1);
    if (!event) throw new Error('there is no event');
    return hearOf(event);
  };

  const payLatest = () => {
    ledger().confirm(ledger().requireIntent(requireLatest(shop.fixture.fake)), 'pm_card_visa');
  };

  test('a signed event makes Pro, and coming twice it is looked into once', async () => {
    const { token } = await joinAndBegin();
    payLatest();
    expect((await hearOfLast()).status).toBe(200);
    expect(await isPro(token)).toBe(true);
    const before = shop.fixture.fake.calls.length;
    expect((await hearOfLast()).status).toBe(200);
    expect(shop.fixture.fake.calls.length).toBe(before);
  });

  test('a wrong, missing, stale or moved signature answers 400 and changes nothing', async () => {
    const { token } = await joinAndBegin();
    payLatest();
    const event = ledger().events.at(-1);
    if (!event) throw new Error('there is no event');
    const { body, signature } = shop.fixture.fake.sign(event, keys.webhookSecret);
    const stale = shop.fixture.stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: keys.webhookSecret,
      timestamp: Math.floor(Date.now() / 1000) - 3600,
    });
    const forged = shop.fixture.fake.sign(event, 'whsec_another').signature;
    for (const bad of ['', 'nonsense', 't=1,v1=00', forged, stale]) {
      expect((await sendEvent({ body, signature: bad })).status).toBe(400);
    }
    expect((await sendEvent({ body: `${body} `, signature })).status).toBe(400);
    expect(await isPro(token)).toBe(false);
  });

  test('an event is answered 500 while the provider is down, so that it comes again', async () => {
    const { sessionId } = (await begin({ email: newEmail() })).body;
    payLatest();
    shop.fixture.fake.failures = { status: 500, count: 50 };
    expect((await hearOfLast()).status).toBeGreaterThanOrEqual(500);
    shop.fixture.fake.failures = { status: 500, count: 0 };
    expect((await hearOfLast()).status).toBe(200);
    expect((await look(sessionId)).body.state).toBe('paid');
  });

  test('an event about a customer of another product is taken and ignored', async () => {
    const stranger = await shop.fixture.stripe.customers.create({ email: 'x@example.com' });
    const [price] = ledger().prices.values();
    if (price) ledger().subscribe(stranger.id, price, null);
    expect((await hearOfLast()).status).toBe(200);
  });

  test('reconciliation finds a payment whose webhooks were all lost', async () => {
    const { token } = await joinAndBegin();
    payLatest();
    await lookAtAll();
    expect(await isPro(token)).toBe(true);
  });

  test('an outage of the provider answers 502 to the payer, and nothing is half done', async () => {
    const email = newEmail();
    shop.fixture.fake.failures = { status: 500, count: 50 };
    const failed = await begin({ email });
    expect(failed.status).toBe(502);
    expect(failed.body.code).toBe('payment-provider-error');
    shop.fixture.fake.failures = { status: 500, count: 0 };
    const again = await begin({ email });
    expect(again.status).toBe(200);
  });

  test('an event that arrives while its customer is looked at is looked into later, whatever our clock says', async () => {
    await begin({ email: newEmail() });
    const { customer: customerId } = requireLatest(shop.fixture.fake);
    const event = (id: string) => ({ id, type: 'invoice.paid', customerId });
    await shop.server.db.insert(billingEvents).values(event('before'));
    const { billing, provider } = shop.fixture;
    const readRecord = provider.readRecord.bind(provider);
    provider.readRecord = async (customer) => {
      const record = await readRecord(customer);
      if (customer === customerId)
        await shop.server.db.insert(billingEvents).values(event('meanwhile')).onConflictDoNothing();
      return record;
    };
    const ahead = () => new Date(billing.now().getTime() + 60_000);
    await reconcile({ ...billing, now: ahead }, -1);
    Reflect.deleteProperty(provider, 'readRecord');
    const unhandled = () =>
      shop.server.db
        .select({ id: billingEvents.id })
        .from(billingEvents)
        .where(and(eq(billingEvents.customerId, customerId), isNull(billingEvents.handledAt)));
    expect(await unhandled()).toEqual([{ id: 'meanwhile' }]);
    await reconcile(billing);
    expect(await unhandled()).toEqual([]);
  });

  // Last: it moves the clock.
  test('what was begun and never paid leaves nothing behind after two months', async () => {
    await begin({ email: newEmail() });
    const { customer } = requireLatest(shop.fixture.fake);
    await lookAtAll();
    const isTheirs = eq(subscriptions.customerId, customer);
    expect(await shop.server.db.$count(subscriptions, isTheirs)).toBe(1);
    ledger().advance(2);
    await lookAtAll();
    const createdAt = addDays(shop.fixture.billing.now(), -61);
    await shop.server.db.update(paymentSessions).set({ createdAt });
    await shop.server.db.update(billingCustomers).set({ createdAt });
    await reconcile(shop.fixture.billing);
    const isGone = eq(billingCustomers.customerId, customer);
    expect(await shop.server.db.$count(billingCustomers, isGone)).toBe(0);
    expect(await shop.server.db.$count(subscriptions, isTheirs)).toBe(0);
  });
});
