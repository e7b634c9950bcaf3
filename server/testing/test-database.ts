import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type OpenDatabase, openEmbedded, openPostgres } from '../src/database/open.ts';
import { createLog } from '../src/log.ts';
import { readSnapshot } from './embedded-snapshot.ts';

const postgres = inject('postgresUrl');

/** What the tests of this run use. Files that need a database are run once with each. */
export const databaseKind =
  postgres === undefined ? 'embedded' : postgres === 'none' ? 'missing' : 'postgresql';

/** An empty, migrated database: the embedded one in memory, or a new one in the run's PostgreSQL. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  if (postgres === undefined) return openEmbedded(undefined, await readSnapshot());
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client(postgres);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return openPostgres(postgres.replace(/[^/]*$/, name), 5, createLog('silent'));
}
