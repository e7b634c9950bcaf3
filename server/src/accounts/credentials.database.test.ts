// What was checked against an old password must not hold once the password is another one.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { databaseKind } from '../../testing/test-database.ts';
import { createTestServer, password, type TestServer } from '../../testing/test-server.ts';
import { makeMailedToken } from './mailed-tokens.ts';

/** Runs once, after the next password was compared and before anything follows from that. */
const next = vi.hoisted(() => ({ afterComparing: null as (() => Promise<void>) | null }));

vi.mock('@node-rs/argon2', async (load) => {
  const argon2 = await load<typeof import('@node-rs/argon2')>();
  return {
    ...argon2,
    verify: async (...parts: Parameters<typeof argon2.verify>) => {
      const matches = await argon2.verify(...parts);
      const { afterComparing } = next;
      next.afterComparing = null;
      await afterComparing?.();
      return matches;
    },
  };
});

const ownersNew = 'Larch-quiet-57-harbor';

describe.skipIf(databaseKind === 'missing')(`an old password (${databaseKind})`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  /** An account whose owner sets a new password in the moment after the old one was compared. */
  async function joinAndReset() {
    const person = await server.join();
    const token = await makeMailedToken(server.db, 'reset-password', person, 60);
    next.afterComparing = async () => {
      const body = { token, newPassword: ownersNew };
      const { status } = await server.call('/api/auth/reset-password', { body });
      expect(status).toBe(200);
    };
    return person;
  }

  const signIn = (email: string, given: string) =>
    server.call('/api/auth/login', { body: { email, password: given } });

  test('lets nobody in who was signing in when it was replaced', async () => {
    const { email } = await joinAndReset();
    expect(await signIn(email, password)).toMatchObject({
      status: 401,
      body: { code: 'invalid-credentials' },
    });
    expect((await signIn(email, ownersNew)).status).toBe(200);
  });

  test('replaces none that was set meanwhile', async () => {
    const { email, token } = await joinAndReset();
    const body = { currentPassword: password, newPassword: 'Thief-takes-42-boats' };
    const changed = await server.call('/api/auth/change-password', { token, body });
    expect(changed.status).toBe(400);
    expect(changed.body.code).toBe('wrong-password');
    expect((await signIn(email, ownersNew)).status).toBe(200);
  });

  test('deletes no account whose owner has set another', async () => {
    const { email, token } = await joinAndReset();
    const deleted = await server.call('/api/auth/delete-account', { token, body: { password } });
    expect(deleted.body.code).toBe('wrong-password');
    expect((await signIn(email, ownersNew)).status).toBe(200);
  });
});
