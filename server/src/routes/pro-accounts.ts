import { sql } from 'drizzle-orm';
import { claimPayment, claimPaymentsOfAddress, findPayer } from '../billing/claims.ts';
import { users } from '../database/schema.ts';
import { ApiError } from '../api-error.ts';
import { serve } from './endpoint.ts';
import { type App } from '../http/environment.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { recordEvent } from '../operations/audit.ts';
import type { Services } from '../services.ts';
import { replaceCredentials } from '../accounts/credentials.ts';
import { hashPassword, requireGoodPassword } from '../accounts/passwords.ts';
import { languageOf } from './mail-language.ts';
import { findUserByEmail, findUserById, viewUser } from '../accounts/user-view.ts';

/** What everybody is told who does not prove a payment by the address. */
const neutral = { exists: false, hasPassword: false };

export function serveProAccounts(app: App, services: Services): void {
  serve(app, services, 'checkAccount', async ({ body }, { database, billing }) => {
    if (body.sessionId === undefined) return neutral;
    const payer = await findPayer(billing, body.sessionId);
    if (payer === null || payer.email !== body.email) return neutral;
    const user = await findUserByEmail(database.db, body.email);
    if (user === null) return neutral;
    // A password that the owner of the address never confirmed is not in the owner's way.
    const isReplaceable = payer.ownsAddress && user.emailVerifiedAt === null;
    return { exists: true, hasPassword: user.passwordHash !== null && !isReplaceable };
  });

  serve(
    app,
    services,
    'setupProAccount',
    async ({ body, facts }, { database, billing, sessions, limits, outbox }) => {
      const { db } = database;
      await requireGoodPassword(body.password, 'account', 'password', [
        body.email,
        body.firstName,
        body.lastName,
      ]);
      const payer = await findPayer(billing, body.sessionId);
      if (payer === null || payer.email !== body.email) throw new ApiError('payment-not-verified');
      const passwordHash = await hashPassword(body.password);
      const language = body.language ?? languageOf(facts);
      const { email, firstName, lastName } = body;
      const values = { passwordHash, firstName, lastName };

      const { id, token } = await db.transaction(async (tx) => {
        const [made] = await tx
          .insert(users)
          .values({ ...values, email, language, timeZone: body.timeZone ?? 'UTC' })
          .onConflictDoUpdate({
            target: users.email,
            set: values,
            // Paying with an address does not prove that it is the payer's: a password stays, but
            // for one that somebody set on an address whose owner now shows up by our mail.
            setWhere: sql`${users.passwordHash} is null or
              (${payer.ownsAddress} and ${users.emailVerifiedAt} is null)`,
          })
          .returning();
        // There is an account with a password: its owner signs in, nobody else sets a new one.
        if (made === undefined) throw new ApiError('already-set-up');
        if (payer.ownsAddress) {
          await replaceCredentials(tx, made.id, { emailVerifiedAt: new Date() });
          await sessions.endAll(tx, made.id);
        }
        await claimPayment(tx, body.sessionId, made.id);
        await recordEvent(tx, 'pro-account-set-up', {
          userId: made.id,
          requestId: facts.requestId,
        });
        if (made.emailVerifiedAt === null && !payer.ownsAddress) {
          await enqueueMail(tx, 'welcome', email, made.language, { userId: made.id });
        }
        // Within, so that whoever gets the account next ends this session as well.
        const user = await viewUser(tx, made);
        return { id: made.id, token: await sessions.begin(tx, user, facts.userAgent) };
      });
      outbox.wake();
      if (payer.ownsAddress) await claimPaymentsOfAddress(billing, id, email);

      const row = await findUserById(db, id);
      if (row === null) throw new ApiError('not-signed-in');
      const user = await viewUser(db, row);
      return { token, user, device: limits.nameDevice(row) };
    },
  );
}
