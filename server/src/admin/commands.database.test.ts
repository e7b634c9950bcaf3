import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givePro } from '../../testing/give-pro.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { auditEvents, mails } from '../database/schema.ts';
import { runCommand } from './commands.ts';

let server: TestServer;
const run = (...words: string[]) => runCommand(server.db, words);
const isPro = async (token: string) => (await server.call('/api/verify-pro', { token })).body.isPro;

describe.skipIf(databaseKind === 'missing')(`the administrator (${databaseKind})`, () => {
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  test('looks a user up by address in any case, without seeing secrets', async () => {
    const { email, id } = await server.join({ firstName: 'Ana' });
    const text = await run('user', email.toUpperCase());
    expect(text).toContain(id);
    expect(text).toContain('Ana');
    expect(text).toContain('registered');
    expect(text).not.toMatch(/argon2/);
    await expect(run('user', 'nobody@example.com')).rejects.toThrow(/no user/);
  });

  test('gives Pro by hand, prolongs it and ends it, at once and on record', async () => {
    const { email, id, token } = await server.join();
    expect(await isPro(token)).toBe(false);
    await run('grant-pro', email, '30');
    await run('grant-pro', email, '60');
    expect(await isPro(token)).toBe(true);
    await run('end-pro', email);
    expect(await isPro(token)).toBe(false);
    const events = await server.db.select().from(auditEvents).where(eq(auditEvents.userId, id));
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['pro-granted-by-admin', 'pro-ended-by-admin']),
    );
    await expect(run('grant-pro', email, 'forever')).rejects.toThrow(/number of days/);
  });

  test('does not end what was paid for', async () => {
    const { email, id, token } = await server.join();
    await givePro(server.db, id);
    await expect(run('end-pro', email)).rejects.toThrow(/payment provider/);
    expect(await isPro(token)).toBe(true);
  });

  test('sets flags and takes that back', async () => {
    const own = await createTestServer();
    try {
      await runCommand(own.db, ['set-flag', 'ads_optimized', 'on', '25']);
      const { body } = await own.call('/api/flags');
      expect(
        body.flags.find((flag: { key: string }) => flag.key === 'ads_optimized'),
      ).toMatchObject({
        enabled: true,
        rolloutPercentage: 25,
      });
      expect(await runCommand(own.db, ['flags'])).toMatch(/ads_optimized +on +25 %.*by hand/);
      await runCommand(own.db, ['reset-flag', 'ads_optimized']);
      expect(await runCommand(own.db, ['flags'])).toMatch(/ads_optimized +off/);
    } finally {
      await own.close();
    }
    await expect(run('set-flag', 'no-such-flag', 'on')).rejects.toThrow(/no flag/);
    await expect(run('set-flag', 'ads_optimized', 'on', '101')).rejects.toThrow(/0 to 100/);
  });

  test('sees which flags the settings have turned on', async () => {
    const flags = { ads_optimized: { enabled: true, rolloutPercentage: 50 } };
    expect(await runCommand(server.db, ['flags'], flags)).toMatch(
      /ads_optimized +on +50 % +\(set in FLAGS\)/,
    );
  });

  test('limits a flag to users, languages and versions', async () => {
    const own = await createTestServer({
      environment: {
        FLAGS: '{"batch-operations-v2":{"conditions":{"userType":"pro","minVersion":"1.2.0"}}}',
      },
    });
    const conditionsOf = async (key: string) => {
      const { body } = await own.call('/api/flags');
      return body.flags.find((flag: { key: string }) => flag.key === key).conditions;
    };
    try {
      const command = ['set-flag', 'ads_optimized', 'on', '50', 'users=free', 'languages=de,es'];
      expect(await runCommand(own.db, command)).toBe(
        'ads_optimized is on for 50 % of browsers, users free, languages de, es.',
      );
      expect(await conditionsOf('batch-operations-v2')).toEqual({
        userType: 'pro',
        minVersion: '1.2.0',
      });
      expect(await conditionsOf('ads_optimized')).toEqual({
        userType: 'free',
        languages: ['de', 'es'],
      });
      expect(await runCommand(own.db, ['flags'])).toMatch(
        /ads_optimized +on +50 % +\(set by hand; users free; languages de, es\)/,
      );
      for (const wrong of ['users=all-of-them', 'languages=xx', 'version=2', 'color=red']) {
        await expect(runCommand(own.db, [...command.slice(0, 3), wrong])).rejects.toThrow(
          /Conditions are|no option/,
        );
      }
    } finally {
      await own.close();
    }
  });

  test('is told which flags are reserved', async () => {
    expect(await run('flags')).toMatch(/telemetry .*\(reserved: turns nothing on yet\)/);
    expect(await run('flags')).not.toMatch(/ads_optimized .*reserved/);
    expect(await run('set-flag', 'ab_test', 'on')).toContain('It is reserved');
    await run('reset-flag', 'ab_test');
  });

  test('signs a user out everywhere', async () => {
    const { email, token } = await server.join();
    await run('sign-out', email);
    expect((await server.call('/api/auth/user', { token })).status).toBe(401);
  });

  test('sees mails that were given up and has them tried again', async () => {
    await server.outbox.sendDue();
    await server.db.insert(mails).values({
      kind: 'password-changed',
      recipient: 'a@example.com',
      language: 'en',
      dueAt: null,
    });
    expect(await run('mails')).toMatch(/password-changed.*given up/);
    expect(await run('retry-mails')).toMatch(/^1 /);
    expect((await server.readMail('a@example.com')).subject).toMatch(/password was changed/);
  });

  test('is told how to use it', async () => {
    await expect(run('launch')).rejects.toThrow(/Usage: npm run admin/);
  });
});
