import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unusable } from '../settings-error.ts';

export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';

  constructor(directory: string) {
    super(
      `Another process is using the embedded database in ${directory}, on this machine or on one ` +
        `that shares the folder. Stop it first, or give this one another DATA_DIR; for several ` +
        `processes on one database set DATABASE_URL.`,
    );
  }
}

// SQLite's result codes (https://sqlite.org/rescode.html).
const sqliteBusy = 5;

/**
 * Locks a directory for this process. Without this, two processes with the embedded database in one
 * directory would silently lose data. Returns a function that unlocks. Throws `DirectoryInUse`, or
 * a `SettingsError` where locking is not possible.
 *
 * Node has no file locks, but its SQLite does: an exclusive transaction locks bytes of an empty
 * file (`fcntl` on POSIX, `LockFileEx` on Windows). Such a lock belongs to the file. So it works
 * between containers and, if the file system supports it, between hosts. It ends with its process,
 * even after kill -9.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'server.lock');
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { timeout: 0 });
    file.exec('begin exclusive');
  } catch (error) {
    file?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw isBusy(error)
      ? new DirectoryInUse(directory)
      : unusable('DATA_DIR', new Error(`${path} cannot be locked: ${reason}`));
  }
  const held = file;
  return () => held.close();
}

const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
