import { retentionDays } from '@stillpix/contract/lifetimes';
import { and, eq, isNull, notExists, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
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

const days = (count: number) => `${count} days`;

/** Deletes expired data. Safe in several processes at once. */
export async function tidy(db: Database): Promise<void> {
  await db.delete(sessions).where(sql`${sessions.expiresAt} < now()`);
  await db.delete(mailedTokens).where(sql`${mailedTokens.expiresAt} < now()`);
  await db.delete(rateLimits).where(sql`${rateLimits.resetsAt} < now()`);
  await db
    .delete(conversionBatches)
    .where(
      and(
        isNull(conversionBatches.userId),
        sql`${conversionBatches.createdAt} < now() - ${days(retentionDays.anonymousBatches)}::interval`,
      ),
    );
  await db
    .delete(auditEvents)
    .where(sql`${auditEvents.at} < now() - ${days(retentionDays.securityEvents)}::interval`);
  await db
    .delete(mails)
    .where(
      and(
        isNull(mails.dueAt),
        sql`${mails.createdAt} < now() - ${days(retentionDays.failedMails)}::interval`,
      ),
    );
  const paid = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.attempt, beginRequests.attempt),
        notInArray(subscriptions.status, ['incomplete', 'incomplete_expired']),
      ),
    );
  await db
    .delete(beginRequests)
    .where(
      and(
        notExists(paid),
        sql`${beginRequests.askedAt} < now() - ${days(retentionDays.unpaidBeginRequests)}::interval`,
      ),
    );
}

/**
 * Tidies soon after the start (a server may be restarted daily) and every hour. Returns a function
 * that stops it.
 */
export function startTidying(db: Database, log: Log): () => Promise<void> {
  const again = () =>
    tidy(db).catch((error: unknown) =>
      log.warn({ reason: errorCode(error) }, 'tidying failed and will be tried again'),
    );
  return repeatedly(again, { firstMs: minute, everyMs: 60 * minute });
}
