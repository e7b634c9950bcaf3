import { users } from '../database/schema.ts';
import { ApiError } from '../api-error.ts';
import { serve } from './endpoint.ts';
import { type App } from '../http/environment.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { recordEvent } from '../operations/audit.ts';
import { languageOf } from './mail-language.ts';
import type { Services } from '../services.ts';
import { hashPassword, requireGoodPassword } from '../accounts/passwords.ts';
import { viewUser } from '../accounts/user-view.ts';

export function serveRegister(app: App, services: Services): void {
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
}
