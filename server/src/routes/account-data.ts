import { desc, eq } from 'drizzle-orm';
import { readBeginRequests } from '../billing/begin-requests.ts';
import { endSubscriptions } from '../billing/claims.ts';
import { readPayers } from '../billing/customers.ts';
import { readPayments } from '../billing/subscription.ts';
import { auditEvents, conversionBatches, subscriptions, users } from '../database/schema.ts';
import { ApiError } from '../api-error.ts';
import { serve } from './endpoint.ts';
import { type App } from '../http/environment.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { recordEvent } from '../operations/audit.ts';
import type { Services } from '../services.ts';
import { holdCredentials } from '../accounts/credentials.ts';
import { isPassword } from '../accounts/passwords.ts';
import { findUserById, viewUser } from '../accounts/user-view.ts';

/**
 * The newest rows are exported, because an answer is made in memory. Nobody has converted so many
 * batches by hand, or signed in so often; but strangers may try to.
 */
const maxExported = 50_000;

export function serveOwnData(app: App, services: Services): void {
  serve(app, services, 'exportData', async ({ caller, facts }, { database, sessions, billing }) => {
    const { db } = database;
    const { userId } = caller;
    const row = await findUserById(db, userId);
    if (row === null) throw new ApiError('not-signed-in');
    await recordEvent(db, 'data-exported', { userId, requestId: facts.requestId });
    const begun = await sessions.list(userId);
    const batches = await db
      .select()
      .from(conversionBatches)
      .where(eq(conversionBatches.userId, userId))
      .orderBy(desc(conversionBatches.createdAt))
      .limit(maxExported);
    const inAll = await db.$count(conversionBatches, eq(conversionBatches.userId, userId));
    const owned = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
    const events = await db
      .select({ at: auditEvents.at, kind: auditEvents.kind, details: auditEvents.details })
      .from(auditEvents)
      .where(eq(auditEvents.userId, userId))
      .orderBy(desc(auditEvents.at))
      .limit(maxExported);
    const eventsInAll = await db.$count(auditEvents, eq(auditEvents.userId, userId));
    return {
      exportedAt: new Date().toISOString(),
      user: await viewUser(db, row),
      sessions: begun.map(({ device, createdAt, lastSeenAt }) => ({
        device,
        createdAt,
        lastSeenAt,
      })),
      conversions: batches.toReversed().map(({ createdAt, allowed, converted }) => ({
        createdAt,
        allowed,
        converted,
      })),
      conversionsInAll: inAll,
      subscriptions: owned.map(({ userId: _owner, ...rest }) => rest),
      payers: await readPayers(db, userId),
      payments: await readPayments(billing, userId),
      beginRequests: await readBeginRequests(db, userId),
      securityEvents: events,
      securityEventsInAll: eventsInAll,
    };
  });

  serve(
    app,
    services,
    'deleteAccount',
    async ({ body, caller, facts }, { database, billing, outbox }) => {
      const { db } = database;
      const user = await findUserById(db, caller.userId);
      if (user === null) throw new ApiError('not-signed-in');
      const proven =
        user.passwordHash === null || (await isPassword(body.password ?? '', user.passwordHash));
      if (!proven) throw new ApiError('wrong-password');
      const hasChanged = await db.transaction(async (tx) => !(await holdCredentials(tx, user)));
      if (hasChanged) throw new ApiError('wrong-password');
      // Before deleting anything: if the provider fails, the account is still there to try again.
      await endSubscriptions(billing, user);
      await db.transaction(async (tx) => {
        if (!(await holdCredentials(tx, user))) throw new ApiError('wrong-password');
        // Conversions stay in the global count, without their owner.
        await tx
          .update(conversionBatches)
          .set({ userId: null })
          .where(eq(conversionBatches.userId, user.id));
        await tx.delete(users).where(eq(users.id, user.id));
        await recordEvent(tx, 'account-deleted', { userId: null, requestId: facts.requestId });
        await enqueueMail(tx, 'account-deleted', user.email, user.language, {});
      });
      outbox.wake();
      return { message: 'Your account has been deleted.' };
    },
  );
}
