import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { mails } from '../database/schema.ts';

/** The number of mails in the outbox: still to be sent, and given up. */
export async function countMails(db: Database): Promise<{ waiting: number; givenUp: number }> {
  const [row] = await db
    .select({
      waiting: sql<string>`count(${mails.dueAt})`,
      givenUp: sql<string>`count(*) filter (where ${mails.dueAt} is null)`,
    })
    .from(mails);
  return { waiting: Number(row?.waiting ?? 0), givenUp: Number(row?.givenUp ?? 0) };
}
