import { randomUUID } from 'node:crypto';
import type { Usage } from '@stillpix/contract';
import { eq, sql } from 'drizzle-orm';
import { compactVerify, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givePro } from '../../testing/give-pro.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { conversionBatches, users } from '../database/schema.ts';
import { dayMs } from '../days.ts';

let server: TestServer;

const validate = (body: object, token?: string, address?: string) =>
  server.call('/api/validate-features', { body, token, ...(address ? { address } : {}) });

/** A batch that was allowed and converted. */
async function convert(fileCount: number, token?: string): Promise<string> {
  const conversionKey = randomUUID();
  await validate({ action: 'convert', fileCount, conversionKey }, token);
  await server.call('/api/conversions', { token, body: { conversionKey, converted: fileCount } });
  return conversionKey;
}

const usage = async (token: string, query = ''): Promise<Usage> =>
  (await server.call(`/auth/usage${query}`, { token })).body;

describe.skipIf(databaseKind === 'missing')(`limits of a batch (${databaseKind})`, () => {
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  test('visitors and free accounts may have 5 files, Pro 20', async () => {
    const free = await server.join();
    const pro = await server.join();
    await givePro(server.db, pro.id);
    for (const [token, maxFiles] of [
      [undefined, 5],
      [free.token, 5],
      [pro.token, 20],
    ] as const) {
      for (const action of ['upload', 'convert']) {
        expect((await validate({ action, fileCount: maxFiles }, token)).body).toEqual({
          allowed: true,
          reason: '',
          reasonCode: null,
          maxFiles,
          isPro: maxFiles === 20,
          remainingToday: null,
        });
        const over = await validate({ action, fileCount: maxFiles + 1 }, token);
        expect(over.body).toMatchObject({
          allowed: false,
          reasonCode: 'too-many-files',
          maxFiles,
        });
        expect(over.body.reason).toContain(`up to ${maxFiles} files at once`);
      }
      expect((await validate({ action: 'check_status' }, token)).body.isPro).toBe(maxFiles === 20);
    }
  });

  test('Pro follows the subscription, not what the token or the request claims', async () => {
    const cases = [
      [{ status: 'past_due', currentPeriodStart: new Date(Date.now() - 2 * dayMs) }, true],
      [{ status: 'past_due', currentPeriodStart: new Date(Date.now() - 20 * dayMs) }, false],
      [{ status: 'active', cancelAtPeriodEnd: true }, true],
      [
        {
          status: 'active',
          cancelAtPeriodEnd: true,
          currentPeriodEnd: new Date(Date.now() - dayMs),
          paidUntil: new Date(Date.now() - dayMs),
        },
        false,
      ],
      [{ status: 'canceled', paidUntil: new Date(Date.now() - dayMs) }, false],
      [{ status: 'incomplete', paidUntil: null }, false],
      [{ status: 'unpaid' }, false],
    ] as const;
    for (const [subscription, isPro] of cases) {
      const { id, token } = await server.join();
      await givePro(server.db, id, subscription);
      const answer = await validate({ action: 'upload', fileCount: 20, isPro: true }, token);
      expect(answer.body, JSON.stringify(subscription)).toMatchObject({ isPro, allowed: isPro });
      expect((await server.call('/api/verify-pro', { token })).body).toEqual({ isPro });
    }
  });

  test('test_email answers nothing while real money is involved', async () => {
    const { id, email } = await server.join();
    await givePro(server.db, id);
    const { provider } = server.billing;
    server.billing.provider = null;
    const answer = await server.call(`/api/verify-pro?test_email=${email}`);
    server.billing.provider = provider;
    expect(answer.body).toEqual({ isPro: false });
  });
});

