import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unusable } from './settings-error.ts';

/** Makes DATA_DIR if need be. Rejects with a `SettingsError` where it cannot be made or written. */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await makeFolder(directory);
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable('DATA_DIR', error);
  }
}

/**
 * Makes a folder and those above it. Node's `mkdir` with `recursive` never comes to an end where a
 * folder is there but takes none, like /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  if (path !== dirname(path)) await makeFolder(dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it at the same moment.
    if (!(await isFolder(path))) throw error;
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
