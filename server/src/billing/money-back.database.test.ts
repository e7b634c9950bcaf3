// Money that was said to be on its way back and does not arrive, and money that a bank took and gives back.
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseKind } from '../../testing/test-database.ts';
import { useBillingServer } from '../../testing/use-billing-server.ts';

describe.skipIf(databaseKind === 'missing')(`money back (${databaseKind})`, () => {
  const shop = useBillingServer();
  const {
    ledger,
    lookAtAll,
    subscribe,
    refund,
    deleteAccount,
    readPlan,
    isEntitled,
    readPayments,
    subjectsTo,
    chargesOf,
    hearOf,
  } = shop;
  /** What the operator's log says, with the payment that it names. */
  const told: { text: string; payment: unknown }[] = [];

  beforeAll(async () => {
    const tell = (facts: { payment?: unknown }, text: string) =>
      told.push({ text, payment: facts.payment });
    Object.assign(shop.fixture.billing.log, { error: tell, warn: tell });
  });

  const readPayment = async (token: string) => (await readPayments(token))[0];

  async function subscribeAndReadCharge() {
    const person = await subscribe();
    const [charge] = chargesOf(person.customer);
    if (!charge) throw new Error('nothing was charged');
    return { ...person, charge };
  }

  async function refunded() {
    const person = await subscribe();
    expect((await refund(person.token)).status).toBe(200);
    const sent = [...ledger().refunds.values()].at(-1);
    if (!sent) throw new Error('nothing was given back');
    return { ...person, sent };
  }

  /** Delivers what the provider tells from here on. */
  async function deliver(change: () => void): Promise<void> {
    const { events } = ledger();
    const before = events.length;
    change();
    for (const event of events.slice(before)) {
      expect((await hearOf(event)).status).toBe(200);
    }
  }

  describe('a refund that the bank sends back', () => {
    test('is not called given back any more, and payer and operator hear of it once', async () => {
      const { token, email, sent } = await refunded();
      expect(await readPayment(token)).toMatchObject({ refunded: 249, refundFailed: 0 });
      await deliver(() => ledger().failRefund(sent));
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
      const { token, sent, subscription } = await refunded();
      expect(await isEntitled(token)).toBe(false);
      await deliver(() => ledger().failRefund(sent));
      expect(await isEntitled(token)).toBe(true);
      expect(subscription.status).toBe('canceled');
      expect(await readPlan(token)).toMatchObject({ nextBillingDate: null });
    });

    test('is not asked for again by the button: the money would be sent twice', async () => {
      const { token, sent } = await refunded();
      await deliver(() => ledger().failRefund(sent));
      expect(await readPlan(token)).toMatchObject({ refundableUntil: null });
      expect((await refund(token)).status).not.toBe(200);
      expect([...ledger().refunds.values()].at(-1)).toBe(sent);
    });

    test('is given back once the operator has written down another way', async () => {
      const { token, email, sent, subscription } = await refunded();
      await deliver(() => ledger().failRefund(sent));
      const invoice = ledger().requireInvoice(subscription.latest_invoice);
      await deliver(() => ledger().giveBackOtherwise(invoice));
      expect(await readPayment(token)).toMatchObject({ refunded: 249, refundFailed: 0 });
      expect(await isEntitled(token)).toBe(false);
      expect((await subjectsTo(email)).at(-1)).toBe('Your money is on its way back');
    });

    test('is found without a webhook', async () => {
      const { token, sent } = await refunded();
      ledger().failRefund(sent);
      await lookAtAll();
      expect(await readPayment(token)).toMatchObject({ refundFailed: 249 });
    });

    test('of a deleted account reaches the operator', async () => {
      const { token, sent } = await refunded();
      await deleteAccount(token);
      await deliver(() => ledger().failRefund(sent));
      expect(told.at(-1)?.text).toBe('a refund came back, and its payer has no account any more');
    });
  });

  describe('a dispute', () => {
    test('that is won gives Pro back for what was paid, and the operator hears of it', async () => {
      const { token, charge } = await subscribeAndReadCharge();
      await deliver(() => ledger().dispute(charge));
      expect(await isEntitled(token)).toBe(false);
      const { id } = await readPayment(token);
      expect(await readPayment(token)).toMatchObject({ isDisputed: true });
      const [dispute] = [...ledger().disputes.values()].slice(-1);
      if (!dispute) throw new Error('nothing was disputed');
      await deliver(() => ledger().closeDispute(dispute, 'won'));
      expect(await isEntitled(token)).toBe(true);
      expect(await readPayment(token)).toMatchObject({ isDisputed: false, refunded: 0 });
      expect(told.filter(({ payment }) => payment === id).map(({ text }) => text)).toEqual([
        'a payment is disputed',
        'a dispute was won: what was paid counts again',
      ]);
    });

    test('that is lost stays so', async () => {
      const { token, charge } = await subscribeAndReadCharge();
      await deliver(() => ledger().dispute(charge));
      const [dispute] = [...ledger().disputes.values()].slice(-1);
      if (!dispute) throw new Error('nothing was disputed');
      await deliver(() => ledger().closeDispute(dispute, 'lost'));
      expect(await isEntitled(token)).toBe(false);
      expect(await readPayment(token)).toMatchObject({ isDisputed: true });
    });

    test('is not called refunded by the button', async () => {
      const { token, charge } = await subscribeAndReadCharge();
      await deliver(() => ledger().dispute(charge));
      expect(await readPlan(token)).toMatchObject({ refundableUntil: null });
      expect((await refund(token)).status).not.toBe(200);
    });

    test('that is won is found without a webhook', async () => {
      const { token, charge } = await subscribeAndReadCharge();
      const dispute = ledger().dispute(charge);
      await lookAtAll();
      expect(await isEntitled(token)).toBe(false);
      ledger().closeDispute(dispute, 'won');
      await lookAtAll();
      expect(await isEntitled(token)).toBe(true);
    });
  });
});
