import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { Pool } from 'pg';
import { prepareDataDirectory } from '../data-directory.ts';
import { errorCode } from '../error-code.ts';
import type { Log } from '../log.ts';
import { blameDataDirectory, type SettingsError, unusable } from '../settings-error.ts';
import { type Settings } from '../settings.ts';
import type { Database } from './database.ts';
import { lockDirectory } from './lock.ts';
import { createPing, requireSpace } from './ping.ts';
import * as schema from './schema.ts';

export interface OpenDatabase {
  kind: 'embedded' | 'postgresql';
  db: Database;
  /** Rejects when the database cannot answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

// Any constant works, if it is the same in all our processes.
const migrationLock = 7_204_512_345;

/**
 * Opens and migrates the configured database. Throws a `SettingsError` where that is not possible.
 */
export async function openDatabase(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_CONNECTIONS' | 'DATA_DIR'>,
  log: Log,
): Promise<OpenDatabase> {
  return settings.DATABASE_URL === undefined
    ? openEmbedded(settings.DATA_DIR).catch(blameDataDirectory)
    : openPostgres(settings.DATABASE_URL, settings.DATABASE_CONNECTIONS, log);
}

/** Without a directory the database is in memory, for tests, and may start from a snapshot. */
export async function openEmbedded(dataDirectory?: string, snapshot?: Blob): Promise<OpenDatabase> {
  let release: (() => void) | undefined;
  let path: string | undefined;
  if (dataDirectory !== undefined) {
    path = join(dataDirectory, 'database');
    await prepareDataDirectory(path);
    await requireSpace(path).catch((error: unknown) => {
      throw unusable('DATA_DIR', error);
    });
    release = lockDirectory(dataDirectory);
  }
  try {
    // Loaded only when used, because it is a whole PostgreSQL.
    const { PGlite } = await import('@electric-sql/pglite');
    const { drizzle } = await import('drizzle-orm/pglite');
    const { migrate } = await import('drizzle-orm/pglite/migrator');
    const client = await PGlite.create({
      ...(path === undefined ? {} : { dataDir: path }),
      ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
    }).catch((error: unknown) => {
      throw path === undefined ? error : doesNotOpen(path, error);
    });
    const db = drizzle({ client, schema });
    await migrate(db, { migrationsFolder });
    return {
      kind: 'embedded',
      db,
      ping: createPing(db, dataDirectory),
      close: async () => {
        await client.close();
        release?.();
      },
    };
  } catch (error) {
    release?.();
    throw error;
  }
}

/**
 * The embedded database does not say where it failed, and reports a refused file only by a number.
 */
function doesNotOpen(path: string, error: unknown): SettingsError {
  const number = typeof error === 'object' && error && 'errno' in error ? error.errno : undefined;
  const reason = error instanceof Error ? error.message : `error ${String(number)}`;
  return unusable('DATA_DIR', new Error(`the database in ${path} does not open: ${reason}`));
}

export async function openPostgres(
  url: string,
  connections: number,
  log: Log,
): Promise<OpenDatabase> {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 3000,
    // A request that waits longer is better answered with 503.
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'stillpix',
  });
  // A broken connection must not end the process; all break when PostgreSQL restarts. The pool
  // reports idle ones, but not one that is in use and between two queries of a transaction.
  pool.on('connect', (client) => {
    client.on('error', (error) =>
      log.warn({ code: errorCode(error) }, 'a database connection was lost'),
    );
  });
  pool.on('error', () => {});
  const db = drizzlePostgres({ client: pool, schema });
  try {
    await migrateLocked(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    kind: 'postgresql',
    db,
    ping: createPing(db),
    close: () => pool.end(),
  };
}

/** Of several processes that start at once, one migrates; the others wait and find it done. */
async function migrateLocked(pool: Pool): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw unusable('DATABASE_URL', error);
  });
  try {
    // In a transaction, which the migrations' own one then ends. Behind a pooler that lends
    // connections per transaction, a session lock would stay with somebody else.
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await migratePostgres(drizzlePostgres({ client, schema }), { migrationsFolder });
  } finally {
    // Closes the connection instead of returning it, so that a failure is rolled back.
    client.release(true);
  }
}
