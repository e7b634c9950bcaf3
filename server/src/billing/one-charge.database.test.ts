import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newEmail, requireLatest } from '../../testing/billing-fixture.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { useBillingServer } from '../../testing/use-billing-server.ts';
import { billingCustomers } from '../database/schema.ts';
import { CustomerBusyError, withCustomer } from './customer-lock.ts';
import { findSession } from './payment-session.ts';
import { reconcile } from './reconcile.ts';

describe.skipIf(databaseKind === 'missing')(`nobody is charged twice (${databaseKind})`, () => {
  const shop = useBillingServer();
  const {
    ledger,
    lookAtAll,
    begin,
    look,
    payInPage,
    join,
    subscribe,
    refund,
    deleteAccount,
    setUpAccount,
    readPlan,
    isPro,
  } = shop;

  /** What was taken from an address and not given back, in cents, and what goes on running. */
  function readBooks(email: string) {
    const isTheirs = ({ customer }: { customer: string }) =>
      ledger().customers.get(customer)?.email === email;
    const charges = [...ledger().charges.values()].filter(isTheirs);
    return {
      cents: charges.reduce((sum, one) => sum + one.amount - one.amount_refunded, 0),
      running: [...ledger().subscriptions.values()].filter(
        (one) => isTheirs(one) && (one.status === 'active' || one.status === 'past_due'),
      ).length,
    };
  }

  test('by asking several times at the same moment while signed in', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await shop.server.join({ email: newEmail() });
      const sessionId = round % 2 === 0 ? randomUUID() : undefined;
      const begun = await Promise.all(
        Array.from({ length: 4 }, () => begin({ email: person.email, sessionId }, person.token)),
      );
      expect(begun.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const paid = [];
      for (const { body } of begun)
        paid.push(await payInPage(body.clientSecret).catch(() => false));
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
      expect(await payInPage(body.clientSecret)).toBe(true);
      expect((await look(body.sessionId)).body).toMatchObject({ state: 'paid', email: emails[at] });
      expect(readBooks(emails[at]!)).toEqual({ cents: 249, running: 1 });
    }
  });

  test('while another process, whose clock goes two minutes ahead, asks for the same', async () => {
    const [email, sessionId] = [newEmail(), randomUUID()];
    const { billing } = shop.fixture;
    let aheadMs = 120_000;
    const ahead = {
      ...billing,
      now: () => new Date(billing.now().getTime() + aheadMs),
      // It gives up soon.
      sleep: async (milliseconds: number) => void (aheadMs += 100 * milliseconds),
    };
    await begin({ email, sessionId });
    const found = await findSession(shop.server.db, sessionId);
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
    expect(await payInPage(first.body.clientSecret)).toBe(true);
    expect(await payInPage(second.body.clientSecret)).toBe(true);
    expect((await look(first.body.sessionId)).body.state).toBe('paid');
    expect((await look(second.body.sessionId)).body.state).toBe('returned');
    expect(readBooks(email)).toEqual({ cents: 249, running: 1 });
    await shop.server.outbox.sendDue();
    const mail = shop.server.mails.findLast(
      ({ to, subject }) => to === email && subject === 'You have already paid for Pro',
    );
    expect(mail?.text).toContain('$2.49');
    // The mail leads to the account of the payment that stays.
    const link = new URL(/https?:\S+account-setup\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    const set = await setUpAccount({ email, sessionId: link.searchParams.get('session_id') });
    expect(set.body.user).toMatchObject({ isPro: true, emailVerified: true });
  });

  test('by paying without signing in while the account has Pro', async () => {
    const person = await subscribe();
    const { body } = await begin({ email: person.email });
    expect(await payInPage(body.clientSecret)).toBe(true);
    expect((await look(body.sessionId)).body.state).toBe('returned');
    expect(readBooks(person.email)).toEqual({ cents: 249, running: 1 });
    expect(await isPro(person.token)).toBe(true);
  });

  test('by doubles that an earlier version made: they are found and given back', async () => {
    const person = await subscribe();
    const other = await shop.fixture.stripe.customers.create({ email: person.email });
    const [price] = ledger().prices.values();
    if (!price) throw new Error('there is no price');
    const double = ledger().subscribe(other.id, price, null);
    ledger().confirm(ledger().requireIntent(double), 'pm_card_visa');
    await shop.server.db.insert(billingCustomers).values({
      payerKey: `row:${randomUUID()}`,
      userId: person.id,
      email: person.email,
      provider: 'stripe',
      customerId: other.id,
    });
    expect(readBooks(person.email)).toEqual({ cents: 249 + 499, running: 2 });
    await lookAtAll();
    expect(readBooks(person.email)).toEqual({ cents: 249, running: 1 });
    expect(await isPro(person.token)).toBe(true);
  });

  test('by a double whose return broke off: it is finished later', async () => {
    const person = await subscribe();
    const { body } = await begin({ email: person.email });
    await payInPage(body.clientSecret);
    const { provider } = shop.fixture;
    provider.refund = async () => {
      throw new Error('killed');
    };
    await look(body.sessionId);
    Reflect.deleteProperty(provider, 'refund');
    expect(readBooks(person.email)).toEqual({ cents: 498, running: 1 });
    await reconcile(shop.fixture.billing);
    expect(readBooks(person.email)).toEqual({ cents: 249, running: 1 });
  });

  describe('a call with only an address', () => {
    test('ends nobody’s attempt', async () => {
      const email = newEmail();
      const owner = await begin({ email, sessionId: randomUUID() });
      await begin({ email });
      await begin({ email, plan: 'annual', sessionId: randomUUID() });
      expect(await payInPage(owner.body.clientSecret)).toBe(true);
    });

    test('ends no subscription whose renewal failed', async () => {
      const person = await join();
      const begun = await begin({ email: person.email }, person.token);
      await payInPage(begun.body.clientSecret, 'pm_card_chargeCustomerFail');
      await look(begun.body.sessionId);
      const subscription = requireLatest(shop.fixture.fake);
      subscription.status = 'past_due';
      await begin({ email: person.email });
      await begin({ email: person.email, plan: 'annual' });
      expect(subscription.status).toBe('past_due');
    });

    test('is answered alike for who paid, who did not, and who has Pro', async () => {
      const person = await subscribe();
      const refunded = await subscribe();
      await refund(refunded.token);
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
      await refund(person.token);
      const { body } = await begin({ email: person.email }, person.token);
      expect(body.due.nowCents).toBe(499);
    });
  });

  describe('the money-back time counts for the person', () => {
    async function buy(token: string, email: string, method?: string) {
      const { body } = await begin({ email }, token);
      expect(await payInPage(body.clientSecret, method)).toBe(true);
      await look(body.sessionId);
    }

    // Last: they move the clock.
    test('who buys again after a refund has no new 30 days', async () => {
      const person = await join();
      await buy(person.token, person.email);
      expect((await refund(person.token)).status).toBe(200);
      ledger().advance(31);
      await buy(person.token, person.email);
      expect((await readPlan(person.token)).refundableUntil).toBeNull();
      expect((await refund(person.token)).body.code).toBe('refund-not-available');
    });

    test('nor has who deletes the account in between', async () => {
      const email = newEmail();
      const before = await shop.server.join({ email });
      await shop.server.confirmAddress(before);
      await buy(before.token, email);
      await refund(before.token);
      await deleteAccount(before.token);
      ledger().advance(31);
      const after = await shop.server.join({ email });
      await shop.server.confirmAddress(after);
      await buy(after.token, email);
      expect((await refund(after.token)).body.code).toBe('refund-not-available');
    });

    test('nor who pays with the same card from another address', async () => {
      const card = 'pm_shared_1';
      const first = await shop.server.join({ email: newEmail() });
      await buy(first.token, first.email, card);
      await refund(first.token);
      ledger().advance(31);
      const second = await shop.server.join({ email: newEmail() });
      await buy(second.token, second.email, card);
      expect((await refund(second.token)).body.code).toBe('refund-not-available');
    });

    test('a stranger’s payment with one’s address takes nothing of them away', async () => {
      const email = newEmail();
      const strange = await begin({ email });
      await payInPage(strange.body.clientSecret);
      await look(strange.body.sessionId);
      for (const one of ledger().subscriptions.values()) {
        if (ledger().customers.get(one.customer)?.email === email) {
          ledger().cancelNow(one);
        }
      }
      ledger().advance(40);
      await lookAtAll();
      const owner = await shop.server.join({ email });
      await shop.server.confirmAddress(owner);
      await buy(owner.token, email);
      expect((await refund(owner.token)).status).toBe(200);
    });
  });
});
