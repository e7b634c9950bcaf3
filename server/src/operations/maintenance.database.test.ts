import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKind } from '../../testing/test-database.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  auditEvents,
  beginRequests,
  billingCustomers,
  conversionBatches,
  mailedTokens,
  mails,
  rateLimits,
  sessions,
  subscriptions,
} from '../database/schema.ts';
import { batchRows } from '../database/delete-in-batches.ts';
import { tidy } from './maintenance.ts';

let server: TestServer;
const ago = (interval: string) => sql`now() - ${interval}::interval`;
const ahead = sql`now() + interval '1 hour'`;

const failed: object[] = [];
const log = { warn: (facts: object) => void failed.push(facts) };

describe.skipIf(databaseKind === 'missing')(`tidying (${databaseKind})`, () => {
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  test('takes away what has expired and leaves the rest', async () => {
    const { db } = server;
    const { id: userId, token } = await server.join();
    await db.delete(mails);
    await db.delete(rateLimits);
    await db.delete(auditEvents);
    const device = 'x';
    await db.insert(sessions).values({ userId, device, expiresAt: ago('1 minute') });
    const mailed = { userId, email: 'a@example.com', purpose: 'reset-password' as const };
    await db.insert(mailedTokens).values([
      { ...mailed, hash: 'old', expiresAt: ago('1 minute') },
      { ...mailed, hash: 'new', expiresAt: ahead },
    ]);
    await db.insert(rateLimits).values([
      { key: 'old', hits: 1, resetsAt: ago('1 minute') },
      { key: 'new', hits: 1, resetsAt: ahead },
    ]);
    const batch = (createdAt: ReturnType<typeof sql>, owner: string | null) => ({
      key: randomUUID(),
      userId: owner,
      allowed: 1,
      createdAt,
    });
    await db
      .insert(conversionBatches)
      .values([
        batch(ago('41 days'), null),
        batch(ago('39 days'), null),
        batch(ago('400 days'), userId),
      ]);
    const event = { kind: 'x', requestId: 'x' };
    await db.insert(auditEvents).values([
      { ...event, at: ago('366 days') },
      { ...event, at: ago('300 days') },
    ]);
    const mail = { kind: 'password-changed', recipient: 'a@example.com', language: 'en' };
    await db.insert(mails).values([
      { ...mail, dueAt: null, createdAt: ago('31 days') },
      { ...mail, dueAt: null, createdAt: ago('29 days') },
      { ...mail, createdAt: ago('31 days') },
    ]);
    const customerId = 'of the begin requests';
    const [customer] = await db
      .insert(billingCustomers)
      .values({ payerKey: 'x', email: 'a@example.com', provider: 'simulated', customerId })
      .returning();
    const asked = (askedAt: ReturnType<typeof sql>) => ({
      attempt: randomUUID(),
      customer: customer?.id ?? '',
      askedAt,
      wording: '2026-11-22',
      language: 'en',
      plan: 'annual' as const,
    });
    const [paid, unpaid, recent, nothing] = [
      asked(ago('400 days')),
      asked(ago('31 days')),
      asked(ago('29 days')),
      asked(ago('31 days')),
    ];
    await db.insert(beginRequests).values([paid, unpaid, recent, nothing]);
    const begun = { provider: 'simulated' as const, customerId, plan: 'annual' as const };
    const when = { startedAt: new Date(), currentPeriodStart: new Date() };
    const subscription = { ...begun, ...when, currentPeriodEnd: new Date() };
    await db.insert(subscriptions).values([
      { ...subscription, externalId: 'paid', attempt: paid.attempt, status: 'canceled' },
      { ...subscription, externalId: 'unpaid', attempt: unpaid.attempt, status: 'incomplete' },
    ]);

    await tidy(db, log);
    // Twice at once, as two processes would.
    await Promise.all([tidy(db, log), tidy(db, log)]);
    expect(failed).toEqual([]);

    expect((await server.call('/api/auth/user', { token })).status).toBe(200);
    expect(await db.$count(sessions)).toBe(1);
    expect(await db.select({ hash: mailedTokens.hash }).from(mailedTokens)).toEqual([
      { hash: 'new' },
    ]);
    expect(await db.$count(rateLimits, sql`key = 'old'`)).toBe(0);
    expect(await db.$count(rateLimits, sql`key = 'new'`)).toBe(1);
    expect(await db.$count(conversionBatches)).toBe(2);
    expect(await db.$count(auditEvents)).toBe(1);
    expect(await db.$count(mails)).toBe(2);
    const left = await db.select({ attempt: beginRequests.attempt }).from(beginRequests);
    expect(left.map(({ attempt }) => attempt).toSorted()).toEqual(
      [paid.attempt, recent.attempt].toSorted(),
    );
  });

  test('deletes many rows in statements of a bounded number', async () => {
    const { db } = server;
    await db.execute(sql`
      insert into rate_limits (key, hits, resets_at)
      select 'many ' || at, 1, now() - interval '1 minute'
      from generate_series(1, ${sql.raw(String(2 * batchRows + 1))}) as at
    `);
    await db.execute(
      sql.raw(`
        create function refuse_many() returns trigger language plpgsql as $$
        begin
          if (select count(*) from gone) > ${batchRows} then raise 'too many at once'; end if;
          return null;
        end $$
      `),
    );
    await db.execute(sql`
      create trigger refuse_many after delete on rate_limits
      referencing old table as gone for each statement execute function refuse_many()
    `);
    await tidy(db, log);
    await db.execute(sql`drop function refuse_many cascade`);
    expect(failed).toEqual([]);
    expect(await db.$count(rateLimits, sql`key like 'many %'`)).toBe(0);
  });

  test('goes on with the other tables when one fails', async () => {
    const { db } = server;
    await db.insert(mails).values({
      kind: 'password-changed',
      recipient: 'b@example.com',
      language: 'en',
      dueAt: null,
      createdAt: ago('31 days'),
    });
    await db.execute(sql`alter table mailed_tokens rename to mailed_tokens_away`);
    await tidy(db, log);
    await db.execute(sql`alter table mailed_tokens_away rename to mailed_tokens`);
    expect(failed.splice(0)).toEqual([expect.objectContaining({ table: 'mailedTokens' })]);
    expect(await db.$count(mails, sql`recipient = 'b@example.com'`)).toBe(0);
  });
});
