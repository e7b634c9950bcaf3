import { retentionDays } from '@stillpix/contract/lifetimes';
import { and, eq, isNull, notExists, notInArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import {
  auditEvents,
  beginRequests,
  conversionBatches,
  mailedTokens,
  mails,
  rateLimits,
  sessions,
  subscriptions,
} from '../database/schema.ts';
import { errorCode } from '../error-code.ts';
import { repeatedly } from '../repeatedly.ts';
import type { Log } from '../log.ts';

const minute = 60_000;

const isPast = (column: PgColumn): SQL => sql`${column} < now()`;

const isOlder = (column: PgColumn, days: number): SQL =>
  sql`${column} < now() - ${`${days} days`}::interval`;

/** The expired rows of each table, by what they are called in the log. */
function listExpired(db: Database): Record<string, [key: PgColumn, ...conditions: SQL[]]> {
  const paid = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.attempt, beginRequests.attempt),
        notInArray(subscriptions.status, ['incomplete', 'incomplete_expired']),
      ),
    );
  return {
    sessions: [sessions.id, isPast(sessions.expiresAt)],
    mailedTokens: [mailedTokens.hash, isPast(mailedTokens.expiresAt)],
    rateLimits: [rateLimits.key, isPast(rateLimits.resetsAt)],
    conversionBatches: [
      conversionBatches.key,
      isNull(conversionBatches.userId),
      isOlder(conversionBatches.createdAt, retentionDays.anonymousBatches),
    ],
    auditEvents: [auditEvents.id, isOlder(auditEvents.at, retentionDays.securityEvents)],
    mails: [mails.id, isNull(mails.dueAt), isOlder(mails.createdAt, retentionDays.failedMails)],
    beginRequests: [
      beginRequests.attempt,
      notExists(paid),
      isOlder(beginRequests.askedAt, retentionDays.unpaidBeginRequests),
    ],
  };
}

/**
 * Deletes expired data. A table that fails does not stop the others; it is logged and tried again
 * the next time. Safe in several processes at once.
 */
export async function tidy(db: Database, log: Pick<Log, 'warn'>): Promise<void> {
  for (const [table, [key, ...conditions]] of Object.entries(listExpired(db))) {
    await deleteInBatches(db, key, and(...conditions)).catch((error: unknown) =>
      log.warn({ table, reason: errorCode(error) }, 'tidying failed and will be tried again'),
    );
  }
}

/**
 * Tidies soon after the start (a server may be restarted daily) and every hour. Returns a function
 * that stops it.
 */
export function startTidying(db: Database, log: Log): () => Promise<void> {
  return repeatedly(() => tidy(db, log), { firstMs: minute, everyMs: 60 * minute });
}
