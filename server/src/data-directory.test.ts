import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { prepareDataDirectory } from './data-directory.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillpix-data-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const refusal = /DATA_DIR: cannot be used \(.+\)\. Example: DATA_DIR=/;

describe('the data directory', () => {
  test('is made with what is above it, for the owner only, also by several at once', async () => {
    const path = join(folder, 'Daten für alle', 'noch nicht', 'da');
    await Promise.all(Array.from({ length: 5 }, () => prepareDataDirectory(path)));
    expect(statSync(path).isDirectory()).toBe(true);
    expect(statSync(path).mode & 0o077).toBe(0);
    await prepareDataDirectory(path);
  });

  test('is refused where a file is in its place or above it', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expect(prepareDataDirectory(file)).rejects.toThrow(refusal);
    await expect(prepareDataDirectory(join(file, 'data'))).rejects.toThrow(refusal);
  });

  test.skipIf(!existsSync('/proc/self'))('is refused where no folder can be made', async () => {
    await expect(prepareDataDirectory('/proc/stillpix/data')).rejects.toThrow(refusal);
  });

  // Nothing is forbidden to root.
  test.skipIf(process.getuid?.() === 0)('is refused where it may not be written', async () => {
    chmodSync(folder, 0o500);
    await expect(prepareDataDirectory(folder)).rejects.toThrow(refusal);
    await expect(prepareDataDirectory(join(folder, 'data'))).rejects.toThrow(refusal);
  });
});
