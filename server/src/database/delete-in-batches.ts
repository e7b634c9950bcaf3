import { and, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** Rows per statement: far fewer than can be deleted in the time that a statement is given. */
export const batchRows = 5000;

/**
 * Deletes the rows of a table for which `where` holds, in statements of their own, so that however
 * many have gathered, each makes progress and none holds locks for long. Safe in several processes
 * at once.
 *
 * @param key The table's primary key.
 */
export async function deleteInBatches(
  db: Database,
  key: PgColumn,
  where: SQL | undefined,
): Promise<void> {
  const { table } = key;
  for (;;) {
    const found = await db.select({ key }).from(table).where(where).limit(batchRows);
    if (found.length === 0) return;
    const keys = found.map((row) => row.key);
    // Some may have been renewed since.
    await db.delete(table).where(and(inArray(key, keys), where));
    if (found.length < batchRows) return;
  }
}
