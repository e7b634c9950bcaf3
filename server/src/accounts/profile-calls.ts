import { eq } from 'drizzle-orm';
import { mailedTokens, users } from '../database/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { type App, serve } from '../http/endpoint.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { recordEvent } from '../operations/audit.ts';
import type { Services } from '../services.ts';
import { takeMailedToken } from './mailed-tokens.ts';
import { isPassword } from './passwords.ts';
import { refuseTakenAddress } from './sign-in-calls.ts';
import { findUserById, viewUser } from './user-view.ts';

export function serveProfile(app: App, services: Services): void {
  serve(app, services, 'user', async ({ caller }, { database }) => {
    const row = await findUserById(database.db, caller.userId);
    if (row === null) throw new ApiError('not-signed-in');
    return viewUser(database.db, row);
  });

  serve(app, services, 'updateUser', async ({ body, caller }, { database }) => {
    const { firstName, lastName, language, timeZone, notifications } = body;
    const changes = {
      firstName,
      lastName,
      language,
      timeZone,
      notifySignIns: notifications?.signIns,
      notifyBilling: notifications?.billing,
    };
    const isChange = Object.values(changes).some((value) => value !== undefined);
    const row = isChange
      ? (
          await database.db
            .update(users)
            .set(changes)
            .where(eq(users.id, caller.userId))
            .returning()
        )[0]
      : await findUserById(database.db, caller.userId);
    if (row === undefined || row === null) throw new ApiError('not-signed-in');
    return viewUser(database.db, row);
  });

  serve(app, services, 'changeEmail', async ({ body, caller, facts }, { database, outbox }) => {
    const { db } = database;
    const user = await findUserById(db, caller.userId);
    if (!(await isPassword(body.password, user?.passwordHash ?? null)) || user === null) {
      throw new ApiError('wrong-password');
    }
    await db.transaction(async (tx) => {
      const details = { userId: user.id };
      await enqueueMail(tx, 'confirm-email', body.newEmail, user.language, details);
      await recordEvent(tx, 'email-change-asked', {
        userId: user.id,
        requestId: facts.requestId,
      });
    });
    outbox.wake();
    return { message: 'Please confirm the new address with the link we have mailed to it.' };
  });

  serve(app, services, 'confirmEmail', async ({ body, facts }, { database, billing, outbox }) => {
    const { requestId } = facts;
    const changed = await database.db
      .transaction(async (tx) => {
        const taken = await takeMailedToken(tx, 'confirm-email', body.token);
        const user = taken === null ? null : await findUserById(tx, taken.userId);
        if (taken === null || user === null) throw new ApiError('invalid-token');
        const verified = { email: taken.email, emailVerifiedAt: new Date() };
        await tx.update(users).set(verified).where(eq(users.id, user.id));
        const proved = { userId: user.id, email: taken.email };
        if (user.email === taken.email) {
          await recordEvent(tx, 'email-confirmed', { userId: user.id, requestId });
          return { ...proved, isNew: false };
        }
        // Links that are still on their way to the old address must not open the account.
        await tx.delete(mailedTokens).where(eq(mailedTokens.userId, user.id));
        await recordEvent(tx, 'email-changed', { userId: user.id, requestId });
        await enqueueMail(tx, 'email-changed', user.email, user.language, {});
        return { ...proved, isNew: true };
      })
      .catch(refuseTakenAddress);
    if (changed.isNew) {
      outbox.wake();
      await billing.changeEmail(changed.userId, changed.email);
    }
    await billing.adoptByAddress(changed.userId, changed.email);
    return { message: 'Your email address is confirmed.' };
  });
}
