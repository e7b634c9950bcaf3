import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** What all code speaks to; also the type of a transaction. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;
