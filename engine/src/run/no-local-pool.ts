import type { Pool } from './pool.ts';

/** Replaces `local-pool.ts` in browsers, so that a site does not ship the whole pipeline twice. */
export function createLocalPool(): Pool {
  throw new Error('only Node runs jobs in the calling thread');
}
