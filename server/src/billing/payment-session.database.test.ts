import { describe, expect, test } from 'vitest';
import { newEmail } from '../../testing/billing-fixture.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { randomAddress } from '../../testing/test-server.ts';
import { useBillingServer } from '../../testing/use-billing-server.ts';

describe.skipIf(databaseKind === 'missing')(`asking after a payment (${databaseKind})`, () => {
  const shop = useBillingServer();
  const lookFrom = (address: string, sessionId: string) =>
    shop.server.call('/api/billing/payment-session', { body: { sessionId }, address });
  const { confirm, look } = shop;
  const begin = async () => (await shop.begin({ email: newEmail() })).body;

  test('many times at once asks the provider once, with three questions', async () => {
    const { sessionId } = await begin();
    const before = shop.fixture.fake.calls.length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => look(sessionId)));
    expect(answers.map(({ body }) => body.state)).toEqual(Array.from({ length: 8 }, () => 'open'));
    expect(shop.fixture.fake.calls.slice(before).toSorted()).toEqual([
      'GET /v1/charges',
      'GET /v1/invoices',
      'GET /v1/subscriptions',
    ]);
  });

  test('a second later sees that it was paid, and then asks the provider no more', async () => {
    const { sessionId, clientSecret } = await begin();
    await look(sessionId);

    confirm(clientSecret);
    await expect
      .poll(async () => (await look(sessionId)).body.state, { timeout: 5000 })
      .toBe('paid');
    const before = shop.fixture.fake.calls.length;
    await look(sessionId);
    expect(shop.fixture.fake.calls.length).toBe(before);
  });

  test('from one address is bounded, with room for several who pay at once', async () => {
    const { sessionId } = await begin();
    const address = randomAddress();
    const statuses = [];
    for (let count = 0; count < 130; count++) {
      statuses.push((await lookFrom(address, sessionId)).status);
    }
    expect(statuses.slice(0, 100)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
  });
});