describe.skipIf(databaseKind === 'missing')(`usage (${databaseKind})`, () => {
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  test('counts what succeeded, once, however often it is reported', async () => {
    const { token } = await server.join();
    const conversionKey = randomUUID();
    await validate({ action: 'convert', fileCount: 4, conversionKey }, token);
    expect((await usage(token)).conversionsToday).toBe(0);
    const report = (converted: number) =>
      server.call('/api/conversions', { token, body: { conversionKey, converted } });
    for (const converted of [2, 3, 3, 1]) await report(converted);
    expect(await usage(token)).toMatchObject({
      conversionsToday: 3,
      conversionsThisMonth: 3,
      totalConversions: 3,
    });
    // Never more than the batch was allowed.
    expect((await report(20)).body).toEqual({ converted: 4 });
  });

  test('twenty reports at the same time count once', async () => {
    const { token } = await server.join();
    const conversionKey = randomUUID();
    const body = { action: 'convert', fileCount: 5, conversionKey };
    const asked = await Promise.all(Array.from({ length: 20 }, () => validate(body, token)));
    expect(asked.every(({ status }) => status === 200)).toBe(true);
    await Promise.all(
      Array.from({ length: 20 }, () =>
        server.call('/api/conversions', { token, body: { conversionKey, converted: 5 } }),
      ),
    );
    expect((await usage(token)).totalConversions).toBe(5);
  });

  test('nothing is counted for a batch that was refused or never asked for', async () => {
    const { token } = await server.join();
    const conversionKey = randomUUID();
    await validate({ action: 'convert', fileCount: 6, conversionKey }, token);
    const answer = await server.call('/api/conversions', {
      token,
      body: { conversionKey, converted: 6 },
    });
    expect(answer.status).toBe(404);
    expect((await usage(token)).totalConversions).toBe(0);
  });

  test('a batch belongs to who began it', async () => {
    const owner = await server.join();
    const other = await server.join();
    const conversionKey = randomUUID();
    await validate({ action: 'convert', fileCount: 3, conversionKey }, owner.token);
    for (const token of [other.token, undefined]) {
      const body = { conversionKey, converted: 3 };
      expect((await server.call('/api/conversions', { token, body })).status).toBe(404);
      const again = await validate({ action: 'convert', fileCount: 3, conversionKey }, token);
      expect(again.body.code).toBe('conversion-key-in-use');
    }
    expect((await usage(owner.token)).totalConversions).toBe(0);
  });

  test('days and months are those of the time zone', async () => {
    // Twelve hours ago it was today where it is evening, and yesterday where it is morning.
    const [evening, morning] = [zoneWhereItIs(18), zoneWhereItIs(6)];
    const { token } = await server.join({ timeZone: morning });
    const key = await convert(2, token);
    const move = (at: Date) =>
      server.db
        .update(conversionBatches)
        .set({ createdAt: at })
        .where(eq(conversionBatches.key, key));
    expect((await usage(token)).conversionsToday).toBe(2);
    await move(new Date(Date.now() - 12 * 3_600_000));
    expect((await usage(token)).conversionsToday).toBe(0);
    expect((await usage(token, `?timeZone=${encodeURIComponent(evening)}`)).conversionsToday).toBe(
      2,
    );
    const { days } = await usage(token);
    expect(days).toHaveLength(14);
    expect(days.slice(-2).map(({ conversions }) => conversions)).toEqual([2, 0]);
    await move(new Date(Date.now() - 70 * dayMs));
    expect((await usage(token)).days.every(({ conversions }) => conversions === 0)).toBe(true);
    expect(await usage(token)).toMatchObject({
      conversionsToday: 0,
      conversionsThisMonth: 0,
      totalConversions: 2,
    });
    expect((await server.call('/auth/usage?timeZone=Nowhere/Land', { token })).status).toBe(400);
  });

  test('a time zone that the database does not know is refused', async () => {
    const { token } = await server.join();
    for (const timeZone of ['AET', 'VST', 'US/Pacific-New']) {
      const change = { method: 'PATCH', token, body: { timeZone } };
      expect((await server.call('/api/auth/user', change)).status, timeZone).toBe(400);
      expect((await server.call(`/auth/usage?timeZone=${timeZone}`, { token })).status).toBe(400);
    }
    expect((await server.call('/auth/usage?timeZone=Asia/Calcutta', { token })).status).toBe(200);
  });

  test('an account with such a time zone has the days of UTC, and other failures are told', async () => {
    const { token, id } = await server.join();
    await convert(2, token);
    const move = (timeZone: string) =>
      server.db.update(users).set({ timeZone }).where(eq(users.id, id));
    await move('UTC');
    const expected = await usage(token);
    await move('AET');
    const answer = await server.call('/auth/usage', { token });
    expect(answer).toMatchObject({ status: 200, body: expected });
    expect(expected.totalConversions).toBe(2);
    await server.db.execute(sql`alter table conversion_batches rename column converted to lost`);
    try {
      expect((await server.call('/auth/usage', { token })).status).toBe(500);
    } finally {
      await server.db.execute(sql`alter table conversion_batches rename column lost to converted`);
    }
  });

  test('both addresses of the call give the same', async () => {
    const { token } = await server.join();
    await convert(1, token);
    const aliased = await server.call('/api/auth/usage', { token });
    expect(aliased.body).toEqual(await usage(token));
  });

  test('the common count of today takes visitors along', async () => {
    const own = await createTestServer();
    try {
      const conversionKey = randomUUID();
      const body = { action: 'convert', fileCount: 3, conversionKey };
      await own.call('/api/validate-features', { body });
      await own.call('/api/conversions', { body: { conversionKey, converted: 3 } });
      expect((await own.call('/api/stats')).body).toEqual({ convertedToday: 3 });
    } finally {
      await own.close();
    }
  });
});

