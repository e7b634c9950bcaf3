import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { rateLimits } from '../database/schema.ts';
import type { Limit } from './limit-table.ts';
import type { Granted } from './reservations.ts';

/** Takes hits in the database. Returns how many each limit grants, and until when they count. */
export async function takeHits(
  db: Database,
  asked: readonly { key: string; limit: Limit; hits: number }[],
): Promise<Granted[]> {
  // Always in the same order: two requests that lock the same rows then cannot deadlock.
  const sorted = asked.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const rows = sorted.map(({ key, limit, hits }) => ({
    key,
    hits,
    resetsAt: sql`now() + make_interval(secs => ${limit.seconds})`,
  }));
  const isOver = sql`${rateLimits.resetsAt} <= now()`;
  const counted = await db
    .insert(rateLimits)
    .values(rows)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${isOver} then excluded.hits else ${rateLimits.hits} + excluded.hits end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
    })
    .returning();
  return counted.map(({ key, hits: total, resetsAt }) => {
    const found = sorted.find((one) => one.key === key);
    const hits = found?.hits ?? 0;
    const max = found?.limit.hits ?? 0;
    return { hits: Math.min(hits, max - (total - hits)), until: resetsAt.getTime() };
  });
}
