import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { remember } from '../remember.ts';
import type { Database } from './database.ts';
import { rateLimits } from './schema.ts';

/**
 * Milliseconds for which a successful write counts, because anybody may ask for the health often.
 */
const writeCounts = 5000;

/** Space that the embedded database must always have: the next segment of its log, 16 MiB. */
const neededBytes = 16 * 1024 * 1024;

/** PostgreSQL's own code for it (manual, appendix A). */
export const diskFull = '53100';

/**
 * Returns a function that rejects if the database does not answer or refuses writes, or if the
 * embedded one in `dataDirectory` has no space left.
 */
export function createPing(db: Database, dataDirectory?: string): () => Promise<void> {
  const write = remember(writeCounts, async () => {
    const key = 'health';
    const row = { key, hits: 0, resetsAt: sql`now()` };
    await db
      .insert(rateLimits)
      .values(row)
      .onConflictDoUpdate({ target: rateLimits.key, set: { resetsAt: sql`now()` } });
  });
  return async () => {
    await db.execute(sql`select 1`);
    if (dataDirectory !== undefined) await requireSpace(dataDirectory);
    await write();
  };
}

/** Rejects if the disk of a directory has no space for the database's next write. */
export async function requireSpace(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  if (free >= neededBytes) return;
  const megabytes = Math.floor(free / 1_000_000);
  throw Object.assign(
    new Error(`no space left on the disk of ${directory}: ${megabytes} MB are free`),
    { code: diskFull },
  );
}
