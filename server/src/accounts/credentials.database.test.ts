// What was checked against an old password must not hold once the password is another one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKind } from '../../testing/test-database.ts';
import { createTestServer, password, type TestServer } from '../../testing/test-server.ts';
import { makeMailedToken } from './mailed-tokens.ts';

const ownersNew = 'Larch-quiet-57-harbor';

describe.skipIf(databaseKind === 'missing')(`an old password (${databaseKind})`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  /** Does something between the comparing of a password and the transaction that follows from it. */
  function beforeNextTransaction(act: () => Promise<void>): void {
    const { db } = server;
    const transaction = db.transaction.bind(db);
    db.transaction = async (...parts) => {
      db.transaction = transaction;
      await act();
      return transaction(...parts);
    };
  }

  /** An account whose owner sets a new password in the moment after the old one was compared. */
  async function joinAndReset() {
    const person = await server.join();
    const token = await makeMailedToken(server.db, 'reset-password', person, 60);
    beforeNextTransaction(async () => {
      const body = { token, newPassword: ownersNew };
      const { status } = await server.call('/api/auth/reset-password', { body });
      if (status !== 200) throw new Error('the password was not reset');
    });
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
