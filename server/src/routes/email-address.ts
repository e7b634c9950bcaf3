import { eq } from 'drizzle-orm';
import { changePayerAddress, claimPaymentsOfAddress } from '../billing/claims.ts';
import { isUniqueViolation } from '../database/failures.ts';
import { users } from '../database/schema.ts';
import { ApiError } from '../api-error.ts';
import { serve } from './endpoint.ts';
import { type App } from '../http/environment.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { recordEvent } from '../operations/audit.ts';
import type { Services } from '../services.ts';
import { replaceCredentials } from '../accounts/credentials.ts';
import { findMailedToken, takeMailedToken } from '../accounts/mailed-tokens.ts';
import { hashPassword, isPassword, requireGoodPassword } from '../accounts/passwords.ts';
import { findUserById, namesOf, type UserRow } from '../accounts/user-view.ts';

/** Changing an account's e-mail address, and confirming that it is its owner's. */
export function serveEmailAddress(app: App, services: Services): void {
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

  serve(app, services, 'resendConfirmation', async ({ caller }, { database, outbox }) => {
    const { db } = database;
    const user = await findUserById(db, caller.userId);
    if (user === null) throw new ApiError('not-signed-in');
    if (user.emailVerifiedAt !== null) return { message: 'Your email address is confirmed.' };
    await enqueueMail(db, 'confirm-email', user.email, user.language, { userId: user.id });
    outbox.wake();
    return { message: 'Please confirm the address with the link we have mailed to it.' };
  });

  serve(
    app,
    services,
    'confirmEmail',
    async ({ body, caller, facts }, { database, sessions, billing, outbox }) => {
      const { db } = database;
      const asked = await findMailedToken(db, 'confirm-email', body.token);
      const found = asked === null ? null : await findUserById(db, asked.userId);
      if (asked === null || found === null) throw new ApiError('invalid-token');
      const isNew = found.email !== asked.email;
      const isSignedIn = caller?.userId === found.id;
      // A new password is for the address that the account was made with: whoever gets a link by a
      // slip in a new address must not get the account.
      const newPassword = isNew || found.emailVerifiedAt !== null ? undefined : body.newPassword;
      if (!isSignedIn && newPassword === undefined) {
        await requirePassword(body.password, found.passwordHash);
      }
      const passwordHash =
        newPassword === undefined ? undefined : await hashGoodPassword(newPassword, found);

      const proved = await db
        .transaction(async (tx) => {
          const taken = await takeMailedToken(tx, 'confirm-email', body.token);
          const user = taken === null ? null : await findUserById(tx, taken.userId);
          const isSame = user?.email === found.email && user.passwordHash === found.passwordHash;
          // Used up, or something changed since the password was looked at.
          if (taken === null || !isSame) throw new ApiError('invalid-token');
          const { id, language } = user;
          const emailVerifiedAt = new Date();
          if (isNew || passwordHash !== undefined) {
            const changes = passwordHash === undefined ? { email: taken.email } : { passwordHash };
            await replaceCredentials(tx, id, { ...changes, emailVerifiedAt });
            await sessions.endAll(tx, id, isSignedIn ? caller.sessionId : undefined);
          } else {
            await tx.update(users).set({ emailVerifiedAt }).where(eq(users.id, id));
          }
          const event = { userId: id, requestId: facts.requestId };
          await recordEvent(tx, isNew ? 'email-changed' : 'email-confirmed', event);
          if (isNew) await enqueueMail(tx, 'email-changed', user.email, language, {});
          return { userId: id, email: taken.email };
        })
        .catch(refuseTakenAddress);
      if (isNew) {
        outbox.wake();
        await changePayerAddress(billing, proved.userId, proved.email);
      }
      await claimPaymentsOfAddress(billing, proved.userId, proved.email);
      return { message: 'Your email address is confirmed.' };
    },
  );
}

async function hashGoodPassword(password: string, user: UserRow): Promise<string> {
  await requireGoodPassword(password, 'change', 'newPassword', namesOf(user));
  return hashPassword(password);
}

/** @throws ApiError `password-required`, `wrong-password` */
async function requirePassword(
  password: string | undefined,
  passwordHash: string | null,
): Promise<void> {
  if (password === undefined) throw new ApiError('password-required');
  if (!(await isPassword(password, passwordHash))) throw new ApiError('wrong-password');
}

/** Another account has taken the address in the meantime. */
function refuseTakenAddress(error: unknown): never {
  if (isUniqueViolation(error)) throw new ApiError('email-in-use', { cause: error });
  throw error;
}
