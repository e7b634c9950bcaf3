// What is left of a period becomes credit at the provider when the plan changes. It must pay once, and only as long as
// the money that it comes from was not given back.
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { BillingPlan, Currency } from '@stillpix/contract/plans';
import { keys, requireLatest } from '../../testing/billing-fixture.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { useBillingServer } from '../../testing/use-billing-server.ts';
import { setUpCatalog } from './stripe/catalog.ts';
import { StripeProvider } from './stripe/stripe-provider.ts';

describe.skipIf(databaseKind === 'missing')(`credit (${databaseKind})`, () => {
  const shop = useBillingServer();
  const {
    ledger,
    lookAtAll,
    begin,
    look,
    confirm,
    subscribe,
    cancel,
    refund,
    changePlan,
    isEntitled,
    readPayments,
    amountsOf,
  } = shop;
  const toMonth = (token: string) => changePlan(token, 'monthly');
  const beginAs = (
    { email, token }: { email: string; token: string },
    plan: BillingPlan,
    more: object = {},
  ) => begin({ email, plan, ...more }, token);
  const subscribeToYear = (card?: string) => subscribe({ plan: 'annual', card });

  test('of a year that became a month pays the months that follow', async () => {
    const { token, customer } = await subscribeToYear();
    expect((await toMonth(token)).status).toBe(200);
    ledger().advance(70);
    await lookAtAll();
    expect(await isEntitled(token)).toBe(true);
    expect(amountsOf(customer)).toEqual([4900]);
    expect(await readPayments(token)).toHaveLength(1);
  });

  test('is not the year as well: who cancels the month has Pro until its end', async () => {
    const { token } = await subscribeToYear();
    await toMonth(token);
    await cancel(token);
    ledger().advance(40);
    await lookAtAll();
    expect(await isEntitled(token)).toBe(false);
  });

  test('pays for Pro that is ordered anew', async () => {
    const person = await subscribeToYear();
    await toMonth(person.token);
    await cancel(person.token);
    ledger().advance(40);
    await lookAtAll();
    const { status, body } = await beginAs(person, 'monthly', { isOrdered: true });
    expect(status).toBe(200);
    expect(body.url).toContain(`/thanks?session_id=${body.sessionId}`);
    expect((await look(body.sessionId)).body.state).toBe('paid');
    expect(await isEntitled(person.token)).toBe(true);
    expect(amountsOf(person.customer)).toEqual([4900]);
  });

  test('that covers all starts nothing before the button that obliges to pay', async () => {
    const person = await subscribeToYear();
    await toMonth(person.token);
    await cancel(person.token);
    ledger().advance(40);
    await lookAtAll();
    const count = ledger().subscriptions.size;
    const sessionId = randomUUID();
    const { body } = await beginAs(person, 'monthly', { sessionId });
    expect(body).toMatchObject({
      needsOrder: true,
      sessionId,
      due: { nowCents: 0, creditCents: 499, thenCents: 499 },
    });
    expect(body.url).toBeUndefined();
    expect(ledger().subscriptions.size).toBe(count);
    expect(await isEntitled(person.token)).toBe(false);
    const ordered = await Promise.all([
      beginAs(person, 'monthly', { sessionId, isOrdered: true }),
      beginAs(person, 'monthly', { sessionId, isOrdered: true }),
    ]);
    expect(ordered.map((answer) => answer.body.sessionId)).toEqual([sessionId, sessionId]);
    expect(ledger().subscriptions.size).toBe(count + 1);
    expect(await isEntitled(person.token)).toBe(true);
    expect(amountsOf(person.customer)).toEqual([4900]);
  });

  test('that covers a part is taken off what is said to be due', async () => {
    const person = await subscribeToYear();
    await toMonth(person.token);
    await cancel(person.token);
    ledger().advance(40);
    await lookAtAll();
    const { body } = await beginAs(person, 'annual');
    const [due] = [...ledger().intents.values()].slice(-1);
    expect(body.due).toMatchObject({
      nowCents: due?.amount,
      creditCents: 4900 - (due?.amount ?? 0),
    });
    expect(body.due.nowCents).toBeLessThan(4900);
  });

  test.each([
    ['given back', (person: { token: string }) => refund(person.token)],
    [
      'disputed',
      async ({ customer }: { customer: string }) => {
        for (const charge of ledger().charges.values()) {
          if (charge.customer === customer) ledger().dispute(charge);
        }
        await lookAtAll();
      },
    ],
  ])('buys nothing once the money was %s', async (_, takeBack) => {
    const person = await subscribeToYear();
    await toMonth(person.token);
    await takeBack(person);
    expect(await isEntitled(person.token)).toBe(false);
    const { body } = await beginAs(person, 'monthly');
    expect(body.url).toBeUndefined();
    confirm(body.clientSecret);
    await look(body.sessionId);
    expect(await isEntitled(person.token)).toBe(true);
    expect(amountsOf(person.customer)).toEqual([4900, 499]);
  });

  describe('in a currency that is not sold in any more', () => {
    const sellIn = async (currency: Currency) => {
      const { fixture } = shop;
      const publicUrl = 'https://stillpix.test';
      await setUpCatalog(fixture.stripe, {
        productName: 'Stillpix Pro',
        currency,
        publicUrl,
        withWebhook: false,
      });
      const provider = new StripeProvider(
        { ...keys, checkout: 'embedded', automaticTax: false },
        fixture.stripe,
      );
      // What the server and the reconciliation work with from now on.
      for (const billing of [fixture.billing, shop.server.billing]) {
        Object.assign(billing, { provider, currency });
      }
    };
    afterEach(() => sellIn('usd'));

    /** Somebody whose year became a month that is over, and whose rest of it is credit. */
    async function keepCredit() {
      const person = await subscribeToYear();
      await toMonth(person.token);
      await cancel(person.token);
      ledger().advance(40);
      await lookAtAll();
      await sellIn('eur');
      return person;
    }
    const beginAtOnce = { beginAtOnce: true };

    test('pays for Pro in its own', async () => {
      const person = await keepCredit();
      const shown = await beginAs(person, 'monthly', beginAtOnce);
      expect(shown).toMatchObject({
        status: 200,
        body: { needsOrder: true, due: { nowCents: 0, creditCents: 499, currency: 'usd' } },
      });
      const { sessionId } = shown.body;
      const more = { ...beginAtOnce, sessionId, isOrdered: true };
      expect((await beginAs(person, 'monthly', more)).status).toBe(200);
      await look(sessionId);
      expect(await isEntitled(person.token)).toBe(true);
      expect(amountsOf(person.customer)).toEqual([4900]);
      expect(requireLatest(shop.fixture.fake).currency).toBe('usd');
    });

    test('that covers a part is taken off, also when it is asked for again', async () => {
      const person = await keepCredit();
      const balance = ledger().customers.get(person.customer)?.balance ?? 0;
      const { body } = await beginAs(person, 'annual', beginAtOnce);
      expect(body.due).toMatchObject({ nowCents: 4900 + balance, currency: 'usd' });
      const { sessionId } = body;
      const again = await beginAs(person, 'annual', { ...beginAtOnce, sessionId });
      expect(again.body).toMatchObject({ sessionId, clientSecret: body.clientSecret });
      const other = await beginAs(person, 'annual', beginAtOnce);
      expect(other.body.due).toMatchObject({ nowCents: 4900 + balance, currency: 'usd' });
      confirm(other.body.clientSecret);
      await look(other.body.sessionId);
      expect(await isEntitled(person.token)).toBe(true);
      expect(amountsOf(person.customer)).toEqual([4900, 4900 + balance]);
    });

    test('is none once its money was given back', async () => {
      const person = await subscribeToYear();
      await toMonth(person.token);
      await refund(person.token);
      await sellIn('eur');
      const { body } = await beginAs(person, 'monthly', beginAtOnce);
      expect(body.due).toMatchObject({ nowCents: 499, currency: 'eur' });
    });
  });

  test('is not had for a period that was never paid', async () => {
    const { token, customer } = await subscribeToYear('pm_card_chargeCustomerFail');
    ledger().advance(367);
    await lookAtAll();
    expect((await toMonth(token)).status).toBe(402);
    ledger().advance(60);
    await lookAtAll();
    expect(await isEntitled(token)).toBe(false);
    expect(amountsOf(customer)).toEqual([4900]);
  });
});
