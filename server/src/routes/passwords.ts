import { claimPaymentsOfAddress } from '../billing/claims.ts';
import { ApiError } from '../api-error.ts';
import { serve } from './endpoint.ts';
import { type App } from '../http/environment.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { recordEvent } from '../operations/audit.ts';
import type { Services } from '../services.ts';
import { holdCredentials, replaceCredentials } from '../accounts/credentials.ts';
import { findMailedToken, takeMailedToken } from '../accounts/mailed-tokens.ts';
import { hashPassword, isPassword, requireGoodPassword } from '../accounts/passwords.ts';
import { languageOf } from './mail-language.ts';
import { findUserById, namesOf } from '../accounts/user-view.ts';

export function servePasswords(app: App, services: Services): void {
  serve(app, services, 'forgotPassword', async ({ body, facts }, { database, outbox }) => {
    // Does not look up the user. The outbox does that later, and drops mails to unknown addresses.
    const language = body.language ?? languageOf(facts);
    await enqueueMail(database.db, 'reset-password', body.email, language, {});
    outbox.wake();
    return { message: 'If there is an account with this email, a reset link is on its way.' };
  });

  serve(
    app,
    services,
    'resetPassword',
    async ({ body, facts }, { database, sessions, billing, limits, outbox }) => {
      // First of all, so that a refused password does not use up the token.
      const asked = await findMailedToken(database.db, 'reset-password', body.token);
      const person = asked === null ? null : await findUserById(database.db, asked.userId);
      if (person === null) throw new ApiError('invalid-token');
      await requireGoodPassword(body.newPassword, 'change', 'newPassword', namesOf(person));
      const passwordHash = await hashPassword(body.newPassword);
      const owner = await database.db.transaction(async (tx) => {
        const taken = await takeMailedToken(tx, 'reset-password', body.token);
        const user = taken === null ? null : await findUserById(tx, taken.userId);
        // A link sent to an earlier address is invalid.
        if (taken === null || user === null || user.email !== taken.email) {
          throw new ApiError('invalid-token');
        }
        const changed = await replaceCredentials(tx, user.id, {
          passwordHash,
          emailVerifiedAt: user.emailVerifiedAt ?? new Date(),
        });
        await sessions.endAll(tx, user.id);
        await recordEvent(tx, 'password-reset', { userId: user.id, requestId: facts.requestId });
        await enqueueMail(tx, 'password-changed', user.email, user.language, {});
        return changed;
      });
      outbox.wake();
      await claimPaymentsOfAddress(billing, owner.id, owner.email);
      // Strangers' guesses must not keep who has just set the password from signing in with it.
      const device = limits.nameDevice(owner);
      return { message: 'Your password has been changed successfully.', device };
    },
  );

  serve(
    app,
    services,
    'changePassword',
    async ({ body, caller, facts }, { database, sessions, limits, outbox }) => {
      const { db } = database;
      const user = await findUserById(db, caller.userId);
      if (user === null) throw new ApiError('not-signed-in');
      await requireGoodPassword(body.newPassword, 'change', 'newPassword', namesOf(user));
      if (!(await isPassword(body.currentPassword, user.passwordHash))) {
        throw new ApiError('wrong-password');
      }
      const passwordHash = await hashPassword(body.newPassword);
      const owner = await db.transaction(async (tx) => {
        if (!(await holdCredentials(tx, user))) throw new ApiError('wrong-password');
        const changed = await replaceCredentials(tx, user.id, { passwordHash });
        await sessions.endAll(tx, user.id, caller.sessionId);
        await recordEvent(tx, 'password-changed', { userId: user.id, requestId: facts.requestId });
        await enqueueMail(tx, 'password-changed', user.email, user.language, {});
        return changed;
      });
      outbox.wake();
      const device = limits.nameDevice(owner);
      return { message: 'Your password has been changed successfully.', device };
    },
  );
}
