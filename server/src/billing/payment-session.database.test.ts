import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingFixture, newEmail, requireLatest } from '../../testing/billing-fixture.ts';
import { createBillingServer } from '../../testing/billing-server.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { randomAddress, type TestServer } from '../../testing/test-server.ts';

describe.skipIf(databaseKind === 'missing')(`asking after a payment (${databaseKind})`, () => {
  let server: TestServer;
  let fixture: BillingFixture;

  beforeAll(async () => {
    ({ server, fixture } = await createBillingServer());
  }, 60_000);
  afterAll(() => server.close());

  const begin = async () =>
    (
      await server.call('/api/create-subscription-public', {
        body: { email: newEmail() },
        address: randomAddress(),
      })
    ).body;
  const look = (sessionId: string, address = randomAddress()) =>
    server.call('/api/billing/payment-session', { body: { sessionId }, address });

  test('many times at once asks the provider once, with three questions', async () => {
    const { sessionId } = await begin();
    const before = fixture.fake.calls.length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => look(sessionId)));
    expect(answers.map(({ body }) => body.state)).toEqual(Array.from({ length: 8 }, () => 'open'));
    expect(fixture.fake.calls.slice(before).toSorted()).toEqual([
      'GET /v1/charges',
      'GET /v1/invoices',
      'GET /v1/subscriptions',
    ]);
  });

  test('a second later sees that it was paid, and then asks the provider no more', async () => {
    const { sessionId } = await begin();
    await look(sessionId);
    const { ledger } = fixture.fake;
    ledger.confirm(ledger.requireIntent(requireLatest(fixture.fake)), 'pm_card_visa');
    await expect
      .poll(async () => (await look(sessionId)).body.state, { timeout: 5000 })
      .toBe('paid');
    const before = fixture.fake.calls.length;
    await look(sessionId);
    expect(fixture.fake.calls.length).toBe(before);
  });

  test('from one address is bounded, with room for several who pay at once', async () => {
    const { sessionId } = await begin();
    const address = randomAddress();
    const statuses = [];
    for (let count = 0; count < 130; count++) {
      statuses.push((await look(sessionId, address)).status);
    }
    expect(statuses.slice(0, 100)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
  });
});
