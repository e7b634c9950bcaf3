import { ApiError } from '../api-error.ts';
import { serve } from './endpoint.ts';
import { type App } from '../http/environment.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { recordEvent } from '../operations/audit.ts';
import type { Services } from '../services.ts';
import { holdCredentials } from '../accounts/credentials.ts';
import { describeDevice } from '../accounts/device.ts';
import { isPassword } from '../accounts/passwords.ts';
import { findUserByEmail, viewUser } from '../accounts/user-view.ts';

export function serveSignIn(app: App, services: Services): void {
  serve(app, services, 'login', async ({ body, facts }, { database, sessions, limits, outbox }) => {
    const { db } = database;
    const row = await findUserByEmail(db, body.email);
    const good = await isPassword(body.password, row?.passwordHash ?? null);
    if (row === null || !good) {
      // For known and unknown addresses alike, so that both take the same time.
      await recordEvent(db, 'sign-in-failed', {
        userId: row?.id ?? null,
        requestId: facts.requestId,
      });
      throw new ApiError('invalid-credentials');
    }
    const user = await viewUser(db, row);
    const token = await db.transaction(async (tx) => {
      if (!(await holdCredentials(tx, row))) throw new ApiError('invalid-credentials');
      const begun = await sessions.begin(tx, user, facts.userAgent);
      await recordEvent(tx, 'signed-in', { userId: row.id, requestId: facts.requestId });
      if (row.notifySignIns) {
        const device = describeDevice(facts.userAgent);
        await enqueueMail(tx, 'new-sign-in', row.email, row.language, { device });
      }
      return begun;
    });
    const { email, device } = body;
    const client = { address: facts.address, userId: undefined, email, device };
    await limits.forgive('login', client);
    if (row.notifySignIns) outbox.wake();
    return { token, user, device: limits.nameDevice(row, device) };
  });

  serve(app, services, 'logout', async ({ caller, facts }, { database, sessions }) => {
    if (caller !== null && (await sessions.end(caller.userId, caller.sessionId))) {
      await recordEvent(database.db, 'signed-out', {
        userId: caller.userId,
        requestId: facts.requestId,
      });
    }
    return { message: 'Signed out.' };
  });
}
