import { isNull } from 'drizzle-orm';
import { users } from '../database/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { type App, serve } from '../http/endpoint.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { recordEvent } from '../operations/audit.ts';
import type { Services } from '../services.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';
import { languageOf } from './sign-in-calls.ts';
import { findUserByEmail, findUserById, viewUser } from './user-view.ts';

/** What everybody is told who does not prove a payment by the address. */
const neutral = { exists: false, hasPassword: false };

export function serveProAccounts(app: App, services: Services): void {
  serve(app, services, 'checkAccount', async ({ body }, { database, billing }) => {
    if (body.sessionId === undefined) return neutral;
    const payer = await billing.findPayer(body.sessionId);
    if (payer === null || payer.email !== body.email) return neutral;
    const user = await findUserByEmail(database.db, body.email);
    return { exists: user !== null, hasPassword: user !== null && user.passwordHash !== null };
  });

  serve(
    app,
    services,
    'setupProAccount',
    async ({ body, facts }, { database, billing, sessions, outbox }) => {
      const { db } = database;
      requireGoodPassword(body.password, 'account', 'password');
      const payer = await billing.findPayer(body.sessionId);
      if (payer === null || payer.email !== body.email) throw new ApiError('payment-not-verified');
      const passwordHash = await hashPassword(body.password);
      const language = body.language ?? languageOf(facts);
      const { email, firstName, lastName } = body;
      const values = { passwordHash, firstName, lastName };

      const id = await db.transaction(async (tx) => {
        const [made] = await tx
          .insert(users)
          .values({ ...values, email, language, timeZone: body.timeZone ?? 'UTC' })
          .onConflictDoUpdate({
            target: users.email,
            set: values,
            setWhere: isNull(users.passwordHash),
          })
          .returning();
        // There is an account with a password: its owner signs in, nobody else sets a new one.
        if (made === undefined) throw new ApiError('already-set-up');
        await recordEvent(tx, 'pro-account-set-up', {
          userId: made.id,
          requestId: facts.requestId,
        });
        if (made.emailVerifiedAt === null) {
          await enqueueMail(tx, 'welcome', email, made.language, { userId: made.id });
        }
        return made.id;
      });
      outbox.wake();
      await billing.adopt(body.sessionId, id);

      const row = await findUserById(db, id);
      if (row === null) throw new ApiError('not-signed-in');
      const user = await viewUser(db, row);
      return { token: await sessions.begin(db, user, facts.userAgent), user };
    },
  );
}
