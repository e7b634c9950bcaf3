import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DirectoryInUse, lockDirectory } from './lock.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillpix-lock-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a held directory is refused until it is released', () => {
  const release = lockDirectory(folder);
  expect(() => lockDirectory(folder)).toThrow(DirectoryInUse);
  release();
  lockDirectory(folder)();
});

test('a directory that is not there is no directory in use', () => {
  expect(() => lockDirectory(join(folder, 'missing'))).toThrow(
    /DATA_DIR: .*server\.lock.*Example: DATA_DIR=/,
  );
});
