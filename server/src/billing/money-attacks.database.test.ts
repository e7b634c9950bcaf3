// What somebody gains, or loses, who does two things with money at the same moment or out of their usual order.
import { afterEach, describe, expect, test } from 'vitest';
import type { BillingPlan } from '@stillpix/contract/plans';
import { keys, requireLatest } from '../../testing/billing-fixture.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { useBillingServer } from '../../testing/use-billing-server.ts';

describe.skipIf(databaseKind === 'missing')(`attacks on money (${databaseKind})`, () => {
  const shop = useBillingServer();
  const {
    ledger,
    lookAtAll,
    begin,
    look,
    confirm,
    join,
    order,
    subscribe,
    cancel,
    refund,
    changePlan,
    deleteAccount,
    readPlan,
    isEntitled,
    isPro,
    readPayments,
    chargesOf,
    keptFrom,
    runningOf,
    sendEvent,
    hearOf,
  } = shop;
  const beginAs = (
    { email, token }: { email: string; token: string },
    plan: BillingPlan = 'monthly',
    more: object = {},
  ) => begin({ email, plan, ...more }, token);

  describe('a change of plan', () => {
    test('from two devices at once is made and charged once', async () => {
      const { token, customer } = await subscribe();
      const answers = await Promise.all([
        changePlan(token, 'annual'),
        changePlan(token, 'annual'),
        changePlan(token, 'annual'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(chargesOf(customer)).toHaveLength(2);
    });

    test('there and back at once takes no more than a year, and leaves one subscription', async () => {
      const { token, customer } = await subscribe();
      await Promise.all([
        changePlan(token, 'annual'),
        changePlan(token, 'monthly'),
        changePlan(token, 'annual'),
      ]);
      expect(runningOf(customer)).toHaveLength(1);
      expect(keptFrom(customer)).toBeLessThanOrEqual(4900);
      expect(await isEntitled(token)).toBe(true);
    });

    test('at the same time as a refund leaves nothing that runs, and no cent', async () => {
      for (let round = 0; round < 4; round++) {
        const { token, customer } = await subscribe();
        const change = () => changePlan(token, 'annual');
        const both = round % 2 === 0 ? [refund, change] : [change, refund];
        await Promise.all(both.map((act) => act(token)));
        expect(runningOf(customer)).toEqual([]);
        expect(keptFrom(customer)).toBe(0);
        expect(await isEntitled(token)).toBe(false);
      }
    });

    test('at the same time as a deletion charges nothing for an account that is gone', async () => {
      for (let round = 0; round < 3; round++) {
        const { token, customer } = await subscribe();
        const change = () => changePlan(token, 'annual');
        const both = round % 2 === 0 ? [deleteAccount, change] : [change, deleteAccount];
        await Promise.all(both.map((act) => act(token)));
        expect((await shop.server.call('/api/auth/user', { token })).status).toBe(401);
        expect(runningOf(customer)).toEqual([]);
      }
    });

    test('that was carried out and answered 500 is not charged again', async () => {
      const { token, customer, subscription } = await subscribe();
      shop.fixture.fake.breakAfter = `POST /v1/subscriptions/${subscription.id}`;
      expect((await changePlan(token, 'annual')).status).toBe(502);
      expect((await changePlan(token, 'annual')).status).toBe(200);
      expect(chargesOf(customer)).toHaveLength(2);
    });
  });

  describe('a refund', () => {
    test('asked for twice at once sends each cent back once', async () => {
      const { token, customer } = await subscribe();
      const answers = await Promise.all([refund(token), refund(token)]);
      expect(answers.map(({ status }) => status)).toContain(200);
      expect(keptFrom(customer)).toBe(0);
      const [charge] = chargesOf(customer);
      const sent = [...ledger().refunds.values()].filter((one) => one.charge === charge?.id);
      expect(sent.map(({ amount }) => amount)).toEqual([249]);
    });

    test('after the operator gave a part back sends the rest', async () => {
      const { token, customer } = await subscribe({ plan: 'annual' });
      ledger().refund(chargesOf(customer)[0]!, 2000);
      await lookAtAll();
      expect(await isEntitled(token)).toBe(true);
      expect((await refund(token)).status).toBe(200);
      expect([...ledger().refunds.values()].at(-1)?.amount).toBe(2900);
      expect(await isEntitled(token)).toBe(false);
    });

    test('that was made and answered 500 is finished by pressing again', async () => {
      const { token, customer } = await subscribe();
      shop.fixture.fake.breakAfter = 'POST /v1/refunds';
      expect((await refund(token)).status).toBe(502);
      expect(keptFrom(customer)).toBe(0);
      await refund(token);
      expect(await readPlan(token)).toMatchObject({ entitled: false, refundableUntil: null });
    });
  });

  describe('an attempt to pay', () => {
    test('that is paid while another plan is ordered is kept, and no second one begun', async () => {
      const person = await join();
      const { body } = await beginAs(person);
      const { customer } = requireLatest(shop.fixture.fake);
      const { provider } = shop.fixture;
      provider.cancelNow = async (id) => {
        Reflect.deleteProperty(provider, 'cancelNow');
        confirm(body.clientSecret);
        await provider.cancelNow(id);
      };
      expect((await beginAs(person, 'annual')).body.code).toBe('already-subscribed');
      expect(keptFrom(customer)).toBe(249);
      expect(runningOf(customer)).toEqual([]);
      expect(await isEntitled(person.token)).toBe(true);
    });

    test('that is paid while its account is deleted comes back', async () => {
      const person = await join();
      const { body } = await beginAs(person);
      const { customer } = requireLatest(shop.fixture.fake);
      const { provider } = shop.fixture;
      provider.cancelNow = async (id) => {
        Reflect.deleteProperty(provider, 'cancelNow');
        confirm(body.clientSecret);
        await provider.cancelNow(id);
      };
      expect((await deleteAccount(person.token)).status).toBe(200);
      expect(chargesOf(customer)).toHaveLength(1);
      expect(keptFrom(customer)).toBe(0);
      expect(runningOf(customer)).toEqual([]);
    });

    test('whose customer was made and answered 500 can be made the next moment', async () => {
      const person = await join();
      shop.fixture.fake.breakAfter = 'POST /v1/customers';
      expect((await beginAs(person)).status).toBe(502);
      expect((await beginAs(person)).status).toBe(200);
    });

    test('whose beginning was answered 500 after it was made is gone on with', async () => {
      const person = await join();
      const sessionId = crypto.randomUUID();
      shop.fixture.fake.breakAfter = 'POST /v1/subscriptions';
      expect((await beginAs(person, 'monthly', { sessionId })).status).toBe(502);
      const { customer } = requireLatest(shop.fixture.fake);
      const { body } = await beginAs(person, 'monthly', { sessionId });
      confirm(body.clientSecret);
      expect((await look(sessionId)).body.state).toBe('paid');
      expect(runningOf(customer)).toHaveLength(1);
    });

    test('left open for a day begins anew, at the same price, and is paid once', async () => {
      const person = await join();
      const sessionId = crypto.randomUUID();
      const first = await beginAs(person, 'monthly', { sessionId });
      const { customer } = requireLatest(shop.fixture.fake);
      ledger().advance(2);
      const { body } = await beginAs(person, 'monthly', { sessionId });
      expect(body.clientSecret).not.toBe(first.body.clientSecret);
      confirm(first.body.clientSecret);
      confirm(body.clientSecret);
      await look(body.sessionId);
      expect(chargesOf(customer).map(({ amount }) => amount)).toEqual([249]);
    });
  });

  describe('credit whose money a bank took back', () => {
    test('pays for nothing that was ordered with it', async () => {
      const person = await subscribe({ plan: 'annual' });
      await changePlan(person.token, 'monthly');
      await cancel(person.token);
      ledger().advance(40);
      await lookAtAll();
      const ordered = await order(person);
      expect(await isEntitled(person.token)).toBe(true);
      ledger().dispute(chargesOf(person.customer)[0]!);
      await lookAtAll();
      expect(await isEntitled(person.token)).toBe(false);
      expect(ordered.subscription.status).toBe('canceled');
    });

    test('pays for no year by a small rest that was paid with a card', async () => {
      const person = await subscribe({ plan: 'annual' });
      await changePlan(person.token, 'monthly');
      ledger().advance(20);
      await changePlan(person.token, 'annual');
      const [year, rest] = chargesOf(person.customer);
      expect(rest?.amount).toBeLessThan(499);
      expect(await isEntitled(person.token)).toBe(true);
      ledger().dispute(year!);
      await lookAtAll();
      expect(await isEntitled(person.token)).toBe(false);
      expect(runningOf(person.customer)).toEqual([]);
    });

    test('is not that of a second subscription which was given back before', async () => {
      const { token, customer, subscription } = await subscribe({ plan: 'annual' });
      const { price } = subscription.items.data[0]!;
      // In a later second: the one that was paid first stays.
      ledger().advance(1);
      const second = ledger().subscribe(customer, price, null);
      ledger().confirm(ledger().requireIntent(second), 'pm_card_visa');
      await lookAtAll();
      expect(keptFrom(customer)).toBe(4900);
      await changePlan(token, 'monthly');
      ledger().advance(40);
      await lookAtAll();
      expect(await isEntitled(token)).toBe(true);
      expect(runningOf(customer)).toEqual([subscription]);
    });

    test('takes nothing from what was paid in full since', async () => {
      const person = await subscribe();
      ledger().advance(32);
      await lookAtAll();
      const [first, second] = chargesOf(person.customer);
      expect(second?.amount).toBe(499);
      ledger().dispute(first!);
      await lookAtAll();
      expect(await isEntitled(person.token)).toBe(true);
    });
  });

  describe('another product on the same account at Stripe', () => {
    async function buyOther(customer: string): Promise<string> {
      const { id: product } = await shop.fixture.stripe.products.create({ name: 'Another' });
      const { id } = await shop.fixture.stripe.prices.create({
        product,
        currency: 'usd',
        unit_amount: 100,
        recurring: { interval: 'month' },
      });
      const other = ledger().subscribe(customer, ledger().prices.get(id)!, null);
      ledger().confirm(ledger().requireIntent(other), 'pm_card_visa');
      return other.id;
    }

    test('gives no Pro', async () => {
      const person = await join();
      await beginAs(person);
      await buyOther(requireLatest(shop.fixture.fake).customer);
      await lookAtAll();
      expect(await isPro(person.token)).toBe(false);
    });

    test('is neither ended nor given back with ours', async () => {
      const { token, customer } = await subscribe();
      const other = await buyOther(customer);
      await lookAtAll();
      expect(await readPayments(token)).toHaveLength(1);
      expect((await refund(token)).status).toBe(200);
      expect((await deleteAccount(token)).status).toBe(200);
      expect(ledger().subscriptions.get(other)?.status).toBe('active');
      expect(keptFrom(customer)).toBe(100);
    });
  });

  describe('an event', () => {
    test('about a charge that the provider does not know is taken, and does not come again', async () => {
      const { customer } = await subscribe();
      const charge = chargesOf(customer)[0]!;
      ledger().dispute(charge);
      const event = ledger().events.at(-1)!;
      ledger().charges.delete(charge.id);
      expect((await hearOf(event)).status).toBe(200);
    });

    test('signed with an old and a new secret, while one replaces the other, is taken', async () => {
      await subscribe();
      const event = ledger().events.at(-1)!;
      const [ours, theirs] = [keys.webhookSecret, 'whsec_next'].map((secret) =>
        shop.fixture.fake.sign(event, secret),
      );
      const next = /v1=\w+/.exec(theirs!.signature)![0];
      const { body, signature } = ours!;
      const [time, own] = signature.split(',');
      for (const both of [`${time},${next},${own}`, `${time},${own},${next}`]) {
        expect((await sendEvent({ body, signature: both })).status).toBe(200);
      }
    });
  });

  // Last: what others put forward does not matter to them.
  describe('the money-back time', () => {
    let restore = () => {};
    afterEach(() => restore());

    test('holds through the whole day that the page names, wherever its reader lives', async () => {
      const person = await subscribe({ plan: 'annual' });
      const { refundableUntil } = await readPlan(person.token);
      ledger().advance(30);
      await lookAtAll();
      const late = new Date(Date.parse(refundableUntil) + 23 * 3_600_000);
      const now = shop.server.billing.now;
      restore = () => {
        shop.server.billing.now = now;
      };
      shop.server.billing.now = () => late;
      expect((await readPlan(person.token)).refundableUntil).toBe(refundableUntil);
      expect((await refund(person.token)).status).toBe(200);
      expect(keptFrom(person.customer)).toBe(0);
    });

    test('is over on the day after', async () => {
      const person = await subscribe({ plan: 'annual' });
      ledger().advance(31);
      await lookAtAll();
      expect((await readPlan(person.token)).refundableUntil).toBeNull();
      expect((await refund(person.token)).body.code).toBe('refund-not-available');
    });

    test('gives back a renewal that fell into it, too', async () => {
      const person = await subscribe();
      const [item] = person.subscription.items.data;
      item!.current_period_end = item!.current_period_start + 28 * 86_400;
      ledger().advance(29);
      await lookAtAll();
      expect(chargesOf(person.customer)).toHaveLength(2);
      expect((await refund(person.token)).status).toBe(200);
      expect(keptFrom(person.customer)).toBe(0);
    });
  });
});
