import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listen } from '../http/listen.ts';
import { createLog } from '../log.ts';
import { openDatabase } from './open.ts';

const log = createLog('silent');

test('a DATA_DIR that is no folder is refused by its name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stillpix-open-'));
  const file = join(folder, 'data');
  writeFileSync(file, '');
  await expect(
    openDatabase({ DATA_DIR: file, DATABASE_URL: undefined, DATABASE_CONNECTIONS: 1 }, log),
  ).rejects.toThrow(/DATA_DIR: .*Example: DATA_DIR=/);
  rmSync(folder, { recursive: true });
});

test('a DATABASE_URL where nothing answers is refused by its name, without the password', async () => {
  const { port, close } = await listen(() => new Response(), 0, '127.0.0.1');
  await close(0);
  const url = `postgresql://ada:lovelace@127.0.0.1:${port}/stillpix`;
  const opening = openDatabase(
    { DATA_DIR: tmpdir(), DATABASE_URL: url, DATABASE_CONNECTIONS: 1 },
    log,
  );
  await expect(opening).rejects.toThrow(/DATABASE_URL: .*ECONNREFUSED.*Example: DATABASE_URL=/);
  await expect(opening).rejects.not.toThrow(/lovelace/);
});
