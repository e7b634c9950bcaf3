import type { TestProject } from 'vitest/node';
import { findPostgres, startCluster } from './postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a running PostgreSQL; `none` where it is not installed; unset for the embedded database. */
    postgresUrl?: string;
  }
}

/** One PostgreSQL for a whole run; each test file makes its own database in it. */
export default async function setup(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (findPostgres() === null) {
    project.provide('postgresUrl', 'none');
    return undefined;
  }
  // The data is thrown away, so nothing need reach the disk.
  const cluster = await startCluster(['-c', 'fsync=off', '-c', 'max_connections=100']);
  project.provide('postgresUrl', cluster.url());
  return () => cluster.remove();
}
