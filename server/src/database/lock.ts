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
 * Holds a directory for this process. The embedded database needs it: two processes on one
 * directory lose data without a word. Returns the release. Throws `DirectoryInUse`, or
 * a `SettingsError` where there is no lock to be had.
 *
 * Node offers no lock of the file system, but the SQLite inside it does: an exclusive transaction
 * locks an empty file byte by byte (`fcntl` on POSIX, `LockFileEx` on Windows). Such a lock belongs
 * to the file, so it holds between containers and, where the file system keeps locks, between hosts;
 * and it goes with its process, also after kill -9.
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
