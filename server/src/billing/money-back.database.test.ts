// Money that was said to be on its way back and does not arrive, and money that a bank took and gives back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BillingFixture,
  keys,
  newEmail,
  requireLatest,
} from '../../testing/billing-fixture.ts';
import { createBillingServer } from '../../testing/billing-server.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { password, type TestServer } from '../../testing/test-server.ts';
import { reconcile } from './reconcile.ts';

describe.skipIf(databaseKind === 'missing')(`money back (${databaseKind})`, () => {
  let server: TestServer;
  let fixture: BillingFixture;
  /** What the operator's log says, with the payment that it names. */
  const told: { text: string; payment: unknown }[] = [];

  beforeAll(async () => {
    ({ server, fixture } = await createBillingServer());
    const tell = (facts: { payment?: unknown }, text: string) =>
      told.push({ text, payment: facts.payment });
    Object.assign(fixture.billing.log, { error: tell, warn: tell });
  }, 60_000);
  afterAll(() => server.close());

  const ledger = () => fixture.fake.ledger;
  const post = (path: string, token: string, body: object = {}) =>
    server.call(path, { method: 'POST', token, body });
  const isPro = async (token: string) =>
    (await server.call('/auth/subscription', { token })).body.subscription.entitled;
  const readPlan = async (token: string) =>
    (await server.call('/auth/subscription', { token })).body.subscription;
  const readPayment = async (token: string) =>
    (await server.call('/api/billing/payments', { token })).body.payments[0];

  async function subscribe() {
    const person = await server.join({ email: newEmail() });
    await server.confirmAddress(person);
    const begun = await server.call('/api/create-subscription-public', {
      body: { email: person.email },
      token: person.token,
    });
    const subscription = requireLatest(fixture.fake);
    ledger().confirm(ledger().requireIntent(subscription), 'pm_card_visa');
    const { sessionId } = begun.body;
    await server.call('/api/billing/payment-session', { body: { sessionId } });
    const charge = [...ledger().charges.values()].at(-1);
    if (!charge) throw new Error('nothing was charged');
    return { ...person, subscription, charge };
  }

  async function refunded() {
    const person = await subscribe();
    expect((await post('/api/billing/refund', person.token)).status).toBe(200);
    const refund = [...ledger().refunds.values()].at(-1);
    if (!refund) throw new Error('nothing was given back');
    return { ...person, refund };
  }

  /** Delivers what the provider tells from here on. */
  async function deliver(change: () => void): Promise<void> {
    const { events } = ledger();
    const before = events.length;
    change();
    for (const event of events.slice(before)) {
      const { body, signature } = fixture.fake.sign(event, keys.webhookSecret);
      const headers = { 'stripe-signature': signature };
      expect((await server.call('/api/stripe/webhook', { body, headers })).status).toBe(200);
    }
  }

  async function subjectsTo(email: string): Promise<string[]> {
    await server.outbox.sendDue();
    return server.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  }

  describe('a refund that the bank sends back', () => {
    test('is not called given back any more, and payer and operator hear of it once', async () => {
      const { token, email, refund } = await refunded();
      expect(await readPayment(token)).toMatchObject({ refunded: 249, refundFailed: 0 });
      await deliver(() => ledger().failRefund(refund));
      expect(await readPayment(token)).toMatchObject({ refunded: 0, refundFailed: 249 });
      expect((await subjectsTo(email)).slice(-2)).toEqual([
        'Your money is on its way back',
        'Your refund did not arrive',
      ]);
      const { id } = await readPayment(token);
      expect(told.filter(({ payment }) => payment === id)).toEqual([
        { text: 'a refund came back: its payer must get the money in another way', payment: id },
      ]);
    });

    test('leaves Pro until the end of what was paid, and nothing is charged for it', async () => {
      const { token, refund, subscription } = await refunded();
      expect(await isPro(token)).toBe(false);
      await deliver(() => ledger().failRefund(refund));
      expect(await isPro(token)).toBe(true);
      expect(subscription.status).toBe('canceled');
      expect(await readPlan(token)).toMatchObject({ nextBillingDate: null });
    });

    test('is not asked for again by the button: the money would be sent twice', async () => {
      const { token, refund } = await refunded();
      await deliver(() => ledger().failRefund(refund));
      expect(await readPlan(token)).toMatchObject({ refundableUntil: null });
      expect((await post('/api/billing/refund', token)).status).not.toBe(200);
      expect([...ledger().refunds.values()].at(-1)).toBe(refund);
    });

    test('is given back once the operator has written down another way', async () => {
      const { token, email, refund, subscription } = await refunded();
      await deliver(() => ledger().failRefund(refund));
      const invoice = ledger().requireInvoice(subscription.latest_invoice);
      await deliver(() => ledger().giveBackOtherwise(invoice));
      expect(await readPayment(token)).toMatchObject({ refunded: 249, refundFailed: 0 });
      expect(await isPro(token)).toBe(false);
      expect((await subjectsTo(email)).at(-1)).toBe('Your money is on its way back');
    });

    test('is found without a webhook', async () => {
      const { token, refund } = await refunded();
      ledger().failRefund(refund);
      await reconcile(fixture.billing, -1);
      expect(await readPayment(token)).toMatchObject({ refundFailed: 249 });
    });

    test('of a deleted account reaches the operator', async () => {
      const { token, refund } = await refunded();
      await post('/api/auth/delete-account', token, { password });
      await deliver(() => ledger().failRefund(refund));
      expect(told.at(-1)?.text).toBe('a refund came back, and its payer has no account any more');
    });
  });

  describe('a dispute', () => {
    test('that is won gives Pro back for what was paid, and the operator hears of it', async () => {
      const { token, charge } = await subscribe();
      await deliver(() => ledger().dispute(charge));
      expect(await isPro(token)).toBe(false);
      const { id } = await readPayment(token);
      expect(await readPayment(token)).toMatchObject({ isDisputed: true });
      const [dispute] = [...ledger().disputes.values()].slice(-1);
      if (!dispute) throw new Error('nothing was disputed');
      await deliver(() => ledger().closeDispute(dispute, 'won'));
      expect(await isPro(token)).toBe(true);
      expect(await readPayment(token)).toMatchObject({ isDisputed: false, refunded: 0 });
      expect(told.filter(({ payment }) => payment === id).map(({ text }) => text)).toEqual([
        'a payment is disputed',
        'a dispute was won: what was paid counts again',
      ]);
    });

    test('that is lost stays so', async () => {
      const { token, charge } = await subscribe();
      await deliver(() => ledger().dispute(charge));
      const [dispute] = [...ledger().disputes.values()].slice(-1);
      if (!dispute) throw new Error('nothing was disputed');
      await deliver(() => ledger().closeDispute(dispute, 'lost'));
      expect(await isPro(token)).toBe(false);
      expect(await readPayment(token)).toMatchObject({ isDisputed: true });
    });

    test('is not called refunded by the button', async () => {
      const { token, charge } = await subscribe();
      await deliver(() => ledger().dispute(charge));
      expect(await readPlan(token)).toMatchObject({ refundableUntil: null });
      expect((await post('/api/billing/refund', token)).status).not.toBe(200);
    });

    test('that is won is found without a webhook', async () => {
      const { token, charge } = await subscribe();
      const dispute = ledger().dispute(charge);
      await reconcile(fixture.billing, -1);
      expect(await isPro(token)).toBe(false);
      ledger().closeDispute(dispute, 'won');
      await reconcile(fixture.billing, -1);
      expect(await isPro(token)).toBe(true);
    });
  });
});
