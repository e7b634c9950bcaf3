// What must not be charged any more, and what its payer is told: on ways that are walked once a year.
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createFakeStripeClient,
  keys,
  newEmail,
  requireLatest,
} from '../../testing/billing-fixture.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { useBillingServer } from '../../testing/use-billing-server.ts';
import { billingCustomers, paymentSessions } from '../database/schema.ts';
import { addDays } from '../days.ts';
import { type PaymentProvider, ProviderError } from './provider/provider.ts';
import { reconcile } from './reconcile.ts';
import { StripeProvider } from './stripe/stripe-provider.ts';

const badCard = 'pm_card_chargeCustomerFail';

describe.skipIf(databaseKind === 'missing')(`nothing more is charged (${databaseKind})`, () => {
  const shop = useBillingServer();
  const {
    ledger,
    lookAtAll,
    post,
    begin,
    look,
    confirm,
    order,
    subscribe,
    cancel,
    refund,
    changePlan,
    deleteAccount,
    setUpAccount,
    readPlan,
    isEntitled,
    isPro,
    subjectsTo,
    chargesOf,
    amountsOf,
    hearOf,
  } = shop;
  beforeEach(() => useProvider(shop.fixture.provider));

  /** The provider's next call of one kind goes through, and its answer is lost. */
  function loseAnswer(method: 'refund' | 'cancelNow' | 'changePlan'): void {
    const call = shop.fixture.provider[method].bind(shop.fixture.provider) as (
      ...parts: unknown[]
    ) => Promise<void>;
    shop.fixture.provider[method] = async (...parts: unknown[]) => {
      Reflect.deleteProperty(shop.fixture.provider, method);
      await call(...parts);
      throw new ProviderError('unavailable', 'the line broke');
    };
  }

  /** What the server and the reconciliation work with from now on. */
  function useProvider(provider: PaymentProvider | null): void {
    shop.fixture.billing.provider = provider;
    shop.server.billing.provider = provider;
  }

  function useHostedPages(stripe = createFakeStripeClient(shop.fixture.fake)): void {
    const options = { ...keys, checkout: 'hosted', automaticTax: false } as const;
    useProvider(new StripeProvider(options, stripe));
  }

  describe('whoever cancels', () => {
    test('while a renewal is unpaid is never charged for it, and hears that Pro is over', async () => {
      const { token, email, customer, subscription } = await subscribe({ card: badCard });
      ledger().advance(32);
      await lookAtAll();
      expect(await readPlan(token)).toMatchObject({ status: 'past_due', entitled: true });
      const canceled = await cancel(token);
      expect(canceled.body.subscription).toMatchObject({ nextBillingDate: null, entitled: false });
      subscription.default_payment_method = 'pm_card_visa';
      ledger().advance(5);
      expect(amountsOf(customer)).toEqual([249]);
      expect(await subjectsTo(email)).toContain('Stillpix Pro has ended');
    });

    test('after Pro has lapsed still can, as the provider goes on trying', async () => {
      const { token, customer, subscription } = await subscribe({ card: badCard });
      ledger().advance(40);
      await lookAtAll();
      expect(await readPlan(token)).toMatchObject({ status: 'past_due', entitled: false });
      expect((await readPlan(token)).nextBillingDate).not.toBeNull();
      expect((await cancel(token)).status).toBe(200);
      subscription.default_payment_method = 'pm_card_visa';
      ledger().advance(3);
      expect(amountsOf(customer)).toEqual([249]);
    });

    test('ends the one that renews, not an older one that has ended and is paid for', async () => {
      const person = await subscribe({ plan: 'annual' });
      ledger().cancelNow(person.subscription);
      await lookAtAll();
      const { body } = await begin({ email: person.email });
      confirm(body.clientSecret);
      await lookAtAll();
      const renewing = requireLatest(shop.fixture.fake);
      expect((await cancel(person.token)).status).toBe(200);
      expect(renewing.cancel_at_period_end).toBe(true);
    });
  });

  describe('money that was given back', () => {
    test('in the provider’s own pages ends the subscription, once, by one mail', async () => {
      const { token, email, customer } = await subscribe();
      ledger().refund(chargesOf(customer)[0]!);
      await lookAtAll();
      expect(await isPro(token)).toBe(false);
      ledger().advance(32);
      await lookAtAll();
      expect(amountsOf(customer)).toEqual([249]);
      const subjects = await subjectsTo(email);
      expect(subjects.filter((one) => one === 'Your money is on its way back')).toHaveLength(1);
      expect(subjects).not.toContain('Stillpix Pro has ended');
    });

    test('of a renewal ends Pro although the month before was kept', async () => {
      const { token, customer } = await subscribe();
      ledger().advance(32);
      await lookAtAll();
      expect(await isPro(token)).toBe(true);
      ledger().refund(chargesOf(customer).at(-1)!);
      await lookAtAll();
      expect(await isPro(token)).toBe(false);
    });

    test('or is disputed ends Pro at the provider’s word', async () => {
      const { token, email, customer, subscription } = await subscribe();
      ledger().dispute(chargesOf(customer)[0]!);
      const event = ledger().events.findLast(({ type }) => type === 'charge.dispute.created')!;
      expect((await hearOf(event)).status).toBe(200);
      expect(await isPro(token)).toBe(false);
      expect(subscription.status).toBe('canceled');
      expect(await subjectsTo(email)).toContain('Stillpix Pro has ended');
    });

    test('for what has ended and is paid for is seen by the daily look', async () => {
      const { token, customer, subscription } = await subscribe({ plan: 'annual' });
      ledger().cancelNow(subscription);
      await lookAtAll();
      expect(await isPro(token)).toBe(true);
      chargesOf(customer)[0]!.disputed = true;
      ledger().advance(2);
      await reconcile(shop.fixture.billing);
      expect(await isPro(token)).toBe(false);
    });

    test('for a year that became a month ends the month as well', async () => {
      const { token } = await subscribe({ plan: 'annual' });
      await changePlan(token, 'monthly');
      expect((await refund(token)).status).toBe(200);
      expect(await isPro(token)).toBe(false);
    });

    test('is given back after all where the first try failed in the middle', async () => {
      const { token, email, customer } = await subscribe();
      shop.fixture.provider.refund = () => Promise.reject(new ProviderError('unavailable', 'down'));
      expect((await refund(token)).status).toBe(502);
      Reflect.deleteProperty(shop.fixture.provider, 'refund');
      expect((await refund(token)).status).toBe(200);
      expect(chargesOf(customer)[0]).toMatchObject({ amount_refunded: 249 });
      expect(await subjectsTo(email)).toContain('Your money is on its way back');
    });

    test('is told by mail although the provider’s answer was lost', async () => {
      const { token, email } = await subscribe();
      loseAnswer('refund');
      expect((await refund(token)).status).toBe(502);
      await lookAtAll();
      const subjects = await subjectsTo(email);
      expect(subjects.filter((one) => one === 'Your money is on its way back')).toHaveLength(1);
    });

    test('by the bank stands in the way of nothing else that is given back', async () => {
      const { token, customer } = await subscribe();
      await changePlan(token, 'annual');
      const [first, second] = chargesOf(customer);
      ledger().dispute(second!);
      expect((await refund(token)).status).toBe(200);
      expect(first).toMatchObject({ amount_refunded: 249 });
      expect(second).toMatchObject({ amount_refunded: 0 });
    });

    test('comes back for 30 days, also where a short month is over', async () => {
      const { token, customer, subscription } = await subscribe();
      const [item] = subscription.items.data;
      const end = item!.current_period_start + 28 * 86_400;
      item!.current_period_end = end;
      for (const invoice of ledger().invoices.values()) {
        if (invoice.customer === customer) invoice.lines.data[0]!.period.end = end;
      }
      await cancel(token);
      ledger().advance(29);
      await lookAtAll();
      const plan = await readPlan(token);
      expect(plan).toMatchObject({ status: 'canceled', entitled: false });
      expect(plan.refundableUntil).not.toBeNull();
      expect((await refund(token)).status).toBe(200);
      expect(chargesOf(customer)[0]).toMatchObject({ amount_refunded: 249 });
      expect((await readPlan(token)).refundableUntil).toBeNull();
    });
  });

  describe('a change of plan', () => {
    test('that the card refused goes through with another card', async () => {
      const { token, subscription } = await subscribe({ card: badCard });
      const toAnnual = () => changePlan(token, 'annual');
      expect((await toAnnual()).status).toBe(402);
      subscription.default_payment_method = 'pm_card_visa';
      expect((await toAnnual()).status).toBe(200);
    });

    test('takes a cancellation back and is confirmed, although its answer was lost', async () => {
      const { token, email, customer } = await subscribe();
      await cancel(token);
      loseAnswer('changePlan');
      const toAnnual = () => changePlan(token, 'annual');
      expect((await toAnnual()).status).toBe(502);
      const { body } = await toAnnual();
      expect(body.subscription).toMatchObject({ plan: 'annual', cancelAtPeriodEnd: false });
      expect(amountsOf(customer)).toHaveLength(2);
      const subjects = await subjectsTo(email);
      expect(subjects.filter((one) => one === 'Your Stillpix Pro plan was changed')).toHaveLength(
        1,
      );
    });

    test('that the card refused leaves a cancellation as it was', async () => {
      const { token } = await subscribe({ card: badCard });
      await cancel(token);
      await changePlan(token, 'annual');
      expect(await readPlan(token)).toMatchObject({ plan: 'monthly', cancelAtPeriodEnd: true });
    });
  });

  describe('an account that is deleted', () => {
    test('leaves no payment page behind that could still be paid', async () => {
      useHostedPages();
      const person = await shop.server.join({ email: newEmail() });
      const { body } = await begin({ email: person.email }, person.token);
      const [row] = await shop.server.db
        .select()
        .from(billingCustomers)
        .where(eq(billingCustomers.email, person.email));
      expect((await deleteAccount(person.token)).status).toBe(200);
      await shop.fixture.fake.fetch(new Request(body.url));
      expect(amountsOf(row?.customerId ?? '')).toEqual([]);
    });

    test('stays while a provider that is not configured would go on charging', async () => {
      const { token, customer, subscription } = await subscribe();
      useProvider(null);
      expect((await deleteAccount(token)).status).toBe(502);
      useProvider(shop.fixture.provider);
      expect((await deleteAccount(token)).status).toBe(200);
      expect(subscription.status).toBe('canceled');
      expect(amountsOf(customer)).toEqual([249]);
    });
  });

  test('a payer who comes back after two months is known until the payment is made', async () => {
    useHostedPages();
    const [email, sessionId] = [newEmail(), crypto.randomUUID()];
    await begin({ email, sessionId });
    const created = addDays(shop.fixture.billing.now(), -61);
    await shop.server.db
      .update(billingCustomers)
      .set({ createdAt: created })
      .where(eq(billingCustomers.email, email));
    const { body } = await begin({ email, sessionId });
    // By the provider's clock, which other tests have put forward.
    await shop.server.db.update(paymentSessions).set({ createdAt: shop.fixture.billing.now() });
    await lookAtAll();
    await shop.fixture.fake.fetch(new Request(body.url));
    expect((await look(body.sessionId)).body.state).toBe('paid');
  });

  describe('a payment page that was left for one with another address', () => {
    test('can no longer be paid', async () => {
      useHostedPages();
      const [wrong, right] = [newEmail(), newEmail()];
      const first = await begin({ email: wrong });
      const { sessionId } = first.body;
      const second = await begin({ email: right, sessionId });
      await shop.fixture.fake.fetch(new Request(first.body.url));
      await shop.fixture.fake.fetch(new Request(second.body.url));
      const paid = [...ledger().charges.values()].map(
        ({ customer }) => ledger().customers.get(customer)?.email,
      );
      expect(paid.filter((email) => email === wrong || email === right)).toEqual([right]);
    });

    test('is no hindrance when it is paid at that moment', async () => {
      const stripe = createFakeStripeClient(shop.fixture.fake);
      const { sessions } = stripe.checkout;
      useHostedPages(stripe);
      const first = await begin({ email: newEmail() });
      const expire = sessions.expire.bind(sessions);
      sessions.expire = async (id) => {
        await shop.fixture.fake.fetch(new Request(first.body.url));
        return expire(id);
      };
      const second = await begin({ email: newEmail(), sessionId: first.body.sessionId });
      expect(second.status).toBe(200);
    });
  });

  describe('a customer whom the provider does not know any more', () => {
    async function forget(email: string): Promise<void> {
      const [row] = await shop.server.db
        .select()
        .from(billingCustomers)
        .where(eq(billingCustomers.email, email));
      for (const one of ledger().subscriptions.values()) {
        if (one.customer === row?.customerId) ledger().subscriptions.delete(one.id);
      }
      ledger().customers.delete(row?.customerId ?? '');
    }

    test('can buy, as a new one', async () => {
      const person = await shop.server.join({ email: newEmail() });
      await begin({ email: person.email }, person.token);
      await forget(person.email);
      await order(person);
      expect(await isPro(person.token)).toBe(true);
    });

    test('has no Pro, and can delete the account', async () => {
      const { email, token } = await subscribe();
      await forget(email);
      await lookAtAll();
      expect(await isPro(token)).toBe(false);
      expect((await deleteAccount(token)).status).toBe(200);
    });
  });

  test('the page for cards is that of who is charged', async () => {
    const email = newEmail();
    const { body } = await begin({ email });
    confirm(body.clientSecret);
    const { customer } = requireLatest(shop.fixture.fake);
    const { body: made } = await setUpAccount({ email, sessionId: body.sessionId });
    expect((await begin({ email }, made.token)).status).toBe(409);
    const asked: string[] = [];
    shop.fixture.provider.openPortal = (customerId, returnUrl) => {
      asked.push(customerId);
      return StripeProvider.prototype.openPortal.call(shop.fixture.provider, customerId, returnUrl);
    };
    await post('/api/billing/portal', made.token, { returnPath: '/account' });
    Reflect.deleteProperty(shop.fixture.provider, 'openPortal');
    expect(asked).toEqual([customer]);
  });

  test('whoever is owed a payment that cannot be given back now can cancel all the same', async () => {
    const { email, token, subscription } = await subscribe();
    shop.fixture.provider.refund = () => Promise.reject(new ProviderError('invalid', 'no balance'));
    const { body } = await begin({ email });
    confirm(body.clientSecret);
    await lookAtAll();
    expect((await cancel(token)).status).toBe(200);
    expect(subscription.cancel_at_period_end).toBe(true);
    // What is owed must not be forgotten with the account.
    expect((await deleteAccount(token)).status).toBe(502);
    Reflect.deleteProperty(shop.fixture.provider, 'refund');
    expect((await deleteAccount(token)).status).toBe(200);
    const { customer } = requireLatest(shop.fixture.fake);
    expect(chargesOf(customer)[0]).toMatchObject({ amount_refunded: 249 });
  });

  test('each order is confirmed by mail', async () => {
    const person = await subscribe();
    await refund(person.token);
    ledger().advance(1);
    await order(person, { plan: 'annual' });
    const subjects = await subjectsTo(person.email);
    expect(subjects.filter((one) => one === 'Welcome to Stillpix Pro')).toHaveLength(2);
  });

  test('an order is confirmed once, also where our clock is behind the provider’s', async () => {
    const now = shop.fixture.billing.now;
    shop.server.billing.now = () => new Date(now().getTime() - 60_000);
    const person = await subscribe();
    await post('/auth/reactivate-subscription', person.token);
    shop.server.billing.now = now;
    const subjects = await subjectsTo(person.email);
    expect(subjects.filter((one) => one === 'Welcome to Stillpix Pro')).toHaveLength(1);
  });

  test('a payment of who had Pro before is found without a webhook and without a return', async () => {
    const person = await subscribe();
    await refund(person.token);
    const { body } = await begin({ email: person.email }, person.token);
    confirm(body.clientSecret);
    await lookAtAll();
    expect(await isEntitled(person.token)).toBe(true);
  });

  test('mails about a payment that was claimed go to the account', async () => {
    const typed = newEmail();
    const { body } = await begin({ email: typed });
    confirm(body.clientSecret);
    const person = await shop.server.join({ email: newEmail() });
    await post('/api/billing/claim-payment', person.token, { sessionId: body.sessionId });
    await cancel(person.token);
    expect(await subjectsTo(person.email)).toContain('Stillpix Pro is canceled');
    expect(await subjectsTo(typed)).not.toContain('Stillpix Pro is canceled');
  });

  test('a stranger’s payment with an address does not use up its owner’s first month', async () => {
    const owned = newEmail();
    const { body } = await begin({ email: owned });
    confirm(body.clientSecret);
    const stranger = await shop.server.join({ email: newEmail() });
    await post('/api/billing/claim-payment', stranger.token, { sessionId: body.sessionId });
    await lookAtAll();
    const owner = await shop.server.join({ email: owned });
    await shop.server.confirmAddress(owner);
    const { body: offered } = await begin({ email: owned }, owner.token);
    expect(offered.due).toMatchObject({ nowCents: 249 });
  });
});
