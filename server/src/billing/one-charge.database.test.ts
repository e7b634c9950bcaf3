import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBench, keys, newEmail, type Bench } from '../../testing/billing-bench.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { createBilling } from './billing.ts';

describe.skipIf(databaseKind === 'missing')(`nobody is charged twice (${databaseKind})`, () => {
  let server: TestServer;
  let bench: Bench;

  beforeAll(async () => {
    server = await createTestServer({
      createBilling: async (db) => {
        bench = await createBench(db);
        bench.billing.sleep = (milliseconds) =>
          new Promise((resolve) => setTimeout(resolve, milliseconds));
        return createBilling(bench.billing);
      },
    });
  });
  afterAll(() => server.close());

  const begin = (body: Record<string, unknown>, token?: string) =>
    server.call('/api/create-subscription-public', { body, token });

  async function pay(secret: string): Promise<boolean> {
    const id = secret.split('_secret_')[0] ?? '';
    const answer = await bench.fake.fetch(
      new Request(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({
          key: keys.publishableKey,
          client_secret: secret,
          payment_method: 'pm_card_visa',
        }),
      }),
    );
    return answer.ok;
  }

  test('by beginning twice at the same moment while signed in', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await server.join({ email: newEmail() });
      const sessionId = round % 2 === 0 ? randomUUID() : undefined;
      const begun = await Promise.all(
        Array.from({ length: 4 }, () =>
          begin({ email: person.email, sessionId }, person.token),
        ),
      );
      const secrets = begun.map(({ body }) => body.clientSecret as string);
      const paid = [];
      for (const secret of new Set(secrets)) paid.push(await pay(secret));
      expect(paid.filter(Boolean)).toHaveLength(1);
    }
  });

  test('and whoever is not signed in ends nobody’s attempt', async () => {
    const email = newEmail();
    const owner = await begin({ email, sessionId: randomUUID() });
    await begin({ email });
    await begin({ email, plan: 'annual' });
    expect(await pay(owner.body.clientSecret)).toBe(true);
  });
});