describe.skipIf(databaseKind === 'missing')(`a daily limit (${databaseKind})`, () => {
  beforeAll(async () => {
    server = await createTestServer({ environment: { FREE_DAILY_LIMIT: '6' } });
  });
  afterAll(() => server.close());

  const begin = async (fileCount: number, token?: string, address?: string) =>
    (await validate({ action: 'convert', fileCount, conversionKey: randomUUID() }, token, address))
      .body;

  test('holds for an account and ends with the day', async () => {
    const { token, id } = await server.join();
    expect(await begin(5, token)).toMatchObject({ allowed: true, remainingToday: 6 });
    expect(await begin(2, token)).toMatchObject({
      allowed: false,
      reasonCode: 'daily-limit',
      remainingToday: 1,
    });
    expect(await begin(1, token)).toMatchObject({ allowed: true });
    await server.db
      .update(conversionBatches)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(eq(conversionBatches.userId, id));
    expect(await begin(5, token)).toMatchObject({ allowed: true, remainingToday: 6 });
  });

  test('holds for a visitor by address, of which only a keyed hash is stored', async () => {
    expect(await begin(5, undefined, '203.0.113.5')).toMatchObject({ allowed: true });
    expect(await begin(2, undefined, '203.0.113.5')).toMatchObject({ allowed: false });
    expect(await begin(2, undefined, '203.0.113.6')).toMatchObject({ allowed: true });
    const rows = await server.db.select().from(conversionBatches);
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
  });

  test('does not hold for Pro', async () => {
    const { token, id } = await server.join();
    await givePro(server.db, id);
    expect(await begin(20, token)).toMatchObject({ allowed: true, remainingToday: null });
    expect(await begin(20, token)).toMatchObject({ allowed: true });
  });
});

describe.skipIf(databaseKind === 'missing')(`the offline entitlement (${databaseKind})`, () => {
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  async function readEntitlement(token: string) {
    const { body } = await server.call('/api/entitlement', { token });
    const key = await importJWK((await server.call('/api/entitlement-key')).body, 'EdDSA');
    const { payload } = await compactVerify(body.entitlement, key);
    return { claims: JSON.parse(new TextDecoder().decode(payload)), signed: body.entitlement, key };
  }

  test('is signed, names plan and user, and ends within a week', async () => {
    const { id, token } = await server.join();
    expect((await readEntitlement(token)).claims).toMatchObject({ userId: id, plan: 'free' });
    await givePro(server.db, id);
    const { claims } = await readEntitlement(token);
    expect(claims).toMatchObject({ userId: id, plan: 'pro' });
    const days = (claims.expires - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
  });

  test('ends with Pro when that is sooner', async () => {
    const { id, token } = await server.join();
    const end = new Date(Date.now() + 3_600_000);
    await givePro(server.db, id, {
      cancelAtPeriodEnd: true,
      currentPeriodEnd: end,
      paidUntil: end,
    });
    const { claims } = await readEntitlement(token);
    expect(claims.expires).toBe(Math.floor(end.getTime() / 1000));
  });

  test('does not survive a change', async () => {
    const { token } = await server.join();
    const { signed, claims, key } = await readEntitlement(token);
    const [header, , signature] = signed.split('.');
    const forged = Buffer.from(JSON.stringify({ ...claims, plan: 'pro' })).toString('base64url');
    await expect(compactVerify(`${header}.${forged}.${signature}`, key)).rejects.toThrow(
      /signature/,
    );
  });

  test('is given to nobody who is not signed in', async () => {
    expect((await server.call('/api/entitlement')).status).toBe(401);
  });
});

/** A zone whose clocks show this hour now. */
function zoneWhereItIs(hour: number): string {
  const hours = ((hour - new Date().getUTCHours() + 35) % 24) - 11;
  // POSIX counts west of Greenwich: UTC+5 is Etc/GMT-5.
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
