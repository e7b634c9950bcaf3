import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** The database as all code uses it; also the type of a transaction. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;
