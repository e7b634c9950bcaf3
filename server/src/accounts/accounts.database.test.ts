import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givePro } from '../../testing/give-pro.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { createTestServer, password, type TestServer } from '../../testing/test-server.ts';
import {
  auditEvents,
  conversionBatches,
  mailedTokens,
  sessions,
  users,
} from '../database/schema.ts';

let server: TestServer;

const setup = (email: string, sessionId: string, changes = {}) =>
  server.call('/api/auth/setup-pro-account', {
    body: { email, password, firstName: 'Pia', lastName: 'Pro', sessionId, ...changes },
  });

const check = (email: string, sessionId?: string) =>
  server.call('/api/auth/check-account', { body: { email, sessionId } });

describe.skipIf(databaseKind === 'missing')(`accounts (${databaseKind})`, () => {
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  describe('creating one', () => {
    test('signs in at once, normalizes the address and stores no password', async () => {
      const body = {
        email: '  Ana.Lopez@Example.COM ',
        firstName: ' Ana ',
        lastName: 'López',
        password,
      };
      const answer = await server.call('/api/auth/register', { body });
      expect(answer.status).toBe(200);
      expect(answer.body.user).toMatchObject({
        email: 'ana.lopez@example.com',
        firstName: 'Ana',
        isPro: false,
        subscription_status: 'none',
        emailVerified: false,
      });
      const [row] = await server.db
        .select()
        .from(users)
        .where(eq(users.email, 'ana.lopez@example.com'));
      expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
      const me = await server.call('/api/auth/user', { token: answer.body.token });
      expect(me.body).toEqual(answer.body.user);
      expect((await server.readMail('ana.lopez@example.com')).subject).toBe('Welcome to Stillpix');
    });

    test('needs a password that follows the account rules, when there is one', async () => {
      for (const [weak, problem] of [
        ['Ab1!', 'too-short'],
        ['abcdefgh!', 'needs-digit'],
        ['12345678!', 'needs-letter'],
        ['abcdefgh1', 'needs-special'],
        ['Password1!', 'too-common'],
      ]) {
        const body = { email: 'weak@example.com', password: weak };
        const answer = await server.call('/api/auth/register', { body });
        expect(answer.body).toMatchObject({ code: 'weak-password', fields: { password: problem } });
      }
    });

    test('is refused for an address that has one', async () => {
      const { email } = await server.join();
      const answer = await server.call('/api/auth/register', { body: { email, password } });
      expect(answer).toMatchObject({ status: 409, body: { code: 'email-in-use' } });
    });

    test('without a password says the same for new and known addresses, and mails the rest', async () => {
      const known = await server.join();
      const answers = await Promise.all(
        [known.email, 'fresh@example.com'].map((email) =>
          server.call('/api/auth/register', { body: { email, language: 'de' } }),
        ),
      );
      expect(answers[0]?.body).toEqual(answers[1]?.body);
      expect(answers[0]?.body.token).toBeUndefined();
      expect((await server.readMail(known.email)).subject).toMatch(/bereits ein Stillpix-Konto/);
      const mail = await server.readMail('fresh@example.com');
      expect(mail.subject).toBe('Ihr Stillpix-Passwort festlegen');
      const set = await server.call('/api/auth/reset-password', {
        body: { token: mail.token, newPassword: password },
      });
      expect(set.status).toBe(200);
      const login = await server.call('/api/auth/login', {
        body: { email: 'fresh@example.com', password },
      });
      expect(login.body.user).toMatchObject({ emailVerified: true, language: 'de' });
    });
  });

  describe('signing in and out', () => {
    test('works with the right password in any case of the address', async () => {
      const { email } = await server.join();
      const answer = await server.call('/api/auth/login', {
        body: { email: email.toUpperCase(), password },
      });
      expect(answer.status).toBe(200);
      expect(answer.body.user.email).toBe(email);
    });

    test('finds a password that another keyboard composed differently', async () => {
      const composed = 'Größer-als-9'.normalize('NFC');
      const { email } = await server.join({ password: composed });
      const body = { email, password: composed.normalize('NFD') };
      expect((await server.call('/api/auth/login', { body })).status).toBe(200);
    });

    test('sign-out revokes the token and leaves other sessions', async () => {
      const { email, token } = await server.join();
      const other = await server.call('/api/auth/login', { body: { email, password } });
      expect((await server.call('/api/auth/logout', { method: 'POST', token })).status).toBe(200);
      expect((await server.call('/api/auth/user', { token })).status).toBe(401);
      expect((await server.call('/api/auth/user', { token: other.body.token })).status).toBe(200);
    });

    test('sign-out without a session is no error', async () => {
      expect((await server.call('/api/auth/logout', { method: 'POST' })).status).toBe(200);
    });

    test('sessions are listed in words, ended one by one or all together', async () => {
      const { email, token } = await server.join();
      const headers = {
        'user-agent':
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      };
      const second = await server.call('/api/auth/login', { body: { email, password }, headers });
      const third = await server.call('/api/auth/login', { body: { email, password } });
      const list = await server.call('/api/auth/sessions', { token });
      expect(list.body.sessions).toHaveLength(3);
      expect(list.body.sessions.filter((one: { current: boolean }) => one.current)).toHaveLength(1);
      const windows = list.body.sessions.find(
        (one: { device: string }) => one.device === 'Firefox, Windows',
      );
      const end = { token, body: { id: windows.id } };
      expect((await server.call('/api/auth/sessions/end', end)).status).toBe(200);
      expect((await server.call('/api/auth/sessions/end', end)).status).toBe(404);
      expect((await server.call('/api/auth/user', { token: second.body.token })).status).toBe(401);
      await server.call('/api/auth/logout-everywhere', { method: 'POST', token });
      for (const one of [token, third.body.token]) {
        expect((await server.call('/api/auth/user', { token: one })).status).toBe(401);
      }
    });

    test('a mail tells of a new sign-in to those who want it', async () => {
      const { email, token } = await server.join();
      await server.call('/api/auth/user', {
        method: 'PATCH',
        token,
        body: { notifications: { signIns: true } },
      });
      await server.call('/api/auth/login', { body: { email, password } });
      expect((await server.readMail(email)).subject).toBe('New sign-in to Stillpix');
    });
  });

  describe('a forgotten password', () => {
    test('is reset by mail, once, and ends all sessions', async () => {
      const { email, token } = await server.join();
      await server.call('/api/auth/forgot-password', { body: { email, language: 'es' } });
      const mail = await server.readMail(email);
      expect(mail.subject).toBe('Restablece tu contraseña de Stillpix');
      const stored = await server.db.select().from(mailedTokens);
      expect(JSON.stringify(stored)).not.toContain(mail.token);

      const body = { token: mail.token, newPassword: 'another-1-Secret' };
      expect((await server.call('/api/auth/reset-password', { body })).status).toBe(200);
      expect((await server.call('/api/auth/user', { token })).status).toBe(401);
      const login = { email, password: 'another-1-Secret' };
      expect((await server.call('/api/auth/login', { body: login })).status).toBe(200);
      const replay = await server.call('/api/auth/reset-password', { body });
      expect(replay).toMatchObject({ status: 400, body: { code: 'invalid-token' } });
      expect((await server.readMail(email)).subject).toMatch(/password was changed/);
    });

    test('a password that is too weak does not use the link up', async () => {
      const { email } = await server.join();
      await server.call('/api/auth/forgot-password', { body: { email } });
      const { token } = await server.readMail(email);
      const reset = (newPassword: string) =>
        server.call('/api/auth/reset-password', { body: { token, newPassword } });
      expect((await reset('12345')).body.code).toBe('weak-password');
      expect((await reset('qwerty')).body.code).toBe('weak-password');
      expect((await reset('sesam-öffne')).status).toBe(200);
    });

    test('an old link does not work', async () => {
      const { email } = await server.join();
      await server.call('/api/auth/forgot-password', { body: { email } });
      const { token } = await server.readMail(email);
      await server.db.update(mailedTokens).set({ expiresAt: new Date(Date.now() - 1000) });
      const answer = await server.call('/api/auth/reset-password', {
        body: { token, newPassword: 'another-1-Secret' },
      });
      expect(answer.body.code).toBe('invalid-token');
    });

    test('nothing is mailed to an address without an account', async () => {
      const before = server.mails.length;
      await server.call('/api/auth/forgot-password', { body: { email: 'nobody@example.com' } });
      await server.outbox.sendDue();
      expect(server.mails.slice(before).map(({ to }) => to)).not.toContain('nobody@example.com');
    });
  });

  describe('changing things', () => {
    test('a new password needs the old one and ends the other sessions', async () => {
      const { email, token } = await server.join();
      const other = await server.call('/api/auth/login', { body: { email, password } });
      const change = (currentPassword: string, newPassword: string) =>
        server.call('/api/auth/change-password', { token, body: { currentPassword, newPassword } });
      expect((await change('wrong', 'tulip-92-Lamp')).body).toMatchObject({
        code: 'wrong-password',
        error: 'The current password is incorrect.',
      });
      expect((await change(password, 'short')).body.fields).toEqual({ newPassword: 'too-short' });
      expect((await change(password, 'tulip-92-Lamp')).status).toBe(200);
      expect((await server.call('/api/auth/user', { token })).status).toBe(200);
      expect((await server.call('/api/auth/user', { token: other.body.token })).status).toBe(401);
    });

    test('name, language, time zone and notifications are kept', async () => {
      const { token } = await server.join();
      const body = {
        firstName: 'Zoë',
        language: 'pt',
        timeZone: 'America/Sao_Paulo',
        notifications: { billing: false },
      };
      await server.call('/api/auth/user', { method: 'PATCH', token, body });
      const me = await server.call('/api/auth/user', { token });
      expect(me.body).toMatchObject({
        firstName: 'Zoë',
        language: 'pt',
        timeZone: 'America/Sao_Paulo',
        notifications: { signIns: false, billing: false },
      });
      const empty = await server.call('/api/auth/user', { method: 'PATCH', token, body: {} });
      expect(empty.body).toEqual(me.body);
    });

    test('the mail that confirms it is sent again on request, while there is something to confirm', async () => {
      const { email, token } = await server.join();
      expect((await server.readMail(email)).subject).toBe('Welcome to Stillpix');
      const resend = () => server.call('/api/auth/resend-confirmation', { method: 'POST', token });
      expect((await resend()).status).toBe(200);
      const mail = await server.readMail(email);
      expect(mail.subject).not.toBe('Welcome to Stillpix');
      const body = { token: mail.token };
      expect((await server.call('/api/auth/confirm-email', { body, token })).status).toBe(200);
      expect((await resend()).body.message).toBe('Your email address is confirmed.');
      const nobody = await server.call('/api/auth/resend-confirmation', { method: 'POST' });
      expect(nobody.status).toBe(401);
    });

    test('a new address counts once its owner confirms it, and the old one is told', async () => {
      const { email, token } = await server.join();
      await server.call('/api/auth/forgot-password', { body: { email } });
      const reset = await server.readMail(email);
      const ask = (newPassword: string) =>
        server.call('/api/auth/change-email', {
          token,
          body: { newEmail: 'moved@example.com', password: newPassword },
        });
      expect((await ask('wrong')).body.code).toBe('wrong-password');
      expect((await ask(password)).status).toBe(200);
      expect((await server.call('/api/auth/user', { token })).body.email).toBe(email);
      const mail = await server.readMail('moved@example.com');
      const confirm = () =>
        server.call('/api/auth/confirm-email', { body: { token: mail.token }, token });
      expect((await confirm()).status).toBe(200);
      expect((await confirm()).body.code).toBe('invalid-token');
      expect((await server.call('/api/auth/user', { token })).body).toMatchObject({
        email: 'moved@example.com',
        emailVerified: true,
      });
      expect((await server.readMail(email)).subject).toMatch(/email address was changed/);
      const late = await server.call('/api/auth/reset-password', {
        body: { token: reset.token, newPassword: 'another-1-Secret' },
      });
      expect(late.body.code).toBe('invalid-token');
    });

    test('an address that somebody else took in the meantime is refused', async () => {
      const { token } = await server.join();
      const body = { newEmail: 'contested@example.com', password };
      await server.call('/api/auth/change-email', { token, body });
      const mail = await server.readMail('contested@example.com');
      await server.join({ email: 'contested@example.com' });
      const answer = await server.call('/api/auth/confirm-email', {
        body: { token: mail.token },
        token,
      });
      expect(answer).toMatchObject({ status: 409, body: { code: 'email-in-use' } });
    });
  });

  describe('the account of a payment', () => {
    test('is made with the session id of the payment and is Pro', async () => {
      const sessionId = await server.pay('payer@example.com');
      expect((await check('payer@example.com', sessionId)).body).toEqual({
        exists: false,
        hasPassword: false,
      });
      const answer = await setup('payer@example.com', sessionId);
      expect(answer.body.user).toMatchObject({
        isPro: true,
        firstName: 'Pia',
        subscription_status: 'active',
      });
      expect((await check('payer@example.com', sessionId)).body).toEqual({
        exists: true,
        hasPassword: true,
      });
      const again = await setup('payer@example.com', sessionId, {
        password: 'Attacker-1-Password',
      });
      expect(again).toMatchObject({ status: 409, body: { code: 'already-set-up' } });
      const body = { email: 'payer@example.com', password };
      expect((await server.call('/api/auth/login', { body })).status).toBe(200);
    });

    test('is not made without a payment, or with that of somebody else', async () => {
      const sessionId = await server.pay('second@example.com');
      expect((await setup('second@example.com', 'unpaid')).body.code).toBe('payment-not-verified');
      expect((await setup('thief@example.com', sessionId)).body.code).toBe('payment-not-verified');
    });

    test('an account without a password is completed, not doubled', async () => {
      await server.call('/api/auth/register', { body: { email: 'half@example.com' } });
      const sessionId = await server.pay('half@example.com');
      expect((await check('half@example.com', sessionId)).body).toEqual({
        exists: true,
        hasPassword: false,
      });
      expect((await setup('half@example.com', sessionId)).status).toBe(200);
    });

    test('the check tells nothing to those who did not pay', async () => {
      const { email } = await server.join();
      const paid = await server.pay('other@example.com');
      const neutral = { exists: false, hasPassword: false };
      for (const sessionId of [undefined, 'guessed', paid]) {
        expect((await check(email, sessionId)).body).toEqual(neutral);
        expect((await check('unknown@example.com', sessionId)).body).toEqual(neutral);
      }
    });
  });

  describe('own data', () => {
    test('is exported in full and without secrets', async () => {
      const { email, id, token } = await server.join();
      await givePro(server.db, id);
      const conversionKey = crypto.randomUUID();
      await server.call('/api/validate-features', {
        token,
        body: { action: 'convert', fileCount: 2, conversionKey },
      });
      await server.call('/api/conversions', { token, body: { conversionKey, converted: 2 } });
      const { body } = await server.call('/api/auth/export', { token });
      expect(body.user.email).toBe(email);
      expect(body.conversions).toMatchObject([{ allowed: 2, converted: 2 }]);
      expect(body.subscriptions).toHaveLength(1);
      expect(body.securityEvents.map((one: { kind: string }) => one.kind)).toContain('registered');
      expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash/);
    });

    test('is exported with the address that a payment was made with', async () => {
      const { token } = await server.join();
      const sessionId = await server.pay('typed@example.com');
      await server.call('/api/billing/claim-payment', { token, body: { sessionId } });
      const { body } = await server.call('/api/auth/export', { token });
      expect(body.payers).toMatchObject([{ email: 'typed@example.com', provider: 'simulated' }]);
    });

    test('is exported within bounds, however many batches there are, and says how many', async () => {
      const { id, token } = await server.join();
      await server.db.execute(
        sql`insert into conversion_batches (key, user_id, allowed, created_at)
          select gen_random_uuid(), ${id}, 1, now() - make_interval(secs => number)
          from generate_series(1, 60000) number`,
      );
      const { body } = await server.call('/api/auth/export', { token });
      expect(body.conversions).toHaveLength(50_000);
      expect(body.conversionsInAll).toBe(60_000);
      expect(Date.now() - Date.parse(body.conversions.at(-1).createdAt)).toBeLessThan(60_000);
    });

    test('is exported with no more events than fit in memory, though strangers make them', async () => {
      const { id, token } = await server.join();
      await server.db.execute(sql`
        insert into audit_events (user_id, kind, request_id)
        select ${id}, 'sign-in-failed', 'guess ' || at from generate_series(1, 60000) as at
      `);
      const { body } = await server.call('/api/auth/export', { token });
      expect(body.securityEvents).toHaveLength(50_000);
      expect(body.securityEvents[0].kind).toBe('data-exported');
      expect(body.securityEventsInAll).toBe(60_002);
    });

    test('is deleted with the account, after the subscription was ended', async () => {
      const { email, id, token } = await server.join();
      const sessionId = await server.pay(email, token);
      await server.call('/api/billing/payment-session', { body: { sessionId } });
      const conversionKey = crypto.randomUUID();
      await server.call('/api/validate-features', {
        token,
        body: { action: 'convert', fileCount: 1, conversionKey },
      });
      const wrong = await server.call('/api/auth/delete-account', {
        token,
        body: { password: 'no' },
      });
      expect(wrong.body.code).toBe('wrong-password');
      expect(
        (await server.call('/api/auth/delete-account', { token, body: { password } })).status,
      ).toBe(200);
      const ended = await server.call('/api/billing/payment-session', { body: { sessionId } });
      expect(ended.body.state).toBe('unknown');
      expect((await server.call('/api/auth/user', { token })).status).toBe(401);
      expect((await server.call('/api/auth/login', { body: { email, password } })).status).toBe(
        401,
      );
      expect(await server.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
      expect(await server.db.select().from(auditEvents).where(eq(auditEvents.userId, id))).toEqual(
        [],
      );
      const [batch] = await server.db
        .select()
        .from(conversionBatches)
        .where(eq(conversionBatches.key, conversionKey));
      expect(batch?.userId).toBeNull();
      expect((await server.readMail(email)).subject).toMatch(/was deleted/);
    });
  });

  test('whatever meets the deletion of its account is refused in words', async () => {
    for (let time = 0; time < 4; time++) {
      const { email, token } = await server.join();
      const [deleted, changed, ...signedIn] = await Promise.all([
        server.call('/api/auth/delete-account', { token, body: { password } }),
        server.call('/api/auth/change-password', {
          token,
          body: { currentPassword: password, newPassword: 'Another-Horse-8-Battery' },
        }),
        server.call('/api/auth/login', { body: { email, password } }),
        server.call('/api/auth/login', { body: { email, password } }),
      ]);
      // Only a password that was changed first refuses the deletion: it was proven with the old one.
      const isOvertaken = changed.status === 200 && deleted.body.code === 'wrong-password';
      expect([200, 401, ...(isOvertaken ? [400] : [])]).toContain(deleted.status);
      for (const { status, body } of [changed, ...signedIn])
        expect([200, 400, 401], body.code).toContain(status);
    }
  });

  test('the log holds no address, password, token or name', async () => {
    const { email, token } = await server.join({ firstName: 'Wilhelmina' });
    await server.call('/api/auth/login', { body: { email, password: 'not-this-one' } });
    await server.call('/api/auth/user', { token });
    const logged = server.logged();
    expect(logged).toContain('"route":"login"');
    for (const secret of [email, password, token, 'Wilhelmina', 'not-this-one']) {
      expect(logged).not.toContain(secret);
    }
  });
});
