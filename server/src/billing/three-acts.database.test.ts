// Ways of money that take three acts, each of which is sound by itself.
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { newEmail, requireLatest } from '../../testing/billing-fixture.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { useBillingServer } from '../../testing/use-billing-server.ts';
import { billingCustomers } from '../database/schema.ts';
import { claimPayment } from './claims.ts';
import { ProviderError } from './provider/provider.ts';

describe.skipIf(databaseKind === 'missing')(`three acts (${databaseKind})`, () => {
  const shop = useBillingServer();
  const {
    ledger,
    lookAtAll,
    begin,
    look,
    confirm,
    join,
    order,
    cancel,
    changePlan,
    deleteAccount,
    setUpAccount,
    isEntitled,
    keptFrom,
    runningOf,
    hearOf,
  } = shop;

  test('what is claimed while its account is being deleted is ended with it', async () => {
    const person = await join();
    await order(person);
    const other = await order({ email: newEmail() });
    const closePages = shop.fixture.provider.closePaymentPages.bind(shop.fixture.provider);
    shop.fixture.provider.closePaymentPages = async (customer) => {
      Reflect.deleteProperty(shop.fixture.provider, 'closePaymentPages');
      await shop.server.db.transaction((tx) => claimPayment(tx, other.sessionId, person.id));
      await closePages(customer);
    };
    expect((await deleteAccount(person.token)).status).toBe(200);
    expect(runningOf(other.customer)).toEqual([]);
    expect(
      await shop.server.db
        .select()
        .from(billingCustomers)
        .where(eq(billingCustomers.customerId, other.customer)),
    ).toEqual([]);
  });

  test('Pro that credit has paid for stays when its owner pays a second time, signed out', async () => {
    const person = await join();
    const { customer } = await order(person, { plan: 'annual' });
    await changePlan(person.token, 'monthly');
    await cancel(person.token);
    ledger().advance(40);
    await lookAtAll();
    await order(person);
    expect(runningOf(customer)).toHaveLength(1);
    ledger().advance(1);
    const second = await order({ email: person.email });
    await lookAtAll();
    expect(runningOf(customer)).toHaveLength(1);
    expect(runningOf(second.customer)).toEqual([]);
    expect(keptFrom(second.customer)).toBe(0);
  });

  test('credit of what was paid before there was an account pays for Pro that is ordered anew', async () => {
    const email = newEmail();
    const { sessionId, customer } = await order({ email }, { plan: 'annual' });
    const { body } = await setUpAccount({ email, sessionId });
    const token: string = body.token;
    await changePlan(token, 'monthly');
    await cancel(token);
    ledger().advance(40);
    await lookAtAll();
    const begun = await begin({ email, plan: 'monthly' }, token);
    expect(begun.body).toMatchObject({ needsOrder: true, due: { nowCents: 0 } });
    await order({ email, token });
    expect(runningOf(customer)).toHaveLength(1);
    expect(keptFrom(customer)).toBe(4900);
  });

  test('a second payment that cannot be given back now stops neither events nor its payer', async () => {
    const person = await join();
    await order(person);
    shop.fixture.provider.refund = () => Promise.reject(new ProviderError('invalid', 'no balance'));
    const { body } = await begin({ email: person.email });
    confirm(body.clientSecret);
    expect((await look(body.sessionId)).body.state).toBe('returned');
    const event = ledger().events.findLast(({ type }) => type === 'invoice.paid');
    if (!event) throw new Error('nothing was paid');
    const answer = await hearOf(event);
    Reflect.deleteProperty(shop.fixture.provider, 'refund');
    expect(answer.status).toBe(200);
    // What is owed is not forgotten.
    const { customer } = requireLatest(shop.fixture.fake);
    await lookAtAll();
    expect(keptFrom(customer)).toBe(0);
  });

  test('a second payment that cannot be given back leaves no third subscription running', async () => {
    const person = await join();
    await order(person);
    shop.fixture.provider.refund = () => Promise.reject(new ProviderError('invalid', 'no balance'));
    const begun = [];
    for (let count = 0; count < 3; count++) begun.push((await begin({ email: person.email })).body);
    for (const { clientSecret } of begun) confirm(clientSecret);
    const customers = [...ledger().subscriptions.values()].slice(-3).map((one) => one.customer);
    for (let count = 0; count < 3; count++) await lookAtAll();
    Reflect.deleteProperty(shop.fixture.provider, 'refund');
    expect(customers.flatMap(runningOf)).toEqual([]);
    await lookAtAll();
    expect(customers.map(keptFrom)).toEqual([0, 0, 0]);
  });

  test('whom the provider did not know for a while has Pro again once it does', async () => {
    const person = await join();
    const { subscription } = await order(person);
    const { subscriptions } = ledger();
    subscriptions.delete(subscription.id);
    await lookAtAll();
    expect(await isEntitled(person.token)).toBe(false);
    subscriptions.set(subscription.id, subscription);
    await lookAtAll();
    expect(await isEntitled(person.token)).toBe(true);
  });
});
