import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unusable } from './settings-error.ts';

/**
 * Creates DATA_DIR if needed. Rejects with a `SettingsError` if it cannot be created or written.
 */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await makeFolder(directory);
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable('DATA_DIR', error);
  }
}

/**
 * Creates a folder and its parents. Node's `mkdir` with `recursive` never returns inside an
 * existing folder that accepts none, such as /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  if (path !== dirname(path)) await makeFolder(dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it at the same moment.
    if (!(await isFolder(path))) throw error;
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
