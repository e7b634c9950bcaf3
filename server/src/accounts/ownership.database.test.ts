import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEmail } from '../../testing/billing-fixture.ts';
import { databaseKind } from '../../testing/test-database.ts';
import { createTestServer, password, type TestServer } from '../../testing/test-server.ts';

const another = 'Quite-Another-8-Secret';

describe.skipIf(databaseKind === 'missing')(`whose an account is (${databaseKind})`, () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  const isPro = async (token: string) =>
    (await server.call('/api/verify-pro', { token })).body.isPro as boolean;
  const confirm = (body: Record<string, string>, token?: string) =>
    server.call('/api/auth/confirm-email', { body, token });
  const login = (email: string, secret: string) =>
    server.call('/api/auth/login', { body: { email, password: secret } });
  const look = async (sessionId: string) =>
    (await server.call('/api/billing/payment-session', { body: { sessionId } })).body;
  const claim = (sessionId: string, token: string) =>
    server.call('/api/billing/claim-payment', { body: { sessionId }, token });
  const setUp = (email: string, sessionId: string, secret = another) =>
    server.call('/api/auth/setup-pro-account', {
      body: { email, sessionId, password: secret, firstName: 'Ada', lastName: 'Lovelace' },
    });

  describe('somebody registers a person’s address first', () => {
    test('and gets nothing of what the person then pays', async () => {
      const taken = await server.join({ email: newEmail() });
      const sessionId = await server.pay(taken.email);
      expect(await look(sessionId)).toEqual({
        state: 'paid',
        email: taken.email,
        claimed: false,
      });
      expect(await isPro(taken.token)).toBe(false);
      const subscription = await server.call('/auth/subscription', { token: taken.token });
      expect(subscription.body.subscription).toBeNull();
      const payments = await server.call('/api/billing/payments', { token: taken.token });
      expect(payments.body.payments).toEqual([]);
    });

    test('and the person gets account and payment by the mail, as soon as it is opened', async () => {
      const taken = await server.join({ email: newEmail() });
      const sessionId = await server.pay(taken.email);
      await look(sessionId);
      const mail = await server.readMail(taken.email);
      const link = new URL(/https?:\S+account-setup\S+/.exec(mail.text)?.[0] ?? '');
      const mailed = link.searchParams.get('session_id') ?? '';
      const check = await server.call('/api/auth/check-account', {
        body: { email: taken.email, sessionId: mailed },
      });
      expect(check.body).toEqual({ exists: true, hasPassword: false });
      const answer = await setUp(taken.email, mailed);
      expect(answer.body.user).toMatchObject({ isPro: true, emailVerified: true });
      expect((await server.call('/api/auth/user', { token: taken.token })).status).toBe(401);
      expect((await login(taken.email, password)).status).toBe(401);
      expect((await login(taken.email, another)).status).toBe(200);
    });

    test('and the payment follows the person to another account', async () => {
      const taken = await server.join({ email: newEmail() });
      const sessionId = await server.pay(taken.email);
      const own = await server.join({ email: newEmail() });
      const claimed = await claim(sessionId, own.token);
      expect(claimed.body.subscription.entitled).toBe(true);
      expect(await isPro(own.token)).toBe(true);
      expect(await isPro(taken.token)).toBe(false);
      expect((await claim(sessionId, taken.token)).body.code).toBe('payment-not-verified');
      expect((await setUp(taken.email, sessionId)).body.code).toBe('already-set-up');
    });

    test('and after moving that account to another address still has nothing', async () => {
      const taken = await server.join({ email: newEmail() });
      const sessionId = await server.pay(taken.email);
      await look(sessionId);
      const newAddress = newEmail();
      await server.call('/api/auth/change-email', {
        body: { newEmail: newAddress, password },
        token: taken.token,
      });
      const { token } = await server.readMail(newAddress);
      expect((await confirm({ token }, taken.token)).status).toBe(200);
      expect(await isPro(taken.token)).toBe(false);
      // The address is free again, and the payment still with who made it.
      const answer = await setUp(taken.email, sessionId);
      expect(answer.body.user.isPro).toBe(true);
    });

    test('and is out once the person confirms the address with a new password', async () => {
      const taken = await server.join({ email: newEmail() });
      const sessionId = await server.pay(taken.email);
      const { token } = await server.readMail(taken.email);
      expect((await confirm({ token })).body.code).toBe('password-required');
      expect((await confirm({ token, password: 'a-wrong-1!' })).body.code).toBe('wrong-password');
      expect((await confirm({ token, newPassword: 'short' })).body.code).toBe('weak-password');
      expect(await isPro(taken.token)).toBe(false);
      expect((await confirm({ token, newPassword: another })).status).toBe(200);
      expect((await server.call('/api/auth/user', { token: taken.token })).status).toBe(401);
      expect((await login(taken.email, password)).status).toBe(401);
      await look(sessionId);
      const owner = await login(taken.email, another);
      expect(owner.body.user).toMatchObject({ emailVerified: true, isPro: true });
    });

    test('and a link asked for before is worth nothing after that', async () => {
      const taken = await server.join({ email: newEmail() });
      const attacker = newEmail();
      const { token } = await server.readMail(taken.email);
      await server.call('/api/auth/change-email', {
        body: { newEmail: attacker, password },
        token: taken.token,
      });
      // Still in the outbox when the owner takes over.
      expect((await confirm({ token, newPassword: another })).status).toBe(200);
      await server.outbox.sendDue();
      expect(server.mails.filter(({ to }) => to === attacker)).toEqual([]);
    });
  });

  test('paying with the address of an unconfirmed account does not replace its password', async () => {
    const owner = await server.join({ email: newEmail() });
    const sessionId = await server.pay(owner.email);
    expect((await setUp(owner.email, sessionId)).body.code).toBe('already-set-up');
    expect((await login(owner.email, password)).status).toBe(200);
    // The payer who is the owner signs in, and has what was paid.
    expect((await claim(sessionId, owner.token)).body.subscription.entitled).toBe(true);
  });

  test('a confirmed account has at once what is paid with its address', async () => {
    const owner = await server.join({ email: newEmail() });
    expect((await server.confirmAddress(owner)).status).toBe(200);
    const sessionId = await server.pay(owner.email);
    expect(await look(sessionId)).toMatchObject({ state: 'paid', claimed: true });
    expect(await isPro(owner.token)).toBe(true);
  });

  test('what is claimed by a name that paid nothing is refused', async () => {
    const { email, token } = await server.join();
    const begun = await server.call('/api/create-subscription-public', { body: { email } });
    for (const sessionId of [begun.body.sessionId, 'invented']) {
      expect((await claim(sessionId, token)).body.code).toBe('payment-not-verified');
    }
  });

  describe('confirming an address', () => {
    test('with the present password keeps it, and the sessions', async () => {
      const { email, token } = await server.join({ email: newEmail() });
      const mail = await server.readMail(email);
      expect((await confirm({ token: mail.token, password })).status).toBe(200);
      const me = await server.call('/api/auth/user', { token });
      expect(me.body.emailVerified).toBe(true);
    });

    test('of a change needs the account: who got the link by a slip gets nothing', async () => {
      const person = await server.join({ email: newEmail() });
      const slip = newEmail();
      await server.call('/api/auth/change-email', {
        body: { newEmail: slip, password },
        token: person.token,
      });
      const { token } = await server.readMail(slip);
      expect((await confirm({ token })).body.code).toBe('password-required');
      expect((await confirm({ token, newPassword: another })).body.code).toBe('password-required');
      const stranger = await server.join();
      expect((await confirm({ token }, stranger.token)).body.code).toBe('password-required');
      expect((await confirm({ token, password })).status).toBe(200);
    });

    test('of a change ends all other sessions', async () => {
      const person = await server.join({ email: newEmail() });
      const elsewhere = await login(person.email, password);
      const newAddress = newEmail();
      await server.call('/api/auth/change-email', {
        body: { newEmail: newAddress, password },
        token: person.token,
      });
      const { token } = await server.readMail(newAddress);
      expect((await confirm({ token }, person.token)).status).toBe(200);
      const statusOf = async (one: string) =>
        (await server.call('/api/auth/user', { token: one })).status;
      expect(await statusOf(person.token)).toBe(200);
      expect(await statusOf(elsewhere.body.token)).toBe(401);
    });
  });
});
