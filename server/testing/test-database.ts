import { randomUUID } from 'node:crypto';
import { is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { Database } from '../src/database/database.ts';
import { type OpenDatabase, openEmbedded, openPostgres } from '../src/database/open.ts';
import * as schema from '../src/database/schema.ts';
import { createLog } from '../src/log.ts';
import { readSnapshot } from './embedded-snapshot.ts';

const postgres = inject('postgresUrl');

/** What the tests of this run use. Files that need a database are run once with each. */
export const databaseKind =
  postgres === undefined ? 'embedded' : postgres === 'none' ? 'missing' : 'postgresql';

/**
 * An empty, migrated database: the embedded one in memory, or a new one in the run's PostgreSQL. Who
 * changes its tables, or needs it to be gone once it is closed, asks for its `own`.
 */
export async function openTestDatabase({ own = false } = {}): Promise<OpenDatabase> {
  if (postgres === undefined) return own ? createEmbedded() : lendEmbedded();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client(postgres);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return openPostgres(postgres.replace(/[^/]*$/, name), 5, createLog('silent'));
}

const createEmbedded = async () => openEmbedded(undefined, await readSnapshot());

// Emptying one takes a tenth of the time of making another.
const spare: OpenDatabase[] = [];

async function lendEmbedded(): Promise<OpenDatabase> {
  const database = spare.pop() ?? (await createEmbedded());
  return {
    ...database,
    close: async () => {
      await truncateAll(database.db);
      spare.push(database);
    },
  };
}

async function truncateAll(db: Database): Promise<void> {
  const tables = Object.values(schema).filter((table) => is(table, PgTable));
  await db.execute(sql`truncate ${sql.join(tables, sql`, `)} restart identity`);
}
