import { eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { mails } from '../database/schema.ts';
import { errorCode } from '../error-code.ts';
import type { Log } from '../log.ts';

export type MailRow = typeof mails.$inferSelect;

/**
 * Minutes until the next attempt. 80 hours in total, so a mail server may be down over a weekend.
 */
const backOffMinutes = [0.5, 2, 10, 30, 60, 120, 240, 480, 960, 1440, 1440];

/**
 * After this many minutes, other processes take over the mail of a process that died while sending.
 */
const leaseMinutes = 5;

/** Takes a mail that no other process has taken. */
export async function takeDueMail(db: Database): Promise<MailRow | null> {
  const next = db
    .select({ id: mails.id })
    .from(mails)
    .where(sql`${mails.dueAt} <= now()`)
    .orderBy(mails.dueAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [taken] = await db
    .update(mails)
    .set({
      dueAt: sql`now() + make_interval(mins => ${leaseMinutes})`,
      attempts: sql`${mails.attempts} + 1`,
    })
    .where(sql`${mails.id} = (${next})`)
    .returning();
  return taken ?? null;
}

/** Sets the time of the next attempt. After the last one, gives the mail up. */
export async function postponeMail(
  db: Database,
  log: Log,
  row: MailRow,
  error: unknown,
): Promise<void> {
  const minutes = backOffMinutes[row.attempts - 1];
  // Only the code: a mail server's message repeats the address.
  const reason = errorCode(error) || 'unknown';
  const dueAt = minutes === undefined ? null : sql`now() + make_interval(secs => ${minutes * 60})`;
  await db.update(mails).set({ dueAt, lastError: reason }).where(eq(mails.id, row.id));
  const facts = { mail: row.id, kind: row.kind, attempt: row.attempts, reason };
  if (minutes === undefined) log.error(facts, 'a mail was given up');
  else log.warn(facts, 'a mail was not taken and will be tried again');
}
