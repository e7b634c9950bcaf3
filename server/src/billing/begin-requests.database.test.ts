import { beginWording } from '@stillpix/contract/begin-wordings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEmail } from '../../testing/billing-fixture.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { createTestServer, password, type TestServer } from '../../testing/test-server.ts';
import { beginRequests } from '../database/schema.ts';

// Consumers in the EU ask for a service to begin before they can no longer withdraw (Requirement B12).

describe.skipIf(databaseKind === 'missing')(`asking to begin at once (${databaseKind})`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ environment: { CURRENCY: 'eur' } });
  });
  afterAll(() => server.close());

  const order = (body: Record<string, unknown>, token?: string) =>
    server.call('/api/create-subscription-public', { body, token });

  test('is kept with time, words, language and plan, told to its owner, and goes with the account', async () => {
    const { token } = await server.join();
    const asked = { email: newEmail(), plan: 'annual', language: 'de', beginAtOnce: true };
    const before = Date.now();
    const first = await order({ ...asked, beginWording }, token);
    expect(first.status).toBe(200);
    // Asked again, the same attempt goes on: the first time counts.
    await order({ ...asked, language: 'en', sessionId: first.body.sessionId }, token);

    const { body } = await server.call('/api/auth/export', { token });
    expect(body.beginRequests).toEqual([
      { askedAt: expect.any(String), wording: beginWording, language: 'de', plan: 'annual' },
    ]);
    const [request] = body.beginRequests as { askedAt: string }[];
    expect(Date.parse(request?.askedAt ?? '')).toBeGreaterThanOrEqual(before);
    expect(Date.parse(request?.askedAt ?? '')).toBeLessThanOrEqual(Date.now());

    await server.call('/api/auth/delete-account', { body: { password }, token });
    expect(await server.db.$count(beginRequests)).toBe(0);
  });

  test('another plan is another order, asked for by itself', async () => {
    const { token } = await server.join();
    const asked = { email: newEmail(), language: 'es', beginAtOnce: true, beginWording };
    const { body } = await order({ ...asked, plan: 'monthly' }, token);
    await order({ ...asked, plan: 'annual', sessionId: body.sessionId }, token);
    const exported = await server.call('/api/auth/export', { token });
    expect(exported.body.beginRequests.map(({ plan }: { plan: string }) => plan)).toEqual([
      'monthly',
      'annual',
    ]);
  });

  test('an order without it, or by words that never stood there, is refused and leaves nothing', async () => {
    const before = await server.db.$count(beginRequests);
    const refused = await order({ email: newEmail() });
    expect(refused.status).toBe(400);
    expect(refused.body.code).toBe('begin-not-asked');
    const unknown = { beginAtOnce: true, beginWording: '1999-01-01' };
    expect((await order({ email: newEmail(), ...unknown })).body.code).toBe('invalid-request');
    const inherited = { beginAtOnce: true, beginWording: 'toString' };
    expect((await order({ email: newEmail(), ...inherited })).body.code).toBe('invalid-request');
    expect(await server.db.$count(beginRequests)).toBe(before);
  });

  test('where prices are in dollars nothing is asked and nothing kept', async () => {
    const dollars = await createTestServer();
    const { status } = await dollars.call('/api/create-subscription-public', {
      body: { email: newEmail(), beginAtOnce: true, beginWording },
    });
    expect(status).toBe(200);
    expect(await dollars.db.$count(beginRequests)).toBe(0);
    await dollars.close();
  });
});
