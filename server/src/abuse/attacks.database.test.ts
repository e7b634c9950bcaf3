import { randomUUID } from 'node:crypto';
import { endpoints } from '@stillpix/contract';
import { eq } from 'drizzle-orm';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKind } from '../../testing/test-database.ts';
import {
  createTestServer,
  password,
  randomAddress,
  type TestServer,
} from '../../testing/test-server.ts';
import { sessions, users } from '../database/schema.ts';

let server: TestServer;

const statusOf = async (token: string) => (await server.call('/api/auth/user', { token })).status;

const readClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe.skipIf(databaseKind === 'missing')(`attacks (${databaseKind})`, () => {
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  test('a site of IPv6 has not a limit for each of its networks, and its neighbors have theirs', async () => {
    const write = (address: string) =>
      server
        .call('/api/contact', {
          body: { email: 'a@example.com', topic: 'other', message: 'Hello?', language: 'en' },
          address,
        })
        .then(({ status }) => status);
    // Ten an hour for a network, and fifty times as many for a site.
    const from = (site: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, network) =>
          write(`2001:db8:${site}:${(network % 260).toString(16)}::1`),
        ),
      );
    const answers = await from('a', 520);
    expect(answers.filter((status) => status === 200)).toHaveLength(500);
    expect(await write('2001:db8:a:ffff::1')).toBe(429);
    expect(await write('2001:db8:b:1::1')).toBe(200);
    expect(await write('203.0.113.77')).toBe(200);
  });

  describe('tokens', () => {
    test('a changed, unsigned, foreign or truncated token is worth nothing', async () => {
      const { token } = await server.join();
      const victim = await server.join();
      expect(await statusOf(token)).toBe(200);
      const claims = readClaims(token);
      const [header = '', payload = '', signature = ''] = token.split('.');
      const forged = Buffer.from(
        JSON.stringify({ ...claims, userId: victim.id, isPro: true }),
      ).toString('base64url');
      const none = new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('1h').encode();
      const foreign = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('another secret of more than 32 characters'));
      for (const bad of [
        `${header}.${forged}.${signature}`,
        none,
        `${none}x`,
        foreign,
        `${header}.${payload}.`,
        `${header}.${payload}`,
        token.slice(0, -2),
        `${token}${token}`,
        'null',
        '',
      ]) {
        expect(await statusOf(bad), bad).toBe(401);
      }
    });

    test('a token of our own key is worth nothing without its session row', async () => {
      const { token, id } = await server.join();
      const victim = await server.join();
      const claims = readClaims(token);
      const sign = (changes: object, expires: string | number = '1h') =>
        new SignJWT({ ...claims, ...changes })
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuedAt()
          .setExpirationTime(expires)
          .sign(server.secrets.session);
      expect(await statusOf(await sign({ sid: randomUUID() }))).toBe(401);
      expect(await statusOf(await sign({ userId: victim.id }))).toBe(401);
      expect(await statusOf(await sign({ sid: "' or 1=1 --" }))).toBe(401);
      expect(await statusOf(await sign({}, Math.floor(Date.now() / 1000) - 10))).toBe(401);
      await server.db
        .update(sessions)
        .set({ expiresAt: new Date(Date.now() - 1000) })
        .where(eq(sessions.userId, id));
      expect(await statusOf(token)).toBe(401);
    });

    test('claiming Pro in a token gives no Pro', async () => {
      const { token } = await server.join();
      const claims = { ...readClaims(token), isPro: true };
      const boasting = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(server.secrets.session);
      const body = { action: 'upload', fileCount: 20 };
      const answer = await server.call('/api/validate-features', { token: boasting, body });
      expect(answer.body).toMatchObject({ allowed: false, isPro: false });
    });

    test('there is no emergency sign-in', async () => {
      const body = { email: 'facilitator@example.com', password, sessionId: 'cs_live_1' };
      expect((await server.call('/api/auth/emergency-login', { body })).status).toBe(404);
    });

    test('a session of the attacker’s choice is not taken over at sign-in', async () => {
      const { email, token } = await server.join();
      const answer = await server.call('/api/auth/login', {
        token,
        body: { email, password, sid: readClaims(token).sid, sessionId: readClaims(token).sid },
      });
      expect(readClaims(answer.body.token).sid).not.toBe(readClaims(token).sid);
    });
  });

  describe('other people’s things', () => {
    test('a session of somebody else cannot be ended', async () => {
      const owner = await server.join();
      const other = await server.join();
      const list = await server.call('/api/auth/sessions', { token: owner.token });
      const { id } = list.body.sessions[0];
      const answer = await server.call('/api/auth/sessions/end', {
        token: other.token,
        body: { id },
      });
      expect(answer.status).toBe(404);
      expect(await statusOf(owner.token)).toBe(200);
    });

    test('fields that are not in the contract change nothing', async () => {
      const { token, id } = await server.join({
        isPro: true,
        emailVerifiedAt: new Date(),
        id: randomUUID(),
      });
      await server.call('/api/auth/user', {
        method: 'PATCH',
        token,
        body: {
          firstName: 'Eve',
          id: randomUUID(),
          email: 'stolen@example.com',
          passwordHash: 'x',
          isPro: true,
          emailVerified: true,
          subscription_status: 'active',
          __proto__: { isPro: true },
        },
      });
      const me = await server.call('/api/auth/user', { token });
      expect(me.body).toMatchObject({
        id,
        firstName: 'Eve',
        isPro: false,
        emailVerified: false,
        subscription_status: 'none',
      });
      expect(me.body.email).not.toBe('stolen@example.com');
    });

    test('every call that belongs to an account is closed to others', async () => {
      for (const [name, endpoint] of Object.entries(endpoints)) {
        if (endpoint.access !== 'account') continue;
        const answer = await server.call(endpoint.path, { method: endpoint.method.toUpperCase() });
        expect(answer.status, name).toBe(401);
      }
    });
  });

  describe('injection', () => {
    const hostile = [
      "' or '1'='1",
      "'; drop table users; --",
      '$1',
      '{{7*7}}',
      '<script>alert(1)</script>',
      '\u202Egnp.exe',
    ];

    test('SQL in any field stays text', async () => {
      for (const text of hostile) {
        const login = await server.call('/api/auth/login', {
          body: { email: text, password: text },
        });
        expect(login.status, text).toBe(400);
        const { token } = await server.join({ firstName: text });
        const me = await server.call('/api/auth/user', { token });
        expect(me.body.firstName).toBe(text.trim());
        const zone = await server.call(`/auth/usage?timeZone=${encodeURIComponent(text)}`, {
          token,
        });
        expect(zone.status).toBe(400);
      }
      expect((await server.db.select().from(users)).length).toBeGreaterThan(0);
    });

    test('a line break in an address or name reaches no mail header', async () => {
      for (const email of ['a@example.com\r\nBcc: b@example.com', 'a@example.com\u0000']) {
        expect((await server.call('/api/auth/forgot-password', { body: { email } })).status).toBe(
          400,
        );
      }
      const body = { email: 'lines@example.com', password, firstName: 'A\r\nBcc: b@example.com' };
      expect((await server.call('/api/auth/register', { body })).status).toBe(400);
    });

    test('headers are not echoed', async () => {
      const answer = await server.call('/api/flags', {
        headers: {
          'x-request-id': 'chosen-by-client',
          origin: 'https://evil.example',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'https',
        },
      });
      const text = JSON.stringify([...answer.headers]);
      expect(text).not.toMatch(/chosen-by-client|evil\.example/);
    });

    test('the host header does not get into the links of mails', async () => {
      const { email } = await server.join();
      await server.call('/api/auth/forgot-password', {
        body: { email },
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      });
      expect((await server.readMail(email)).text).not.toContain('evil.example');
    });
  });

  describe('bodies', () => {
    test('that are too big, malformed or not JSON are refused in words', async () => {
      const post = (body: string, headers = {}) =>
        server.call('/api/auth/login', { method: 'POST', body, headers });
      expect(await post('x'.repeat(20_000))).toMatchObject({
        status: 413,
        body: { code: 'body-too-large' },
      });
      for (const body of [
        '{',
        '[]',
        'null',
        '"text"',
        '{"email":1}',
        '\u0000',
        '{"email":{"$gt":""}}',
      ]) {
        expect(await post(body), body).toMatchObject({
          status: 400,
          body: { code: 'invalid-request' },
        });
      }
      const form = await post('email=a&password=b', {
        'content-type': 'application/x-www-form-urlencoded',
      });
      expect(form).toMatchObject({ status: 415, body: { code: 'not-json' } });
      const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`;
      expect((await post(deep)).status).toBe(400);
    });

    test('a password of enormous length does not keep the server busy', async () => {
      const register = async (secret: string) => {
        const body = { email: `${randomUUID()}@example.com`, password: secret };
        const started = performance.now();
        const { status } = await server.call('/api/auth/register', { body });
        return { status, time: performance.now() - started };
      };
      const usual = await register(password);
      expect(usual.status).toBe(200);
      const times: number[] = [];
      for (let attempt = 0; attempt < 3; attempt++) {
        const { status, time } = await register(`a1!${'x'.repeat(7000)}`);
        expect(status).toBe(400);
        times.push(time);
      }
      // Nothing is hashed, which is what takes time.
      expect(Math.min(...times)).toBeLessThan(usual.time);
    });

    test('a wrong method says so', async () => {
      const answer = await server.call('/api/auth/login');
      expect(answer).toMatchObject({ status: 405, body: { code: 'method-not-allowed' } });
    });
  });

  describe('guessing', () => {
    test('passwords of one account from one address ends after ten tries', async () => {
      const { email } = await server.join();
      const address = randomAddress();
      const guess = (value: string, from = address) =>
        server.call('/api/auth/login', { body: { email, password: value }, address: from });
      for (let i = 0; i < 10; i++) expect((await guess(`guess-${i}`)).status).toBe(401);
      const blocked = await guess(password);
      expect(blocked).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
      expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(60);
      // The owner, elsewhere, is not locked out.
      expect((await guess(password, randomAddress())).status).toBe(200);
    });

    test('the owner’s sign-in forgets earlier slips', async () => {
      const { email } = await server.join();
      const address = randomAddress();
      const attempt = (value: string) =>
        server.call('/api/auth/login', { body: { email, password: value }, address });
      for (let round = 0; round < 3; round++) {
        for (let i = 0; i < 6; i++) expect((await attempt('slip')).status).toBe(401);
        expect((await attempt(password)).status).toBe(200);
      }
    });

    test('many accounts from one address ends too', async () => {
      const address = randomAddress();
      const statuses = [];
      for (let i = 0; i < 101; i++) {
        const body = { email: `spray${i}@example.com`, password: 'Winter2026!' };
        statuses.push((await server.call('/api/auth/login', { body, address })).status);
      }
      expect(statuses.slice(0, 100).every((status) => status === 401)).toBe(true);
      expect(statuses[100]).toBe(429);
    }, 60_000);

    test('a stranger’s tries from one address leave the owner’s alone', async () => {
      const { email } = await server.join();
      const stranger = randomAddress();
      const login = (secret: string, address: string) =>
        server.call('/api/auth/login', { body: { email, password: secret }, address });
      for (let i = 0; i < 105; i++) await login(`guess-${i}`, stranger);
      expect((await login(password, stranger)).status).toBe(429);
      expect((await login(password, randomAddress())).status).toBe(200);
    });

    test('a browser that has signed in before keeps its own tries, whatever strangers do', async () => {
      const { email } = await server.join();
      const login = (secret: string, device?: string) =>
        server.call('/api/auth/login', { body: { email, password: secret, device } });
      const { device } = (await login(password)).body;
      let last = 0;
      for (let i = 0; i < 105; i++) last = (await login(`guess-${i}`)).status;
      expect(last).toBe(429);
      expect((await login(password)).status).toBe(429);
      expect((await login(password, device)).status).toBe(200);
      // The name of a browser is no way to guess on.
      const tries = [];
      for (let i = 0; i < 11; i++) tries.push((await login('wrong', device)).status);
      expect(tries.at(-1)).toBe(429);
      const other = await server.join();
      const foreign = await server.call('/api/auth/login', {
        body: { email: other.email, password: 'wrong', device },
      });
      expect(foreign.status).toBe(401);
      expect((await login(password, 'made-up.0123456789abcdefghijkl')).status).toBe(429);
    });

    test('a browser that signed in before the password was changed is one like any other', async () => {
      const { email, token } = await server.join();
      const login = async (secret: string, device?: string) =>
        server.call('/api/auth/login', { body: { email, password: secret, device } });
      // Whoever registered an address that is not theirs could collect as many names as they like.
      const collected = [(await login(password)).body.device, (await login(password)).body.device];
      for (let i = 0; i < 105; i++) await login(`guess-${i}`);
      expect((await login(password, collected[0])).status).toBe(200);

      await server.call('/api/auth/forgot-password', { body: { email } });
      const mail = await server.readMail(email);
      const reset = await server.call('/api/auth/reset-password', {
        body: { token: mail.token, newPassword: 'Owner-Has-It-9-Now' },
      });
      for (const device of collected) {
        expect((await login('guess', device)).status).toBe(429);
      }
      // Whoever set the password is not kept out by those guesses.
      const owner = await login('Owner-Has-It-9-Now', reset.body.device);
      expect(owner.status).toBe(200);
      expect(owner.body.device).toBe(reset.body.device);
      expect((await server.call('/api/auth/user', { token })).status).toBe(401);

      const change = await server.call('/api/auth/change-password', {
        token: owner.body.token,
        body: { currentPassword: 'Owner-Has-It-9-Now', newPassword: password },
      });
      expect((await login(password, reset.body.device)).status).toBe(429);
      expect((await login(password, change.body.device)).status).toBe(200);

      await server.call('/api/auth/delete-account', {
        token: owner.body.token,
        body: { password },
      });
      const again = await server.call('/api/auth/register', { body: { email, password } });
      expect((await login(password, change.body.device)).status).toBe(429);
      expect((await login(password, again.body.device)).status).toBe(200);
    });

    test('a browser gets no new tries by signing in elsewhere, or under a longer name', async () => {
      const { email } = await server.join();
      const other = await server.join();
      const login = (to: string, secret: string, device?: string) =>
        server.call('/api/auth/login', { body: { email: to, password: secret, device } });
      const { device } = (await login(email, password)).body;
      for (let i = 0; i < 10; i++) {
        expect((await login(email, `guess-${i}`, device)).status).toBe(401);
      }
      expect((await login(other.email, password, device)).status).toBe(200);
      expect((await login(email, 'guess', device)).status).toBe(429);
      // Counted like any browser's instead: a hundred for all of them, ten from one address.
      const address = randomAddress();
      const statuses = [];
      for (let i = 0; i < 11; i++) {
        const body = { email, password: 'guess', device: `${device}.${i}` };
        statuses.push((await server.call('/api/auth/login', { body, address })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    });

    test('mails to one address are few, known or not, and a stranger’s do not count for all', async () => {
      const { email } = await server.join();
      for (const to of [email, 'unknown-flood@example.com']) {
        const ask = async (address: string) =>
          (await server.call('/api/auth/forgot-password', { body: { email: to }, address })).status;
        const stranger = randomAddress();
        const statuses = [];
        for (let i = 0; i < 6; i++) statuses.push(await ask(stranger));
        expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
        for (let i = 0; i < 17; i++) expect(await ask(randomAddress())).toBe(200);
        expect(await ask(randomAddress())).toBe(429);
      }
    });

    test('nor are they many by way of accounts that ask for it as their new address', async () => {
      const newEmail = 'flooded@example.com';
      const statuses = [];
      for (let i = 0; i < 5; i++) {
        const { token } = await server.join();
        for (let j = 0; j < 5; j++) {
          const body = { newEmail, password };
          statuses.push((await server.call('/api/auth/change-email', { token, body })).status);
        }
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(20);
      expect(statuses.at(-1)).toBe(429);
    });

    test('calls that ask the payment provider are few for one account', async () => {
      const bodies = {
        claimPayment: { sessionId: 'invented' },
        cancelSubscription: undefined,
        reactivateSubscription: undefined,
        changePlan: { plan: 'annual' },
        planChange: undefined,
        waitingChange: undefined,
        dropPlanChange: undefined,
        refund: undefined,
        portal: { returnPath: '/account' },
      };
      const { token } = await server.join();
      for (const [name, body] of Object.entries(bodies)) {
        const { path, method } = endpoints[name as keyof typeof bodies];
        const ask = async () => (await server.call(path, { method, token, body })).status;
        const statuses = [];
        for (let i = 0; i < 61; i++) statuses.push(await ask());
        expect(statuses.slice(0, 30), name).not.toContain(429);
        expect(statuses.at(-1), name).toBe(429);
      }
    });

    test('a stranger cannot use up what a payer or a writer may do', async () => {
      const email = 'busy@example.com';
      const stranger = randomAddress();
      const setup = (address: string) =>
        server.call('/api/auth/setup-pro-account', {
          body: { email, password, firstName: 'A', lastName: 'B', sessionId: 'invented' },
          address,
        });
      const begin = (address: string) =>
        server.call('/api/create-subscription-public', { body: { email }, address });
      const register = (address: string) =>
        server.call('/api/auth/register', { body: { email }, address });
      for (let i = 0; i < 40; i++) {
        await Promise.all([setup(stranger), begin(stranger), register(stranger)]);
      }
      expect((await setup(randomAddress())).status).toBe(403);
      expect((await begin(randomAddress())).status).toBe(200);
      expect((await register(randomAddress())).status).toBe(200);
    });

    test('a forwarded address without a configured proxy does not help', async () => {
      const { email } = await server.join();
      const address = randomAddress();
      let last = 0;
      for (let i = 0; i < 11; i++) {
        const headers = { 'x-forwarded-for': `198.51.100.${i}` };
        const body = { email, password: 'guess' };
        last = (await server.call('/api/auth/login', { body, address, headers })).status;
      }
      expect(last).toBe(429);
    });
  });

  describe('finding out who has an account', () => {
    test('sign-in says the same for a wrong password and an unknown address', async () => {
      const { email } = await server.join();
      const answers = await Promise.all(
        [email, 'nobody-here@example.com'].map((one) =>
          server.call('/api/auth/login', { body: { email: one, password: 'wrong-password' } }),
        ),
      );
      const shown = answers.map(({ status, body }) => ({
        status,
        body: { ...body, requestId: '' },
      }));
      expect(shown[0]).toEqual(shown[1]);
    });

    test('forgot-password says the same for both', async () => {
      const { email } = await server.join();
      const answers = await Promise.all(
        [email, 'nobody-here@example.com'].map((one) =>
          server.call('/api/auth/forgot-password', { body: { email: one } }),
        ),
      );
      expect(answers[0]?.body).toEqual(answers[1]?.body);
      expect(answers[0]?.status).toBe(200);
    });

    test.each([
      ['sign-in', '/api/auth/login', { password: 'wrong-password' }, 25],
      ['forgot-password', '/api/auth/forgot-password', {}, 60],
      ['check-account', '/api/auth/check-account', {}, 60],
      ['registering without a password', '/api/auth/register', {}, 40],
    ])(
      '%s takes the same time for both (medians within 20 %%)',
      // A busy machine measures badly, and never three times in a row the same way.
      { timeout: 60_000, retry: 2 },
      async (_name, path, body, rounds) => {
        const people: string[] = [];
        // Four times each: the limits allow five, and creating the account was one.
        while (people.length < rounds / 4) people.push((await server.join()).email);
        const times = { known: [] as number[], unknown: [] as number[] };
        const measure = async (kind: 'known' | 'unknown', email: string) => {
          const started = performance.now();
          const { status } = await server.call(path, { body: { ...body, email } });
          times[kind].push(performance.now() - started);
          expect(status).not.toBe(429);
        };
        // By turns, so that a busy moment slows both down.
        for (let i = 0; i < rounds; i++) {
          await measure('known', people[i % people.length] ?? '');
          await measure('unknown', `ghost-${randomUUID()}@example.com`);
        }
        const [known, unknown] = [median(times.known), median(times.unknown)];
        // A third of a millisecond is nothing that a network would carry.
        const isFar = Math.abs(known - unknown) > Math.max(0.33, 0.2 * known, 0.2 * unknown);
        // One who watches learns something only where nearly every pair leans the same way.
        const longer = times.known.filter((time, i) => time > times.unknown[i]!).length / rounds;
        expect(isFar && Math.abs(longer - 0.5) > 0.3, JSON.stringify(times)).toBe(false);
      },
    );
  });
});

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
