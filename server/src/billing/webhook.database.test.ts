import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BillingFixture,
  createBillingFixture,
  keys,
  newEmail,
  requireLatest,
} from '../../testing/billing-fixture.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  billingCustomers,
  billingEvents,
  paymentSessions,
  subscriptions,
} from '../database/schema.ts';
import { addDays } from '../days.ts';
import { reconcile } from './reconcile.ts';

describe.skipIf(databaseKind === 'missing')('webhooks of Stripe', () => {
  let server: TestServer;
  let fixture: BillingFixture;

  beforeAll(async () => {
    server = await createTestServer({
      createBilling: async (db) => {
        fixture = await createBillingFixture(db);
        return fixture.billing;
      },
    });
  });
  afterAll(() => server.close());

  async function begin() {
    const email = newEmail();
    const { body } = await server.call('/api/create-subscription-public', { body: { email } });
    return { email, sessionId: body.sessionId as string };
  }

  function send(body: string, signature: string) {
    return server.call('/api/stripe/webhook', { body, headers: { 'stripe-signature': signature } });
  }

  function sendLast(secret = keys.webhookSecret) {
    const event = fixture.fake.ledger.events.at(-1);
    if (!event) throw new Error('there is no event');
    const { body, signature } = fixture.fake.sign(event, secret);
    return send(body, signature);
  }

  const payLatest = () => {
    const { ledger } = fixture.fake;
    ledger.confirm(ledger.requireIntent(requireLatest(fixture.fake)), 'pm_card_visa');
  };

  test('a signed event makes Pro, and coming twice it is looked into once', async () => {
    const person = await server.join({ email: newEmail() });
    await server.call('/api/create-subscription-public', {
      body: { email: person.email },
      token: person.token,
    });
    payLatest();
    expect((await sendLast()).status).toBe(200);
    const { body } = await server.call('/api/verify-pro', { token: person.token });
    expect(body.isPro).toBe(true);
    const before = fixture.fake.calls.length;
    expect((await sendLast()).status).toBe(200);
    expect(fixture.fake.calls.length).toBe(before);
  });

  test('a wrong, missing, stale or moved signature answers 400 and changes nothing', async () => {
    const person = await server.join({ email: newEmail() });
    await server.call('/api/create-subscription-public', {
      body: { email: person.email },
      token: person.token,
    });
    payLatest();
    const event = fixture.fake.ledger.events.at(-1);
    if (!event) throw new Error('there is no event');
    const { body, signature } = fixture.fake.sign(event, keys.webhookSecret);
    const stale = fixture.stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: keys.webhookSecret,
      timestamp: Math.floor(Date.now() / 1000) - 3600,
    });
    const forged = fixture.fake.sign(event, 'whsec_another').signature;
    for (const bad of ['', 'nonsense', 't=1,v1=00', forged, stale]) {
      expect((await send(body, bad)).status).toBe(400);
    }
    expect((await send(`${body} `, signature)).status).toBe(400);
    const { body: pro } = await server.call('/api/verify-pro', { token: person.token });
    expect(pro.isPro).toBe(false);
  });

  test('an event is answered 500 while the provider is down, so that it comes again', async () => {
    const { sessionId } = await begin();
    payLatest();
    fixture.fake.failures = { status: 500, count: 50 };
    expect((await sendLast()).status).toBeGreaterThanOrEqual(500);
    fixture.fake.failures = { status: 500, count: 0 };
    expect((await sendLast()).status).toBe(200);
    const state = await server.call('/api/billing/payment-session', { body: { sessionId } });
    expect(state.body.state).toBe('paid');
  });

  test('an event about a customer of another product is taken and ignored', async () => {
    const stranger = await fixture.stripe.customers.create({ email: 'x@example.com' });
    const [price] = fixture.fake.ledger.prices.values();
    if (price) fixture.fake.ledger.subscribe(stranger.id, price, null);
    expect((await sendLast()).status).toBe(200);
  });

  test('reconciliation finds a payment whose webhooks were all lost', async () => {
    const person = await server.join({ email: newEmail() });
    await server.call('/api/create-subscription-public', {
      body: { email: person.email },
      token: person.token,
    });
    payLatest();
    await reconcile(fixture.billing, -1);
    const { body } = await server.call('/api/verify-pro', { token: person.token });
    expect(body.isPro).toBe(true);
  });

  test('an outage of the provider answers 502 to the payer, and nothing is half done', async () => {
    const email = newEmail();
    fixture.fake.failures = { status: 500, count: 50 };
    const failed = await server.call('/api/create-subscription-public', { body: { email } });
    expect(failed.status).toBe(502);
    expect(failed.body.code).toBe('payment-provider-error');
    fixture.fake.failures = { status: 500, count: 0 };
    const again = await server.call('/api/create-subscription-public', { body: { email } });
    expect(again.status).toBe(200);
  });

  test('an event that arrives while its customer is looked at is looked into later, whatever our clock says', async () => {
    await begin();
    const { customer: customerId } = requireLatest(fixture.fake);
    const event = (id: string) => ({ id, type: 'invoice.paid', customerId });
    await server.db.insert(billingEvents).values(event('before'));
    const { billing, provider } = fixture;
    const readRecord = provider.readRecord.bind(provider);
    provider.readRecord = async (customer) => {
      const record = await readRecord(customer);
      if (customer === customerId)
        await server.db.insert(billingEvents).values(event('meanwhile')).onConflictDoNothing();
      return record;
    };
    const ahead = () => new Date(billing.now().getTime() + 60_000);
    await reconcile({ ...billing, now: ahead }, -1);
    Reflect.deleteProperty(provider, 'readRecord');
    const unhandled = () =>
      server.db
        .select({ id: billingEvents.id })
        .from(billingEvents)
        .where(and(eq(billingEvents.customerId, customerId), isNull(billingEvents.handledAt)));
    expect(await unhandled()).toEqual([{ id: 'meanwhile' }]);
    await reconcile(billing);
    expect(await unhandled()).toEqual([]);
  });

  // Last: it moves the clock.
  test('what was begun and never paid leaves nothing behind after two months', async () => {
    await begin();
    const { customer } = requireLatest(fixture.fake);
    await reconcile(fixture.billing, -1);
    const isTheirs = eq(subscriptions.customerId, customer);
    expect(await server.db.$count(subscriptions, isTheirs)).toBe(1);
    fixture.fake.ledger.advance(2);
    await reconcile(fixture.billing, -1);
    const createdAt = addDays(fixture.billing.now(), -61);
    await server.db.update(paymentSessions).set({ createdAt });
    await server.db.update(billingCustomers).set({ createdAt });
    await reconcile(fixture.billing);
    const isGone = eq(billingCustomers.customerId, customer);
    expect(await server.db.$count(billingCustomers, isGone)).toBe(0);
    expect(await server.db.$count(subscriptions, isTheirs)).toBe(0);
  });
});
