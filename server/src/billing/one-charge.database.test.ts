import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys, newEmail, type BillingFixture } from '../../testing/billing-fixture.ts';
import { createBillingServer } from '../../testing/billing-server.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { password, type TestServer } from '../../testing/test-server.ts';
import { billingCustomers } from '../database/schema.ts';
import { CustomerBusyError, withCustomer } from './customer-lock.ts';
import { findSession } from './payment-session.ts';
import { reconcile } from './reconcile.ts';

describe.skipIf(databaseKind === 'missing')(`nobody is charged twice (${databaseKind})`, () => {
  let server: TestServer;
  let fixture: BillingFixture;

  beforeAll(async () => {
    ({ server, fixture } = await createBillingServer());
  });
  afterAll(() => server.close());

  const begin = (body: Record<string, unknown>, token?: string) =>
    server.call('/api/create-subscription-public', { body, token });

  async function pay(secret: string, method = 'pm_card_visa'): Promise<boolean> {
    const id = secret.split('_secret_')[0] ?? '';
    const answer = await fixture.fake.fetch(
      new Request(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({
          key: keys.publishableKey,
          client_secret: secret,
          payment_method: method,
        }),
      }),
    );
    return answer.ok;
  }

  const look = (sessionId: string) =>
    server.call('/api/billing/payment-session', { body: { sessionId } });

  /** What was taken from an address and not given back, in cents, and what goes on running. */
  function keptFrom(email: string) {
    const { ledger } = fixture.fake;
    const isTheirs = ({ customer }: { customer: string }) =>
      ledger.customers.get(customer)?.email === email;
    const charges = [...ledger.charges.values()].filter(isTheirs);
    return {
      cents: charges.reduce((sum, one) => sum + one.amount - one.amount_refunded, 0),
      running: [...ledger.subscriptions.values()].filter(
        (one) => isTheirs(one) && (one.status === 'active' || one.status === 'past_due'),
      ).length,
    };
  }

  const isPro = async (token: string) =>
    (await server.call('/api/verify-pro', { token })).body.isPro as boolean;

  async function joinConfirmed() {
    const person = await server.join({ email: newEmail() });
    expect((await server.confirmAddress(person)).status).toBe(200);
    return person;
  }

  /** A confirmed account with a subscription that it paid while signed in. */
  async function subscribe() {
    const person = await joinConfirmed();
    const { body } = await begin({ email: person.email }, person.token);
    await pay(body.clientSecret);
    await look(body.sessionId);
    return person;
  }

  test('by asking several times at the same moment while signed in', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await server.join({ email: newEmail() });
      const sessionId = round % 2 === 0 ? randomUUID() : undefined;
      const begun = await Promise.all(
        Array.from({ length: 4 }, () => begin({ email: person.email, sessionId }, person.token)),
      );
      expect(begun.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const paid = [];
      for (const { body } of begun) paid.push(await pay(body.clientSecret).catch(() => false));
      expect(paid.filter(Boolean)).toHaveLength(1);
    }
  });

  test('by asking several times at the same moment with one name for the attempt', async () => {
    const request = { email: newEmail(), sessionId: randomUUID() };
    const begun = await Promise.all(Array.from({ length: 4 }, () => begin(request)));
    expect(new Set(begun.map(({ body }) => body.clientSecret)).size).toBe(1);
  });

  test('and each address has its own customer, with one name for the attempt at the same moment', async () => {
    const sessionId = randomUUID();
    const emails = [newEmail(), newEmail(), newEmail()];
    const begun = await Promise.all(emails.map((email) => begin({ email, sessionId })));
    for (const [at, { body }] of begun.entries()) {
      expect(await pay(body.clientSecret)).toBe(true);
      expect((await look(body.sessionId)).body).toMatchObject({ state: 'paid', email: emails[at] });
      expect(keptFrom(emails[at]!)).toEqual({ cents: 249, running: 1 });
    }
  });

  test('while another process, whose clock goes two minutes ahead, asks for the same', async () => {
    const [email, sessionId] = [newEmail(), randomUUID()];
    const { billing } = fixture;
    let aheadMs = 120_000;
    const ahead = {
      ...billing,
      now: () => new Date(billing.now().getTime() + aheadMs),
      // It gives up soon.
      sleep: async (milliseconds: number) => void (aheadMs += 100 * milliseconds),
    };
    await begin({ email, sessionId });
    const found = await findSession(server.db, sessionId);
    const id = found?.customer.id ?? '';
    const order: string[] = [];
    await withCustomer(billing, id, async () => {
      const other = withCustomer(ahead, id, async () => void order.push('other'));
      await expect(other).rejects.toThrow(CustomerBusyError);
      order.push('first');
    });
    await withCustomer(ahead, id, async () => void order.push('other'));
    expect(order).toEqual(['first', 'other']);
  });

  test('by paying in two browsers without signing in: the second payment comes back', async () => {
    const email = newEmail();
    const [first, second] = [await begin({ email }), await begin({ email })];
    expect(await pay(first.body.clientSecret)).toBe(true);
    expect(await pay(second.body.clientSecret)).toBe(true);
    expect((await look(first.body.sessionId)).body.state).toBe('paid');
    expect((await look(second.body.sessionId)).body.state).toBe('returned');
    expect(keptFrom(email)).toEqual({ cents: 249, running: 1 });
    await server.outbox.sendDue();
    const mail = server.mails.findLast(
      ({ to, subject }) => to === email && subject === 'You have already paid for Pro',
    );
    expect(mail?.text).toContain('$2.49');
    // The mail leads to the account of the payment that stays.
    const link = new URL(/https?:\S+account-setup\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    const set = await server.call('/api/auth/setup-pro-account', {
      body: {
        email,
        password,
        firstName: 'Ada',
        lastName: 'Lovelace',
        sessionId: link.searchParams.get('session_id'),
      },
    });
    expect(set.body.user).toMatchObject({ isPro: true, emailVerified: true });
  });

  test('by paying without signing in while the account has Pro', async () => {
    const person = await subscribe();
    const { body } = await begin({ email: person.email });
    expect(await pay(body.clientSecret)).toBe(true);
    expect((await look(body.sessionId)).body.state).toBe('returned');
    expect(keptFrom(person.email)).toEqual({ cents: 249, running: 1 });
    expect(await isPro(person.token)).toBe(true);
  });

  test('by doubles that an earlier version made: they are found and given back', async () => {
    const person = await subscribe();
    const other = await fixture.stripe.customers.create({ email: person.email });
    const [price] = fixture.fake.ledger.prices.values();
    if (!price) throw new Error('there is no price');
    const double = fixture.fake.ledger.subscribe(other.id, price, null);
    fixture.fake.ledger.confirm(fixture.fake.ledger.requireIntent(double), 'pm_card_visa');
    await server.db.insert(billingCustomers).values({
      payerKey: `row:${randomUUID()}`,
      userId: person.id,
      email: person.email,
      provider: 'stripe',
      customerId: other.id,
    });
    expect(keptFrom(person.email)).toEqual({ cents: 249 + 499, running: 2 });
    await reconcile(fixture.billing, -1);
    expect(keptFrom(person.email)).toEqual({ cents: 249, running: 1 });
    expect(await isPro(person.token)).toBe(true);
  });

  test('by a double whose return broke off: it is finished later', async () => {
    const person = await subscribe();
    const { body } = await begin({ email: person.email });
    await pay(body.clientSecret);
    const { provider } = fixture;
    const refund = provider.refund.bind(provider);
    provider.refund = async () => {
      throw new Error('killed');
    };
    await look(body.sessionId);
    provider.refund = refund;
    expect(keptFrom(person.email)).toEqual({ cents: 498, running: 1 });
    await reconcile(fixture.billing);
    expect(keptFrom(person.email)).toEqual({ cents: 249, running: 1 });
  });

  describe('a call with only an address', () => {
    test('ends nobody’s attempt', async () => {
      const email = newEmail();
      const owner = await begin({ email, sessionId: randomUUID() });
      await begin({ email });
      await begin({ email, plan: 'annual', sessionId: randomUUID() });
      expect(await pay(owner.body.clientSecret)).toBe(true);
    });

    test('ends no subscription whose renewal failed', async () => {
      const person = await joinConfirmed();
      const begun = await begin({ email: person.email }, person.token);
      await pay(begun.body.clientSecret, 'pm_card_chargeCustomerFail');
      await look(begun.body.sessionId);
      const subscription = [...fixture.fake.ledger.subscriptions.values()].at(-1);
      if (!subscription) throw new Error('nothing was begun');
      subscription.status = 'past_due';
      await begin({ email: person.email });
      await begin({ email: person.email, plan: 'annual' });
      expect(subscription.status).toBe('past_due');
    });

    test('is answered alike for who paid, who did not, and who has Pro', async () => {
      const person = await subscribe();
      const refunded = await subscribe();
      await server.call('/api/billing/refund', { method: 'POST', token: refunded.token });
      const answers = [];
      for (const email of [newEmail(), person.email, refunded.email]) {
        const { status, body } = await begin({ email });
        answers.push({ status, keys: Object.keys(body), cents: body.due?.nowCents });
      }
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
    });

    test('that account begins at the full price when it signs in', async () => {
      const person = await subscribe();
      await server.call('/api/billing/refund', { method: 'POST', token: person.token });
      const { body } = await begin({ email: person.email }, person.token);
      expect(body.due.nowCents).toBe(499);
    });
  });

  describe('the money-back time counts for the person', () => {
    const refund = (token: string) => server.call('/api/billing/refund', { method: 'POST', token });

    async function buy(token: string, email: string, method?: string) {
      const { body } = await begin({ email }, token);
      expect(await pay(body.clientSecret, method)).toBe(true);
      await look(body.sessionId);
    }

    // Last: they move the clock.
    test('who buys again after a refund has no new 30 days', async () => {
      const person = await joinConfirmed();
      await buy(person.token, person.email);
      expect((await refund(person.token)).status).toBe(200);
      fixture.fake.ledger.advance(31);
      await buy(person.token, person.email);
      const { body } = await server.call('/auth/subscription', { token: person.token });
      expect(body.subscription.refundableUntil).toBeNull();
      expect((await refund(person.token)).body.code).toBe('refund-not-available');
    });

    test('nor has who deletes the account in between', async () => {
      const email = newEmail();
      const before = await server.join({ email });
      await server.confirmAddress(before);
      await buy(before.token, email);
      await refund(before.token);
      await server.call('/api/auth/delete-account', { body: { password }, token: before.token });
      fixture.fake.ledger.advance(31);
      const after = await server.join({ email });
      await server.confirmAddress(after);
      await buy(after.token, email);
      expect((await refund(after.token)).body.code).toBe('refund-not-available');
    });

    test('nor who pays with the same card from another address', async () => {
      const card = 'pm_shared_1';
      const first = await server.join({ email: newEmail() });
      await buy(first.token, first.email, card);
      await refund(first.token);
      fixture.fake.ledger.advance(31);
      const second = await server.join({ email: newEmail() });
      await buy(second.token, second.email, card);
      expect((await refund(second.token)).body.code).toBe('refund-not-available');
    });

    test('a stranger’s payment with one’s address takes nothing of them away', async () => {
      const email = newEmail();
      const strange = await begin({ email });
      await pay(strange.body.clientSecret);
      await look(strange.body.sessionId);
      for (const one of fixture.fake.ledger.subscriptions.values()) {
        if (fixture.fake.ledger.customers.get(one.customer)?.email === email) {
          fixture.fake.ledger.cancelNow(one);
        }
      }
      fixture.fake.ledger.advance(40);
      await reconcile(fixture.billing, -1);
      const owner = await server.join({ email });
      await server.confirmAddress(owner);
      await buy(owner.token, email);
      expect((await refund(owner.token)).status).toBe(200);
    });
  });
});
