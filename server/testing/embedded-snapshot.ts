import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));
const cacheFolder = fileURLToPath(new URL('../../.cache', import.meta.url));

/** What is made once for each state of the migrations lies here, as `database-<state>` and an ending. */
function snapshotPath(ending: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrationsFolder).sort()) {
    if (name.endsWith('.sql')) hash.update(readFileSync(join(migrationsFolder, name)));
  }
  hash.update(readFileSync(new URL(import.meta.resolve('@electric-sql/pglite'))));
  return join(cacheFolder, `database-${hash.digest('hex').slice(0, 16)}${ending}`);
}

/**
 * An empty, migrated embedded database as a file: beginning with it takes a quarter of the time of
 * beginning with nothing.
 */
export async function readSnapshot(): Promise<Blob> {
  const path = snapshotPath('.tar');
  try {
    return new Blob([readFileSync(path)]);
  } catch {
    const client = await PGlite.create({});
    await migrate(drizzle({ client }), { migrationsFolder });
    const snapshot = await client.dumpDataDir('none');
    await client.close();
    mkdirSync(cacheFolder, { recursive: true });
    const temporary = `${path}.${randomUUID()}`;
    writeFileSync(temporary, new Uint8Array(await snapshot.arrayBuffer()));
    renameSync(temporary, path);
    return snapshot;
  }
}

/** The same, as the embedded database of a DATA_DIR that has none: a server on it starts in half the time. */
export async function copyMigratedDatabase(dataDirectory: string): Promise<void> {
  const path = snapshotPath('');
  if (!existsSync(path)) {
    const temporary = `${path}.${randomUUID()}`;
    const client = await PGlite.create({ dataDir: temporary, loadDataDir: await readSnapshot() });
    await client.close();
    try {
      renameSync(temporary, path);
    } catch {
      // Another process was faster, and its copy is as good.
      rmSync(temporary, { recursive: true });
    }
  }
  cpSync(path, join(dataDirectory, 'database'), { recursive: true });
}
