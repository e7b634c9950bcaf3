import { fallbackLanguage, findAcceptedLanguage } from '@stillpix/contract/languages';
import { users } from '../database/schema.ts';
import { isUniqueViolation } from '../database/failures.ts';
import { ApiError } from '../api-error.ts';
import { serve } from './endpoint.ts';
import { type App, type RequestFacts } from '../http/environment.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { recordEvent } from '../operations/audit.ts';
import type { Services } from '../services.ts';
import { describeDevice } from '../accounts/device.ts';
import { hashPassword, isPassword, requireGoodPassword } from '../accounts/passwords.ts';
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

  serve(
    app,
    services,
    'register',
    async ({ body, facts }, { database, sessions, limits, outbox }) => {
      const { db } = database;
      const { email, password } = body;
      if (password !== undefined) {
        const person = [email, body.firstName ?? '', body.lastName ?? ''];
        await requireGoodPassword(password, 'account', 'password', person);
      }
      // Before any lookup: hashing takes the time, whether the address is known or not.
      const passwordHash = password === undefined ? null : await hashPassword(password);
      const language = body.language ?? languageOf(facts);
      const values = {
        email,
        passwordHash,
        language,
        firstName: body.firstName ?? '',
        lastName: body.lastName ?? '',
        timeZone: body.timeZone ?? 'UTC',
      };

      const answer = await db.transaction(async (tx) => {
        const [row] = await tx.insert(users).values(values).onConflictDoNothing().returning();
        if (row === undefined) {
          if (password !== undefined) throw new ApiError('email-in-use');
          // As many writes as for a new address, so that timing does not tell them apart.
          await recordEvent(tx, 'registered-again', { userId: null, requestId: facts.requestId });
          await enqueueMail(tx, 'account-exists', email, language, {});
          return null;
        }
        await recordEvent(tx, 'registered', { userId: row.id, requestId: facts.requestId });
        if (password === undefined) {
          await enqueueMail(tx, 'set-password', email, language, {});
          return null;
        }
        await enqueueMail(tx, 'welcome', email, language, { userId: row.id });
        const user = await viewUser(tx, row);
        const token = await sessions.begin(tx, user, facts.userAgent);
        return { token, user, device: limits.nameDevice(row) };
      });
      outbox.wake();
      if (answer === null)
        return { message: 'Please check your mail: it has a link to go on with.' };
      return { message: 'Account created successfully!', ...answer };
    },
  );

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

/** The language for mails to the sender of a request. */
export function languageOf(facts: RequestFacts): string {
  return findAcceptedLanguage(facts.acceptLanguage) ?? fallbackLanguage;
}

/** Another account has taken the address in the meantime. */
export function refuseTakenAddress(error: unknown): never {
  if (isUniqueViolation(error)) throw new ApiError('email-in-use', { cause: error });
  throw error;
}
