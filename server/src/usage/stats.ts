import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { conversionBatches } from '../database/schema.ts';
import { remember } from '../remember.ts';

/** Files converted by everybody since midnight UTC. */
export type ConvertedToday = () => Promise<number>;

/** Cached, because every visitor asks for it and precision does not matter. */
const keptMilliseconds = 10_000;

export function createConvertedToday(db: Database): ConvertedToday {
  return remember(keptMilliseconds, async () => {
    const [row] = await db
      .select({ converted: sql<string>`coalesce(sum(${conversionBatches.converted}), 0)` })
      .from(conversionBatches)
      .where(
        sql`${conversionBatches.createdAt} >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`,
      );
    return Number(row?.converted ?? 0);
  });
}
