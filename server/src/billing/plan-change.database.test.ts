// A change to the year for which the payer's bank asks first: what changes, what is charged, and what is not.
import { describe, expect, test } from 'vitest';
import { newEmail } from '../../testing/billing-fixture.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { useBillingServer } from '../../testing/use-billing-server.ts';

const askingCard = 'pm_card_authenticationRequired';

describe.skipIf(databaseKind === 'missing')(`the bank asks about a year (${databaseKind})`, () => {
  const shop = useBillingServer();
  const {
    ledger,
    lookAtAll,
    post,
    findIntent,
    subscribe,
    cancel,
    refund,
    changePlan,
    deleteAccount,
    readPlan,
    readPayments,
    subjectsTo,
    chargesOf,
    amountsOf,
    keptFrom,
    hearOf,
  } = shop;
  const toYear = (token: string) => changePlan(token, 'annual');
  const read = (token: string) => post('/api/billing/plan-change', token);
  const readWaiting = async (token: string) =>
    (await shop.server.call('/api/billing/waiting-change', { token })).body;
  const drop = (token: string) => post('/api/billing/drop-plan-change', token);
  const openInvoicesOf = (customer: string) =>
    [...ledger().invoices.values()].filter(
      (one) => one.customer === customer && one.status === 'open',
    );

  async function subscribeWith(card: string) {
    const member = await subscribe();
    member.subscription.default_payment_method = card;
    return member;
  }

  /** A member whose change to the year waits for their bank. */
  async function subscribeAndAsk() {
    const member = await subscribeWith(askingCard);
    expect((await toYear(member.token)).body.code).toBe('payment-needs-bank');
    const { clientSecret } = (await read(member.token)).body.change;
    const answerBank = (agreed: boolean, secret = clientSecret) =>
      ledger().authenticate(findIntent(secret), agreed);
    return { ...member, clientSecret: clientSecret as string, answerBank };
  }

  /** Does something just before the provider's next call of one kind. */
  function justBefore(method: 'cancelNow' | 'dropChange', act: () => void): void {
    const { provider } = shop.fixture;
    provider[method] = async (id) => {
      Reflect.deleteProperty(provider, method);
      act();
      await provider[method](id);
    };
  }

  test('changes and charges nothing before the payer has agreed, and says what it will cost', async () => {
    const { token, customer } = await subscribeWith(askingCard);
    const asked = await toYear(token);
    expect(asked).toMatchObject({ status: 402, body: { code: 'payment-needs-bank' } });
    const { body } = await read(token);
    expect(body.subscription).toMatchObject({ plan: 'monthly', status: 'active', entitled: true });
    const { nowCents, creditCents } = body.change.due;
    expect(body.change).toMatchObject({
      plan: 'annual',
      clientSecret: expect.stringContaining('_secret_'),
      due: { thenCents: 4900, currency: 'usd' },
    });
    expect(nowCents + creditCents).toBe(4900);
    expect(amountsOf(customer)).toEqual([249]);
    await lookAtAll();
    expect(await readPlan(token)).toMatchObject({ plan: 'monthly', status: 'active' });
    expect(await readPayments(token)).toMatchObject([{ amount: 249, status: 'paid' }]);
  });

  test('makes the year once the payer has agreed, for the amount that was named', async () => {
    const { token, email, customer, answerBank } = await subscribeAndAsk();
    const { nowCents } = (await read(token)).body.change.due;
    answerBank(true);
    const { body } = await read(token);
    expect(body).toMatchObject({ subscription: { plan: 'annual', entitled: true }, change: null });
    expect(amountsOf(customer)).toEqual([249, nowCents]);
    const listed = (await readPayments(token)).map(({ amount }: { amount: number }) => amount);
    expect(new Set(listed)).toEqual(new Set([249, nowCents]));
    const subjects = await subjectsTo(email);
    expect(
      subjects.filter((subject) => subject === 'Your Stillpix Pro plan was changed'),
    ).toHaveLength(1);
  });

  test('makes the year also for who closed the page, by the webhook alone', async () => {
    const { token, customer, answerBank } = await subscribeAndAsk();
    answerBank(true);
    const paid = ledger().events.findLast(
      ({ type }) => type === 'customer.subscription.pending_update_applied',
    );
    expect((await hearOf(paid!)).status).toBe(200);
    expect(await readPlan(token)).toMatchObject({ plan: 'annual', entitled: true });
    expect(chargesOf(customer)).toHaveLength(2);
  });

  test('is begun once by presses in two tabs, and charged once', async () => {
    const { token, customer, clientSecret, answerBank } = await subscribeAndAsk();
    const answers = await Promise.all([toYear(token), toYear(token), toYear(token)]);
    expect(answers.map(({ status }) => status)).toEqual([402, 402, 402]);
    expect((await read(token)).body.change.clientSecret).toBe(clientSecret);
    expect(openInvoicesOf(customer)).toHaveLength(1);
    answerBank(true);
    expect((await toYear(token)).status).toBe(200);
    expect(chargesOf(customer)).toHaveLength(2);
  });

  test('that was begun and answered 500 is gone on with', async () => {
    const { token, customer, subscription } = await subscribeWith(askingCard);
    const { provider } = shop.fixture;
    provider.changePlan = async (id, plan) => {
      Reflect.deleteProperty(provider, 'changePlan');
      await provider.changePlan(id, plan);
      shop.fixture.fake.failures = { status: 500, count: 1 };
      return provider.changePlan(id, plan);
    };
    expect((await toYear(token)).status).toBe(502);
    expect((await toYear(token)).body.code).toBe('payment-needs-bank');
    expect(openInvoicesOf(customer)).toHaveLength(1);
    ledger().authenticate(ledger().requireIntent(subscription), true);
    await lookAtAll();
    expect(chargesOf(customer)).toHaveLength(2);
  });

  test('leaves nothing to pay after a refusal, and can be asked for anew', async () => {
    const { token, customer, clientSecret, answerBank } = await subscribeAndAsk();
    answerBank(false);
    expect((await read(token)).body).toMatchObject({
      subscription: { plan: 'monthly', status: 'active', entitled: true },
      change: null,
    });
    expect((await drop(token)).body.subscription.plan).toBe('monthly');
    expect(openInvoicesOf(customer)).toEqual([]);
    await toYear(token);
    const again = (await read(token)).body.change.clientSecret;
    expect(again).not.toBe(clientSecret);
    answerBank(true, clientSecret);
    expect(amountsOf(customer)).toEqual([249]);
    answerBank(true, again);
    await lookAtAll();
    expect(await readPlan(token)).toMatchObject({ plan: 'annual' });
    expect(chargesOf(customer)).toHaveLength(2);
    expect(await readPayments(token)).toHaveLength(2);
  });

  test('replaces one that was refused, also when nobody gave that one up', async () => {
    const { token, customer, answerBank } = await subscribeAndAsk();
    answerBank(false);
    expect((await toYear(token)).body.code).toBe('payment-needs-bank');
    expect(openInvoicesOf(customer)).toHaveLength(1);
    answerBank(true, (await read(token)).body.change.clientSecret);
    await lookAtAll();
    expect(await readPlan(token)).toMatchObject({ plan: 'annual' });
    expect(chargesOf(customer)).toHaveLength(2);
  });

  test('is said beside the present plan for as long as it can be agreed to', async () => {
    const { token, answerBank } = await subscribeAndAsk();
    expect(await readWaiting(token)).toEqual({ plan: 'annual', refused: null });
    await drop(token);
    expect(await readWaiting(token)).toEqual({ plan: null, refused: null });
    await toYear(token);
    const { clientSecret } = (await read(token)).body.change;
    expect(await readWaiting(token)).toEqual({ plan: 'annual', refused: null });
    answerBank(true, clientSecret);
    expect(await readWaiting(token)).toEqual({ plan: null, refused: null });
  });

  test('that the bank refused is said to who closed the page, until it is given up or begun anew', async () => {
    const { token, answerBank } = await subscribeAndAsk();
    answerBank(false);
    await lookAtAll();
    expect(await readPlan(token)).toMatchObject({ plan: 'monthly', status: 'active' });
    expect(await readWaiting(token)).toEqual({ plan: null, refused: 'annual' });
    await toYear(token);
    const { clientSecret } = (await read(token)).body.change;
    expect(await readWaiting(token)).toEqual({ plan: 'annual', refused: null });
    answerBank(false, clientSecret);
    expect(await readWaiting(token)).toEqual({ plan: null, refused: 'annual' });
    await drop(token);
    expect(await readWaiting(token)).toEqual({ plan: null, refused: null });
  });

  test('that the bank refused is forgotten with the day in which it could be tried', async () => {
    const { token, answerBank } = await subscribeAndAsk();
    answerBank(false);
    ledger().advance(2);
    expect(await readWaiting(token)).toEqual({ plan: null, refused: null });
  });

  test('is gone after a day: nothing to pay, nothing owed, and the next month as before', async () => {
    const { token, customer, subscription, answerBank } = await subscribeAndAsk();
    ledger().advance(2);
    answerBank(true);
    expect((await read(token)).body.change).toBeNull();
    expect(openInvoicesOf(customer)).toEqual([]);
    subscription.default_payment_method = 'pm_card_visa';
    ledger().advance(31);
    await lookAtAll();
    expect(await readPlan(token)).toMatchObject({ plan: 'monthly', status: 'active' });
    expect(amountsOf(customer)).toEqual([249, 499]);
  });

  test('leaves nothing behind where the bank refuses the card itself', async () => {
    for (const card of ['pm_card_chargeDeclined', 'pm_card_chargeCustomerFail']) {
      const { token, customer, subscription } = await subscribeWith(card);
      expect((await toYear(token)).body.code).toBe('payment-failed');
      expect(subscription.pending_update).toBeNull();
      const invoices = [...ledger().invoices.values()];
      expect(invoices.filter((one) => one.customer === customer)).toHaveLength(1);
      expect(await readPlan(token)).toMatchObject({ plan: 'monthly', status: 'active' });
    }
  });

  test('leaves nothing to pay where the card is refused only at the second try', async () => {
    const { token, customer, subscription } = await subscribeWith(askingCard);
    const { stripe } = shop.fixture;
    const update = stripe.subscriptions.update.bind(stripe.subscriptions);
    stripe.subscriptions.update = async (id, params, options) => {
      if (params?.payment_behavior === 'pending_if_incomplete') {
        Reflect.deleteProperty(stripe.subscriptions, 'update');
        subscription.default_payment_method = 'pm_card_chargeDeclined';
      }
      return update(id, params, options);
    };
    expect((await toYear(token)).body.code).toBe('payment-failed');
    expect(openInvoicesOf(customer)).toEqual([]);
    expect(await readPayments(token)).toHaveLength(1);
    expect(await readPlan(token)).toMatchObject({ plan: 'monthly', status: 'active' });
  });

  test('asks no bank where credit pays for it', async () => {
    const { token, customer } = await subscribeWith(askingCard);
    ledger().customers.get(customer)!.balance = -4900;
    expect((await toYear(token)).body.subscription).toMatchObject({ plan: 'annual' });
    expect(amountsOf(customer)).toEqual([249]);
  });

  test('gives credit back that a change was to use and that was given up', async () => {
    const { token, customer, subscription } = await subscribeWith(askingCard);
    ledger().customers.get(customer)!.balance = -1000;
    await toYear(token);
    expect((await read(token)).body.change.due.nowCents).toBeLessThan(3900);
    await drop(token);
    expect(ledger().customers.get(customer)?.balance).toBe(-1000);
    expect(subscription.pending_update).toBeNull();
  });

  describe('of a member who has canceled', () => {
    async function cancelAndAsk(isDated: boolean) {
      const member = await subscribeWith(askingCard);
      await cancel(member.token);
      // As the provider's own pages write a cancellation down.
      if (isDated) member.subscription.cancel_at_period_end = false;
      expect((await toYear(member.token)).body.code).toBe('payment-needs-bank');
      const { clientSecret } = (await read(member.token)).body.change;
      return { ...member, intent: findIntent(clientSecret) };
    }

    test.each([false, true])('undoes that with the payment (by a date: %s)', async (isDated) => {
      const { token, intent } = await cancelAndAsk(isDated);
      expect(await readPlan(token)).toMatchObject({ cancelAtPeriodEnd: true });
      ledger().authenticate(intent, true);
      await lookAtAll();
      const plan = await readPlan(token);
      expect(plan).toMatchObject({ plan: 'annual', cancelAtPeriodEnd: false });
      expect(plan.nextBillingDate).not.toBeNull();
    });

    test.each([false, true])('leaves that as it was without (by a date: %s)', async (isDated) => {
      const { token, customer, intent } = await cancelAndAsk(isDated);
      ledger().authenticate(intent, false);
      await drop(token);
      expect(await readPlan(token)).toMatchObject({ plan: 'monthly', cancelAtPeriodEnd: true });
      ledger().advance(40);
      await lookAtAll();
      expect(await readPlan(token)).toMatchObject({ status: 'canceled', entitled: false });
      expect(amountsOf(customer)).toEqual([249]);
    });
  });

  describe('cannot be agreed to any more', () => {
    test('once it was given up', async () => {
      const { token, customer, answerBank } = await subscribeAndAsk();
      await drop(token);
      answerBank(true);
      await lookAtAll();
      expect(amountsOf(customer)).toEqual([249]);
      expect(await readPlan(token)).toMatchObject({ plan: 'monthly' });
    });

    test('once the subscription was canceled', async () => {
      const { token, customer, answerBank } = await subscribeAndAsk();
      expect((await cancel(token)).body.subscription.cancelAtPeriodEnd).toBe(true);
      answerBank(true);
      ledger().advance(40);
      await lookAtAll();
      expect(amountsOf(customer)).toEqual([249]);
      expect(await readPlan(token)).toMatchObject({ status: 'canceled', plan: 'monthly' });
    });

    test('once the money was given back', async () => {
      const { token, customer, answerBank } = await subscribeAndAsk();
      expect((await refund(token)).body.subscription.entitled).toBe(false);
      answerBank(true);
      await lookAtAll();
      expect(openInvoicesOf(customer)).toEqual([]);
      expect(keptFrom(customer)).toBe(0);
    });

    test('once the account was deleted', async () => {
      const { token, customer, answerBank } = await subscribeAndAsk();
      expect((await deleteAccount(token)).status).toBe(200);
      answerBank(true);
      expect(openInvoicesOf(customer)).toEqual([]);
      expect(amountsOf(customer)).toEqual([249]);
    });
  });

  describe('agreed to in the same moment', () => {
    test('as it is given up is made, and that is said', async () => {
      const { token, customer, answerBank } = await subscribeAndAsk();
      justBefore('dropChange', () => answerBank(true));
      expect((await drop(token)).body.subscription.plan).toBe('annual');
      expect(chargesOf(customer)).toHaveLength(2);
    });

    test('as the subscription is canceled gives the year that was paid, and no further one', async () => {
      const { token, customer, answerBank } = await subscribeAndAsk();
      justBefore('dropChange', () => answerBank(true));
      expect((await cancel(token)).body.subscription).toMatchObject({
        plan: 'annual',
        cancelAtPeriodEnd: true,
        entitled: true,
      });
      ledger().advance(300);
      await lookAtAll();
      expect(await readPlan(token)).toMatchObject({ entitled: true });
      ledger().advance(100);
      expect(chargesOf(customer)).toHaveLength(2);
    });

    test('as the money is given back is given back, too', async () => {
      const { token, email, customer, answerBank } = await subscribeAndAsk();
      justBefore('cancelNow', () => answerBank(true));
      expect((await refund(token)).body.subscription.entitled).toBe(false);
      expect(chargesOf(customer)).toHaveLength(2);
      expect(keptFrom(customer)).toBe(0);
      const subjects = await subjectsTo(email);
      expect(subjects).toContain('Your money is on its way back');
      expect(subjects).not.toContain('Stillpix Pro has ended');
    });

    test('as the account is deleted is given back', async () => {
      const { token, email, customer, answerBank } = await subscribeAndAsk();
      justBefore('cancelNow', () => answerBank(true));
      expect((await deleteAccount(token)).status).toBe(200);
      expect(await subjectsTo(email)).not.toContain('Stillpix Pro has ended');
      expect(chargesOf(customer)).toHaveLength(2);
      expect(keptFrom(customer)).toBe(249);
    });
  });

  test('is told to nobody else', async () => {
    const { token } = await subscribeAndAsk();
    const stranger = await shop.server.join({ email: newEmail() });
    expect((await read(stranger.token)).body.code).toBe('no-subscription');
    expect((await drop(stranger.token)).body.code).toBe('no-subscription');
    expect(await readWaiting(stranger.token)).toEqual({ plan: null, refused: null });
    expect((await shop.server.call('/api/billing/plan-change', { body: {} })).status).toBe(401);
    expect((await read(token)).body.change).not.toBeNull();
  });
});
