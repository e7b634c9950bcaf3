import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../testing/folders.ts';

/** The built package, in a folder of the test's own: test files run side by side. */
export interface BuiltPackage {
  folder: string;
  remove(): Promise<void>;
}

export async function buildForTest(name: string): Promise<BuiltPackage> {
  const folder = join(cacheFolder, 'packages', `${name}-${process.pid}`);
  const script = join(import.meta.dirname, '../package.ts');
  await promisify(execFile)(process.execPath, [script, folder]);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
