import { sessionDays } from '@stillpix/contract/lifetimes';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { findEntitling } from '../billing/rights.ts';
import type { Database } from '../database/database.ts';
import { sessions, subscriptions, users } from '../database/schema.ts';
import { addDays } from '../days.ts';
import type { Caller } from './caller.ts';
import { describeDevice } from './device.ts';
import { createTokens, type TokenUser } from './tokens.ts';

/** The list of sessions needs no finer resolution, and every write costs. */
const seenEveryMilliseconds = 15 * 60_000;

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Sessions and their tokens. A token only identifies a session's row. Without the row it is
 * worthless, so signing out takes effect at once, in all processes.
 */
export function createSessions(db: Database, secret: Uint8Array) {
  const findSession = prepareFindSession(db);
  const tokens = createTokens(secret);

  return {
    /**
     * Identifies the sender of an `Authorization` header, or `null`. Rejects when the database is
     * unavailable.
     */
    async identify(header: string | undefined): Promise<Caller> {
      const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '')?.[1];
      const named = token === undefined ? null : await tokens.read(token);
      if (named === null) return null;
      const rows = await findSession.execute({ userId: named.userId, sessionId: named.sessionId });
      const first = rows[0];
      if (first === undefined) return null;
      const now = new Date();
      if (now.getTime() - first.session.lastSeenAt.getTime() > seenEveryMilliseconds) {
        await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, first.session.id));
      }
      const owned = rows.flatMap((row) => (row.subscription === null ? [] : [row.subscription]));
      const entitling = findEntitling(owned, now);
      return {
        userId: first.user.id,
        sessionId: first.session.id,
        email: first.user.email,
        language: first.user.language,
        timeZone: first.user.timeZone,
        isPro: entitling !== null,
        proUntil: entitling?.until ?? null,
      };
    },

    /** Starts a new session, never one named by the client. Returns its token. */
    async begin(tx: Database, user: TokenUser, userAgent: string): Promise<string> {
      const expiresAt = addDays(new Date(), sessionDays);
      const [row] = await tx
        .insert(sessions)
        .values({ userId: user.id, device: describeDevice(userAgent), expiresAt })
        .returning({ id: sessions.id });
      if (row === undefined) throw new Error('the session was not stored');
      return tokens.sign(user, row.id, expiresAt);
    },

    async list(userId: string) {
      return db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
        .orderBy(sessions.createdAt);
    },

    /** Ends a session. Returns whether this user had it. */
    async end(userId: string, sessionId: string): Promise<boolean> {
      const ended = await db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
        .returning({ id: sessions.id });
      return ended.length > 0;
    },

    async endAll(tx: Database, userId: string, except?: string): Promise<void> {
      await tx
        .delete(sessions)
        .where(
          and(
            eq(sessions.userId, userId),
            except === undefined ? undefined : ne(sessions.id, except),
          ),
        );
    },
  };
}

/** The query for a session that has not ended, its user, and what the user has subscribed to. */
function prepareFindSession(db: Database) {
  return (
    db
      .select({
        session: { id: sessions.id, lastSeenAt: sessions.lastSeenAt },
        user: {
          id: users.id,
          email: users.email,
          language: users.language,
          timeZone: users.timeZone,
        },
        subscription: {
          status: subscriptions.status,
          plan: subscriptions.plan,
          currentPeriodStart: subscriptions.currentPeriodStart,
          currentPeriodEnd: subscriptions.currentPeriodEnd,
          paidUntil: subscriptions.paidUntil,
          cancelAtPeriodEnd: subscriptions.cancelAtPeriodEnd,
        },
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(
        and(
          eq(sessions.id, sql.placeholder('sessionId')),
          eq(sessions.userId, sql.placeholder('userId')),
          gt(sessions.expiresAt, sql`now()`),
        ),
      )
      // Built once but unnamed, because behind a pooler the next transaction is on another
      // connection.
      .prepare('')
  );
}
